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
            case .ranges where !hasBounds: [.value]
            case .ranges: [.least, .value, .most]
            case .pairs: [.value, .second]
            }
        let single: [DayTable.Column] = data.kind == .pairs ? [] : [.difference, .rolling]
        let sources = separatesSources ? data.sources.prefix(3).map { DayTable.Column.source($0.bundle) } : []
        return [.when] + values + single + [.samples] + (before == nil ? [] : [.before]) + sources
            + (goal?.goal.period == .day ? [.goal] : [])
    }

    /// Whether a day has a least and a greatest value of its own.
    private var hasBounds: Bool { data.days?.days.values.contains { $0.least != nil } ?? false }

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
        drawSleepSwitch(in: &body, on: &grid)
        drawHeader(dayFigures, in: &body, on: &grid)
        let rows = rows(table)
        let selected =
            rows.firstIndex { $0.day != nil && $0.day == table.day } ?? rows.firstIndex { $0.day != nil } ?? 0
        let cells = DayCells(self, rows, near: selected, room: rect)
        if body.height >= 10, rows.indices.contains(selected), let day = rows[selected].day {
            drawDayReading(day, cells, in: body.cutBottom(1), on: &grid)
        }
        if goal != nil, body.height >= 8 { drawGoal(in: body.cutBottom(1), on: &grid) }
        table.filter.draw(in: &body, on: &grid, theme: theme, placeholder: ChartStrings.dayFilter)
        let columns = dayColumns
        let table = Table(
            name: Self.tableName,
            columns: columns.map(cells.column),
            count: rows.count,
            state: ListState(selected: selected),
            sort: table.sort.shown,
            emptyText: table.filter.isActive ? SharedStrings.noMatch(table.filter.text) : SharedStrings.noData
        ) { index in
            switch rows[index] {
            case .month(let span): .line(cells.month(span))
            case .day(let day): cells.row(day, columns)
            }
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    // MARK: The first line

    /// The summary of the recorded days of a span that are over; days that count as 0 have no row, and are none of them.
    func recordedSummary(_ span: Range<CalendarDay>) -> MeasureSummary? {
        guard var days = data.days else { return nil }
        days.recorded = nil
        return MeasureSummary(days, in: span)
    }

    /// The day with the least and that with the greatest value of a span; nil where they are alike.
    func extremes(_ span: Range<CalendarDay>) -> DayExtremes? {
        guard let summary = recordedSummary(span), let least = summary.least, let most = summary.most,
            least.value.value != most.value.value
        else { return nil }
        return DayExtremes(least: least.day, most: most.day)
    }

    /// The least and the greatest day, and the mean of all.
    private var dayFigures: [ChartText.Figure] {
        var figures: [ChartText.Figure] = []
        if let span = data.days?.span, let found = extremes(span) {
            figures = [
                ChartText.Figure(
                    name: ChartStrings.leastDay,
                    value: theme.glyphs.falling + " " + valueText(found.least) + " " + when(found.least)
                ),
                ChartText.Figure(
                    name: ChartStrings.mostDay,
                    value: theme.glyphs.rising + " " + valueText(found.most) + " " + when(found.most)
                ),
            ]
        }
        if let whole = data.whole, let mean = whole.mean {
            let number = unit.text(mean) + (whole.second.map { "/" + unit.text($0) } ?? "")
            let days = text.days(whole)
            figures.append(
                ChartText.Figure(
                    name: ChartStrings.average,
                    value: number + ", " + days.whole,
                    brief: number + ", " + days.brief
                )
            )
        }
        return figures
    }

    /// The value of a day; of a pair both numbers.
    func valueText(_ day: CalendarDay) -> String {
        let numbers = [number(.value, day), data.kind == .pairs ? number(.second, day) : nil].compactMap { $0 }
        return numbers.map(unit.text).joined(separator: "/")
    }

    // MARK: The last line

    /// What the day that is read says, where it stands among the others, and how far from the average.
    private func drawDayReading(_ day: CalendarDay, _ cells: DayCells, in rect: Rect, on grid: inout CellGrid) {
        grid.write(theme.glyphs.cursorRow, in: rect, style: theme.accent)
        let name = Line(dates.longDay(start(of: day)), .bold)
        let when = name.truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis)
        let label = unit.label.isEmpty ? "" : " " + unit.label
        let value = data.kind == .pairs ? valueText(day) + label : number(.value, day).map(unit.labelled) ?? ""
        let facts = [cells.standing(day), distance(day)].compactMap { $0 }
        let lines = [Line(value, theme.style(hue, .read).adding(.bold))] + facts.map { Line($0, theme.dim) }
        let line = Line.fitting(lines, by: Line(", ", theme.dim), in: rect.width - when.width - 4)
        grid.write(when + "  " + line, in: rect, x: 1)
    }

    /// How far a day is from the average, in words.
    private func distance(_ day: CalendarDay) -> String? {
        guard data.kind != .pairs, data.days?.isOver(day) ?? false, let apart = number(.difference, day) else {
            return nil
        }
        let shown = unit.shownDistance(apart)
        guard shown != 0 else { return nil }
        let text = unit.distance(abs(shown))
        if unit.isClock { return shown > 0 ? ChartStrings.afterAverage(text) : ChartStrings.beforeAverage(text) }
        return shown > 0 ? ChartStrings.overAverage(text) : ChartStrings.underAverage(text)
    }
}
