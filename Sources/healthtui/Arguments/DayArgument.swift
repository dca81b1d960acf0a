import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry

/// Reads the days of a command's arguments, which are calendar days without a time zone.
enum DayArgument {
    /// Which day of a range an option means.
    enum Edge {
        case first, last
    }

    /// The day that an option names.
    ///
    /// - Parameters:
    ///   - text: The text typed.
    ///   - option: The option, as the error names it.
    ///   - edge: The day that is meant of a month or another range.
    ///   - phrase: The reader of ranges.
    /// - Returns: The day.
    /// - Throws: `ValidationError` for a text that isn't a time, and for a day that no calendar has, such as 31
    ///   February.
    private static func day(
        _ text: String,
        _ option: String,
        _ edge: Edge,
        _ phrase: TimeRangePhrase
    ) throws -> CalendarDay {
        guard let day = CalendarDay(text: text) else {
            let date = try SpanArguments.date(option) {
                switch edge {
                case .first: try phrase.start(of: text)
                case .last: try phrase.last(of: text)
                }
            }
            return CalendarDay(date, in: .person(in: .current))
        }
        let parts = day.components(in: Calendar(identifier: .gregorian))
        guard parts.month == day.month, parts.day == day.day else {
            throw ValidationError("\(option): the day “\(text)” doesn't exist")
        }
        return day
    }

    /// The days that a text names.
    ///
    /// - Parameters:
    ///   - text: The text typed.
    ///   - phrase: The reader of ranges.
    /// - Returns: The first day and the last one; `nil` if there is none.
    /// - Throws: `ValidationError` for a text that isn't a time, and for a time in the future.
    static func span(_ text: String, _ phrase: TimeRangePhrase) throws -> (from: CalendarDay?, to: CalendarDay?) {
        let calendar = Calendar.person(in: .current)
        do {
            let range = try phrase.past(text)
            return (
                range.start.map { CalendarDay($0, in: calendar) },
                range.end.map { CalendarDay($0.addingTimeInterval(-1), in: calendar) }
            )
        } catch { throw ValidationError("\(error)") }
    }

    /// The days that two options name, in their order.
    ///
    /// - Parameters:
    ///   - from: The value of `--from`.
    ///   - to: The value of `--to`.
    ///   - edge: The day that `--to` means of a range: the last where it belongs to the days.
    ///   - phrase: The reader of ranges.
    /// - Returns: The days; `nil` for omitted ones.
    /// - Throws: `ValidationError` for a text that isn't a day, and for an end before the start.
    static func span(
        _ from: String?,
        _ to: String?,
        to edge: Edge,
        _ phrase: TimeRangePhrase
    ) throws -> (from: CalendarDay?, to: CalendarDay?) {
        let first = try from.map { try day($0, "--from", .first, phrase) }
        let last = try to.map { try day($0, "--to", edge, phrase) }
        if let first, let last, last < first { throw ValidationError("--to is before --from") }
        return (first, last)
    }
}
