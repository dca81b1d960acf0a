import Foundation
import HealthStore

extension StoreNamespace {
    /// For which types apps want to be woken, by bundle identifier and type.
    package static let backgroundDelivery = "backgroundDelivery"
}

extension ObjectReader {
    /// The types for which an app registered, and how often it wants to be woken at most.
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
    /// Registers an app for a type; `nil` takes the registration back.
    ///
    /// - Parameters:
    ///   - frequency: How often the app wants to be woken at most.
    ///   - app: The app's bundle identifier.
    ///   - type: The type's identifier.
    ///   - now: The time; of a new registration, changes after this count.
    /// - Throws: What the store throws.
    package func setDelivery(_ frequency: HKUpdateFrequency?, app: String, type: String, now: Date = Date()) throws {
        let key = "\(app)\u{1F}\(type)"
        try setValue(frequency?.rawValue, StoreNamespace.backgroundDelivery, key)
        // An app registers anew with each start; what it was woken for stays known.
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
