import Foundation

/// A type of samples that hold a quantity.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
    /// How the quantities of the type combine.
    public let aggregationStyle: HKQuantityAggregationStyle

    /// The unit that quantities of the type are stored and compared in.
    package let canonicalUnit: HKUnit

    override init(entry: CatalogueEntry) {
        guard let style = entry.aggregationStyle, let unit = entry.unit else {
            // The catalogue is part of the binary, and a test reads it: only a broken build comes here.
            raiseException("HKCatalogueException", "\(entry.identifier) has no unit or no aggregation style")
        }
        aggregationStyle = style
        canonicalUnit = HKUnit.standard(unit)
        super.init(entry: entry)
    }

    /// Whether quantities of the type can be expressed in a unit.
    ///
    /// Only the dimension counts: steps can be expressed in `%` as well as in `count` (rule R9.12).
    ///
    /// - Parameter unit: Any unit.
    /// - Returns: Whether the unit has the type's dimension.
    open func `is`(compatibleWith unit: HKUnit) -> Bool { canonicalUnit.isCompatible(with: unit) }
}
