import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws a chart's header, picture and reading.
struct ChartView {
    let type: HKSampleType
    let data: ChartData
    /// The time before, to compare with.
    var before: ChartData?
    /// The comparison over the days that both have.
    var compared: ComparedDays?
    var comparison: ChartComparison?
    let cursor: Int?
    let unit: ChartUnit
    let environment: ConsoleEnvironment
    let separatesSources: Bool
    /// The stage of a night that is read.
    var stage: Int?
    /// Whether a night that has both shows the respiratory rate instead of the heart rate below it.
    var showsBreathing = false
    /// Whether the mean of the last seven days is a line.
    var showsRolling = false
    /// Whether the limits of blood pressure are lines.
    var showsLimits = false
    /// The person's marks on days.
    var marks: [DayMark] = []
    /// Additional lines across the chart.
    var levels: [ChartLevel] = []
    /// The goal of the type, and how it was met.
    var goal: GoalFacts?
    /// The name of the picture in the layout: one next to the chart has another.
    var pictureName = "chart"
    /// The measure of sleep that is shown, above whose chart the others can be chosen; nil of other types.
    var sleepPart: Measure.SleepPart?

    var theme: Theme { environment.theme }
    var hue: Hue { Hue.of(type) }
    var dates: DateText { environment.dates }
    var text: ChartText {
        var text = ChartText(data: data, before: before, unit: unit, dates: dates)
        text.comparison = comparison ?? .timeBefore
        text.comparedDays = compared
        return text
    }

