import HealthKit

/// The year that the page of a source or a device shows: this week and the 52 before it.
package struct OriginYear: Sendable, Hashable {
    package let today: CalendarDay
    /// The weekday on which weeks begin, 1 for Sunday to 7 for Saturday.
    package let firstWeekday: Int

    /// The number of weeks, this one among them: twelve months always lie in them.
    package static let weeks = 53

    /// The year that ends today.
    ///
    /// - Parameters:
    ///   - today: Today.
    ///   - firstWeekday: The weekday on which weeks begin.
    package init(today: CalendarDay, firstWeekday: Int) {
        self.today = today
        self.firstWeekday = firstWeekday
    }

    /// The first day of the first week.
    package var start: CalendarDay { today.startOfWeek(firstWeekday).advanced(by: -7 * (Self.weeks - 1)) }

    /// All days, through today.
    package var days: Range<CalendarDay> { start..<today.advanced(by: 1) }

    /// This month and the eleven before it, the oldest first; the last one ends with today.
    package var months: [Range<CalendarDay>] {
        let back = today.month - 11
        let first =
            back > 0
            ? CalendarDay(era: today.era, year: today.year, month: back, day: 1)
            : CalendarDay(era: today.era, year: today.year - 1, month: back + 12, day: 1)
        let end = today.advanced(by: 1)
        guard first < end else { return [] }
        return MeasureTable.spans(of: first..<end, by: .month, firstWeekday)
            .map { $0.lowerBound..<min($0.upperBound, end) }
    }

    /// The days that have to be read: those of the weeks and of the months.
    package var read: Range<CalendarDay> {
        min(start, months.first?.lowerBound ?? start)..<today.advanced(by: 1)
    }

    /// A day by its column and its row.
    ///
    /// - Parameters:
    ///   - week: The week, 0 for the first.
    ///   - row: The day of the week, 0 for the first.
    /// - Returns: The day; one after today in the last week's rest.
    package func day(week: Int, row: Int) -> CalendarDay { start.advanced(by: week * 7 + row) }
}
