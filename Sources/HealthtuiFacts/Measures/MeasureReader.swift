import Foundation
import HealthKit
import HealthtuiEntry

/// Reads the days of measures for a caller.
///
/// Every call waits for the store on the caller's thread.
package struct MeasureReader: Sendable {
    package let caller: Caller
    /// The person's calendar: the zone of days and the first day of weeks.
    package let calendar: Calendar
    package let now: Date
    /// The filter of the samples that make the days, as `stats --of` gives it; `nil` for all.
    package var condition: FilterExpression?
    /// Whether days without anything count as 0, of what adds up, between the first record and the last.
    package var countsZeros = false
    /// The time up to which samples count: those that end later don't, and statistics end there; `nil` for all.
    var until: Date?

    /// A reader.
    ///
    /// - Parameters:
    ///   - caller: The caller; only data that it may read is counted.
    ///   - calendar: The person's calendar.
    ///   - now: The current time, which decides what today is.
    package init(_ caller: Caller, calendar: Calendar, now: Date) {
        self.caller = caller
        self.calendar = calendar
        self.now = now
    }

    /// The clocks of the person's zone.
    package var clock: CivilClock { CivilClock(calendar.timeZone) }
    package var today: CalendarDay { CalendarDay(now, on: clock) }

    /// The days of a measure.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - span: The days; `nil` for all from the first record through today.
    /// - Returns: The days.
    /// - Throws: `HKError` if the store can't be read.
    package func days(of measure: Measure, in span: Range<CalendarDay>? = nil) throws -> MeasureDays {
        let recorded = try recorded(measure)
        let span = span ?? all(recorded)
        var result = MeasureDays(
            measure,
            in: span,
            [:],
            recorded: recorded,
            today: today,
            firstWeekday: calendar.firstWeekday
        )
        result.countsZeros = countsZeros && measure.kind == .total
        guard recorded != nil, !span.isEmpty else { return result }
        switch measure.subject {
        case .quantity(let type): result.days = try quantityDays(type, span)
        case .bloodPressure: result.days = try pressureDays(span)
        case .sleep(let part): try addSleep(part, to: &result)
        case .workouts, .rings, .minutes, .events, .severity, .laboratory, .mind, .doses, .cycle, .electrocardiograms:
            try addRecords(to: &result)
        }
        return result
    }

    /// The first and the last day on which the measure was recorded; `nil` where it never was.
    ///
    /// Of a measure that counts some samples of its type, such as the runs among workouts, these are the days of those.
    ///
    /// - Parameter measure: The measure.
    /// - Returns: The days.
    /// - Throws: `HKError`.
    package func recorded(_ measure: Measure) throws -> ClosedRange<CalendarDay>? {
        switch measure.subject {
        case .quantity, .bloodPressure, .minutes: try extent(measure).map(days)
        case .sleep: try extent(measure).map(days).map(sleptDays)
        case .workouts, .rings, .events, .severity, .laboratory, .mind, .doses, .cycle, .electrocardiograms:
            try recordedDays(measure)
        }
    }

    /// The days from a first moment to a last one.
    func days(_ extent: ClosedRange<Date>) -> ClosedRange<CalendarDay> {
        let first = CalendarDay(extent.lowerBound, on: clock)
        // Samples that extend into the future, or never end, were recorded by today at the latest.
        let last = CalendarDay(min(extent.upperBound, max(now, extent.lowerBound)), on: clock)
        return first...max(first, last)
    }

    private func all(_ recorded: ClosedRange<CalendarDay>?) -> Range<CalendarDay> {
        let first = min(recorded?.lowerBound ?? today, today)
        return first..<today.advanced(by: 1)
    }

    /// The first moment of a span, and the first after it.
    func bounds(_ span: Range<CalendarDay>) -> (start: Date, end: Date) {
        let (start, end) = (span.lowerBound.start(on: clock), span.upperBound.start(on: clock))
        return (start, until.map { max(start, min(end, $0)) } ?? end)
    }
}
