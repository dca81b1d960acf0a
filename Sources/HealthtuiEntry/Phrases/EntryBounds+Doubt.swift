import HealthKit

extension EntryBounds {
    /// Why a quantity that a person typed makes no sense for a type.
    ///
    /// - Parameters:
    ///   - quantity: A quantity in a unit of the type.
    ///   - type: The type.
    /// - Returns: The reason with the bounds; `nil` when the quantity makes sense.
    package static func doubt(about quantity: HKQuantity, of type: HKQuantityType) -> String? {
        guard let bounds = exceeded(by: quantity, of: type) else { return nil }
        let isPercent = bounds.unit == HKUnit.percent().unitString
        let numbers = [bounds.least, bounds.most].map { NumberText.exact(isPercent ? $0 * 100 : $0) }
        let label = bounds.unit == HKUnit.count().unitString ? "" : " " + UnitPhrase.label(bounds.unit)
        return EntryStrings.makesSense(type.entry.name, from: numbers[0], to: numbers[1] + label)
    }
}
