import Foundation
import HealthKit

/// A comparison of two times over the days that both have, so that extra days of one don't count.
package struct ComparedDays: Sendable, Hashable {
    /// The number of days that both have; hours for a single day.
    let count: Int
    /// The value of the later time's days: their average, or the total of quantities that are only summed.
    let now: Double
    /// The same of the days of the earlier one.
    let before: Double

    /// The comparison; nil where no day is one of both.
    ///
    /// A day that is not over yet is left out.
    ///
    /// - Parameters:
    ///   - data: The later time, day by day, or one day by hours.
    ///   - earlier: The time before, each bar beside the one of the same place.
    ///   - isTotal: Whether the days are added up, rather than their average taken.
    ///   - first: From when on a bar without anything has zero, as of events; nil where nothing is then known of it.
    ///   - now: The current time.
    init?(
        _ data: ChartData,
        _ earlier: ChartData,
        isTotal: Bool,
        zeroFrom first: Date?,
        now: Date
    ) {
        func value(_ bar: ChartBar) -> Double? {
            let known = bar.sum ?? bar.range?.average
            guard known == nil, let first, bar.interval.end > first else { return known }
            return 0
        }
        let pairs = zip(data.bars, earlier.bars)
            .compactMap { later, before -> (now: Double, before: Double)? in
                guard later.interval.start <= now, before.interval.duration > 0,
                    !later.isPartial(at: now)
                else { return nil }
                return value(later).flatMap { later in value(before).map { (later, $0) } }
            }
        guard !pairs.isEmpty else { return nil }
        let (sum, sumBefore) = (pairs.reduce(0) { $0 + $1.now }, pairs.reduce(0) { $0 + $1.before })
        let divisor = isTotal ? 1 : Double(pairs.count)
        (count, self.now, before) = (pairs.count, sum / divisor, sumBefore / divisor)
    }
}

extension ChartSource {
    /// Compares a time with the one before.
    ///
    /// - Parameters:
    ///   - data: The current chart.
    ///   - before: The time before it.
    ///   - days: Both day by day; nil where what is shown is.
    ///   - extent: The times between which the type has data.
    /// - Returns: The comparison; nil where no day is one of both.
    func compared(
        _ data: ChartData,
        _ before: ChartData,
        days: (now: ChartData, before: ChartData)?,
        data extent: ClosedRange<Date>?
    ) -> ComparedDays? {
        let isDay = data.window.span == .day
        let isEvents = data.kind == .totals && !data.averagesDays
        let first = extent.map { environment.calendar.civilStartOfDay(for: $0.lowerBound) }
        // Of one day all hours that are over are added up, and those without anything have none.
        guard !isDay || data.kind != .totals || !before.isEmpty else { return nil }
        let zero = isEvents ? first : isDay && data.kind == .totals ? Date.distantPast : nil
        return ComparedDays(
            days?.now ?? data,
            days?.before ?? before,
            isTotal: isEvents || isDay && data.kind == .totals,
            zeroFrom: zero,
            now: environment.now
        )
    }
}
