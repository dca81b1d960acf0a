import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Blood pressures beside the report's limit, and what stands beside their chart: means, and the readings themselves.
extension ChartView {
    var isPressure: Bool { type.identifier == BloodPressure.type?.identifier }

    private var limit: PressureLimit { .atHome }

    /// The lines of the limit, while the person wants them.
    var pressureLimits: [ChartLevel] {
        guard isPressure, showsLimits, !data.isEmpty else { return [] }
        return [limit.systolic, limit.diastolic]
            .map { value in
                let number = unit.text(shownPressure(value))
                return ChartLevel(shownPressure(value), words: [ChartStrings.limitLine(number), number])
            }
    }

    /// The limit in the person's unit, with its source.
    var limitWords: String {
        let pair = [limit.systolic, limit.diastolic].map(limitNumber).joined(separator: "/")
        return ChartStrings.limitAtHome(pair)
    }

    private func limitNumber(_ value: Double) -> String { unit.text(shownPressure(value)) }

    /// A number of mmHg in the person's unit.
    private func shownPressure(_ value: Double) -> Double {
        guard case .value(let own) = unit.style else { return value }
        return own.number(HKQuantity(unit: .millimeterOfMercury(), doubleValue: value)) ?? value
    }

    // MARK: The means

    /// Draws the means of the last days, weeks and year.
    func drawAverages(_ averages: PressureAverages, in body: inout Rect, on grid: inout CellGrid) {
        let height = averages.rows.count + 3
        guard body.height >= height else { return }
        let name = Line(ChartStrings.averages, theme.style(hue).adding(.bold))
        grid.section(name, note: ChartStrings.todayInNone, in: body.cutTop(1), theme: theme)
        let columns = [
            TableColumn("", minimum: 8, maximum: 16, importance: 9),
            TableColumn.figures(unit.label, minimum: 5, maximum: 11, importance: 8),
            TableColumn.figures(ChartStrings.pulse, minimum: 3, maximum: 6, importance: 5),
            TableColumn.figures(ChartStrings.ofDaysColumn, minimum: 5, maximum: 12, importance: 7),
            TableColumn.figures(ChartStrings.beforeHead, minimum: 5, maximum: 11, importance: 6),
        ]
        Table(
            name: Self.averagesName,
            columns: columns,
            count: averages.rows.count,
            state: ListState(),
            isFocused: false
        ) { row(averages.rows[$0], averages.unit) }
        .draw(in: body.cutTop(height - 2), on: &grid, theme: theme)
        _ = body.cutTop(1)
    }

    private static let averagesName = "chart.averages"
    private static let readingsName = "chart.readings"

    private func row(_ row: PressureAverages.Row, _ unit: MeasureUnit) -> TableRow {
        let isShown = row.length == 30 && data.window.span == .month || row.length == 7 && data.window.span == .week
        let value = isShown ? theme.style(hue).adding(.bold) : .bold
        return TableRow([
            Line(ChartStrings.lastDays(row.length)), Line(pair(row.mean, unit), value),
            Line(row.pulse.map { NumberText.text($0, decimals: 0) } ?? "", theme.dim),
            Line(ChartStrings.daysFigure(row.mean?.days ?? 0, of: row.mean?.of ?? row.length), theme.dim),
            Line(pair(row.before, unit), theme.dim),
        ])
    }

    private func pair(_ value: MeasureValue?, _ measured: MeasureUnit) -> String {
        guard let mean = value?.mean, let second = value?.second else { return theme.glyphs.notOffered }
        return [mean, second].map { unit.text(unit.number($0, in: measured)) }.joined(separator: "/")
    }

    // MARK: The readings

