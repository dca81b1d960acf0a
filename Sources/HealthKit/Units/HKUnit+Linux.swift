import Foundation

extension HKUnit {
    /// Makes the unit that a string names, if it does.
    ///
    /// The throwing variant of `init(from:)`, for strings that a person typed or a file holds.
    ///
    /// - Parameter string: Any text.
    /// - Throws: `HKError.errorInvalidArgument` when the text names no unit.
    public convenience init(validating string: String) throws {
        guard let unit = UnitTable.unit(named: string) else {
            throw HKError(.errorInvalidArgument, HKUnit.parseFailure(string))
        }
        self.init(factorization: unit.factorization)
    }

    /// The unit that a string names; the same instance each time, and without cost from the second time on.
    ///
    /// - Parameter string: Any text.
    /// - Returns: The unit, or nil when the text names none.
    package static func named(_ string: String) -> HKUnit? {
        UnitTable.unit(named: string)
    }

    /// Whether values in this unit can be converted to another.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: Whether both measure the same thing.
    package func isCompatible(with unit: HKUnit) -> Bool {
        factorization === unit.factorization || factorization.dimension == unit.factorization.dimension
    }

    /// How values in this unit become values in another.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: The conversion, or nil when the units measure different things.
    package func converter(to unit: HKUnit) -> UnitConversion? {
        factorization.conversion(to: unit.factorization)
    }

    /// The factor and the offset from values in this unit to values in another.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: The factor and the offset, or nil if the units measure different dimensions or if a sound level is converted
    ///   to a pressure, which `converter(to:)` can do.
    package func conversion(to unit: HKUnit) -> (scale: Double, offset: Double)? {
        converter(to: unit)?.scaleAndOffset
    }
}
