import Foundation
import HealthKitStore

extension StoreNamespace {
    /// The registrations of apps for background delivery, by bundle identifier and type.
    package static let backgroundDelivery = "backgroundDelivery"
}

extension ObjectReader {
    /// The types that an app registered for, with the maximum frequency at which it wants to be woken.
    package func deliveries(app: String) throws -> [String: HKUpdateFrequency] {
        let prefix = app + "\u{1F}"
        let found = try values(Int.self, StoreNamespace.backgroundDelivery, prefix: prefix)
            .compactMap { entry in
                HKUpdateFrequency(rawValue: entry.value).map { (String(entry.key.dropFirst(prefix.count)), $0) }
            }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

extension ObjectWriter {
    /// Registers an app for a type; `nil` removes the registration.
    ///
    /// - Parameters:
    ///   - frequency: The maximum frequency at which the app wants to be woken.
    ///   - app: The app's bundle identifier.
    ///   - type: The type's identifier.
    ///   - now: The current time; for a new registration, only later changes count.
    /// - Throws: Any error from the store.
    package func setDelivery(_ frequency: HKUpdateFrequency?, app: String, type: String, now: Date = Date()) throws {
        let key = "\(app)\u{1F}\(type)"
        try setValue(frequency?.rawValue, StoreNamespace.backgroundDelivery, key)
        // An app registers again at each launch; its record of wakes is kept.
        let known = try value(WakeRecord.self, StoreNamespace.wakes, key)
        guard known == nil || frequency == nil else { return }
        let record = try frequency.map { _ in
            WakeRecord(
                registered: now.timeIntervalSinceReferenceDate,
                acknowledged: try store.currentAnchor
            )
        }
        try setValue(record, StoreNamespace.wakes, key)
    }
}
