import Foundation
import HealthKitStore
import Synchronization

/// The contents of a commit: the types of added or deleted samples, and the changed namespaces of values.
package struct DatabaseChange: Codable, Sendable {
    package var types: Set<String>
    package var namespaces: Set<String>
    /// Whether the store was unlocked; listeners that received nothing meanwhile read again.
    package var isReopened = false
    /// Whether the store was locked just now.
    package var isLocked = false
}

/// Notifies listeners of changes to the store, made by this process or another.
package final class ChangeHub: Sendable {
    private typealias Listener = @Sendable (DatabaseChange) -> Void

    private let listeners: Mutex<[UUID: Listener]>
    private let observation: Mutex<StoreObservation?>
    private let typeNames: Mutex<[TypeID: String]>
    /// The types that changed while notifications about samples are held back; `nil` if they aren't.
    private let held = Mutex<Set<String>?>(nil)
    /// The observed store, or `nil` while it is locked.
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
        // Done together with the observation, so that a listener that leaves at the same time doesn't end it.
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

    /// Observes another store for the same file from now on; `nil` while it is locked.
    func turn(to new: SampleStore?) {
        let ended = observation.withLock { observation -> StoreObservation? in
            store.withLock { $0 = new }
            defer { observation = listenerCount > 0 ? observe() : nil }
            return observation
        }
        ended?.cancel()
        if new == nil { typeNames.withLock { $0 = [:] } }
    }

    /// Reports that the store was locked.
    func reportLocked() { report(DatabaseChange(types: [], namespaces: [], isLocked: true)) }

    /// Reports that another store is open, so that listeners read again.
    func reportReopened() { report(DatabaseChange(types: [], namespaces: [], isReopened: true)) }

    /// The number of current listeners; the store is observed only while there are any.
    package var listenerCount: Int { listeners.withLock { $0.count } }

    func deliver(_ change: StoreChange) {
        let types = names(change.types)
        var reported = DatabaseChange(types: hold(types) ? [] : types, namespaces: change.namespaces)
        // A type without a known identifier may concern any listener, so all of them read again.
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

    /// Holds back notifications about samples, because queries couldn't read the changes.
    package func beginHolding() { held.withLock { $0 = $0 ?? [] } }

    /// Sends the notifications that were held back and stops holding them.
    package func endHolding() {
        let types = held.withLock { held in
            defer { held = nil }
            return held
        }
        report(DatabaseChange(types: types ?? [], namespaces: [], isReopened: true))
    }

    /// Whether notifications about samples are held back.
    var isHolding: Bool { held.withLock { $0 != nil } }

    /// Keeps types for later while notifications about samples are held back; returns false if they aren't.
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
            // The caller reports the types that remain unknown.
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
        // Released after the lock, because ending it may wait for the store.
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

/// Stops listening when cancelled or released.
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