    /// The view of other numbers of the same type, in which none is read.
    func of(_ data: ChartData, unit: ChartUnit? = nil) -> ChartView {
        ChartView(
            type: type,
            data: data,
            cursor: nil,
            unit: unit ?? self.unit,
            environment: environment,
            separatesSources: false
        )
    }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        drawSleepSwitch(in: &body, on: &grid)
        drawHeader(in: &body, on: &grid)
        drawReading(in: body.cutBottom(body.height > 3 ? 1 : 0), on: &grid)
        if goal != nil, body.height >= 8 { drawGoal(in: body.cutBottom(1), on: &grid) }
        if let sentence = text.sentence, body.height >= 12 {
            let line = body.cutTop(1)
            grid.write(theme.glyphs.compared, in: line, x: 1, style: theme.style(.before))
            grid.write(
                Line(sentence.truncated(to: line.width - 4, ellipsis: theme.glyphs.ellipsis), theme.dim),
                in: line,
                x: 3
            )
        }
        if separatesSources {
            drawSources(in: body.cutBottom(min(data.sources.count, max(0, body.height - 5), 6)), on: &grid)
        }
        drawSleepMonth(in: &body, on: &grid)
        drawNapLegend(in: &body, on: &grid)
        drawPicture(in: body, on: &grid)
    }

    /// The frame of a chart that is read: the time that it will be of, and no figure.
    func drawAwaited(_ what: String, in rect: Rect, on grid: inout CellGrid) {
        let time = Line(text.time, theme.dim).truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis)
        grid.write(time, in: rect, x: max(1, rect.width - time.width - 1))
        grid.write(LoadingLine.line(what, theme: theme), in: rect, y: rect.height / 2, alignment: .center)
    }

    /// The figures, and the time they are of; on a second line when they do not fit on one.
    func drawHeader(in body: inout Rect, on grid: inout CellGrid) {
        drawHeader(text.figures, in: &body, on: &grid)
    }

    /// Some figures, and the time they are of.
    func drawHeader(_ figures: [ChartText.Figure], in body: inout Rect, on grid: inout CellGrid) {
        func lines(_ value: (ChartText.Figure) -> String) -> [Line] {
            figures.map { Line($0.name + " ", theme.dim) + Line(value($0), .bold) }
        }
        let whole = lines(\.value)
        let isTooWide = whole.reduce(0) { $0 + $1.width } + 3 * max(whole.count - 1, 0) > body.width - 2
        let all = isTooWide ? lines { $0.brief ?? $0.value } : whole
        let figures = Line.fitting(all, by: "   ", in: body.width - 2)
        let time = Line(text.time, theme.dim)
        let isOneLine = figures.width + time.width + 4 <= body.width
        let first = body.cutTop(1)
        grid.write(figures, in: first, x: 1)
        let second = isOneLine || body.height < 6 ? first : body.cutTop(1)
        if isOneLine {
            grid.write(time, in: first, x: max(1, first.width - time.width - 1))
        } else if second != first {
            grid.write(time.truncated(to: second.width - 2, ellipsis: theme.glyphs.ellipsis), in: second, x: 1)
        }
    }

    private func drawReading(in rect: Rect, on grid: inout CellGrid) {
        let ofStage = stage.flatMap { text.reading(stage: $0) }
        guard !rect.isEmpty, let reading = ofStage ?? text.reading(cursor) else { return }
        grid.write(theme.glyphs.cursorRow, in: rect, style: theme.accent)
        let when = Line(reading.when, .bold).truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis)
        let value = theme.style(hue, .read).adding(.bold)
        let what =
            Array(reading.what.prefix(1)) + markReading + rollingReading + goalReading + besideReading
            + reading.what.dropFirst()
        let facts = what.enumerated().map { Line($1, $0 == 0 && data.timeline == nil ? value : theme.dim) }
        let line = Line.fitting(facts, by: Line(", ", theme.dim), in: rect.width - when.width - 4)
        grid.write(when + "  " + line, in: rect, x: 1)
    }

    /// The picture alone.
    func drawPicture(in rect: Rect, on grid: inout CellGrid) {
        guard rect.height > 0 else { return }
        if data.isEmpty {
            grid.write(Line(SharedStrings.noData, theme.dim), in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        let labels = ChartLabels(window: data.window, dates: dates)
        var axes = ChartAxes(labels: labels.labels, cursor: cursor)
        axes.name = pictureName
        axes.denseLabels = labels.dense
        axes.outerLabels = labels.outer
        axes.hue = hue
        axes.isWhole = unit.style == .count
        axes.written = written(divisor: 1)
        axes.levels = levels
        axes.moments = moments
        axes.marked = metBars
        axes.cursorText = cursor.flatMap { data.bars.indices.contains($0) ? text.value(data.bars[$0]) : nil }
        if overlaysSources { return drawOverlay(axes, in: rect, on: &grid) }
        switch data.content {
        case .totals where !data.nights.isEmpty: drawNights(in: rect, on: &grid)
        case .totals:
            let divisor = axis.divisor
            let bars = data.bars.map { ChartBucket(sum: $0.sum.map { $0 / divisor }) }
            let marks = before?.bars.map { $0.sum.map { $0 / divisor } } ?? []
            var axes = durations(axes)
            axes.levels =
                goalLevels(divisor: divisor) + (text.dailyAverage.map { [average($0, shown: $0 / divisor)] } ?? [])
            axes.levels += rollingLevels(divisor: divisor)
            var chart = BarChart(bars, marks: marks, axes: axes)
            chart.line = rollingLines(divisor: divisor).first
            (chart.tops, chart.topHue) = (napTimes.map { $0.map { $0 / divisor } }, .nap)
            chart.draw(in: rect, on: &grid, theme: theme)
        case .ranges where unit.isClock: drawClock(axes, in: rect, on: &grid)
        case .ranges:
            axes.levels += goalLevels()
            if hasTrace { return drawTrace(axes, in: rect, on: &grid) }
            addWorkouts(to: &axes)
            if let before { return drawAverages(before, axes, in: rect, on: &grid) }
            let isFlat = data.bars.allSatisfy { $0.range?.minimum == $0.range?.maximum }
            let known = data.bars.count { !$0.isEmpty }
            // In a chart with few rows the line would hide the tops of the columns; the figure above shows the same
            // value.
            if known > 2, rect.height >= Self.averaged, let value = data.range?.average {
                axes.levels.append(average(value, shown: value))
            }
            let values = data.bars.map(\.range?.average)
            let rolling = rollingLines()
            axes.levels += rollingLevels()
            let beside = rolling.map { LineSeries($0.values, hue: $0.hue) }
            if isFlat, known * 2 > data.bars.count {
                LineChart(series: [LineSeries(values)] + beside, axes: axes).draw(in: rect, on: &grid, theme: theme)
            } else if isFlat, known > 1, data.window.step == .day {
                let line = LineSeries(values, mark: theme.glyphs.closed, joinsGaps: true)
                LineChart(series: [line] + beside, axes: axes).draw(in: rect, on: &grid, theme: theme)
            } else {
                if let resting = data.restingAverage {
                    let words = [ChartStrings.restingLine(unit.text(resting))]
                    axes.levels.append(ChartLevel(resting, words: words, stroke: .none, hue: .restingHeart))
                }
                var chart = RangeChart(data.bars.map { Self.bucket($0.range) }, axes: axes)
                if data.restingAverage != nil { chart.lines = [ChartLine(data.resting, hue: .restingHeart)] }
                chart.lines += rolling
                chart.draw(in: rect, on: &grid, theme: theme)
            }
        case .pairs:
            let (upper, lower) = (data.bars.map { Self.bucket($0.range) }, data.bars.map { Self.bucket($0.lower) })
            // Where two lines share a row, the words of the first are written.
            axes.levels += goalLevels() + rollingLevels() + pressureLimits
            if data.bars.count(where: { !$0.isEmpty }) > 2, rect.height >= Self.averaged {
                let means = [data.range?.average, data.lower?.average].compactMap { $0 }
                axes.levels += means.map { average($0, shown: $0) }
            }
            if drawHalves(axes, in: rect, on: &grid) { return }
            var chart = PairChart(upper: upper, lower: lower, axes: axes)
            chart.lines = rollingLines()
            chart.draw(in: rect, on: &grid, theme: theme)
        case .timeline(let timeline): draw(timeline, in: rect, on: &grid)
        }
    }

    /// The line of an average, with its words.
    private func average(_ value: Double, shown: Double) -> ChartLevel {
        let text = unit.text(value)
        return ChartLevel(shown, words: [ChartStrings.averageLine(text), ChartStrings.averageLineShort(text)])
    }

    /// The unit of the vertical axis.
    private var axis: (divisor: Double, suffix: String) {
        let sums = data.bars.compactMap(\.sum) + (before?.bars.compactMap(\.sum) ?? [])
        return unit.axis(upTo: (sums + data.bars.flatMap(\.sources.values)).max() ?? 0)
    }

    /// The axes with hours or minutes written as such, where the numbers are.
    private func durations(_ axes: ChartAxes) -> ChartAxes {
        var axes = axes
        let (divisor, suffix) = axis
        axes.written = written(divisor: divisor)
        if !suffix.isEmpty { axes.format = { NumberText.exact($0) + suffix } }
        return axes
    }

    /// The numbers that the unit shows on an axis.
    ///
    /// - Parameter divisor: The number of stored units in one unit of the axis.
    /// - Returns: A function from a number on the axis to the one that is written.
    private func written(divisor: Double) -> @Sendable (Double) -> Double {
        let unit = unit
        return { unit.shown($0 * divisor) / divisor }
    }

    /// The averages of the bars and those of the previous period, as two lines.
    private func drawAverages(_ before: ChartData, _ axes: ChartAxes, in rect: Rect, on grid: inout CellGrid) {
        let lines = [data, before].map { Array($0.bars.prefix(data.bars.count).map(\.range?.average)) }
        var series = zip(lines, Self.marks).map { LineSeries($0, mark: $1) }
        // With shades the lines differ by their colours; marks on each of many values would hide them.
        if theme.hasShades, theme.glyphs.repertoire == .all {
            series = [LineSeries(lines[0]), LineSeries(lines[1], hue: .before)]
        }
        // A month before may be a day shorter.
        let earlier = lines[1] + Array(repeating: nil, count: max(0, lines[0].count - lines[1].count))
        let differences = zip(lines[0], earlier).map { now, then in now.flatMap { now in then.map { now - $0 } } }
        let words = (up: ChartStrings.more, down: ChartStrings.less)
        var body = rect
        let hasStrip = rect.height >= Self.stripped && differences.contains { $0 != nil }
        let below = body.cutBottom(hasStrip ? DifferenceStrip.height + 1 : 0)
        if hasStrip { _ = body.cutRight(max(words.up.displayWidth, words.down.displayWidth) + 2) }
        LineChart(series: series, axes: axes).draw(in: body, on: &grid, theme: theme)
        guard hasStrip, let plot = grid.layout.frames[axes.name] else { return }
        DifferenceStrip(differences, cursor: cursor, hue: hue, words: words)
            .draw(in: below, under: plot, on: &grid, theme: theme)
    }

    /// From this height on the average of ranges is a line.
    private static let averaged = 8
    /// The minimum height for the differences below two compared lines.
    private static let stripped = 18

    // MARK: Sources over each other

    /// The marks for the lines of a chart that has several.
    private static let marks = ["o", "x", "+"]

    /// The sources whose values are drawn over each other; with only one source, the chart is the usual one.
    private var overlaid: [ChartData.SourceTotal] { Array(data.sources.prefix(Self.marks.count)) }

    var overlaysSources: Bool {
        separatesSources && overlaid.count > 1 && (data.kind == .totals || data.kind == .ranges)
    }

    private func drawOverlay(_ axes: ChartAxes, in rect: Rect, on grid: inout CellGrid) {
        let divisor = data.kind == .totals ? axis.divisor : 1
        let series = zip(overlaid, Self.marks)
            .map { source, mark in
                LineSeries(data.bars.map { $0.sources[source.bundle].map { $0 / divisor } }, mark: mark)
            }
        var axes = data.kind == .totals ? durations(axes) : axes
        if data.kind == .totals { axes.range = 0...0 }
        LineChart(series: series, axes: axes).draw(in: rect, on: &grid, theme: theme)
    }

    private static func bucket(_ range: ChartRange?) -> ChartBucket {
        ChartBucket(minimum: range?.minimum, maximum: range?.maximum, average: range?.average)
    }

    private func draw(_ timeline: ChartTimeline, in rect: Rect, on grid: inout CellGrid) {
        let scale = scale(timeline)
        let places = Dictionary(
            timeline.rows.enumerated().map { ($1.value, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let segments = timeline.segments.compactMap { segment -> TimelineSegment? in
            guard let row = places[segment.value], let (start, end) = scale.shares(segment) else { return nil }
            return TimelineSegment(row: row, start: start, end: end)
        }
        var picture = rect
        if let night = timeline.night, !night.naps.isEmpty, rect.height > timeline.rows.count + 4 {
            drawSleeps(night, in: picture.cutTop(1), on: &grid)
        }
        let room = rect.height - timeline.rows.count * 2 - 2
        let isNight = timeline.night != nil
        let isWide = isNight && rect.width >= Self.wideNight && room > timeline.rows.count
        if isWide {
            _ = picture.cutTop(1)
            _ = picture.cutBottom(1)
            drawShares(timeline, in: picture.cutBottom(2), on: &grid)
            _ = picture.cutBottom(1)
        } else if room > timeline.rows.count, !isNight || rect.width < Self.remarkedNight {
            drawTotals(timeline, in: picture.cutBottom(min(room, timeline.rows.count + 1)), on: &grid)
        }
        let read = stage.flatMap { index in data.stages.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
        let time = read.map { DateInterval(start: $0.start, end: max($0.start, $0.end)) }
        let middle = (time ?? cursor.flatMap { data.window.bar($0) })
            .flatMap { scale.share($0.start.addingTimeInterval($0.duration / 2)) }
        var chart = TimelineChart(
            rows: timeline.rows.map(\.label),
            segments: segments,
            labels: scale.hours(clock)
                .compactMap { hour in
                    scale.share(hour).map { AxisLabel($0, dates.hour(hour)) }
                },
            cursor: middle.flatMap { (0...1).contains($0) ? $0 : nil }
        )
        chart.isStepped = type.isSleep
        chart.breaks = scale.breaks
        if chart.isStepped { chart.line = nightLine(timeline, scale, hasRemarks: isWide) }
        if isWide {
            (chart.remarks, chart.remarkWidth) = (stageRemarks(timeline), Self.remarkWidth)
        } else if isNight, rect.width >= Self.remarkedNight {
            (chart.remarks, chart.remarkWidth) = (shortRemarks(timeline), 22)
        }
        if chart.isStepped { chart.hues = timeline.rows.map { Hue.ofSleep($0.value) ?? hue } }
        chart.draw(in: picture, on: &grid, theme: theme)
    }

    private var clock: CivilClock { CivilClock(dates.calendar.timeZone) }

    /// The times that a timeline is drawn over: those of the sleeps, or of the whole window.
    private func scale(_ timeline: ChartTimeline) -> TimelineScale {
        let sleeps = type.isSleep ? TimelineScale(timeline.segments, clock) : nil
        let window = data.window
        return sleeps ?? TimelineScale(DateInterval(start: window.start, end: max(window.start, window.end)))
    }

    /// Draws the duration of each category.
    private func drawTotals(_ timeline: ChartTimeline, in rect: Rect, on grid: inout CellGrid) {
        let totals = timeline.rows.map { timeline.durations[$0.value] ?? 0 }
        guard let most = totals.max(), most > 0 else { return }
        let width = min(24, rect.width / 3)
        for (index, row) in timeline.rows.enumerated() {
            let line = rect.row(index + 1)
            grid.write(row.label.fitted(to: width, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
            grid.write(
                NumberText.duration(totals[index]).figure(in: 12, ellipsis: theme.glyphs.ellipsis),
                in: line,
                x: width + 2
            )
            let bar = Meter.bar(totals[index] / most, width: max(0, line.width - width - 18), glyphs: theme.glyphs)
            let style = Hue.ofSleep(row.value).flatMap { type.isSleep ? theme.style($0) : nil } ?? theme.series(index)
            grid.write(bar, in: line, x: width + 16, style: style)
        }
    }

    /// One line a source: its name, its value in the bar that is read, and the shape of its values.
    private func drawSources(in rect: Rect, on grid: inout CellGrid) {
        let width = min(26, rect.width / 3)
        var axes = ChartAxes()
        axes.hue = hue
        for (line, source) in data.sources.prefix(rect.height).enumerated() {
            let row = rect.row(line)
            // Beyond those that are drawn a colour would be that of no line.
            let isDrawn = overlaysSources && line < Self.marks.count
            let style =
                isDrawn ? axes.style(line, .plain, theme) : overlaysSources ? theme.dim : axes.style(0, .plain, theme)
            if isDrawn { grid.write(Self.marks[line], in: row, style: style.adding(.bold)) }
            grid.write(source.name.fitted(to: width, ellipsis: theme.glyphs.ellipsis), in: row, x: 2)
            let values = data.bars.map { $0.sources[source.bundle] }
            let value = cursor.flatMap { values.indices.contains($0) ? values[$0] : nil }
            let shown = value.map(unit.labelled) ?? theme.glyphs.notOffered
            grid.write(shown.figure(in: 16, ellipsis: theme.glyphs.ellipsis), in: row, x: width + 3)
            let room = max(0, row.width - width - 22)
            let spark = Sparkline.text(values, width: room, glyphs: theme.glyphs, baseline: 0)
            grid.write(spark, in: row, x: width + 21, style: style)
        }
    }
}
