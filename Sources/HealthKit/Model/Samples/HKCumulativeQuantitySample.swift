import Foundation

/// A quantity sample of a type whose quantities add up, such as steps.
open class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of the quantities the sample holds.
    public var sumQuantity: HKQuantity { quantity }
}

/// A cumulative sample that holds a series of quantities.
open class HKCumulativeQuantitySeriesSample: HKCumulativeQuantitySample, @unchecked Sendable {
    /// The sum of the quantities of the series.
    public var sum: HKQuantity { quantity }
}
