import Foundation

extension HKUnit {
    /// The product of this unit and another.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: The product.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        HKUnit.product(factorization.factors + unit.factorization.factors)
    }

    /// The quotient of this unit and another.
    ///
    /// - Parameter unit: The unit to divide by.
    /// - Returns: The quotient.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        unitMultiplied(by: unit.reciprocal())
    }

    /// This unit raised to a power.
    ///
    /// - Parameter power: The power. A unit whose exponents leave ±9999 stops the program.
    /// - Returns: The power; the null unit for a power of zero.
    public func unitRaised(toPower power: Int) -> HKUnit {
        HKUnit.product(
            factorization.factors.map { factor in
                let (exponent, overflow) = factor.exponent.multipliedReportingOverflow(by: power)
                return Factorization.Factor(atom: factor.atom, exponent: overflow ? Int.max : exponent)
            }
        )
    }

    /// One divided by this unit.
    ///
    /// - Returns: The reciprocal.
    public func reciprocal() -> HKUnit {
        unitRaised(toPower: -1)
    }

    private static func product(_ factors: [Factorization.Factor]) -> HKUnit {
        guard let factors = Factorization.collect(factors) else {
            raiseException(
                ExceptionName.invalidArgument,
                "The exponents of a unit must lie between -\(Factorization.largestExponent) and \(Factorization.largestExponent)"
            )
        }
        return UnitTable.unit(of: factors)
    }
}
