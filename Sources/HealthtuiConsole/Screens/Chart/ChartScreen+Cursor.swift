import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

// Moving through the chart, and opening the selected bar.
extension ChartScreen {
    /// The start of the selected bar.
    func readDate(_ environment: ConsoleEnvironment) -> Date? {
        if !showsDays, let stage, let stages = shown?.stages, stages.indices.contains(stage) {
            return stages[stage].start
        }
        return cursorBar(environment)?.interval.start
    }

    /// The stage of a night at a date, or the last one before it; the first of all if there is none before.
    static func stage(at date: Date, in data: ChartData) -> Int? {
        data.stages.map { stages in stages.lastIndex { $0.start <= date } ?? 0 }
    }

    /// Reads the stage of a night at which the cursor enters.
    mutating func enterStage(_ data: ChartData) {
        guard let stages = data.stages else {
            stage = nil
            return
        }
        switch entersAt {
        case .firstBar: stage = 0
        case .lastBar, .lastValue: stage = stages.count - 1
        case .date(let date): stage = Self.stage(at: date, in: data)
        }
        cursor = stage.flatMap { data.window.index(of: stages[$0].start) } ?? cursor
    }

    func entrance(_ data: ChartData) -> Int? {
        guard !data.bars.isEmpty else { return nil }
        switch entersAt {
        case .firstBar: return 0
        case .lastBar: return data.bars.count - 1
        case .date(let date): return data.window.index(of: date) ?? data.bars.lastIndex { !$0.isEmpty } ?? 0
        case .lastValue:
            return data.bars.lastIndex { !$0.isEmpty || $0.samples > 0 } ?? data.bars.count - 1
        }
    }

    mutating func show(_ span: ChartSpan, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard span != self.span else { return [] }
        if let bar = cursorBar(environment) {
            let isZoomingIn = span < self.span
            entersAt = isZoomingIn ? .lastValue : .date(bar.interval.start)
            let end = isZoomingIn || self.span == .all ? bar.interval.end.addingTimeInterval(-1) : ending
            ending = end.map { min($0, newest(environment)) }
        }
        self.span = span
        return load(environment)
    }

    func newest(_ environment: ConsoleEnvironment) -> Date {
        max(environment.now, extent?.upperBound ?? environment.now)
    }

    mutating func page(_ pages: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let window = reading.awaited ?? data.value?.window, span != .all else { return [] }
        if pages < 0, let first = extent?.lowerBound, window.start <= first {
            return [.notice(ChartStrings.noOlderData)]
        }
        if pages > 0, window.end > newest(environment) { return [.notice(ChartStrings.newestPage)] }
        ending = window.neighbour(pages, calendar: environment.calendar)
        entersAt = pages < 0 ? .lastBar : .firstBar
        return load(environment)
    }

    mutating func jump(to date: Date?, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let date, span != .all else { return [] }
        ending = date
        entersAt = .date(date)
        return load(environment)
    }

    /// Reads the next bar; beyond the first or the last one the page turns.
    mutating func moveCursor(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if !showsTable, let stage, let stages = shown?.stages {
            let next = stage + distance
            guard stages.indices.contains(next) else { return page(distance, environment) }
            self.stage = next
            cursor = shown?.window.index(of: stages[next].start) ?? cursor
            return []
        }
        guard let count = shown?.bars.count, count > 0 else { return [] }
        let next = (cursor ?? count - 1) + distance
        guard (0..<count).contains(next) else { return page(distance, environment) }
        cursor = next
        return []
    }

    /// Goes to the next row of the table: the next bar that has data.
    mutating func moveRow(_ distance: Int) -> [ScreenEffect<Action>] {
        guard let bars = shown?.bars else { return [] }
        let here = cursor ?? bars.count
        let next =
            distance < 0
            ? bars.indices.last { $0 < here && !bars[$0].isEmpty }
            : bars.indices.first { $0 > here && !bars[$0].isEmpty }
        cursor = next ?? cursor
        return []
    }

    /// Goes to a row of the table; a press on the row under the cursor opens it.
    mutating func pressRow(_ row: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if showsDays { return pressDay(row, environment) }
        guard let rows = shown.map(ChartView.tableRows), rows.indices.contains(row) else { return [] }
        guard rows[row] != cursor else { return openBar(environment) }
        cursor = rows[row]
        return []
    }

    /// Whether each bar has several days, which Enter opens.
    var barsAreLong: Bool { !showsDays && shown?.window.step.isAveragedByDay == true }

    /// The days of the bar that is read where it has several, else its samples.
    mutating func openBar(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !reading.isSlow else { return [] }
        if !showsTable, let stage, let stages = shown?.stages, stages.indices.contains(stage) {
            let (from, to) = (stages[stage].start, stages[stage].end)
            return [.open(.samples(SampleListQuery(type: type, from: from, to: to)))]
        }
        guard let bar = cursorBar(environment), !bar.isEmpty || bar.samples > 0, !isOnlyZero(bar) else {
            return extent == nil ? [] : [.notice(ChartStrings.noSamplesInBar)]
        }
        if barsAreLong { return openDays(of: bar, environment) }
        let time = bar.recorded ?? bar.interval
        return [.open(.samples(SampleListQuery(type: type, from: time.start, to: time.end)))]
    }

    /// Shows the days of a week or a month, or the months of a year.
    private mutating func openDays(of bar: ChartBar, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch shown?.window.step {
        case .week: span = .week
        case .month: span = .month
        default: span = .year
        }
        // With its last day, even one to come, a month has the days from its first on.
        ending = bar.interval.end.addingTimeInterval(-1)
        entersAt = .lastValue
        return load(environment)
    }

    func explainBar(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !reading.isSlow else { return [] }
        guard let type = type as? HKQuantityType else {
            return [.notice(ChartStrings.onlyQuantitiesAreMerged)]
        }
        guard let bar = cursorBar(environment), !bar.isEmpty, !isOnlyZero(bar) else {
            return [.notice(ChartStrings.nothingToExplain)]
        }
        return [.open(.why(type, bar.interval))]
    }

    /// Whether a bar has a 0 because nothing was recorded.
    private func isOnlyZero(_ bar: ChartBar) -> Bool { countsZeros && bar.samples == 0 && bar.sum == 0 }

    func addSample() -> [ScreenEffect<Action>] {
        if let refusal = EntryRules.refusal(of: type) { return [.notice(refusal)] }
        return [.open(.form(type))]
    }
}
