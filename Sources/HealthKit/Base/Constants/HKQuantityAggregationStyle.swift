import Foundation

/// How the quantities of a type combine.
public enum HKQuantityAggregationStyle: Int, Sendable {
    /// Quantities add up.
    case cumulative = 0

    /// Quantities average with equal weights.
    case discreteArithmetic = 1

    /// Quantities average with the time they hold as weight.
    case discreteTemporallyWeighted = 2

    /// Sound levels average by their energy, as IEC 61672-1 says.
    case discreteEquivalentContinuousLevel = 3

    /// The former name of `discreteArithmetic`.
    @available(*, deprecated, renamed: "discreteArithmetic")
    public static var discrete: HKQuantityAggregationStyle { .discreteArithmetic }
}
