import Foundation

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
    package func setDelivery(_ frequency: HKUpdateFrequency?, app: String, type: String) throws {
        try setValue(frequency?.rawValue, StoreNamespace.backgroundDelivery, "\(app)\u{1F}\(type)")
    }
}
