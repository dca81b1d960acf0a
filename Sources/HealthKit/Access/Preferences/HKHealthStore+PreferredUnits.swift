import Foundation

extension HKHealthStore {
    /// Reads the units on this thread, and watches them from now on.
    func preferredUnitsNow(_ types: Set<HKQuantityType>) throws -> [HKQuantityType: HKUnit] {
        preferences.watch(port) { [weak self] in self?.notifyOfPreferences() }
        return try port.send(PreferredUnitsCall(types: Set(types.map { ByIdentifier(wrappedValue: $0) })))
    }

    /// Posts both forms of the notification, since on Linux neither implies the other.
    private func notifyOfPreferences() {
        queue.async { NotificationCenter.default.post(name: .HKUserPreferencesDidChange, object: self) }
        Task { @MainActor in
            NotificationCenter.default.post(HKHealthStore.HKUserPreferencesDidChangeMessage(), subject: self)
        }
    }
}
