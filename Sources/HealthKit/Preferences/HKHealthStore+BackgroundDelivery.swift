import Foundation
import HealthStore

extension HKHealthStore {
    /// Registers the app for changes of a type.
    ///
    /// The registration is kept with the app until it is taken back. It differs from Apple's in what follows from it: a
    /// process that runs hears of every change at once through its ``HKObserverQuery``, whatever the frequency; one that
    /// does not run is not started, and its observers are called once when it runs again.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: How often the app wants to be woken at most.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.setDelivery(type, frequency) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Registers the app for changes of a type, see the completion form for what differs from Apple's.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: How often the app wants to be woken at most.
    /// - Throws: `errorInvalidArgument` for other types, `errorDatabaseInaccessible`.
    public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await perform { try self.setDelivery(type, frequency) }
    }

    /// Takes a registration back.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.setDelivery(type, nil) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Takes a registration back.
    ///
    /// - Parameter type: The type.
    /// - Throws: `errorInvalidArgument` for a type that cannot be registered, `errorDatabaseInaccessible`.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await perform { try self.setDelivery(type, nil) }
    }

    /// Takes all registrations of the app back.
    ///
    /// - Parameter completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        perform({ try self.removeDeliveries() }, { completion($0.isSuccess, $0.failure) })
    }

    /// Takes all registrations of the app back.
    ///
    /// - Throws: `errorDatabaseInaccessible`.
    public func disableAllBackgroundDelivery() async throws { try await perform { try self.removeDeliveries() } }

    private func setDelivery(_ type: HKObjectType, _ frequency: HKUpdateFrequency?) throws {
        guard type is HKCharacteristicType || (type is HKSampleType && !(type is HKCorrelationType)) else {
            throw HKError.invalid("Background delivery is not supported for \(type.identifier)")
        }
        let app = deliveryOwner
        try writableDatabase().write { try $0.setDelivery(frequency, app: app, type: type.identifier) }
    }

    private func removeDeliveries() throws {
        let app = deliveryOwner
        try writableDatabase()
            .write { writer in
                for type in try writer.deliveries(app: app).keys {
                    try writer.setDelivery(nil, app: app, type: type)
                }
            }
    }

    private var deliveryOwner: String { principal.revision.source.bundleIdentifier }
}

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

extension PersonAccess {
    /// The types for which an app registered, and how often it wants to be woken at most.
    package func deliveries(app: String) throws -> [String: HKUpdateFrequency] {
        try read { try $0.deliveries(app: app) }
    }
}
