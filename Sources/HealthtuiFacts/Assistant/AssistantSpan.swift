import Foundation
import HealthKit
import HealthtuiEntry

/// The days that a question asks for, by their words.
struct AssistantDays: Sendable {
    let first: DayWord
    let last: DayWord

    /// What is said of days that may not be read, and of those still to come.
    static let unreadable = "None of these days can be read; list_types says which can."

    /// The days of one word.
    init(_ word: DayWord) { (first, last) = (word, word) }

    init(first: DayWord, last: DayWord) { (self.first, self.last) = (first, last) }

    /// The days to ask for while nobody knows which day it is in the person's zone: all that they may be.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The first day, and the last one; `nil` for today.
    func bounds(_ now: Date) -> (first: CalendarDay, last: CalendarDay?) {
        let day = CalendarDay(now, on: CivilClock(.gmt))
        let earliest = first.days(day.advanced(by: -1)).lowerBound
        switch last {
        case .day(let last): return (earliest, max(earliest, last))
        case .ago(let days) where days > 0: return (earliest, last.days(day.advanced(by: 1)).upperBound)
        case .ago, .last: return (earliest, nil)
        }
    }

    /// The days that are answered.
    ///
    /// - Parameter table: The table, which knows today and what may be read.
    /// - Returns: The days.
    /// - Throws: ``AssistantProblem`` for days that are backwards, still to come or may not be read.
    func span(_ table: TotalsTable) throws -> AssistantSpan {
        let (first, last) = (self.first.days(table.today).lowerBound, self.last.days(table.today).upperBound)
        guard first <= last else { throw AssistantProblem("the last day is before the first") }
        guard first <= table.today else {
            throw AssistantProblem("\(first.text) is still to come: today is \(AssistantSpan.name(table.today))")
        }
        let readable = max(first, table.first)
        let end = min(last, table.last, table.today)
        guard readable <= end else {
            throw AssistantProblem(Self.unreadable)
        }
        return AssistantSpan(first: readable, last: end, today: table.today, isCut: readable > first)
    }
}

/// The days of an answer; both ends count.
struct AssistantSpan: Sendable {
    let first: CalendarDay
    let last: CalendarDay
    let today: CalendarDay
    /// Whether earlier days were asked for than may be read.
    var isCut = false

    var hasToday: Bool { last == today }
    /// The days that are over; `nil` where there are none.
    var over: ClosedRange<CalendarDay>? {
        let end = min(last, today.advanced(by: -1))
        return first <= end ? first...end : nil
    }

    func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }

    /// The first days of the weeks that lie whole within the days.
    ///
    /// - Parameter firstWeekday: The weekday on which weeks begin.
    /// - Returns: The days, in order.
    func weeks(_ firstWeekday: Int) -> [CalendarDay] {
        var week = first.startOfWeek(firstWeekday)
        if week < first { week = week.advanced(by: 7) }
        var weeks: [CalendarDay] = []
        while let over, week.advanced(by: 6) <= over.upperBound {
            weeks.append(week)
            week = week.advanced(by: 7)
        }
        return weeks
    }

    /// A day with its weekday: `2026-11-28 Saturday`.
    static func name(_ day: CalendarDay) -> String {
        day.text + " " + WeekdayNames.english(day.weekday)
    }

    /// Two days: `2026-11-03 to 2026-11-06`.
    static func text(_ days: ClosedRange<CalendarDay>) -> String {
        days.count == 1 ? days.lowerBound.text : "\(days.lowerBound.text) to \(days.upperBound.text)"
    }
}
