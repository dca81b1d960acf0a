import HealthKit

/// The rows of a measure next to those of an earlier time, aligned by weeks, and the total difference.
package struct MeasureBeside: Sendable {
    /// A row and its counterpart.
    package struct Row: Sendable {
        package let days: Range<CalendarDay>
        package let value: MeasureValue?
        /// The days of the counterpart.
        package let otherDays: Range<CalendarDay>
        package let other: MeasureValue?
        /// How much more it has; `nil` while it isn't over.
        package let difference: Double?
    }

    /// The number of days between a day and its counterpart: whole weeks, 364 days for a year.
    package let shift: Int
    package let rows: [Row]
    /// All days that are over, and their counterparts.
    package let all: MeasureValue?
    package let other: MeasureValue?
    /// How far ahead the days that are over are: of what adds up the difference of totals, else that of means.
    package let ahead: Double?

    /// Pairs rows with those of an earlier time.
    ///
    /// - Parameters:
    ///   - days: The days of the measure, those of the time before among them.
    ///   - spans: The days of each row, in order of time.
    ///   - against: The time before; as many weeks lie between as between its beginning and that of the rows.
    package init(_ days: MeasureDays, _ spans: [Range<CalendarDay>], against: Range<CalendarDay>) {
        let first = spans.first?.lowerBound ?? against.lowerBound
        let shift = Self.shift(first, against: against.lowerBound)
        self.shift = shift
        func beside(_ span: Range<CalendarDay>) -> Range<CalendarDay> {
            span.lowerBound.advanced(by: -shift)..<span.upperBound.advanced(by: -shift)
        }
        rows = spans.map { span in
            let (value, other) = (days.fold(span), days.fold(beside(span)))
            let isOver = days.over(span) == span
            let difference = isOver ? days.difference(value?.value, other?.value) : nil
            return Row(days: span, value: value, otherDays: beside(span), other: other, difference: difference)
        }
        let over = days.over(first..<max(first, spans.last?.upperBound ?? first))
        all = days.fold(over)
        other = days.fold(beside(over))
        ahead = days.difference(all?.value, other?.value)
    }

    /// The whole weeks that come closest to the days between two.
    ///
    /// - Parameters:
    ///   - first: The first day of the rows.
    ///   - against: The first day of the time before.
    /// - Returns: A number of days.
    package static func shift(_ first: CalendarDay, against: CalendarDay) -> Int {
        let days = first.number - against.number
        return (days + (days < 0 ? -3 : 3)) / 7 * 7
    }
}
