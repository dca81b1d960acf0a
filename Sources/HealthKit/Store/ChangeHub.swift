import Foundation
import HealthStore
import Synchronization

/// What a commit changed: the types that samples were added to or deleted from, and the namespaces of values.
package struct DatabaseChange: Sendable {
    package var types: Set<String>
    package var namespaces: Set<String>
}

/// Tells whoever waits that the store has changed, in this process or in another.
package final class ChangeHub: Sendable {
    private typealias Listener = @Sendable (DatabaseChange) -> Void

    private let listeners: Mutex<[UUID: Listener]>
    private let observation: Mutex<StoreObservation?>
    private let typeNames: Mutex<[DictionaryID: String]>
    private let store: SampleStore

    init(_ store: SampleStore) {
        self.store = store
        listeners = Mutex([:])
        observation = Mutex(nil)
        typeNames = Mutex([:])
    }

    /// Calls a closure after every commit, on a background thread, until the token is released or cancelled.
    package func listen(_ body: @escaping @Sendable (DatabaseChange) -> Void) -> ChangeToken {
        let identifier = UUID()
        listeners.withLock { $0[identifier] = body }
        observation.withLock { observation in
            guard observation == nil else { return }
            observation = store.observe { [weak self] change in self?.deliver(change) }
        }
        return ChangeToken { [weak self] in self?.remove(identifier) }
    }

    private func deliver(_ change: StoreChange) {
        let named = DatabaseChange(types: names(change.types), namespaces: change.namespaces)
        for listener in listeners.withLock({ Array($0.values) }) { listener(named) }
    }

    private func names(_ ids: Set<DictionaryID>) -> Set<String> {
        let unknown = typeNames.withLock { known in ids.filter { known[$0] == nil } }
        if !unknown.isEmpty {
            let found = try? store.read { reader in
                try unknown.map { ($0, DictionaryCoding.text(try reader.dictionaryBytes(.type, $0))) }
            }
            typeNames.withLock { known in
                for (id, name) in found ?? [] { known[id] = name }
            }
        }
        return typeNames.withLock { known in Set(ids.compactMap { known[$0] }) }
    }

    private func remove(_ identifier: UUID) {
        let isLast = listeners.withLock { listeners in
            listeners[identifier] = nil
            return listeners.isEmpty
        }
        if isLast { observation.withLock { $0 = nil } }
    }
}

/// Stops listening when it is cancelled or released.
package final class ChangeToken: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    package func cancel() {
        let action = onCancel.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    deinit { cancel() }
}
