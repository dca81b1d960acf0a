import Foundation
import HealthStore
import Synchronization

/// What a commit changed: the types that samples were added to or deleted from, and the namespaces of values.
package struct DatabaseChange: Codable, Sendable {
    package var types: Set<String>
    package var namespaces: Set<String>
    /// Whether the machine was unlocked: whoever heard nothing meanwhile looks again.
    package var isReopened = false
    /// Whether the store was locked just now.
    package var isLocked = false
}

/// Tells whoever waits that the store has changed, in this process or in another.
package final class ChangeHub: Sendable {
    private typealias Listener = @Sendable (DatabaseChange) -> Void

    private let listeners: Mutex<[UUID: Listener]>
    private let observation: Mutex<StoreObservation?>
    private let typeNames: Mutex<[TypeID: String]>
    /// The types that changed while word of samples is held back; `nil` while it is not.
    private let held = Mutex<Set<String>?>(nil)
    /// The store that is watched; `nil` while it is locked.
    private let store: Mutex<SampleStore?>

    init(_ store: SampleStore?) {
        self.store = Mutex(store)
        listeners = Mutex([:])
        observation = Mutex(nil)
        typeNames = Mutex([:])
    }

    /// Calls a closure after every commit, on a background thread, until the token is released or cancelled.
    package func listen(_ body: @escaping @Sendable (DatabaseChange) -> Void) -> ChangeToken {
        let identifier = UUID()
        // In one step with the observation, so that a listener that leaves at the same time does not end it.
        observation.withLock { observation in
            listeners.withLock { $0[identifier] = body }
            guard observation == nil else { return }
            observation = observe()
        }
        return ChangeToken { [weak self] in self?.remove(identifier) }
    }

    private func observe() -> StoreObservation? {
        store.withLock { $0 }?.observe { [weak self] change in self?.deliver(change) }
    }

    /// Watches another store from now on, that of the same file; `nil` while it is locked.
    func turn(to new: SampleStore?) {
        let ended = observation.withLock { observation -> StoreObservation? in
            store.withLock { $0 = new }
            defer { observation = listenerCount > 0 ? observe() : nil }
            return observation
        }
        ended?.cancel()
        if new == nil { typeNames.withLock { $0 = [:] } }
    }

    /// Tells that the store was locked.
    func reportLocked() { report(DatabaseChange(types: [], namespaces: [], isLocked: true)) }

    /// Tells that another store is read from now on: whoever listens looks again.
    func reportReopened() { report(DatabaseChange(types: [], namespaces: [], isReopened: true)) }

    /// How many listen now; while nobody does, nothing is watched.
    package var listenerCount: Int { listeners.withLock { $0.count } }

    func deliver(_ change: StoreChange) {
        let types = names(change.types)
        var reported = DatabaseChange(types: hold(types) ? [] : types, namespaces: change.namespaces)
        // A type that can't be named may be anybody's: every listener reads again.
        if types.count < change.types.count {
            HealthLog.debug("change", ["unnamed": "\(change.types.count - types.count)"])
            reported.isReopened = true
        }
        report(reported)
    }

    private func report(_ change: DatabaseChange) {
        guard !change.types.isEmpty || !change.namespaces.isEmpty || change.isReopened || change.isLocked else {
            return
        }
        for listener in listeners.withLock({ Array($0.values) }) { listener(change) }
    }

    /// Holds word of samples back: queries could not read what changed.
    package func beginHolding() { held.withLock { $0 = $0 ?? [] } }

    /// Tells what was held back, and holds back no more.
    package func endHolding() {
        let types = held.withLock { held in
            defer { held = nil }
            return held
        }
        report(DatabaseChange(types: types ?? [], namespaces: [], isReopened: true))
    }

    /// Whether word of samples is held back.
    var isHolding: Bool { held.withLock { $0 != nil } }

    /// Keeps types for later while word of samples is held back; false when it is not.
    func hold(_ types: Set<String>) -> Bool {
        held.withLock { held in
            guard let known = held else { return false }
            held = known.union(types)
            return true
        }
    }

    private func names(_ ids: Set<TypeID>) -> Set<String> {
        let unknown = typeNames.withLock { known in ids.filter { known[$0] == nil } }
        if !unknown.isEmpty {
            // What stays unknown is reported by the caller.
            let found = try? store.withLock({ $0 })?
                .read { reader in
                    try unknown.map { ($0, DictionaryCoding.text(try reader.dictionaryBytes(.type, $0))) }
                }
            typeNames.withLock { known in
                for (id, name) in found ?? [] { known[id] = name }
            }
        }
        return typeNames.withLock { known in Set(ids.compactMap { known[$0] }) }
    }

    private func remove(_ identifier: UUID) {
        // Released after the lock, as its end may wait for the store.
        let ended = observation.withLock { observation -> StoreObservation? in
            let isLast = listeners.withLock { listeners in
                listeners[identifier] = nil
                return listeners.isEmpty
            }
            guard isLast else { return nil }
            defer { observation = nil }
            return observation
        }
        ended?.cancel()
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
