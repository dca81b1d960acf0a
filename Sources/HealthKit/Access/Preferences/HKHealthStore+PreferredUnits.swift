import Foundation
import Synchronization

extension HKHealthStore {
    /// Reads the units on this thread, and watches them from now on.
    func preferredUnitsNow(_ types: Set<HKQuantityType>) throws -> [HKQuantityType: HKUnit] {
        preferences.watch(for: self)
        return try gate.answer(PreferredUnitsCall(types: Set(types.map { ByIdentifier(wrappedValue: $0) })))
    }
}

/// Posts a notification for its health store when the person chooses other units, in whichever process (R11.2).
final class PreferenceWatch: Sendable {
    private let token = Mutex<ChangeToken?>(nil)

    /// Begins to watch; once is enough.
    func watch(for store: HKHealthStore) {
        token.withLock { token in
            guard token == nil else { return }
            let interest = ChangeInterest(types: [], namespaces: [StoreNamespace.preferredUnits], whenReopened: false)
            // Without it the app isn't told; it reads the right units when it asks.
            token = HealthLog.told("listen") {
                try store.gate.listen(interest) { [weak store] in
                    guard let store else { return }
                    // On Linux neither form of the notification brings the other.
                    store.queue.async {
                        NotificationCenter.default.post(name: .HKUserPreferencesDidChange, object: store)
                    }
                    Task { @MainActor in
                        let message = HKHealthStore.HKUserPreferencesDidChangeMessage()
                        NotificationCenter.default.post(message, subject: store)
                    }
                }
            }
        }
    }
}
