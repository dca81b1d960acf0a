import Foundation
import HealthKit

/// Dates as a person reads them, relative to today where that is shorter.
package struct DateText: Sendable {
    package let calendar: Calendar
    package let now: Date

    package init(calendar: Calendar, now: Date) {
        self.calendar = calendar
        self.now = now
    }

    /// The day: `today`, `yesterday`, `Thu 19 Nov` in this year, else `Sat 21 Nov 2026`.
    package func day(_ date: Date) -> String {
        let parts = components(date)
        let today = components(now)
        if let distance = daysBeforeToday(date) {
            if distance == 0 { return DateStrings.today }
            if distance == 1 { return DateStrings.yesterday }
            if distance == -1 { return DateStrings.tomorrow }
        }
        return parts.year == today.year ? shortDay(date) : longDay(date)
    }

    /// The day and the time: `today 14:18`.
    package func moment(_ date: Date, seconds: Bool = false) -> String {
        guard isSensible(date) else { return DateStrings.noEnd }
        return day(date) + " " + time(date, seconds: seconds)
    }

    /// As short as can be: `today 14:18`, `Thu 19 Nov 07:30` in this year, else `30 Oct 2017`.
    package func brief(_ date: Date) -> String {
        guard isSensible(date) else { return DateStrings.noEnd }
        let isThisYear = components(date).year == components(now).year
        return isThisYear ? moment(date) : dayMonthAndYear(date)
    }

    /// The day in fewer and fewer words, where a table has no room for ``day(_:)``: first the weekday goes, for a day
    /// without its year would be another day.
    package func shorterDays(_ date: Date) -> [String] {
        let isThisYear = components(date).year == components(now).year
        return isThisYear ? [dayAndMonth(date)] : [dayMonthAndYear(date), monthAndYear(date)]
    }

    /// A moment in fewer and fewer words: without the weekday, then without the time of day; today without the day.
    package func shorterMoments(_ date: Date, seconds: Bool = false) -> [String] {
        guard isSensible(date) else { return [] }
        let clock = time(date, seconds: seconds)
        if daysBeforeToday(date) == 0 { return [clock] + (seconds ? [time(date)] : []) }
        let days = shorterDays(date)
        return [days[0] + " " + time(date), day(date)] + days
    }

    /// A time from a moment to another in fewer and fewer words: to the minute, then its beginning alone.
    package func shorterSpans(_ start: Date, _ end: Date, seconds: Bool = false) -> [String] {
        let minutes = seconds ? [span(start, end)] : []
        return minutes + (end > start ? [moment(start)] : []) + shorterMoments(start, seconds: seconds && end <= start)
    }

    /// From a moment to another, the second day only where it differs: `today 09:02 – 09:16`.
    ///
    /// Within a minute it has seconds, `today 07:00:05 – 07:00:40`, and within a second it is one time.
    package func span(_ start: Date, _ end: Date, seconds: Bool = false) -> String {
        guard end > start else { return moment(start, seconds: seconds) }
        guard isSensible(end) else { return moment(start, seconds: seconds) + " – " + DateStrings.noEnd }
        let isSameDay = calendar.civilDays(from: start, to: end) == 0
        let last = isSameDay ? time(end, seconds: seconds) : moment(end, seconds: seconds)
        if isSameDay, last == time(start, seconds: seconds) {
            return seconds ? moment(start, seconds: true) : span(start, end, seconds: true)
        }
        return moment(start, seconds: seconds) + " – " + last
    }

    /// The whole date and time: `Sat 21 Nov 2026 14:13:05`.
    package func full(_ date: Date) -> String {
        isSensible(date) ? longDay(date) + " " + time(date, seconds: true) : DateStrings.noEnd
    }

    /// The time of day: `14:18`.
    package func time(_ date: Date, seconds: Bool = false) -> String {
        let parts = components(date)
        return DateStrings.time(parts.hour ?? 0, parts.minute ?? 0, seconds ? parts.second ?? 0 : nil)
    }

    /// The time of day as short as can be, under an axis: `14:00`, `2 PM`.
    package func hour(_ date: Date) -> String {
        let parts = components(date)
        return parts.minute == 0 ? DateStrings.hour(parts.hour ?? 0) : time(date)
    }

    /// `4 May 1980`, a day without a time zone; nil for components that aren't a day.
    package static func day(_ parts: DateComponents) -> String? {
        guard let year = parts.year, let month = parts.month, let day = parts.day, (1...12).contains(month) else {
            return nil
        }
        return DateStrings.date(day, DateStrings.month(month - 1), "\(year)")
    }

    /// The day as it can be typed into a field: `2026-11-21`, `21.11.2026`.
    package func typedDay(_ date: Date) -> String {
        let parts = components(date)
        return DateStrings.typed(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    /// The moment as it can be typed into a field, to the minute: `2026-11-21 14:20`, `11/21/2026 2:20 PM`.
    package func typed(_ date: Date) -> String {
        let parts = components(date)
        return typedDay(date) + " " + DateStrings.typedTime(parts.hour ?? 0, parts.minute ?? 0)
    }

    /// `Sat 21 Nov`.
    package func shortDay(_ date: Date) -> String { DateStrings.date(dayAndMonth(date), on: weekday(date)) }

    /// `Sat 21 Nov 2026`.
    package func longDay(_ date: Date) -> String { DateStrings.date(dayMonthAndYear(date), on: weekday(date)) }

    /// `21 Nov`.
    package func dayAndMonth(_ date: Date) -> String {
        let parts = components(date)
        return DateStrings.date(parts.day ?? 0, Self.month(parts))
    }

    /// `21 Nov 2026`.
    package func dayMonthAndYear(_ date: Date) -> String {
        let parts = components(date)
        return DateStrings.date(parts.day ?? 0, Self.month(parts), "\(parts.year ?? 0)")
    }

    /// `Nov 2026`.
    package func monthAndYear(_ date: Date) -> String { DateStrings.monthAndYear(month(date), year(date)) }

    /// `Nov`.
    package func month(_ date: Date) -> String { Self.month(components(date)) }

    private static func month(_ parts: DateComponents) -> String { DateStrings.month((parts.month ?? 1) - 1) }

    /// `Sat`.
    package func weekday(_ date: Date) -> String { DateStrings.weekday((components(date).weekday ?? 1) - 1) }

    /// `2026`.
    package func year(_ date: Date) -> String { String(components(date).year ?? 0) }

    /// Days, the last one included: `21 Oct – 20 Nov 2026`.
    package func days(from first: Date, through last: Date) -> String {
        if calendar.civilDays(from: first, to: last) == 0 { return longDay(first) }
        let isOneYear = components(first).year == components(last).year
        return (isOneYear ? dayAndMonth(first) : dayMonthAndYear(first)) + " – " + dayMonthAndYear(last)
    }

    /// A range of time: `Sat 21 Nov 14:00–15:00`, `Sat 21 Nov 2026`, `16 Nov – 22 Nov 2026`.
    ///
    /// - Parameter interval: From an hour, day, week, month or year to another. A day may begin in the evening before, as
    ///   nights do.
    /// - Returns: The time in words.
    package func interval(_ interval: DateInterval) -> String {
        if interval.duration <= 6 * 3_600 {
            return shortDay(interval.start) + " " + time(interval.start) + "–" + time(interval.end)
        }
        if interval.duration <= 30 * 3_600 {
            return longDay(interval.start.addingTimeInterval(interval.duration / 2))
        }
        return days(
            from: interval.start.addingTimeInterval(6 * 3_600),
            through: interval.end.addingTimeInterval(-6 * 3_600)
        )
    }

    /// The number of days since a date, or nil when it can't be determined.
    private func daysBeforeToday(_ date: Date) -> Int? {
        guard abs(date.timeIntervalSince(now)) < 4 * 86_400 else { return nil }
        return calendar.civilDays(from: date, to: now)
    }

    /// Whether a date is realistic, and not the distant future that represents no end.
    private func isSensible(_ date: Date) -> Bool { date < .distantFuture && date > .distantPast }

    private func components(_ date: Date) -> DateComponents {
        calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    }
}
