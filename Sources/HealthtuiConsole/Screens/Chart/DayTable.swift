import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The table of a chart's days: which it shows, in which order, and which is read.
struct DayTable: Sendable {
    var sort = ListSort()
    var filter = Filter()
    /// The day under the cursor.
    var day: CalendarDay?
    /// The rows that fit on the screen, as the last drawing showed.
    var height = 10

    /// A row.
    enum Row: Hashable, Sendable {
        /// The heading over the days of a month.
        case month(Range<CalendarDay>)
        case day(CalendarDay)

        var day: CalendarDay? {
            if case .day(let day) = self { return day }
            return nil
        }
    }

    /// What a column shows.
    enum Column: Hashable, Sendable {
        case when, least, value, second, most, bar, difference, rolling, samples, before, goal
        /// What one source alone recorded, by bundle identifier.
        case source(String)
    }
}

/// The days with the least and the greatest value.
struct DayExtremes: Hashable, Sendable {
    let least: CalendarDay
    let most: CalendarDay
}

extension ChartData {
    /// The days that were recorded, the newest first.
    var recordedDays: [CalendarDay] {
        guard let days else { return [] }
        return days.days.keys.filter { days.span.contains($0) }.sorted(by: >)
    }
}

// The rows of the table of days.
extension ChartView {
    /// The rows, in the table's order: by time the newest first, with the months above their days.
    func rows(_ table: DayTable) -> [DayTable.Row] {
        let days = matching(table.filter.text)
        guard let shown = table.sort.shown else {
            return table.filter.text.isEmpty ? withMonths(days) : days.map { .day($0) }
        }
        let columns = dayColumns
        guard columns.indices.contains(shown.column) else { return days.map { .day($0) } }
        return table.sort.sorted(days) { day, _ in sortKey(columns[shown.column], day) }.map { .day($0) }
    }

    /// The days that a filter leaves: each of its parts, with `and` between them, holds.
    private func matching(_ filter: String) -> [CalendarDay] {
        filter.components(separatedBy: ChartStrings.and).map { $0.trimmingCharacters(in: .whitespaces) }
            .reduce(data.recordedDays) { matching($1, $0) }
    }

    /// The days whose value meets a condition, whose row has some words, or that are in a time.
    private func matching(_ part: String, _ days: [CalendarDay]) -> [CalendarDay] {
        guard let first = part.first else { return days }
        if "<>=!".contains(first) || part.contains("..") {
            // Half a condition leaves all days until it is one.
            guard let condition = try? ConditionPhrase(part, amount: amount) else { return days }
            return days.filter { number(.value, $0).map { condition.holds($0, shown: unit.shown) } ?? false }
        }
        let named = days.filter { when($0).localizedCaseInsensitiveContains(part) }
        // Words that are no time match the rows that have them, which may be none.
        guard named.isEmpty, let time = time(part) else { return named }
        return days.filter { day in
            let start = start(of: day)
            return start >= time.start ?? .distantPast && start < time.end ?? .distantFuture
        }
    }

    /// The time that words name, which may be a mark; `nil` for any others.
    private func time(_ words: String) -> TimeRange? {
        // What makes no sense matches no row either.
        if let time = try? TimeRangePhrase(now: dates.now, calendar: dates.calendar).reading(words) { return time }
        guard !marks.isEmpty else { return nil }
        let phrase = TimeRangePhrase(now: dates.now, calendar: dates.calendar, marks: TimeMarks(marks))
        // A name of several marks means none of them.
        return try? phrase.reading(words)
    }

    /// The number of an amount that was typed, in the person's unit.
    private func amount(_ text: String) throws -> Double {
        let style = environment.numberStyle
        switch (unit.style, data.days?.measure.unit) {
        case (.value(let own), .quantity(let type)?):
            let phrase = QuantityPhrase(type: type, defaultUnit: own.unit, style: style)
            return try own.number(phrase.quantity(text)) ?? NumberPhrase.number(text, style: style)
        case (.clock, _):
            // Written as a length since midnight is.
            return unit.number(try ConditionPhrase.duration(text, bare: 3_600, style: style), in: .clock)
        case (.duration, _): return try ConditionPhrase.duration(text, bare: 3_600, style: style)
        default: return try NumberPhrase.number(text, style: style)
        }
    }

