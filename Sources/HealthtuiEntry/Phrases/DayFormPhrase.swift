import Foundation
import HealthKit

/// Reads a day or the last days in one of four forms, for programs: `2026-11-28`, `today`, `yesterday`, `30d`.
package struct DayFormPhrase: Sendable {
    private let days: CivilDays
    private let today: Int
    private let calendar: Calendar

    /// A reader of days.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - calendar: The person's calendar and time zone.
    package init(now: Date, calendar: Calendar) {
        days = CivilDays(calendar)
        today = days.day(of: now)
        self.calendar = calendar
    }

    /// The days that a text names, the last one included.
    ///
    /// - Parameter text: One of the four forms, in exactly this spelling; `30d` are the last 30 days, today included.
    /// - Returns: The first and the last day.
    /// - Throws: ``EntryError`` for anything else, for a day before 1900, and for one that is still to come.
    package func days(_ text: String) throws -> ClosedRange<CalendarDay> {
        let (first, last) = try numbers(text)
        let (start, end) = (self.days.date(first), self.days.date(last))
        guard start < self.days.date(last + 1) else { throw EntryError(EntryStrings.isInNoCalendar(text)) }
        let (from, to) = (CalendarDay(start, in: calendar), CalendarDay(end, in: calendar))
        return from...max(from, to)
    }

    private func numbers(_ text: String) throws -> (Int, Int) {
        switch text {
        case "today": return (today, today)
        case "yesterday": return (today - 1, today - 1)
        default: break
        }
        if let match = text.wholeMatch(of: /([0-9]{1,5})d/), let count = Int(match.1) {
            guard count > 0 else { throw EntryError(EntryStrings.hasNoDays(text)) }
            guard let least = days.day(1900, 1, 1), today - count + 1 >= least else {
                throw EntryError(EntryStrings.isBefore1900(text))
            }
            return (today - count + 1, today)
        }
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
            throw EntryError(EntryStrings.isNoDayForm(text))
        }
        guard let day = CalendarDay(text: text).flatMap({ days.day($0) }) else {
            throw EntryError(EntryStrings.isInNoCalendar(text))
        }
        guard let least = days.day(1900, 1, 1), day >= least else { throw EntryError(EntryStrings.isBefore1900(text)) }
        guard day <= today else { throw EntryError(EntryStrings.isStillToCome(text)) }
        return (day, day)
    }
}
