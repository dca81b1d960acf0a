import Foundation

extension ObjectReader {
    /// The unit that the person chose for a type; `nil` when none was chosen.
    package func chosenUnit(for type: HKQuantityType) throws -> HKUnit? {
        guard let name = try value(String.self, StoreNamespace.preferredUnits, type.identifier),
            let unit = try? HKUnit(validating: name), type.is(compatibleWith: unit)
        else { return nil }
        return unit
    }
}
