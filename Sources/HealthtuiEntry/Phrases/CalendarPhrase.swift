import Foundation

/// Reads the days that a screen can go to: ``TimeRangePhrase``, without what has no beginning or no end.
package struct CalendarPhrase: Sendable {
    private let phrase: TimeRangePhrase

    /// A reader of phrases.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - calendar: The person's calendar and time zone.
    ///   - marks: The person's marks.
    package init(now: Date, calendar: Calendar, marks: TimeMarks = .none) {
        phrase = TimeRangePhrase(now: now, calendar: calendar, marks: marks)
    }

    /// A range of the calendar.
    package struct Time: Sendable, Hashable {
        /// The unit that it is; `nil` for days of another number.
        package var unit: TimeRange.Unit?
        package var interval: DateInterval

        /// A range.
        package init(unit: TimeRange.Unit?, interval: DateInterval) {
            self.unit = unit
            self.interval = interval
        }
    }

    /// Parses a phrase.
    ///
    /// - Parameter phrase: The user's text.
    /// - Returns: The days; `nil` when the phrase names none, or what has no beginning or no end.
    package func time(_ phrase: String) -> Time? {
        // Text that makes no sense may be another phrase.
        guard let range = try? self.phrase.reading(phrase), let interval = range.interval else { return nil }
        return Time(unit: range.unit, interval: interval)
    }
}
