import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws two measures that are compared.
struct CompareView {
    let first: Measure
    let second: Measure
    let comparison: TypeComparison
    let days: String
    let cursor: Int?
    let environment: ConsoleEnvironment

    static let tableName = "pairs"

    private var theme: Theme { environment.theme }

    private func format(_ measure: Measure) -> MeasureFormat {
        let environment = environment
        return MeasureFormat(measure) { environment.unit($0) }
    }

    private var formats: (first: MeasureFormat, second: MeasureFormat) { (format(first), format(second)) }

    private var axes: (first: ComparedAxis, second: ComparedAxis) {
        let count = environment.unit(HKQuantityType(.stepCount)).label
        return (
            ComparedAxis(formats.first, comparison.points.compactMap(\.first), count: count),
            ComparedAxis(formats.second, comparison.points.compactMap(\.second), count: count)
        )
    }

    private static func hue(_ measure: Measure) -> Hue { measure.type.map { Hue.of($0) } ?? .activity }

    /// The hues of the two lines, which differ even if both measures have the same hue.
    private var hues: (first: Hue, second: Hue) {
        let (one, two) = (Self.hue(first), Self.hue(second))
        guard let color = theme.color(two) else { return (one, one == two ? .muted : two) }
        return (one, theme.colors(of: one).contains(color) ? .muted : two)
    }

