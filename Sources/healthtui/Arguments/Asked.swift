import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// The measure and the days that a command's arguments name.
struct Asked {
    let environment: ConsoleEnvironment
    let reader: MeasureReader

    /// Makes a reader of arguments for a store.
    ///
    /// - Parameter environment: The store, the person's calendar and units.
    init(_ environment: ConsoleEnvironment) {
        self.environment = environment
        reader = MeasureReader(.person(environment.person), calendar: environment.calendar, now: environment.now)
    }

    /// The measure that a text names.
    ///
    /// - Parameter text: A name.
    /// - Returns: The measure.
    /// - Throws: ``CommandFailure`` with suggestions, and `HKError`.
    func measure(_ text: String) throws -> Measure { try Names.measure(text, reader.caller) }

    /// A measure, and the days that words behind it name: `sleep last week`, `bp 24 nov to 26 nov`.
    ///
    /// - Parameter words: The words.
    /// - Returns: The measure; the range of time, `nil` without one; and the length that `by week` names.
    /// - Throws: ``CommandFailure`` for an unknown measure, and for a time that makes no sense.
    func line(_ words: [String]) throws -> (measure: Measure, range: TimeRange?, period: StatisticsPeriod?) {
        let text = words.joined(separator: " ")
        var line: TimeRangePhrase.Line
        do {
            line = try TimeReading(in: environment.calendar.timeZone, now: environment.now)
                .times(environment.person) { try $0.line(text) }
        } catch let error as EntryError {
            // A name may end in words that look like an invalid time.
            do {
                return (try measure(text), nil, nil)
            } catch is CommandFailure {
                // No measure has the whole text as its name, so the time is invalid.
                throw CommandFailure.usage(text, error.text)
            }
        }
        if line.range == nil, !isMeasure(line.text), let marked = try markedLine(text) { line = marked }
        let period = line.grouping.flatMap { StatisticsPeriod(rawValue: $0.rawValue) }
        return (try measure(line.text), line.range, period)
    }

    private func isMeasure(_ text: String) -> Bool { MeasureNames.catalogue.measure(named: text) != nil }

    /// A line that ends in the name of a mark; `nil` for any other.
    private func markedLine(_ text: String) throws -> TimeRangePhrase.Line? {
        let marks = try environment.person.marks()
        guard !marks.isEmpty else { return nil }
        let phrase = TimeRangePhrase(
            now: environment.now,
            calendar: environment.calendar,
            marks: TimeMarks(marks)
        )
        let line = try phrase.line(text)
        return line.range == nil ? nil : line
    }

    /// The days of a range, as far as something may have been recorded on them.
    func days(of range: TimeRange) -> Range<CalendarDay> {
        let clock = reader.clock
        let tomorrow = reader.today.advanced(by: 1)
        let first = range.start.map { CalendarDay($0, on: clock) } ?? Self.earliest
        let end = range.end.map { CalendarDay($0.addingTimeInterval(-1), on: clock).advanced(by: 1) } ?? tomorrow
        return first..<max(first, min(end, tomorrow))
    }

    /// The days that words name.
    ///
    /// - Parameter words: The words, such as `last`, `week`; none for no days.
    /// - Returns: The days, as far as something may have been recorded on them; `nil` without words.
    /// - Throws: ``CommandFailure`` for a text that isn't a time, or is in the future, and `HKError`.
    func days(_ words: [String]) throws -> Range<CalendarDay>? {
        let text = words.joined(separator: " ")
        guard !words.isEmpty else { return nil }
        let range: TimeRange
        do {
            range = try TimeReading(in: environment.calendar.timeZone, now: environment.now)
                .times(environment.person) { try $0.past(text) }
        } catch let error as EntryError {
            throw CommandFailure.usage(text, error.text)
        }
        return days(of: range)
    }

    /// Checks words for a time before a store is opened, whose marks they may name.
    ///
    /// - Parameters:
    ///   - words: The words; none for no time.
    ///   - zone: The zone of days.
    /// - Throws: `ValidationError` for a text that isn't a time, or is in the future.
    static func check(_ words: [String], in zone: TimeZone) throws {
        let text = words.joined(separator: " ")
        guard !words.isEmpty else { return }
        do { try TimeReading(in: zone).check([text]) { try $0.past(text) } } catch let error as EntryError {
            throw ValidationError(error.text)
        }
    }

    /// The year that ends today, for commands without a time.
    var lastYear: Range<CalendarDay> {
        let today = environment.calendar.civilStartOfDay(for: environment.now)
        let start = environment.calendar.civilDate(byAdding: .year, value: -1, to: today)
        return CalendarDay(start, on: reader.clock)..<reader.today.advanced(by: 1)
    }

    /// The days of `--from` and `--to`.
    ///
    /// - Parameter dates: The dates; `nil` for omitted ones.
    /// - Returns: The days; `nil` where neither was given.
    func days(from dates: (from: Date?, to: Date?)) -> Range<CalendarDay>? {
        guard dates.from != nil || dates.to != nil else { return nil }
        let first = dates.from.map { CalendarDay($0, on: reader.clock) } ?? Self.earliest
        let end = dates.to.map { CalendarDay($0.addingTimeInterval(-1), on: reader.clock).advanced(by: 1) }
        return first..<max(first, end ?? reader.today.advanced(by: 1))
    }

    /// The first day of a range without a beginning.
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

    /// How values of a measure are written.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - resultUnit: The unit of its results.
    /// - Returns: The format.
    func format(_ measure: Measure, resultUnit: String = "") -> MeasureFormat {
        let environment = environment
        return MeasureFormat(measure, resultUnit: resultUnit) { environment.unit($0) }
    }

    /// The unit of the numbers that ``MeasureFormat/number(_:)`` makes, for programs.
    func unit(_ format: MeasureFormat) -> String {
        switch format.measure.unit {
        case .quantity, .distance, .energy, .laboratory: format.label
        default: format.measure.unit.text
        }
    }
}