    private func withMonths(_ days: [CalendarDay]) -> [DayTable.Row] {
        guard let last = days.last, let first = days.first, (last.year, last.month) != (first.year, first.month) else {
            return days.map { .day($0) }
        }
        var rows: [DayTable.Row] = []
        for (index, day) in days.enumerated() {
            let before = index > 0 ? days[index - 1] : nil
            if before.map({ ($0.year, $0.month) != (day.year, day.month) }) ?? true {
                rows.append(.month(month(of: day)))
            }
            rows.append(.day(day))
        }
        return rows
    }

    /// The days of a month that lie in the chart's time.
    func month(of day: CalendarDay) -> Range<CalendarDay> {
        let first = day.advanced(by: 1 - day.day)
        let next = first.advanced(by: 31)
        let end = next.advanced(by: 1 - next.day)
        guard let span = data.days?.span else { return first..<end }
        let start = max(first, span.lowerBound)
        return start..<max(start, min(end, span.upperBound))
    }

    // MARK: Numbers

    /// The first moment of a day.
    func start(of day: CalendarDay) -> Date {
        day.start(on: CivilClock(dates.calendar.timeZone))
    }

    /// When a day is.
    func when(_ day: CalendarDay) -> String {
        let date = start(of: day)
        return data.window.span == .all ? dates.longDay(date) : dates.shortDay(date)
    }

    /// A number of a day, in the person's unit.
    func number(_ column: DayTable.Column, _ day: CalendarDay) -> Double? {
        guard let days = data.days, let own = days.days[day] else { return nil }
        func shown(_ value: Double?) -> Double? { value.map { unit.number($0, in: days.measure.unit) } }
        switch column {
        case .value, .bar: return shown(own.value)
        case .second: return shown(own.second)
        case .least: return shown(own.least ?? own.value)
        case .most: return shown(own.greatest ?? own.value)
        case .difference:
            return data.whole?.mean
                .flatMap { mean in
                    // Of the two numbers as they are read, so that one can be taken from the other.
                    shown(own.value).map { unit.shown($0) - unit.shown(mean) }
                }
        case .rolling:
            guard days.isOver(day) else { return nil }
            return shown(days.fold(day.advanced(by: -ChartDays.lead)..<day.advanced(by: 1))?.mean)
        case .before:
            guard let before, let comparison, let then = before.days,
                let other = comparison.partner(of: day, in: days.span, then.span)
            else { return nil }
            return shown(then.days[other]?.value)
        case .samples: return samples(day).map { Double($0) }
        case .source(let bundle): return shown(data.daySources[bundle]?[day]?.value)
        case .when, .goal: return nil
        }
    }

    /// The number of a day's samples; nil where they weren't counted.
    private func samples(_ day: CalendarDay) -> Int? {
        if let count = data.daySamples[day] { return count }
        guard data.window.step == .day, let index = data.window.index(of: start(of: day)) else { return nil }
        return data.bars.indices.contains(index) && data.bars[index].samples > 0 ? data.bars[index].samples : nil
    }

    private func sortKey(_ column: DayTable.Column, _ day: CalendarDay) -> SortKey {
        switch column {
        case .when: .number(Double(day.number))
        case .goal: .text(goalPeriod(day).map { "\($0)" } ?? "")
        default: .optional(number(column, day))
        }
    }

    /// How the goal of a day was met; nil where there is none for days.
    func goalPeriod(_ day: CalendarDay) -> GoalHistory.State? {
        guard let goal, goal.goal.period == .day else { return nil }
        return goal.history.period(at: start(of: day))?.state
    }
}

extension ChartData {
    /// A day as a bar, which opens its samples and stands beside the table.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - view: The chart.
    /// - Returns: The bar; nil for a day that was not recorded.
    func bar(of day: CalendarDay, _ view: ChartView) -> ChartBar? {
        guard let own = days?.days[day] else { return nil }
        let start = view.start(of: day)
        if window.step == .day, let index = window.index(of: start), bars.indices.contains(index) { return bars[index] }
        let end = view.start(of: day.advanced(by: 1))
        var bar = ChartBar(DateInterval(start: start, end: max(start, end)))
        bar.samples = daySamples[day] ?? 0
        guard let value = view.number(.value, day) else { return bar }
        let range = ChartRange(minimum: view.number(.least, day), maximum: view.number(.most, day), average: value)
        switch kind {
        case .totals, .timeline: bar.content = .sum(value, total: value)
        case .ranges: bar.content = range.map { .range($0) } ?? .nothing
        case .pairs:
            let below = own.second.map { view.unit.number($0, in: days?.measure.unit ?? .count) }
            let lower = ChartRange(minimum: below, maximum: below, average: below)
            bar.content = .pair(upper: range, lower: lower)
        }
        return bar
    }
}
