import Foundation
import HealthKit
import HealthtuiFacts

/// A comparison of two times over the days that both have, so that extra days of one don't count.
package struct ComparedDays: Sendable, Hashable {
    /// The number of days that both have; hours for a single day.
    let count: Int
    /// The value of the later time's days: their average, or the total of quantities that are only summed.
    let now: Double
    /// The same of the days of the earlier one.
    let before: Double

    /// The comparison of the hours of two days, or of bars; nil where none is one of both.
    ///
    /// A day that is not over yet is omitted.
    ///
    /// - Parameters:
    ///   - data: The later time.
    ///   - earlier: The previous period; each bar is paired with the one at the same position.
    ///   - isTotal: Whether the days are added up, rather than their average taken.
    ///   - first: The date from which on a bar without data counts as zero, as for events; nil if such a bar has no
    ///     value.
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

extension ComparedDays {
    /// The comparison of two times day by day; nil where no day is one of both.
    ///
    /// - Parameters:
    ///   - now: The days of the later time.
    ///   - before: Those of the earlier one.
    ///   - isTotal: Whether the days are added up, rather than their mean taken.
    ///   - partner: The earlier day that a day is compared with.
    ///   - shown: A value in the person's unit.
    init?(
        _ now: MeasureDays,
        _ before: MeasureDays,
        isTotal: Bool,
        partner: (CalendarDay) -> CalendarDay?,
        shown: (Double) -> Double
    ) {
        var (later, earlier) = (now, before)
        (later.days, earlier.days) = ([:], [:])
        // Days without records already have a 0 among the pairs.
        (later.recorded, earlier.recorded) = (nil, nil)
        for day in now.span where now.isOver(day) {
            guard let own = now.day(day), let other = partner(day), let then = before.day(other) else { continue }
            later.days[day] = own
            earlier.days[other] = then
        }
        guard let one = later.whole, let two = earlier.whole, let mean = one.mean, let meanBefore = two.mean else {
            return nil
        }
        count = one.days
        self.now = shown(isTotal ? one.value : mean)
        self.before = shown(isTotal ? two.value : meanBefore)
    }
}

extension ChartSource {
    /// Compares a time with an earlier one.
    ///
    /// - Parameters:
    ///   - data: The current chart.
    ///   - before: The earlier time.
    ///   - comparison: Which one it is.
    /// - Returns: The comparison; nil where no day is one of both.
    func compared(
        _ data: ChartData,
        _ before: ChartData,
        _ comparison: ChartComparison
    ) -> ComparedDays? {
        let isEvents = data.kind == .totals && !data.averagesDays
        guard let now = data.days, let then = before.days else {
            // Of one day all hours that are over are added up, and those without anything have none.
            guard data.kind != .totals || !before.isEmpty else { return nil }
            return ComparedDays(
                data,
                before,
                isTotal: data.kind == .totals,
                zeroFrom: data.kind == .totals ? .distantPast : nil,
                now: environment.now
            )
        }
        let (unit, measured) = (data.unit ?? unit, now.measure.unit)
        return ComparedDays(
            now,
            then,
            isTotal: isEvents,
            partner: { comparison.partner(of: $0, in: now.span, then.span) },
            shown: { unit.number($0, in: measured) }
        )
    }
}
