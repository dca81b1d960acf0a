import Foundation

extension HKHealthStore {
    /// Registers the app for a type; `nil` removes the registration.
    func setDelivery(_ type: HKObjectType, _ frequency: HKUpdateFrequency?, arguments: [String]? = nil) throws {
        guard type is HKCharacteristicType || (type is HKSampleType && !(type is HKCorrelationType)) else {
            throw HKError.invalid("Background delivery is not supported for \(type.identifier)")
        }
        try port.send(
            DeliveryCall(type: type.identifier, frequency: frequency?.rawValue, arguments: arguments)
        )
    }

    /// Removes all registrations of the app.
    func removeDeliveries() throws { try port.send(DeliveryCall(type: nil, frequency: nil)) }
}

extension HKHealthStore {
    /// Registers the app for changes of a type, with launch arguments.
    ///
    /// Linux only: elsewhere an app can be started in only one way. The person sees the arguments before allowing the app to be
    /// started; different arguments need the person's answer again.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: The maximum frequency of wakes.
    ///   - arguments: The program's launch arguments: at most 32, with 4,096 bytes in total, and without control characters. They
    ///     apply to all types of the app.
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

    /// Registers the app for changes of a type, with launch arguments; see the completion form.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: The maximum frequency of wakes.
    ///   - arguments: The program's launch arguments.
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
