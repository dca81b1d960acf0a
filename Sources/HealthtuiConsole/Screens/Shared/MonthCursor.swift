import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// A month on the screen and the day under the cursor in it: moved by keys, the mouse and the palette.
struct MonthCursor: Sendable {
    /// The month's first day.
    private(set) var month: Date?
    /// The day under the cursor.
    private(set) var day: Date?

    /// The result of moving.
    enum Move {
        case stays
        /// Another month, or the same one again, has to be read.
        case reads
        case refused(String)

        /// The screen's effects for the move.
        func effects<Action: Sendable>(_ load: @autoclosure () -> ScreenEffect<Action>) -> [ScreenEffect<Action>] {
            switch self {
            case .stays: []
            case .reads: [load()]
            case .refused(let text): [.notice(text)]
            }
        }
    }

    /// The month's name, for the end of the first line.
    func title(_ environment: ConsoleEnvironment) -> Line {
        guard let month else { return .empty }
        return Line(environment.dates.monthAndYear(month), environment.theme.title)
    }

    mutating func goToToday(_ environment: ConsoleEnvironment) {
        day = environment.calendar.civilStartOfDay(for: environment.now)
    }

    mutating func go(to time: CalendarPhrase.Time, _ environment: ConsoleEnvironment) -> Move {
        let date = environment.calendar.civilStartOfDay(for: time.interval.start)
        guard date <= environment.now else { return Self.future }
        day = date
        return .reads
    }

    /// Handles a command that moves the cursor; nil for others.
    mutating func obey(_ command: Command, _ environment: ConsoleEnvironment) -> Move? {
        switch command {
        case .earlier: return move(.month, -1, environment)
        case .later: return move(.month, 1, environment)
        case .cursorLeft: return move(.day, -1, environment)
        case .cursorRight: return move(.day, 1, environment)
        case .up: return move(.day, -7, environment)
        case .down: return move(.day, 7, environment)
        case .latest:
            goToToday(environment)
            return .reads
        default: return nil
        }
    }

    /// Answers the mouse; nil for a press on the day under the cursor.
    ///
    /// - Parameters:
    ///   - event: The mouse event.
    ///   - name: The name of the days' targets, whose index is the day's in the month.
    ///   - environment: The calendar and the time.
    /// - Returns: The result of the event.
    mutating func mouse(_ event: MouseEvent, days name: String, _ environment: ConsoleEnvironment) -> Move? {
        switch (event.kind, event.target) {
        case (.press, .item(name, let index, _)?):
            guard let month, let day else { return .stays }
            let distance = index - environment.calendar.civilDays(from: month, to: day)
            return distance == 0 ? nil : move(.day, distance, environment)
        case (.wheelUp, _): return move(.month, -1, environment)
        case (.wheelDown, _): return move(.month, 1, environment)
        default: return .stays
        }
    }

    /// The time of the month that is to be read, and whether it is another than the one before.
    mutating func read(_ environment: ConsoleEnvironment) -> (interval: DateInterval, isOther: Bool) {
        let interval = environment.calendar.civilInterval(of: .month, for: day ?? environment.now)
        defer { month = interval.start }
        return (interval, month != interval.start)
    }

    private static var future: Move { .refused(SharedStrings.dayToCome) }

    private mutating func move(
        _ component: Calendar.Component,
        _ count: Int,
        _ environment: ConsoleEnvironment
    ) -> Move {
        guard let day else { return .stays }
        let next = environment.calendar.civilDate(byAdding: component, value: count, to: day)
        guard next <= environment.now else { return Self.future }
        self.day = environment.calendar.civilStartOfDay(for: next)
        let isSameMonth = month.map { environment.calendar.isDate($0, equalTo: next, toGranularity: .month) } ?? false
        return isSameMonth ? .stays : .reads
    }
}
