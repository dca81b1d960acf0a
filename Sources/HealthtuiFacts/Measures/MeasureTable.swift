import Foundation
import HealthKit
import HealthtuiEntry

/// The rows of a measure: one for each day, week, month or year that has a value.
package struct MeasureTable: Sendable {
    /// A row.
    package struct Row: Sendable, Hashable {
        /// The days that it is of.
        package let span: Range<CalendarDay>
        package let value: MeasureValue
        /// Whether it isn't over, or the days that were asked cut it.
        package let isPartial: Bool

        /// A row.
        package init(span: Range<CalendarDay>, value: MeasureValue, isPartial: Bool) {
            self.span = span
            self.value = value
            self.isPartial = isPartial
        }
    }

    /// An order of rows by their values.
    package enum Order: String, Sendable, CaseIterable {
        case least, most
    }

    package let days: MeasureDays
    package var rows: [Row]

    /// The rows of the days that were asked.
    ///
    /// - Parameters:
    ///   - days: The days.
    ///   - period: The length of a row; an hour is a day here.
    package init(_ days: MeasureDays, by period: StatisticsPeriod) {
        self.days = days
        rows = Self.spans(of: days.span, by: period, days.firstWeekday)
            .compactMap { whole in
                let asked = whole.clamped(to: days.span)
                guard let value = days.fold(asked) else { return nil }
                let isOver = days.isOver(whole.upperBound.advanced(by: -1))
                return Row(span: whole, value: value, isPartial: period != .all && (!isOver || asked != whole))
            }
    }

    /// The days, weeks, months or years that a span touches, in order of time.
    ///
    /// - Parameters:
    ///   - span: The span.
    ///   - period: The length of each.
    ///   - firstWeekday: The weekday on which weeks begin, 1 for Sunday to 7 for Saturday.
    /// - Returns: Their days, those outside the span among them; the span itself for ``StatisticsPeriod/all``.
    package static func spans(
        of span: Range<CalendarDay>,
        by period: StatisticsPeriod,
        _ firstWeekday: Int
    ) -> [Range<CalendarDay>] {
        guard !span.isEmpty else { return [] }
        var spans: [Range<CalendarDay>] = []
        var start = span.lowerBound
        switch period {
        case .hour, .day: break
        case .week: start = start.startOfWeek(firstWeekday)
        case .month: start = CalendarDay(era: start.era, year: start.year, month: start.month, day: 1)
        case .year: start = CalendarDay(era: start.era, year: start.year, month: 1, day: 1)
        case .all: return [span]
        }
        while start < span.upperBound {
            let next = next(after: start, period)
            guard start < next else { break }
            spans.append(start..<next)
            start = next
        }
        return spans
    }

    private static func next(after start: CalendarDay, _ period: StatisticsPeriod) -> CalendarDay {
        switch period {
        case .hour, .day, .all: return start.advanced(by: 1)
        case .week: return start.advanced(by: 7)
        case .month:
            let days = start.advanced(by: 31)
            return CalendarDay(era: days.era, year: days.year, month: days.month, day: 1)
        case .year:
            let days = start.advanced(by: 366)
            return CalendarDay(era: days.era, year: days.year, month: 1, day: 1)
        }
    }

    /// Puts the rows in the order of their values; of equal ones the earliest comes first.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - limit: The largest number of rows; `nil` for all.
    package mutating func sort(_ order: Order?, limit: Int?) {
        if let order {
            let center = days.measure.kind == .clock ? days.whole?.mean ?? 0 : nil
            rows.sort { left, right in
                let (one, other) = (Self.place(left, center), Self.place(right, center))
                guard one != other else { return left.span.lowerBound < right.span.lowerBound }
                return order == .least ? one < other : one > other
            }
        }
        if let limit { rows = Array(rows.prefix(max(0, limit))) }
    }

    /// The place of a row among others: a time of day by how far it is from the usual one.
    private static func place(_ row: Row, _ center: Double?) -> Double {
        guard let center else { return row.value.value }
        return ClockMean.distance(row.value.value, from: center)
    }
}
