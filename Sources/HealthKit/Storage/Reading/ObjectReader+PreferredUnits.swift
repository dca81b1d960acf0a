import Foundation

extension ObjectReader {
    /// The unit that the person chose for a type; `nil` if none was chosen.
    package func chosenUnit(for type: HKQuantityType) throws -> HKUnit? {
        guard let name = try value(String.self, StoreNamespace.preferredUnits, type.identifier) else { return nil }
        // Values are then displayed in the usual unit, with that unit's name.
        guard let unit = try? HKUnit(validating: name), type.is(compatibleWith: unit) else {
            HealthLog.unreadable(StoreNamespace.preferredUnits)
            return nil
        }
        return unit
    }
}
