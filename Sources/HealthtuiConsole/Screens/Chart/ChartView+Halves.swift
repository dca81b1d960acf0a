import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Blood pressures by the half of the day: what was read before noon stands left, what was read from noon on right.
extension ChartView {
    /// The name of the picture that has two places for each day.
    static let halvesName = "chart.halves"

    /// The halves, where days have both and there is room for two places a day.
    private func halves(in rect: Rect) -> PressureHalves? {
        guard let halves = data.halves, halves.isOfBoth, data.bars.count * 2 <= rect.width - 8 else { return nil }
        return halves
    }

    /// Draws the days with a place for each half.
    ///
    /// - Returns: Whether it did.
    func drawHalves(_ axes: ChartAxes, in rect: Rect, on grid: inout CellGrid) -> Bool {
        guard let halves = halves(in: rect) else { return false }
        var rect = rect
        if rect.height >= 14 {
            let words = Line(theme.glyphs.closed, theme.style(hue)) + Line(" " + ChartStrings.systolicKey, theme.dim)
            let lower = Line(theme.glyphs.open, theme.style(hue)) + Line(" " + ChartStrings.diastolicKey, theme.dim)
            let parts = [words, lower, Line(ChartStrings.halvesKey, theme.dim)]
            grid.write(Line.fitting(parts, by: Line("   "), in: rect.width - 2), in: rect.cutTop(1), x: 1)
        }
        let clock = CivilClock(dates.calendar.timeZone)
        let days = data.bars.indices.map { data.window.days(ofBar: $0, on: clock).first }
        func buckets(_ isUpper: Bool) -> [ChartBucket] {
            days.flatMap { day in
                [halves.early, halves.late].map { half in bucket(day.flatMap { half.days[$0] }, half, isUpper) }
            }
        }
        var axes = doubled(axes)
        if let cursor, days.indices.contains(cursor), let day = days[cursor] {
            // The later half is read, and its own numbers stand over it.
            let isLate = halves.late.days[day] != nil
            axes.cursor = cursor * 2 + (isLate ? 1 : 0)
            axes.cursorText = text.pair(of: day, isLate ? halves.late : halves.early)
        }
        var chart = PairChart(upper: buckets(true), lower: buckets(false), axes: axes)
        chart.lines = rollingLines()
            .map { line in
                ChartLine(line.values.flatMap { [$0, $0] }, hue: line.hue, mark: line.mark)
            }
        chart.draw(in: rect, on: &grid, theme: theme)
        return true
    }

    /// One number of a half: one value, whatever the number of its readings.
    private func bucket(_ day: MeasureDay?, _ half: MeasureDays, _ isUpper: Bool) -> ChartBucket {
        let number = (isUpper ? day?.value : day?.second).map { unit.number($0, in: half.measure.unit) }
        return ChartBucket(minimum: number, maximum: number, average: number)
    }

    /// Axes for twice as many places.
    private func doubled(_ axes: ChartAxes) -> ChartAxes {
        func middle(_ label: AxisLabel) -> AxisLabel {
            AxisLabel(label.position * 2 + 0.5, label.text, asFirst: label.asFirst, isMajor: label.isMajor)
        }
        var axes = axes
        axes.name = Self.halvesName
        axes.labels = axes.labels.map(middle)
        axes.denseLabels = []
        axes.outerLabels = []
        axes.marked = Set(axes.marked.map { $0 * 2 })
        axes.moments = axes.moments.map { moment in
            ChartMoment(moment.buckets.lowerBound * 2...moment.buckets.upperBound * 2 + 1, moment.text)
        }
        return axes
    }

    // MARK: Beside the chart

    /// Draws what was read in the morning and in the evening: from the least to the greatest, and the mean of the days.
    func drawMorningAndEvening(in body: inout Rect, on grid: inout CellGrid) {
        guard let halves = data.halves, halves.isOfBoth, body.height >= 8 else { return }
        let name = Line(ChartStrings.morningAndEvening, .bold)
        grid.section(name, note: ChartStrings.leastToMost, in: body.cutTop(2), theme: theme)
        for (name, half) in [(ChartStrings.morning, halves.morning), (ChartStrings.evening, halves.evening)] {
            let line = body.cutTop(1)
            guard let mean = text.pair(half) else { continue }
            let known = half.known(half.span)
            let upper = bounds(known.map { ($0.value.value) }, half)
            let lower = bounds(known.compactMap(\.value.second), half)
            let count = half.whole.map { ChartStrings.daysBriefly($0.days, of: $0.of) } ?? ""
            let facts = [
                Line(name.fitted(to: 8), theme.dim) + Line(mean.fitted(to: 8, alignment: .right), .bold),
                Line(upper + "/" + lower), Line(count, theme.dim),
            ]
            grid.write(Line.fitting(facts, by: Line("   "), in: line.width), in: line)
        }
        _ = body.cutTop(1)
    }

    private func bounds(_ values: [Double], _ half: MeasureDays) -> String {
        guard let least = values.min(), let most = values.max() else { return theme.glyphs.notOffered }
        let texts = [least, most].map { unit.text(unit.number($0, in: half.measure.unit)) }
        return texts[0] == texts[1] ? texts[0] : texts[0] + "–" + texts[1]
    }
}

extension ChartText {
    /// The mean of the days of some readings, both numbers.
    func pair(_ days: MeasureDays) -> String? {
        guard let whole = days.whole, let mean = whole.mean, let second = whole.second else { return nil }
        return [mean, second].map { unit.text(unit.number($0, in: days.measure.unit)) }.joined(separator: "/")
    }

    /// The numbers of a day, both of them; nil where it has none.
    func pair(of day: CalendarDay, _ days: MeasureDays) -> String? {
        guard let own = days.days[day], let second = own.second else { return nil }
        return [own.value, second].map { unit.text(unit.number($0, in: days.measure.unit)) }.joined(separator: "/")
    }

    /// The means of the mornings and of the evenings, where there are both.
    var halfFigures: [Figure] {
        guard let halves = data.halves, let morning = pair(halves.morning), let evening = pair(halves.evening) else {
            return []
        }
        return [
            Figure(name: ChartStrings.morningFigure, value: morning),
            Figure(name: ChartStrings.eveningFigure, value: evening),
        ]
    }

    /// What was read before noon and from noon on, on a day that has both.
    func halfFacts(_ bar: ChartBar) -> [String] {
        guard let halves = data.halves, data.window.step == .day else { return [] }
        let day = CalendarDay(bar.interval.start, on: CivilClock(dates.calendar.timeZone))
        let pairs = [halves.early, halves.late].compactMap { pair(of: day, $0) }
        guard pairs.count == 2 else { return [] }
        return [ChartStrings.beforeNoon(pairs[0]), ChartStrings.fromNoon(pairs[1])]
    }
}
