import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The table of a chart's days, drawn.
extension ChartView {
    /// The columns, from the left.
    var dayColumns: [DayTable.Column] {
        let values: [DayTable.Column] =
            switch data.kind {
            case .totals, .timeline: [.value, .bar]
            case .ranges: [.least, .value, .most]
            case .pairs: [.value, .second]
            }
        let single: [DayTable.Column] = data.kind == .pairs ? [] : [.difference, .rolling]
        let sources = separatesSources ? data.sources.prefix(3).map { DayTable.Column.source($0.bundle) } : []
        return [.when] + values + single + [.samples] + (before == nil ? [] : [.before]) + sources
            + (goal?.goal.period == .day ? [.goal] : [])
    }

    /// The columns that the rows can be sorted by, the value first.
    var daySortColumns: [ListSort.Column] {
        let all = dayColumns.enumerated()
        let rest = all.filter { $0.element != .value && $0.element != .bar }
        return all.filter { $0.element == .value }.map { .numbers($0.offset) }
            + rest.map { $0.element == .goal ? .words($0.offset) : .numbers($0.offset) }
    }

    /// Draws the days as a table, the one that is read with its cursor.
    func drawDays(_ table: DayTable, in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        drawHeader(dayFigures, in: &body, on: &grid)
        if goal != nil, body.height >= 8 { drawGoal(in: body.cutBottom(1), on: &grid) }
        table.filter.draw(in: &body, on: &grid, theme: theme, placeholder: ChartStrings.dayFilter)
        let (rows, columns, extremes) = (rows(table), dayColumns, extremes)
        let greatest = data.recordedDays.compactMap { number(.value, $0) }.max() ?? 0
        let wide = max(12, min(44, rect.width / 4))
        let selected =
            rows.firstIndex { $0.day != nil && $0.day == table.day } ?? rows.firstIndex { $0.day != nil } ?? 0
        let table = Table(
            name: Self.tableName,
            columns: columns.map { self.column($0, width: wide) },
            count: rows.count,
            state: ListState(selected: selected),
            sort: table.sort.shown,
            emptyText: table.filter.isActive ? SharedStrings.noMatch(table.filter.text) : SharedStrings.noData
        ) { index in
            guard let day = rows[index].day else { return .line(monthLine(rows[index])) }
            let cells: [Line] = columns.map { column in
                column == .bar ? bar(day, of: greatest, width: wide) : cell(column, day, extremes)
            }
            return TableRow(cells, shorter: [0: shorterWhen(day).map { Line($0) }])
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    // MARK: The first line

    /// The day with the least and that with the greatest value, of those that are over.
    private var extremes: (least: CalendarDay, most: CalendarDay)? {
        guard let days = data.days else { return nil }
        let over = data.recordedDays.filter(days.isOver)
        func value(_ day: CalendarDay) -> Double { days.days[day]?.value ?? 0 }
        guard over.count > 1, let least = over.min(by: { value($0) < value($1) }),
            let most = over.max(by: { value($0) < value($1) }), value(least) < value(most)
        else { return nil }
        return (least, most)
    }

    /// The least and the greatest day, and the mean of all.
    private var dayFigures: [ChartText.Figure] {
        var figures: [ChartText.Figure] = []
        if let (least, most) = extremes {
            figures = [
                ChartText.Figure(
                    name: ChartStrings.leastDay,
                    value: theme.glyphs.falling + " " + valueText(least) + " " + when(least)
                ),
                ChartText.Figure(
                    name: ChartStrings.mostDay,
                    value: theme.glyphs.rising + " " + valueText(most) + " " + when(most)
                ),
            ]
        }
        if let whole = data.whole, let mean = whole.mean {
            let number = unit.text(mean) + (whole.second.map { "/" + unit.text($0) } ?? "")
            figures.append(
                ChartText.Figure(
                    name: ChartStrings.average,
                    value: number + ", " + ChartStrings.days(whole.days, of: whole.of),
                    brief: number + ", " + ChartStrings.daysBriefly(whole.days, of: whole.of)
                )
            )
        }
        return figures
    }

    /// The value of a day; of a pair both numbers.
    private func valueText(_ day: CalendarDay) -> String {
        let numbers = [number(.value, day), data.kind == .pairs ? number(.second, day) : nil].compactMap { $0 }
        return numbers.map(unit.text).joined(separator: "/")
    }

    // MARK: Rows

    private func column(_ column: DayTable.Column, width: Int) -> TableColumn {
        func figures(_ title: String, _ importance: Int) -> TableColumn {
            TableColumn.figures(title, minimum: 8, maximum: 12, importance: importance)
        }
        switch column {
        case .when: return TableColumn.dates(SharedStrings.when, minimum: 11, maximum: 32, importance: 10)
        case .least: return figures(ChartStrings.leastColumn, 6)
        case .most: return figures(ChartStrings.mostColumn, 6)
        case .value:
            switch data.kind {
            case .totals where data.whole?.total == nil: return figures(SharedStrings.value, 9)
            case .totals, .timeline: return figures(ChartStrings.totalColumn, 9)
            case .ranges: return figures(ChartStrings.averageColumn, 9)
            case .pairs: return figures(SharedStrings.systolic, 9)
            }
        case .second: return figures(SharedStrings.diastolic, 9)
        case .bar:
            let title = theme.glyphs.guide + " " + ChartStrings.averageColumn
            return TableColumn(title, minimum: width, maximum: width, importance: 1)
        case .difference: return figures(ChartStrings.differenceColumn, 2)
        case .rolling: return figures(ChartStrings.rollingColumn, 2)
        case .samples: return figures(SharedStrings.samplesHeading, 4)
        case .before: return figures(ChartStrings.beforeColumn, 7)
        case .goal: return TableColumn(GoalStrings.goalColumn, minimum: 8, maximum: 16, importance: 8)
        case .source(let bundle):
            let name = data.sources.first { $0.bundle == bundle }?.name ?? bundle
            return TableColumn.figures(name, minimum: 8, maximum: 16, importance: 3)
        }
    }

    private func cell(
        _ column: DayTable.Column,
        _ day: CalendarDay,
        _ extremes: (least: CalendarDay, most: CalendarDay)?
    ) -> Line {
        switch column {
        case .when:
            let isOver = data.days?.isOver(day) ?? true
            let words = isOver ? when(day) : SharedStrings.soFar(when(day))
            let mark = day == extremes?.least ? theme.glyphs.falling : day == extremes?.most ? theme.glyphs.rising : ""
            return Line(mark.isEmpty ? words : words + " " + mark)
        case .difference: return Line(number(.difference, day).map(signed) ?? "", theme.dim)
        case .samples: return Line(number(.samples, day).map { NumberText.text($0) } ?? "")
        case .goal: return goalCell(goalPeriod(day))
        default: return Line(number(column, day).map(unit.text) ?? "")
        }
    }

    private func shorterWhen(_ day: CalendarDay) -> [String] {
        [when(day)] + dates.shorterDays(start(of: day))
    }

    /// A number with its sign: `+1,234`, `−56`.
    private func signed(_ number: Double) -> String {
        let shown = unit.shown(number)
        if shown == 0 { return unit.text(0) }
        return (shown > 0 ? "+" : "−") + unit.text(abs(number))
    }

    /// The value from 0, and where the mean of the days is.
    private func bar(_ day: CalendarDay, of most: Double, width: Int) -> Line {
        guard most > 0, let value = number(.bar, day), value >= 0 else { return .empty }
        let style = theme.style(hue)
        let line = Gauge.line(value / most, width: width, style: style, theme: theme, showsRest: false)
        guard let mean = data.whole?.mean else { return line }
        let place = min(width - 1, max(0, Int((mean / most * Double(width)).rounded())))
        guard place >= line.width else { return line }
        return line + Line(String(repeating: " ", count: place - line.width)) + Line(theme.glyphs.guide, theme.dim)
    }

    /// The heading over a month: what its days say together.
    private func monthLine(_ row: DayTable.Row) -> Line {
        guard case .month(let span) = row else { return .empty }
        let date = start(of: span.lowerBound)
        let name = Line(dates.monthAndYear(date), .bold)
        guard let days = data.days, let value = days.fold(span), let mean = value.mean else { return name }
        func text(_ number: Double) -> String { unit.text(unit.number(number, in: days.measure.unit)) }
        let number = text(mean) + (value.second.map { "/" + text($0) } ?? "")
        var words = [ChartStrings.monthMean(number, ChartStrings.days(value.days, of: value.of))]
        if let total = value.total { words.append(ChartStrings.totalValue(text(total))) }
        return name + Line("   " + words.joined(separator: "   "), theme.dim)
    }
}
