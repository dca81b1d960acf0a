import Foundation
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

extension ChartView {
    static let tableName = "chart.table"

    /// The bars that have a row: those that have data.
    static func tableRows(_ data: ChartData) -> [Int] {
        data.bars.indices.filter { !data.bars[$0].isEmpty || data.kind == .timeline && data.bars[$0].samples > 0 }
    }

    /// Draws the same numbers as a table, the bars that have data from top to bottom.
    func drawTable(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        drawSleepSwitch(in: &body, on: &grid)
        drawHeader(in: &body, on: &grid)
        if goal != nil, body.height >= 8 { drawGoal(in: body.cutBottom(1), on: &grid) }
        let goalColumn = goalColumn
        let bars = Self.tableRows(data)
        let selected = bars.lastIndex { $0 <= cursor ?? .max } ?? 0
        let sources = separatesSources ? Array(data.sources.prefix(3)) : []
        let table = Table(
            name: Self.tableName,
            columns: columns(sources.map(\.name)) + [goalColumn].compactMap { $0 },
            count: bars.count,
            state: ListState(selected: selected),
            emptyText: SharedStrings.noData
        ) { index in
            let bar = data.bars[bars[index]]
            let values =
                cells(bar) + daysCell(bar) + [NumberText.text(bar.samples)] + earlier(bars[index])
                + sources.map { bar.sources[$0.bundle].map(unit.text) ?? "" }
            let when = text.when(bar)
            return TableRow(
                [Line(text.isPartial(bar) ? SharedStrings.soFar(when) : when)] + values.map { Line($0) }
                    + (goalColumn == nil ? [] : [goalCell(bars[index])]),
                shorter: [0: ((text.isPartial(bar) ? [when] : []) + text.shorterWhen(bar)).map { Line($0) }]
            )
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    private func columns(_ sources: [String]) -> [TableColumn] {
        func number(_ title: String, _ importance: Int) -> TableColumn {
            TableColumn.figures(title, minimum: 8, maximum: 12, importance: importance)
        }
        let values: [TableColumn] =
            switch data.kind {
            case .totals where data.barsAverageDays && data.whole?.total == nil: [number(ChartStrings.aDayColumn, 9)]
            case .totals where data.barsAverageDays:
                [number(ChartStrings.aDayColumn, 9), number(ChartStrings.totalColumn, 5)]
            case .totals: [number(ChartStrings.totalColumn, 9)]
            case .ranges:
                [
                    number(ChartStrings.leastColumn, 6), number(ChartStrings.averageColumn, 9),
                    number(ChartStrings.mostColumn, 6),
                ]
            case .pairs: [number(SharedStrings.systolic, 9), number(SharedStrings.diastolic, 9)]
            case .timeline: [TableColumn("", minimum: 12, importance: 9)]
            }
        let days = data.isOfSeveralDays ? [number(ChartStrings.daysColumn, 5)] : []
        return [TableColumn.dates(SharedStrings.when, minimum: 11, maximum: 32, importance: 10)] + values + days + [
            number(SharedStrings.samplesHeading, 4)
        ]
            + (before == nil ? [] : [number(ChartStrings.beforeColumn, 7)])
            + sources.map { TableColumn.figures($0, minimum: 8, maximum: 16, importance: 3) }
    }

    /// The same bar of the time before, as a cell, while the two are compared.
    private func earlier(_ index: Int) -> [String] {
        guard let before else { return [] }
        let bar = before.bars.indices.contains(index) ? before.bars[index] : nil
        return [(bar?.sum ?? bar?.range?.average).map(unit.text) ?? ""]
    }

    /// The days that the bar's mean is of.
    private func daysCell(_ bar: ChartBar) -> [String] {
        guard data.isOfSeveralDays else { return [] }
        return [bar.value.map { ChartStrings.daysFigure($0.days, of: $0.of) } ?? ""]
    }

    private func cells(_ bar: ChartBar) -> [String] {
        func number(_ value: Double?) -> String { value.map(unit.text) ?? "" }
        switch data.kind {
        case .totals where data.barsAverageDays && data.whole?.total == nil: return [number(bar.sum)]
        case .totals where data.barsAverageDays: return [number(bar.sum), number(bar.total)]
        case .totals: return [number(bar.sum)]
        case .ranges: return [bar.range?.minimum, bar.range?.average, bar.range?.maximum].map(number)
        case .pairs: return [number(bar.range?.average), number(bar.lower?.average)]
        case .timeline: return [text.facts(bar).joined(separator: ", ")]
        }
    }
}
