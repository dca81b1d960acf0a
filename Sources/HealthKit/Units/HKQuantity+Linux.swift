import Foundation

extension HKQuantity {
    /// The number of the quantity in a unit, if it can be expressed in that unit.
    ///
    /// The throwing variant of `doubleValue(for:)`.
    ///
    /// - Parameter unit: Any unit.
    /// - Returns: The number.
    /// - Throws: `HKError.errorInvalidArgument` when the unit measures something else.
    public func doubleValue(validating unit: HKUnit) throws -> Double {
        guard let value = converted(to: unit) else {
            throw HKError(.errorInvalidArgument, HKQuantity.conversionFailure(self.unit, unit))
        }
        return value
    }

    /// Compares the quantity with another, if the two can be compared.
    ///
    /// The throwing variant of `compare(_:)`.
    ///
    /// - Parameter quantity: Any quantity.
    /// - Returns: Whether this quantity is smaller than, as large as or larger than the other.
    /// - Throws: `HKError.errorInvalidArgument` when the other quantity measures something else.
    public func compare(validating quantity: HKQuantity) throws -> ComparisonResult {
        guard let result = order(to: quantity) else {
            throw HKError(.errorInvalidArgument, HKQuantity.conversionFailure(quantity.unit, unit))
        }
        return result
    }
}
