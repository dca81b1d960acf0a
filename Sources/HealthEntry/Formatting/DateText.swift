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
        return isThisYear ? moment(date) : dayAndMonth(date) + " " + year(date)
    }

    /// The day in fewer and fewer words, where a table has no room for ``day(_:)``: first the weekday goes, for a day
    /// without its year would be another day.
    package func shorterDays(_ date: Date) -> [String] {
        let isThisYear = components(date).year == components(now).year
        let short = dayAndMonth(date)
        return isThisYear ? [short] : [short + " " + year(date), month(date) + " " + year(date)]
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
        let short = Self.two(parts.hour) + ":" + Self.two(parts.minute)
        return seconds ? short + ":" + Self.two(parts.second) : short
    }

    /// `Sat 21 Nov`.
    package func shortDay(_ date: Date) -> String { weekday(date) + " " + dayAndMonth(date) }

    /// `Sat 21 Nov 2026`.
    package func longDay(_ date: Date) -> String { shortDay(date) + " " + year(date) }

    /// `21 Nov`.
    package func dayAndMonth(_ date: Date) -> String { "\(components(date).day ?? 0) \(month(date))" }

    /// `Nov`.
    package func month(_ date: Date) -> String {
        let names = DateStrings.months
        let index = (components(date).month ?? 1) - 1
        return names.indices.contains(index) ? names[index] : "\(index + 1)"
    }

    /// `Sat`.
    package func weekday(_ date: Date) -> String {
        let names = DateStrings.weekdays
        let index = (components(date).weekday ?? 1) - 1
        return names.indices.contains(index) ? names[index] : ""
    }

    /// `2026`.
    package func year(_ date: Date) -> String { String(components(date).year ?? 0) }

    /// Days, the last one included: `21 Oct – 20 Nov 2026`.
    package func days(from first: Date, through last: Date) -> String {
        if calendar.civilDays(from: first, to: last) == 0 { return longDay(first) }
        let firstYear = year(first) == year(last) ? "" : " " + year(first)
        return dayAndMonth(first) + firstYear + " – " + dayAndMonth(last) + " " + year(last)
    }

    /// A stretch of time: `Sat 21 Nov 14:00–15:00`, `Sat 21 Nov 2026`, `16 Nov – 22 Nov 2026`.
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

    /// How many days ago a date was, when that can be told.
    private func daysBeforeToday(_ date: Date) -> Int? {
        guard abs(date.timeIntervalSince(now)) < 4 * 86_400 else { return nil }
        return calendar.civilDays(from: date, to: now)
    }

    /// Whether a date is one that people write, and not the distant future that stands for no end.
    private func isSensible(_ date: Date) -> Bool { date < .distantFuture && date > .distantPast }

    private func components(_ date: Date) -> DateComponents {
        calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
