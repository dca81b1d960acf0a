import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A measure before and after a day, with the values needed to draw and describe it.
package struct ChangeFacts: Sendable {
    package let measure: Measure
    package let since: CalendarDay
    package let change: MeasureChange
    let words: MeasureChangeWords
    let format: MeasureFormat
    /// The person's marks, in the order of their days.
    package let marks: [DayMark]
    private let days: MeasureDays

    /// How many days since the mark are over.
    var daysSince: Int {
        days.over(since..<max(since, days.today.advanced(by: 1))).count
    }

    /// The unit of the values as programs read them.
    var unit: String { days.resultUnit.isEmpty ? measure.unit.text : days.resultUnit }

    /// Reads a measure before and after a day; the store is read on the caller's thread.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - day: The day.
    ///   - length: How many days before it are compared, and since it as far as there are as many; `nil` for all since.
    ///   - environment: The store, the person's calendar and units.
    /// - Returns: The facts.
    /// - Throws: `HKError` if the store can't be read.
    static func read(
        _ measure: Measure,
        since day: CalendarDay,
        length: Int? = nil,
        _ environment: ConsoleEnvironment
    ) throws -> ChangeFacts {
        let reader = MeasureReader(.person(environment.person), calendar: environment.calendar, now: environment.now)
        let (days, change) = try compare(measure, since: day, length: length, reader)
        let format = MeasureFormat(measure, resultUnit: days.resultUnit) { environment.unit($0) }
        let marks = try environment.person.marks().sorted { ($0.first, $0.text) < ($1.first, $1.text) }
        return ChangeFacts(
            measure: measure,
            since: day,
            change: change,
            words: MeasureChangeWords(change, format),
            format: format,
            marks: marks,
            days: days
        )
    }

    /// The days of a measure around a day, and what changed.
    static func compare(
        _ measure: Measure,
        since day: CalendarDay,
        length: Int?,
        _ reader: MeasureReader
    ) throws -> (days: MeasureDays, change: MeasureChange) {
        let end = max(day, reader.today.advanced(by: 1))
        let since = day..<(length.map { min(end, day.advanced(by: $0)) } ?? end)
        let base = length.map { day.advanced(by: -$0)..<day }
        let days = try reader.days(of: measure, in: MeasureChange.reads(since, against: base))
        return (days, MeasureChange(days, since: since, against: base))
    }

    /// All weeks, in order of time.
    var weeks: [MeasureChange.Week] { change.weeksOlder + change.weeksBefore + change.weeks }

    /// How a week of the list lies.
    func side(_ index: Int) -> WeeksChart.Side {
        let since = index - change.weeksOlder.count - change.weeksBefore.count
        if since >= 0 {
            return change.weeks.indices.contains(since) && change.weeks[since].isBeyond ? .beyond : .within
        }
        return index < change.weeksOlder.count ? .older : .before
    }

    /// The first day that a picture has: those before only as far back as anything is known.
    var firstDay: CalendarDay {
        let spans = [change.earlier, change.before].filter { $0.known > 0 }.map(\.days.lowerBound)
        return ([weeks.first?.start, since].compactMap { $0 } + spans).min() ?? since
    }

    /// The day behind the last one.
    var end: CalendarDay {
        max(change.after.days.upperBound, since.advanced(by: 1))
    }

    // MARK: Numbers on an axis

    /// How many of the measure's written units an axis counts as one, so that its ticks are whole minutes or hours.
    private var scale: Double {
        switch measure.unit {
        case .duration, .clock: 3_600
        case .pace: 60
        default: 1
        }
    }

    /// The time of day at the centre of the axis.
    private var center: Double? {
        guard measure.kind == .clock else { return nil }
        return change.before.level ?? change.after.level ?? weeks.first?.mean
    }

    /// The position of a value on an axis; times of day are relative to that of the days before, so that none wraps at
    /// midnight.
    func place(_ value: Double) -> Double {
        guard let center else { return format.number(value) / scale }
        return (center + (days.difference(value, center) ?? 0)) / scale
    }

    /// The text of a place on an axis.
    func text(_ place: Double) -> String {
        let number = place * scale
        guard measure.kind == .clock else { return format.writtenAlone(number) }
        guard abs(number) < 1e6 else { return "" }
        return format.writtenAlone(number - (number / 86_400).rounded(.down) * 86_400)
    }

    /// The place that a text names exactly.
    func written(_ place: Double) -> Double { format.rounded(place * scale) / scale }
}
