import HealthKit

/// The time that the page of a source or a device shows: this week and the 52 before it, or all years.
package struct OriginYear: Sendable, Hashable {
    package let today: CalendarDay
    /// The weekday on which weeks begin, 1 for Sunday to 7 for Saturday.
    package let firstWeekday: Int
    /// The first day with data if all years are shown; `nil` for one year.
    package let first: CalendarDay?

    /// The number of weeks, this one among them: twelve months always lie in them.
    package static let weeks = 53

    /// The year that ends today, or all time until today.
    ///
    /// - Parameters:
    ///   - today: Today.
    ///   - firstWeekday: The weekday on which weeks begin.
    ///   - first: The first day with data, for all years; `nil` for one year.
    package init(today: CalendarDay, firstWeekday: Int, since first: CalendarDay? = nil) {
        self.today = today
        self.firstWeekday = firstWeekday
        self.first = first.map { min($0, today) }
    }

    /// Whether all years are shown rather than one.
    package var showsAll: Bool { first != nil }

    /// The first day of the first week.
    package var start: CalendarDay {
        first?.startOfWeek(firstWeekday) ?? today.startOfWeek(firstWeekday).advanced(by: -7 * (Self.weeks - 1))
    }

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

    /// The longest time, in months, of which each is a bar.
    private static let mostMonths = 36

    /// The parts of the time that a measure has a bar for: the twelve months; of all years their months, or the years
    /// themselves if there are many.
    package var bars: [Range<CalendarDay>] {
        guard let first else { return months }
        let all = first..<today.advanced(by: 1)
        let months = MeasureTable.spans(of: all, by: .month, firstWeekday)
        let bars = months.count > Self.mostMonths ? MeasureTable.spans(of: all, by: .year, firstWeekday) : months
        return bars.map { $0.clamped(to: all) }
    }

    /// The calendar years, the oldest first, each with the first days of the weeks that begin in it.
    package var years: [(year: Range<CalendarDay>, weeks: [CalendarDay])] {
        MeasureTable.spans(of: days, by: .year, firstWeekday)
            .map { year in
                let begun = year.lowerBound.startOfWeek(firstWeekday)
                let first = max(begun == year.lowerBound ? begun : begun.advanced(by: 7), start)
                let end = min(year.upperBound, today.advanced(by: 1))
                let count = max(0, (first.distance(to: end) + 6) / 7)
                return (year, (0..<count).map { first.advanced(by: 7 * $0) })
            }
    }

    /// The week that a day is in, until today.
    ///
    /// - Parameter day: The day.
    /// - Returns: Its days.
    package func week(of day: CalendarDay) -> Range<CalendarDay> {
        let start = day.startOfWeek(firstWeekday)
        return start..<max(start, min(start.advanced(by: 7), today.advanced(by: 1)))
    }

    /// The days that have to be read: those of the weeks and of the months.
    package var read: Range<CalendarDay> {
        min(start, bars.first?.lowerBound ?? start)..<today.advanced(by: 1)
    }

    /// A day by its column and its row.
    ///
    /// - Parameters:
    ///   - week: The week, 0 for the first.
    ///   - row: The day of the week, 0 for the first.
    /// - Returns: The day; one after today in the last week's rest.
    package func day(week: Int, row: Int) -> CalendarDay { start.advanced(by: week * 7 + row) }
}
