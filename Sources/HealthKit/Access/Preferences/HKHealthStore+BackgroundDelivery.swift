import Foundation

extension HKHealthStore {
    /// Registers the app for a type; `nil` takes the registration back.
    func setDelivery(_ type: HKObjectType, _ frequency: HKUpdateFrequency?) throws {
        guard type is HKCharacteristicType || (type is HKSampleType && !(type is HKCorrelationType)) else {
            throw HKError.invalid("Background delivery is not supported for \(type.identifier)")
        }
        try port.send(DeliveryCall(type: type.identifier, frequency: frequency?.rawValue))
    }

    /// Takes all registrations of the app back.
    func removeDeliveries() throws { try port.send(DeliveryCall(type: nil, frequency: nil)) }
}
