import Foundation

/// A quantity sample of a type with discrete measurements, such as heart rate.
open class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The smallest quantity the sample holds.
    public var minimumQuantity: HKQuantity { inUnit(series?.minimum) }
    /// The average of the quantities the sample holds.
    public var averageQuantity: HKQuantity { quantity }
    /// The largest quantity the sample holds.
    public var maximumQuantity: HKQuantity { inUnit(series?.maximum) }
    /// The latest quantity the sample holds.
    public var mostRecentQuantity: HKQuantity { inUnit(series?.last?.value) }
    /// The time interval of the latest quantity.
    public var mostRecentQuantityDateInterval: DateInterval {
        guard let last = series?.last else { return DateInterval(start: startDate, end: max(startDate, endDate)) }
        return DateInterval(
            start: Date(timeIntervalSinceReferenceDate: last.start),
            end: Date(timeIntervalSinceReferenceDate: max(last.start, last.end))
        )
    }

    private func inUnit(_ value: Double?) -> HKQuantity {
        HKQuantity(unit: unit, doubleValue: value ?? self.value)
    }
}
