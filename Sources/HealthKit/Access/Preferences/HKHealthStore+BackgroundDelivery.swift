import Foundation

extension HKHealthStore {
    /// Registers the app for a type; `nil` takes the registration back.
    func setDelivery(_ type: HKObjectType, _ frequency: HKUpdateFrequency?, arguments: [String]? = nil) throws {
        guard type is HKCharacteristicType || (type is HKSampleType && !(type is HKCorrelationType)) else {
            throw HKError.invalid("Background delivery is not supported for \(type.identifier)")
        }
        try port.send(
            DeliveryCall(type: type.identifier, frequency: frequency?.rawValue, arguments: arguments)
        )
    }

    /// Takes all registrations of the app back.
    func removeDeliveries() throws { try port.send(DeliveryCall(type: nil, frequency: nil)) }
}

extension HKHealthStore {
    /// Registers the app for changes of a type, to be started with arguments.
    ///
    /// Linux only: elsewhere an app has one way to be started. The person sees the arguments before letting the app be started;
    /// other arguments than those that were seen need the person's answer again.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: How often the app wants to be woken at most.
    ///   - arguments: What the program is started with: at most 32, with 4,096 bytes together, and without control characters.
    ///     They hold for all types of the app.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        arguments: [String],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform(
            { try self.setDelivery(type, frequency, arguments: arguments) },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Registers the app for changes of a type, to be started with arguments; see the completion form.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: How often the app wants to be woken at most.
    ///   - arguments: What the program is started with.
    /// - Throws: `errorInvalidArgument` for other types and arguments, `errorDatabaseInaccessible`.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        arguments: [String]
    ) async throws {
        try await waitForSuccess {
            enableBackgroundDelivery(for: type, frequency: frequency, arguments: arguments, withCompletion: $0)
        }
    }
}
