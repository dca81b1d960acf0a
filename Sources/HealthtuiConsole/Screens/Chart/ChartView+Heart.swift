import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

// The heart rate of a day as a line, with sleep and workouts under it; and workouts over days.
extension ChartView {
    /// The fewest pieces that make a line.
    private static let fewest = 24
    /// The length of a gap, in seconds, that breaks the line.
    private static let gap: TimeInterval = 3_600

    /// Whether the chart is one line rather than columns by the hour.
    var hasTrace: Bool { before == nil && data.trace.count >= Self.fewest }

    /// Draws the day as a line, with the resting heart rate across.
    func drawTrace(_ axes: ChartAxes, in rect: Rect, on grid: inout CellGrid) {
        var axes = axes
        if let resting = data.restingAverage {
            let words = [ChartStrings.restingLine(unit.text(resting))]
            axes.levels.append(ChartLevel(resting, words: words, hue: .restingHeart))
        }
        let start = data.window.start
        let length = max(1, data.window.end.timeIntervalSince(start))
        func share(_ date: Date) -> Double { date.timeIntervalSince(start) / length }
        let points = data.trace.map { TraceChart.Point(share($0.date), low: $0.low, high: $0.high) }
        var chart = TraceChart(points, count: data.bars.count, gap: Self.gap / length, axes: axes)
        func timeRange(_ interval: DateInterval, _ name: String, _ hue: Hue) -> TraceChart.TimeRange {
            TraceChart.TimeRange(start: share(interval.start), end: share(interval.end), name: name, hue: hue)
        }
        let known = data.beside.map { beside -> TraceChart.TimeRange in
            let (name, hue) = Self.words(beside.kind)
            return timeRange(beside.interval, name, hue)
        }
        chart.timeRanges = known + unmeasured.map { timeRange($0, SharedStrings.noData, .axis) }
        chart.draw(in: rect, on: &grid, theme: theme)
    }

    /// The shortest part of a gap that is labelled next to a night or a workout, in seconds.
    private static let shortest: TimeInterval = 900

    /// The gaps in measurements that are long enough to break the line, except times with other known data.
    private var unmeasured: [DateInterval] {
        let ends = [data.window.start] + data.trace.map(\.date) + [min(data.window.end, dates.now)]
        return zip(ends, ends.dropFirst())
            .filter { $1.timeIntervalSince($0) > Self.gap }
            .flatMap { DateInterval(start: $0, end: $1).without(data.beside.map(\.interval)) }
            .filter { $0.duration >= Self.shortest }
    }

    private static func words(_ kind: ChartBeside.Kind) -> (name: String, hue: Hue) {
        switch kind {
        case .sleep: (ChartStrings.asleep, .sleep)
        case .workout(let title): (title, .activity)
        }
    }

    /// Marks the days that had workouts.
    func addWorkouts(to axes: inout ChartAxes) {
        for (bar, count) in data.workouts.enumerated() where count > 0 {
            axes.heads[bar] = [theme.glyphs.closed + " \(count)", theme.glyphs.closed]
        }
        if !axes.heads.isEmpty { axes.headWord = WorkoutStrings.workoutsWord }
    }

    /// The other conditions during the bar under the cursor.
    var besideReading: [String] {
        guard let cursor, data.bars.indices.contains(cursor) else { return [] }
        if data.workouts.indices.contains(cursor), data.workouts[cursor] > 0 {
            return [WorkoutStrings.workouts(data.workouts[cursor])]
        }
        guard hasTrace else { return [] }
        let bar = data.bars[cursor].interval
        var names: [String] = []
        if let range = data.bars[cursor].range, let whole = data.range, whole.minimum < whole.maximum {
            if range.maximum == whole.maximum { names.append(ChartStrings.mostOfDay) }
            if range.minimum == whole.minimum { names.append(ChartStrings.leastOfDay) }
        }
        if let zone = zone(in: bar) { names.append(WorkoutStrings.zone(zone)) }
        for beside in data.beside where beside.interval.start < bar.end && bar.start < beside.interval.end {
            let name = Self.words(beside.kind).name
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The zone of the highest heart rate of a workout in some time, from 1; nil where none is known.
    private func zone(in bar: DateInterval) -> Int? {
        var highest: (rate: Double, zone: Int)?
        for workout in data.beside where !workout.zones.isEmpty {
            let start = max(bar.start, workout.interval.start)
            let end = min(bar.end, workout.interval.end)
            let rates = data.trace.filter { start <= $0.date && $0.date < end }.map(\.high)
            guard let rate = rates.max(), rate > highest?.rate ?? -.infinity,
                let zone = workout.zones.lastIndex(where: { $0 <= rate })
            else { continue }
            highest = (rate, zone + 1)
        }
        return highest?.zone
    }
}

extension ChartText {
    /// The least and the greatest heart rate asleep.
    var asleepFigure: [Figure] {
        let sleep = data.beside.filter { $0.kind == .sleep }
        let points = data.trace.filter { point in
            sleep.contains { $0.interval.start <= point.date && point.date < $0.interval.end }
        }
        guard let low = points.map(\.low).min(), let high = points.map(\.high).max() else { return [] }
        return [Figure(name: ChartStrings.asleepFigure, value: unit.text(low) + "–" + unit.text(high))]
    }
}