    /// The points with numbers of both, the newest first.
    static func rows(_ points: [TypeComparison.Point]) -> [TypeComparison.Point] {
        points.filter { $0.first != nil && $0.second != nil }.reversed()
    }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect.inset(horizontally: 1)
        guard body.height >= 4 else { return drawFigures(in: body, on: &grid) }
        let words = ComparisonWords(comparison, first: first.name, second: second.name)
        drawLegend(in: body.cutTop(1), on: &grid)
        if body.height > 16 { _ = body.cutTop(1) }
        let reading = body.cutBottom(1)
        drawReading(in: Rect(x: rect.x, y: reading.y, width: rect.width, height: reading.height), on: &grid)
        let pairing = comparison.pairing == .sameDay ? [] : words.pairing.wrapped(to: body.width)
        let text =
            pairing.map { Line($0) } + words.found.wrapped(to: body.width).map { Line($0) }
            + words.limits.wrapped(to: body.width).map { Line($0, theme.dim) }
        // The figures before the words, and the words before the picture where it would be no picture.
        if body.height >= text.count + 10 {
            let area = body.cutBottom(text.count + 1)
            for (index, line) in text.enumerated() { grid.write(line, in: area, y: index + 1) }
        } else if body.height >= 8 {
            let area = body.cutBottom(1)
            grid.write(Line(CompareStrings.proof, theme.dim), in: area)
        }
        drawFigures(in: body.cutBottom(1), on: &grid)
        if body.height > 12 { grid.rule(in: body.cutBottom(1), theme: theme) }
        guard comparison.pairs > 0 else {
            grid.write(Line(CompareStrings.nothing, theme.dim), in: body, y: body.height / 2, alignment: .center)
            return
        }
        if body.width >= 116, body.height >= 14 {
            drawPairs(in: body.cutRight(min(52, body.width / 3)), on: &grid)
            _ = body.cutRight(3)
        }
        drawLines(in: body, on: &grid)
    }

    private func drawLegend(in line: Rect, on grid: inout CellGrid) {
        func name(_ measure: Measure, _ unit: String, _ hue: Hue, _ mark: String, isRight: Bool) -> Line {
            let label = measure.kind == .total && !unit.isEmpty ? SharedStrings.aDay(unit) : unit
            let side = label.isEmpty ? CompareStrings.side(isRight) : CompareStrings.side(label, isRight: isRight)
            return Line(mark + " ", theme.style(hue)) + Line(measure.name, theme.style(hue).adding(.bold))
                + Line(" " + side, theme.dim)
        }
        let axes = axes
        let lines = [
            name(first, axes.first.label, hues.first, theme.glyphs.closed, isRight: false),
            name(second, axes.second.label, hues.second, theme.glyphs.open, isRight: true), Line(days, theme.dim),
        ]
        grid.write(Line.fitting(lines, by: "   ", in: line.width), in: line)
    }

    private func drawFigures(in line: Rect, on grid: inout CellGrid) {
        func figure(_ label: String, _ value: String) -> Line { Line(label + " ", theme.dim) + Line(value, .bold) }
        let names = (first.name, second.name)
        let figures = [
            figure(CompareStrings.pearson, ComparisonFigures.coefficient(comparison.pearson)),
            figure(CompareStrings.spearman, ComparisonFigures.coefficient(comparison.spearman)),
            figure(CompareStrings.pairs, ComparisonFigures.pairs(comparison)),
            figure(CompareStrings.changes, ComparisonFigures.coefficient(comparison.changes)),
            figure(CompareStrings.lag, ComparisonFigures.lag(comparison, names.0, names.1)),
        ]
        grid.write(Line.fitting(figures, by: line.width >= 100 ? "    " : "  ", in: line.width), in: line)
    }

    private func drawReading(in line: Rect, on grid: inout CellGrid) {
        guard let cursor, comparison.points.indices.contains(cursor) else { return }
        let point = comparison.points[cursor]
        grid.write(theme.glyphs.cursorRow, in: line, style: theme.accent)
        func value(_ number: Double?, _ format: MeasureFormat, _ hue: Hue) -> Line {
            Line(number.map { format.written($0) } ?? "–", theme.style(hue).adding(.bold))
        }
        let facts = [
            Line(when(point.start), .bold), value(point.first, formats.first, hues.first),
            value(point.second, formats.second, hues.second),
        ]
        grid.write(Line.fitting(facts, by: "   ", in: line.width - 2), in: line, x: 1)
    }

    private func when(_ date: Date) -> String {
        let dates = environment.dates
        switch comparison.period {
        case .month: return dates.monthAndYear(date)
        case .week: return CompareStrings.weekOf(dates.longDay(date))
        default: return dates.longDay(date)
        }
    }

    private func drawLines(in rect: Rect, on grid: inout CellGrid) {
        let (one, two) = self.axes
        let points = comparison.points
        let count = points.count
        let every = max(1, count / 4)
        let dates = environment.dates
        let labels = stride(from: every / 2, to: count, by: every)
            .map { index in
                let date = points[index].start
                let isFirst = index == every / 2
                let text = isFirst ? dates.dayMonthAndYear(date) : dates.dayAndMonth(date)
                return AxisLabel(Double(index), text)
            }
        var axes = ChartAxes(labels: labels, cursor: cursor, format: { one.text($0) })
        axes.written = { one.written($0) }
        axes.hue = hues.first
        var chart = DualLineChart(
            LineSeries(points.map { $0.first.map(one.place) }, joinsGaps: true, hue: hues.first),
            LineSeries(points.map { $0.second.map(two.place) }, joinsGaps: true, hue: hues.second),
            axes: axes,
            secondFormat: { two.text($0) }
        )
        chart.secondWritten = { two.written($0) }
        chart.draw(in: rect, on: &grid, theme: theme)
    }

    /// Each day, week or month a point: the second type across, the first up.
    private func drawPairs(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let (one, two) = self.axes
        let title =
            switch comparison.period {
            case .month: CompareStrings.eachMonth
            case .week: CompareStrings.eachWeek
            default: CompareStrings.eachDay
            }
        grid.section(Line(title, .bold), note: one.label, in: body.cutTop(1), theme: theme)
        let pairs = Self.rows(comparison.points)
            .compactMap { point in
                point.first.flatMap { y in point.second.map { PlotSeries.Point(two.place($0), one.place(y)) } }
            }
        guard let low = pairs.map(\.x).min(), let high = pairs.map(\.x).max(), low < high else { return }
        // The position of the number as written, not of the one before rounding.
        let labels = [low, (low + high) / 2, high].map { AxisLabel(two.written($0), two.text(two.written($0))) }
        var axes = ChartAxes(name: "pairs", labels: labels, format: { one.text($0) })
        axes.written = { one.written($0) }
        axes.hue = .muted
        PlotChart(
            series: [PlotSeries(pairs.flatMap { [$0, nil] }, mark: theme.glyphs.closed)],
            from: low - (high - low) * 0.04,
            to: high + (high - low) * 0.04,
            axes: axes
        )
        .draw(in: body.cutTop(min(body.height, 24)), on: &grid, theme: theme)
    }

    func drawTable(_ list: ListState, in rect: Rect, on grid: inout CellGrid) {
        let rows = Self.rows(comparison.points)
        let (one, two) = formats
        func head(_ measure: Measure, _ format: MeasureFormat) -> String {
            format.label.isEmpty ? measure.name : measure.name + ", " + format.label
        }
        Table(
            name: Self.tableName,
            columns: [
                TableColumn.dates(SharedStrings.when, minimum: 12, maximum: 26, importance: 9),
                TableColumn.figures(head(first, one), minimum: 8, maximum: 40, importance: 8),
                TableColumn.figures(head(second, two), minimum: 8, maximum: 40, importance: 8),
            ],
            count: rows.count,
            state: list,
            emptyText: CompareStrings.nothing
        ) { index in
            let point = rows[index]
            let cells = [
                Line(when(point.start)), Line(point.first.map(one.writtenAlone) ?? ""),
                Line(point.second.map(two.writtenAlone) ?? ""),
            ]
            return TableRow(cells, shorter: [0: environment.dates.shorterDays(point.start).map { Line($0) }])
        }
        .draw(in: rect, on: &grid, theme: theme)
    }
}
