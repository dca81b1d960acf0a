import Foundation

/// A day of the Gregorian calendar, as used for activity summaries.
package struct CalendarDay: Hashable, Comparable, Sendable {
    package let era: Int
    package let year: Int
    package let month: Int
    package let day: Int

    package init(era: Int = 1, year: Int, month: Int, day: Int) {
        self.era = era
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that components specify in their own calendar; `nil` if they specify none (R4.20).
    ///
    /// Apple requires a calendar ("The date components must have a valid calendar property") but documents no exception: there,
    /// a predicate without one is created and matches nothing. A missing era means the calendar's current one.
    ///
    /// - Throws: `errorInvalidArgument` if an hour is set.
    package init?(_ components: DateComponents) throws {
        guard components.hour == nil else {
            // The text that appears in crash logs of apps.
            throw HKError.invalid("Activity summary date components require hour to not be set")
        }
        guard var calendar = components.calendar, let year = components.year, let month = components.month,
            let day = components.day
        else { return nil }
        let era = components.era ?? calendar.component(.era, from: Date())
        // In GMT every day has a start, so clock changes don't interfere.
        calendar.timeZone = .gmt
        guard let date = calendar.date(from: DateComponents(era: era, year: year, month: month, day: day)) else {
            return nil
        }
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = .gmt
        let parts = gregorian.dateComponents([.era, .year, .month, .day], from: date)
        self.init(era: parts.era ?? 1, year: parts.year ?? year, month: parts.month ?? month, day: parts.day ?? day)
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        guard left.era == right.era else { return left.era < right.era }
        // Years before Christ count down.
        guard left.year == right.year else { return left.era == 0 ? left.year > right.year : left.year < right.year }
        return left.month == right.month ? left.day < right.day : left.month < right.month
    }

    /// Whether the calendar has the day; 31 February doesn't exist.
    package var exists: Bool {
        (1...12).contains(month) && day >= 1 && day <= GregorianDate.length(ofMonth: month, year: year)
    }

    /// The age in years at a date of someone born on this day; 0 before.
    package func years(until date: Date) -> Int {
        let today = CalendarDay(date, in: Calendar(identifier: .gregorian))
        let hadBirthday = (today.month, today.day) >= (month, day)
        return max(0, today.year - year - (hadBirthday ? 0 : 1))
    }

    /// The day before.
    package var before: CalendarDay? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: DateComponents(era: era, year: year, month: month, day: day))
            .map { CalendarDay($0.addingTimeInterval(-86_400), in: calendar) }
    }
}
