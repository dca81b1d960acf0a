import Foundation
import HealthKit

/// A range of time that a text names: `last week`, `nov 2025`, `since 1 sep`.
package struct TimeRange: Sendable, Hashable {
    /// The unit of a range.
    package enum Unit: Sendable, Hashable {
        case day, week, month, year
    }

    /// The unit of the calendar that it is; `nil` for any other range.
    package var unit: Unit?
    /// The first moment; `nil` where it has no beginning.
    package var start: Date?
    /// The first moment after it; `nil` where it has no end.
    package var end: Date?
    /// The name of the mark that was named.
    package var mark: String?

    package init(unit: Unit? = nil, start: Date?, end: Date?, mark: String? = nil) {
        self.unit = unit
        self.start = start
        self.end = end
        self.mark = mark
    }

    /// From its first moment to its end; `nil` for one that lacks either.
    package var interval: DateInterval? {
        guard let start, let end, start <= end else { return nil }
        return DateInterval(start: start, end: end)
    }
}

/// A name that a person gave to a day or to several.
package struct TimeMark: Sendable, Hashable {
    package let name: String
    package let first: CalendarDay
    /// The last day, which belongs to it.
    package let last: CalendarDay

    package init(name: String, first: CalendarDay, last: CalendarDay) {
        self.name = name
        self.first = first
        self.last = max(first, last)
    }
}

/// Marks by their names, which are made ready once for many phrases.
package struct TimeMarks: Sendable {
    /// No marks.
    package static let none = TimeMarks([] as [TimeMark])

    package let all: [TimeMark]
    private let byName: [String: [TimeMark]]

    package init(_ marks: [TimeMark]) {
        all = marks
        byName = Dictionary(grouping: marks) { Self.key(TypedText.words($0.name)) }
    }

    /// The marks of a store.
    package init(_ marks: [DayMark]) {
        self.init(marks.map { TimeMark(name: $0.text, first: $0.first, last: $0.last) })
    }

    /// The marks of a name; capitals, accents and blanks don't count.
    func named(_ words: ArraySlice<String>) -> [TimeMark] {
        all.isEmpty ? [] : byName[Self.key(Array(words))] ?? []
    }

    private static func key(_ words: [String]) -> String { words.joined(separator: " ") }
}

/// Days as numbers, with which weeks and months are counted apart from any zone.
struct CivilDays: Sendable {
    private let clock: CivilClock
    private let calendar: Calendar

    init(_ calendar: Calendar) {
        clock = CivilClock(calendar.timeZone)
        var universal = calendar
        universal.timeZone = .gmt
        self.calendar = universal
    }

    /// The number of the day that holds a moment.
    func day(of date: Date) -> Int { Int(exactly: clock.day(date.timeIntervalSinceReferenceDate)) ?? 0 }

    /// The first moment of a day.
    func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: clock.start(ofDay: Double(day))) }

    /// A day by its numbers; `nil` for one that is in no calendar.
    func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let parts = DateComponents(year: year, month: month, day: day)
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            let date = calendar.date(from: parts), calendar.component(.day, from: date) == day
        else { return nil }
        return number(date)
    }

    func day(_ day: CalendarDay) -> Int? { day.era == 1 ? self.day(day.year, day.month, day.day) : nil }

    func components(_ day: Int) -> DateComponents {
        calendar.dateComponents([.year, .month, .day, .weekday, .weekOfYear, .yearForWeekOfYear], from: noon(day))
    }

    /// The days of the week, month or year that holds a day.
    func unit(_ unit: Calendar.Component, of day: Int) -> Range<Int> {
        guard let found = calendar.dateInterval(of: unit, for: noon(day)), let first = number(found.start),
            let end = number(found.end), first < end
        else { return day..<day + 1 }
        return first..<end
    }

    func adding(_ count: Int, _ unit: Calendar.Component, to day: Int) -> Int? {
        calendar.date(byAdding: unit, value: count, to: noon(day)).flatMap { number($0) }
    }

    /// The days of a numbered week of a year; `nil` where the year has no such week.
    func week(_ week: Int, of year: Int) -> Range<Int>? {
        let parts = DateComponents(weekday: calendar.firstWeekday, weekOfYear: week, yearForWeekOfYear: year)
        guard (1...53).contains(week), (1...9999).contains(year), let date = calendar.date(from: parts),
            let first = number(date)
        else { return nil }
        let days = unit(.weekOfYear, of: first)
        let found = components(days.lowerBound)
        return found.weekOfYear == week && found.yearForWeekOfYear == year ? days : nil
    }

    private func noon(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: (Double(day) + 0.5) * 86_400) }

    private func number(_ date: Date) -> Int? {
        Int(exactly: (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down))
    }
}
