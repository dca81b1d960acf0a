import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws a type by weekday and hour at once, with each hour of all weekdays under it.
struct HeatView {
    let type: HKQuantityType
    let pattern: MeasurePattern
    let heat: MeasureHeat
    /// The days that were asked, in words.
    let days: String
    /// The cell that is read.
    let cell: HeatCell
    let showsNumbers: Bool
    let environment: ConsoleEnvironment

    static let name = "heat"
    private static let stripName = "heat-hours"
    private static let highestStrip = 14

    private var theme: Theme { environment.theme }
    private var unit: ValueUnit { environment.unit(type) }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var area = rect
        let reading = area.cutBottom(rect.height >= 3 ? 1 : 0)
        var body = area.inset(horizontally: 1)
        if body.height >= 9 { drawFigures(in: body.cutTop(1), on: &grid) }
        if body.height >= 24 { _ = body.cutTop(1) }
        let legend = body.cutBottom(body.height >= 9 ? 1 : 0)
        let (chart, levels) = chart()
        let strip = strip()
        let height = [5, 3].first { 2 + 7 * $0 + HeatStrip.fewestRows <= body.height } ?? 1
        let columns = chart.columns(in: body, names: strip.names)
        let map = body.cutTop(min(body.height, 1 + 7 * height))
        chart.draw(in: map, columns, height: height, on: &grid, theme: theme)
        let hours = body.cutTop(Self.highestStrip)
        strip.draw(in: hours, columns, on: &grid, theme: theme)
        if hours.height >= HeatStrip.fewestRows, columns.end + HeatStrings.eachHour.displayWidth < hours.maxX {
            grid.write(Line(HeatStrings.eachHour, theme.dim), in: hours, x: columns.end - hours.x + 1, y: 1)
        }
        drawLegend(levels, in: legend, on: &grid)
        drawReading(in: reading, on: &grid)
    }

    // MARK: The chart

    private func chart() -> (HeatChart, HeatLevels) {
        let levels = HeatLevels(heat.cells.flatMap { $0.compactMap { $0.mean.map(unit.shown) } })
        let means = pattern.weekdays.compactMap(\.mean)
        let (least, most) = (means.min() ?? 0, means.max() ?? 0)
        let rows = zip(pattern.weekdays, heat.cells)
            .map { slot, cells in
                HeatChart.Row(
                    PatternStrings.weekday(slot.number),
                    cells.map { cell in
                        guard let mean = cell.mean else { return HeatChart.Cell.unknown }
                        return HeatChart.Cell(unit.text(mean), level: levels.level(unit.shown(mean)))
                    },
                    note: slot.mean.map(unit.text) ?? "",
                    share: slot.mean.map { most > least ? ($0 - least) / (most - least) : 0.5 }
                )
            }
        let heads = (0..<24).map(HeatStrings.hourNumber)
        var chart = HeatChart(name: Self.name, rows: rows, heads: heads, noteHead: HeatStrings.day)
        chart.cursor = (cell.row, cell.hour)
        chart.showsTexts = showsNumbers
        return (chart, levels)
    }

    private func strip() -> HeatStrip {
        var strip = HeatStrip(
            name: Self.stripName,
            values: heat.hours.map(\.mean),
            heads: (0..<24).map(PatternStrings.hour),
            isSum: type.aggregationStyle == .cumulative
        )
        strip.cursor = cell.hour
        return strip
    }

    // MARK: Words

    private func drawFigures(in line: Rect, on grid: inout CellGrid) {
        let known = heat.cells.enumerated()
            .flatMap { row, cells in
                cells.enumerated().compactMap { hour, cell in cell.mean.map { (HeatCell(row, hour), $0) } }
            }
        func figure(_ label: String, _ found: (cell: HeatCell, mean: Double)?) -> Line? {
            guard let found, heat.weekdays.indices.contains(found.cell.row) else { return nil }
            let weekday = PatternStrings.weekday(heat.weekdays[found.cell.row])
            let when = weekday + " " + PatternStrings.hour(found.cell.hour)
            return Line(label + " ", theme.dim) + Line(when + "  " + unit.text(found.mean), .bold)
        }
        let facts = [
            figure(ChartStrings.mostDay, known.max { $0.1 < $1.1 }),
            figure(ChartStrings.leastDay, known.min { $0.1 < $1.1 }),
            mean,
            pattern.whole.map { Line(ChartStrings.days($0.days, of: $0.of), theme.dim) },
        ]
        let figures = Line.fitting(facts.compactMap { $0 }, by: "   ", in: line.width)
        grid.write(figures, in: line)
        let dates = Line(days, theme.dim)
        guard figures.width + dates.width + 3 <= line.width else { return }
        grid.write(dates, in: line, x: line.width - dates.width)
    }

    /// The mean of the days, to which the numbers of the weekdays belong.
    private var mean: Line? {
        guard let mean = pattern.whole?.mean else { return nil }
        let name = type.aggregationStyle == .cumulative ? ChartStrings.dailyAverage : HeatStrings.meanFigure
        let label = unit.label.isEmpty ? "" : " " + unit.label
        return Line(name + " ", theme.dim) + Line(unit.text(mean), .bold) + Line(label, theme.dim)
    }

    private func drawLegend(_ levels: HeatLevels, in line: Rect, on grid: inout CellGrid) {
        let ranges = levels.ranges
        let facts = ranges.enumerated()
            .map { level, range in
                let words =
                    switch (range.first, range.last) {
                    case (let first?, let last?): HeatStrings.range(unit.text(first), unit.text(last))
                    case (let first?, nil): HeatStrings.from(unit.text(first))
                    case (nil, let last?): HeatStrings.under(unit.text(levels.bounds.first ?? last))
                    case (nil, nil): unit.label
                    }
                return swatch(level) + Line(" " + words, theme.dim)
            }
        let point = theme.glyphs.isASCII ? "." : "·"
        let few = Line(point + "  " + HeatStrings.fewDays, theme.dim)
        grid.write(Line.fitting(facts + [few], by: line.width >= 100 ? "   " : "  ", in: line.width), in: line)
    }

    private func swatch(_ level: Int) -> Line {
        guard theme.colors == .none else { return Line("   ", HeatChart.style(level, theme)) }
        let texture = HeatChart.texture(level, theme)
        return Line("[" + texture + texture + "]")
    }

    private func drawReading(in line: Rect, on grid: inout CellGrid) {
        guard heat.cells.indices.contains(cell.row), heat.cells[cell.row].indices.contains(cell.hour),
            heat.weekdays.indices.contains(cell.row)
        else { return }
        let read = heat.cells[cell.row][cell.hour]
        grid.write(theme.glyphs.cursorRow, in: line, style: theme.accent)
        let when = HeatStrings.hours(PatternStrings.weekday(heat.weekdays[cell.row]), cell.hour)
        var facts = [Line(when, .bold)]
        if let mean = read.mean {
            let range = read.least.flatMap { least in
                read.most.map { HeatStrings.range(unit.text(least), unit.text($0)) }
            }
            let value = Line(unit.text(mean), .bold) + Line(" " + unit.label, theme.dim)
            facts.append(value)
            let words = [HeatStrings.mean(read.days), range, besideHour(mean)].compactMap { $0 }
            facts += words.map { Line($0) }
        } else {
            facts.append(Line(HeatStrings.tooFew(read.days), theme.dim))
        }
        let head = Line.fitting(Array(facts.prefix(2)), by: "  ", in: line.width - 1)
        grid.write(Line.fitting([head] + facts.dropFirst(2), by: ", ", in: line.width - 2), in: line, x: 1)
    }

    /// How far a mean is from that of the hour over all weekdays, as both are written.
    private func besideHour(_ mean: Double) -> String? {
        guard heat.hours.indices.contains(cell.hour), let whole = heat.hours[cell.hour].mean else { return nil }
        let apart = unit.shown(mean) - unit.shown(whole)
        guard apart.isFinite else { return nil }
        let text = unit.text(abs(apart))
        if text == unit.text(0) { return HeatStrings.same }
        return apart > 0 ? HeatStrings.more(text) : HeatStrings.less(text)
    }
}

/// A cell of the heat map: the row of its weekday, and its hour.
struct HeatCell: Hashable, Sendable {
    var row: Int
    var hour: Int

    init(_ row: Int, _ hour: Int) {
        self.row = row
        self.hour = hour
    }
}
