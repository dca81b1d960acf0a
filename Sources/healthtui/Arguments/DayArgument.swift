import ArgumentParser
import Foundation
import HealthKit

/// Reads the days that a command of days is asked for, which are of the calendar and of no zone.
enum DayArgument {
    /// The day that an option names.
    ///
    /// - Parameters:
    ///   - text: The text typed.
    ///   - option: The option, as the error names it.
    /// - Returns: The day.
    /// - Throws: `ValidationError` for a text that is no day, and for a day that no calendar has, such as 31 February.
    static func day(_ text: String, _ option: String) throws -> CalendarDay {
        guard let day = CalendarDay(text: text) else {
            throw ValidationError("\(option): invalid day “\(text)”; write it like 2024-01-31")
        }
        let parts = day.components(in: Calendar(identifier: .gregorian))
        guard parts.month == day.month, parts.day == day.day else {
            throw ValidationError("\(option): the day “\(text)” doesn't exist")
        }
        return day
    }

    /// The days that two options name, in their order.
    ///
    /// - Parameters:
    ///   - from: The value of `--from`.
    ///   - to: The value of `--to`.
    /// - Returns: The days; `nil` for what was not given.
    /// - Throws: `ValidationError` for what is no day, and for an end before the start.
    static func span(_ from: String?, _ to: String?) throws -> (from: CalendarDay?, to: CalendarDay?) {
        let first = try from.map { try day($0, "--from") }
        let last = try to.map { try day($0, "--to") }
        if let first, let last, last < first { throw ValidationError("--to is before --from") }
        return (first, last)
    }
}
