import Foundation

/// The statistics that a query computes.
public struct HKStatisticsOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Keeps the sources apart as well.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1)

    /// The average of discrete quantities.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 2)

    /// The smallest of discrete quantities.
    public static let discreteMin = HKStatisticsOptions(rawValue: 4)

    /// The largest of discrete quantities.
    public static let discreteMax = HKStatisticsOptions(rawValue: 8)

    /// The sum of cumulative quantities.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 16)

    /// The most recent quantity.
    public static let mostRecent = HKStatisticsOptions(rawValue: 32)

    /// The former name of `mostRecent`.
    @available(*, deprecated, renamed: "mostRecent")
    public static var discreteMostRecent: HKStatisticsOptions { .mostRecent }

    /// The time that the samples cover.
    public static let duration = HKStatisticsOptions(rawValue: 64)
}
