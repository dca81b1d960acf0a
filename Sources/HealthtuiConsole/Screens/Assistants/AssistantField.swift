import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The limits of an assistant for all types.
struct AssistantLimits: Sendable, Hashable {
    /// How many days back it is answered, today included.
    var pastDays = 90
    /// The last day on which it is answered.
    var until: CalendarDay
    /// How many calls it may make on a day.
    var callsADay = 200

    /// The usual limits.
    ///
    /// - Parameter today: Today.
    init(today: CalendarDay) { until = today.advanced(by: 90) }

    /// The limits of a decision.
    ///
    /// - Parameter grant: The decision.
    init(_ grant: AssistantGrant) {
        (pastDays, until, callsADay) = (grant.pastDays, grant.until, grant.callsADay)
    }
}

/// The line in which one of an assistant's limits is typed.
struct AssistantField: Sendable {
    /// A limit.
    enum Limit: Sendable, Hashable {
        case past, until, calls
    }

    private(set) var limit: Limit?
    private var field = TextField()
    private var error: String?

    var isTyping: Bool { limit != nil }

    /// Begins with what is set.
    mutating func begin(_ limit: Limit, _ limits: AssistantLimits) {
        let text: String
        switch limit {
        case .past: text = String(limits.pastDays) + "d"
        case .until: text = limits.until.text
        case .calls: text = String(limits.callsADay)
        }
        (self.limit, field, error) = (limit, TextField(text), nil)
    }

    mutating func cancel() { self = AssistantField() }

    mutating func type(_ key: Key) {
        if field.handle(key) { error = nil }
    }

    mutating func paste(_ text: String) { field.insert(text) }

    /// Takes what was typed into the limits; a text that isn't one stays, with an error on the line.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - environment: The person's calendar.
    /// - Returns: Whether it was taken.
    mutating func accept(into limits: inout AssistantLimits, _ environment: ConsoleEnvironment) -> Bool {
        let text = field.text.trimmingCharacters(in: .whitespaces)
        switch limit {
        case .past:
            guard let days = Self.days(text), (1...3_660).contains(days) else {
                error = AssistantStrings.notPast(text)
                return false
            }
            limits.pastDays = days
        case .until:
            guard let day = Self.until(text, environment) else {
                error = AssistantStrings.notUntil(text)
                return false
            }
            limits.until = day
        case .calls:
            guard let calls = Int(text), (1...10_000).contains(calls) else {
                error = AssistantStrings.notCalls(text)
                return false
            }
            limits.callsADay = calls
        case nil: return false
        }
        cancel()
        return true
    }

    private static func days(_ text: String) -> Int? {
        Int(text.lowercased().hasSuffix("d") ? String(text.dropLast()).trimmingCharacters(in: .whitespaces) : text)
    }

    /// A day from today on.
    private static func until(_ text: String, _ environment: ConsoleEnvironment) -> CalendarDay? {
        let today = CalendarDay(environment.now, in: environment.calendar)
        if text.lowercased().hasSuffix("d"), let days = days(text) {
            return (1...3_660).contains(days) ? today.advanced(by: days) : nil
        }
        let phrase = TimeRangePhrase(now: environment.now, calendar: environment.calendar)
        // The line then says what would be a day.
        guard let start = try? phrase.start(of: text) else { return nil }
        let day = CalendarDay(start, in: environment.calendar)
        return day >= today && day <= today.advanced(by: 3_660) ? day : nil
    }

    /// Cuts the line off the bottom of a rectangle and draws it there while it is typed.
    func draw(in rect: inout Rect, on grid: inout CellGrid, theme: Theme) {
        guard let limit else { return }
        let (label, hint) =
            switch limit {
            case .past: (AssistantStrings.past, AssistantStrings.pastHint)
            case .until: (AssistantStrings.until, AssistantStrings.untilHint)
            case .calls: (AssistantStrings.calls, AssistantStrings.callsHint)
            }
        var line = rect.cutBottom(1)
        if let error {
            for text in error.wrapped(to: max(1, rect.width - 2)).reversed() {
                grid.write(text, in: rect.cutBottom(1), x: 1, style: theme.error)
            }
        }
        grid.write(label, in: line.cutLeft(label.displayWidth + 2), x: 1, style: .bold)
        field.draw(in: line, on: &grid, theme: theme, isFocused: true, placeholder: hint)
    }
}
