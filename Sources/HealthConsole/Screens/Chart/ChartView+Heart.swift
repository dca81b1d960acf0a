import Foundation
import HealthEntry
import HealthKit
import TerminalUI

// The heart rate of a day as a line, with sleep and workouts under it; and workouts over days.
extension ChartView {
    /// The fewest pieces that make a line.
    private static let fewest = 24

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
        // Where nothing was measured for an hour there is no line.
        var chart = TraceChart(points, count: data.bars.count, gap: 3_600 / length, axes: axes)
        chart.stretches = data.beside.map { beside in
            let (name, hue) = Self.words(beside.kind)
            let (from, to) = (share(beside.interval.start), share(beside.interval.end))
            return TraceChart.Stretch(start: from, end: to, name: name, hue: hue)
        }
        chart.draw(in: rect, on: &grid, theme: theme)
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

    /// What else was the case in the bar that is read.
    var besideReading: [String] {
        guard let cursor, data.bars.indices.contains(cursor) else { return [] }
        if data.workouts.indices.contains(cursor), data.workouts[cursor] > 0 {
            return [WorkoutStrings.workouts(data.workouts[cursor])]
        }
        guard hasTrace else { return [] }
        let bar = data.bars[cursor].interval
        var names: [String] = []
        for beside in data.beside where beside.interval.start < bar.end && bar.start < beside.interval.end {
            let name = Self.words(beside.kind).name
            if !names.contains(name) { names.append(name) }
        }
        return names
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