    /// Draws the readings up to the bar that is read, each with its distance from the mean of the chart's days.
    ///
    /// - Parameters:
    ///   - samples: The readings that begin before the bar ends, the newest first.
    ///   - bar: The bar's time; where it has readings, the newest of them has the cursor.
    ///   - body: The room.
    ///   - grid: The screen.
    func drawReadings(_ samples: [HKSample], bar: DateInterval, in body: inout Rect, on grid: inout CellGrid) {
        let readings = samples.compactMap { $0 as? HKCorrelation }
            .filter { $0.startDate >= data.window.start && $0.startDate < data.window.end }
        if showsLimits { drawFall(in: &body, on: &grid) }
        guard body.height >= 3, !readings.isEmpty else { return }
        if showsLimits, body.height >= 6 {
            let words = limitWords.truncated(to: body.width, ellipsis: theme.glyphs.ellipsis)
            grid.write(Line(words, theme.dim), in: body.cutTop(1))
            _ = body.cutTop(1)
        }
        let note = ChartStrings.againstTheMean(max(readings.count, data.bars.reduce(0) { $0 + $1.samples }))
        grid.section(Line(ChartStrings.readings, .bold), note: note, in: body.cutTop(1), theme: theme)
        let columns = [
            TableColumn.figures("", minimum: 5, maximum: 11, importance: 9),
            TableColumn.dates("", minimum: 6, maximum: 16, importance: 8),
            TableColumn("", minimum: 5, maximum: 8, importance: 6),
            TableColumn.figures("", minimum: 5, maximum: 11, importance: 5),
        ]
        let reached = ChartStrings.limitReached.displayWidth
        let limits = showsLimits ? [TableColumn("", alignment: .right, width: reached, importance: 7)] : []
        Table(
            name: Self.readingsName,
            columns: columns + limits,
            count: readings.count,
            state: ListState(),
            showsHeader: false,
            isFocused: readings.first.map { $0.startDate >= bar.start } ?? false
        ) { row(readings[$0]) }
        .draw(in: body, on: &grid, theme: theme)
    }

    /// Draws how many readings lie under the limit and how many reach it.
    private func drawFall(in body: inout Rect, on grid: inout CellGrid) {
        guard let fall = data.halves?.fall, fall.under + fall.reached > 0, body.height >= 10 else { return }
        let name = Line(ChartStrings.whereReadingsFall, .bold)
        grid.section(name, note: ChartStrings.byTheWorse, in: body.cutTop(1), theme: theme)
        let (upper, lower) = (limitNumber(limit.systolic), limitNumber(limit.diastolic))
        let rows = [
            (ChartStrings.underLimit(upper, lower), fall.under, theme.style(hue)),
            (ChartStrings.atLimit(upper, lower), fall.reached, theme.warning),
        ]
        let width = min(rows.map(\.0.displayWidth).max() ?? 0, body.width / 2)
        let figures = rows.map { NumberText.text($0.1) }
        let digits = figures.map(\.displayWidth).max() ?? 0
        for (row, figure) in zip(rows, figures) {
            let line = body.cutTop(1)
            grid.write(Line(row.0.fitted(to: width, ellipsis: theme.glyphs.ellipsis), theme.dim), in: line)
            grid.write(Line(figure.fitted(to: digits, alignment: .right), .bold), in: line, x: width + 2)
            let share = Double(row.1) / Double(fall.under + fall.reached)
            let room = max(0, line.width - width - digits - 4)
            let bar = Meter.bar(share, width: room, glyphs: theme.glyphs)
            grid.write(bar, in: line, x: width + digits + 4, style: row.2)
        }
    }

    private func row(_ reading: HKCorrelation) -> TableRow {
        guard let pressure = BloodPressure(reading) else { return TableRow([]) }
        let numbers = [pressure.systolic, pressure.diastolic].map(shownPressure)
        let start = reading.startDate
        let isHigh = showsLimits && limit.isReached(pressure.systolic, pressure.diastolic)
        let day = data.window.span == .all ? dates.longDay(start) : dates.shortDay(start)
        return TableRow(
            [
                Line(numbers.map(unit.text).joined(separator: "/"), .bold), Line(day, theme.dim),
                Line(dates.time(start), theme.dim), Line(fromMean(numbers), theme.dim),
                Line(isHigh ? ChartStrings.limitReached : "", theme.warning),
            ],
            shorter: [1: dates.shorterDays(start).map { Line($0, theme.dim) }]
        )
    }

    /// How far both numbers are from the mean, as the numbers are read: `+3/±0`.
    private func fromMean(_ numbers: [Double]) -> String {
        guard let whole = data.whole, let mean = whole.mean, let second = whole.second else { return "" }
        return zip(numbers, [mean, second])
            .map { number, mean in
                let apart = unit.shown(number) - unit.shown(mean)
                return unit.shownDistance(apart) == 0 ? "±" + unit.text(0) : unit.signed(apart)
            }
            .joined(separator: "/")
    }
}
