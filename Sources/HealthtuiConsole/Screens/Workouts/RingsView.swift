import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Draws a month of rings: a calendar if there is room, otherwise a list; next to it the day under the cursor and the
/// streaks.
struct RingsView {
    let month: Date
    let day: Date
    let summaries: [CalendarDay: ActivityRings]
    let streaks: RingStreaks?
    let inWheelchair: Bool
    let environment: ConsoleEnvironment

    private var calendar: Calendar { environment.calendar }
    private var theme: Theme { environment.theme }

    /// The least room of a calendar: six weeks of three rows and their names.
    private static let calendarSize = Size(width: 70, height: 20)
    /// The minimum width for a separate column with the day and the streaks.
    private static let panelWidth = 160

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        if rect.width >= Self.panelWidth, rect.height >= 24 {
            let panel = body.cutRight(44)
            let edge = Rect(x: panel.x, y: panel.y + 1, width: 1, height: panel.height - 2)
            for y in 0..<edge.height { grid.write(theme.glyphs.vertical, in: edge, y: y, style: theme.faint) }
            drawPanel(
                in: Rect(x: panel.x + 2, y: panel.y + 1, width: panel.width - 3, height: panel.height - 1),
                on: &grid
            )
            return drawCalendar(in: body, on: &grid)
        }
        let lines = linesBelow(width: rect.width - 2)
        let detail = body.cutBottom(min(lines.count, body.height > 12 ? 3 : body.height > 4 ? 2 : 1))
        for (index, line) in lines.prefix(detail.height).enumerated() { grid.write(line, in: detail, x: 1, y: index) }
        if rect.width >= Self.calendarSize.width, rect.height >= Self.calendarSize.height {
            drawCalendar(in: body, on: &grid)
        } else {
            drawList(in: body, on: &grid)
        }
    }

    /// The name of the click targets, whose index is the day's in the month.
    static let daysName = "rings.days"

    func rings(_ date: Date) -> ActivityRings? { summaries[CalendarDay(date, in: calendar)] }

    var days: [Date] {
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 31
        return (0..<count).map { calendar.civilDate(byAdding: .day, value: $0, to: month) }
    }

    // MARK: Calendar

    private func drawCalendar(in rect: Rect, on grid: inout CellGrid) {
        let first = (calendar.component(.weekday, from: month) - calendar.firstWeekday + 7) % 7
        let weeks = max(1, (first + days.count + 6) / 7)
        let width = (rect.width - 2) / 7
        let height = max(3, (rect.height - 1) / weeks)
        for column in 0..<7 {
            let date = calendar.civilDate(byAdding: .day, value: column - first + 7, to: month)
            grid.write(Line(environment.dates.weekday(date), theme.dim), in: rect, x: 1 + column * width)
        }
        for (index, date) in days.enumerated() {
            let cell = (index + first) % 7
            let area = Rect(
                x: rect.x + 1 + cell * width,
                y: rect.y + 1 + (index + first) / 7 * height,
                width: width - 1,
                height: height
            )
            .intersection(rect)
            grid.layout.addTarget(.item(Self.daysName, index), in: area)
            drawCell(date, number: index + 1, in: area, on: &grid)
        }
    }

    private func drawCell(_ date: Date, number: Int, in area: Rect, on grid: inout CellGrid) {
        guard !area.isEmpty else { return }
        let isHere = calendar.civilDays(from: date, to: day) == 0
        let label = (number < 10 ? " " : "") + "\(number)"
        grid.write(label, in: area, x: 0, style: isHere ? theme.accent.adding(.bold) : theme.dim)
        if isHere {
            let edge = Rect(x: area.x - 1, y: area.y, width: 1, height: 1)
            grid.write(theme.glyphs.cursorRow, in: edge, style: theme.accent)
        }
        guard let rings = rings(date) else { return }
        if rings.isPaused {
            _ = grid.write(RingsStrings.paused, in: area, x: 3, style: theme.dim)
            return
        }
        var picture = area
        _ = picture.cutLeft(4)
        // Rings of neighbouring weeks do not touch where there are rows to spare.
        if picture.height > RingsChart.leastRows(theme) { _ = picture.cutBottom(1) }
        guard RingsChart.rows(in: picture.size) >= RingsChart.leastRows(theme) else {
            return drawGauges(rings, in: area, on: &grid)
        }
        let kinds = ActivityRings.Kind.allCases
        RingsChart(kinds.map { rings[$0].goal > 0 ? rings[$0].share : nil })
            .draw(in: picture, on: &grid, theme: theme)
        let bottom = RingsChart.rows(in: picture.size) - 1
        grid.write(RingMarks.marks(rings, theme), in: area, x: 0, y: bottom)
    }

    /// Draws a gauge for each ring next to the day's number.
    private func drawGauges(_ rings: ActivityRings, in area: Rect, on grid: inout CellGrid) {
        let width = min(24, area.width - 4)
        for kind in ActivityRings.Kind.allCases where kind.rawValue < area.height {
            guard rings[kind].goal > 0 else {
                grid.write(theme.glyphs.notOffered, in: area, x: 3, y: kind.rawValue, style: theme.dim)
                continue
            }
            let style = theme.style(Hue.rings[kind.rawValue])
            let gauge = Gauge.line(rings[kind].share, width: width, style: style, theme: theme)
            grid.write(gauge, in: area, x: 3, y: kind.rawValue)
        }
    }

    // MARK: List

    /// The days around the cursor, a line each: how much of each goal was reached.
    private func drawList(in rect: Rect, on grid: inout CellGrid) {
        let days = days
        let here = days.firstIndex { calendar.civilDays(from: $0, to: day) == 0 } ?? 0
        let top = max(0, min(here - rect.height / 2, days.count - rect.height))
        for (line, index) in (top..<min(days.count, top + rect.height)).enumerated() {
            let row = rect.row(line)
            grid.layout.addTarget(.item(Self.daysName, index), in: row)
            let isHere = index == here
            grid.write(
                environment.dates.weekday(days[index]) + (index < 9 ? "  " : " ") + "\(index + 1)",
                in: row,
                x: 1,
                style: isHere ? .bold : theme.dim
            )
            if isHere { grid.write(theme.glyphs.cursorRow, in: row, style: theme.accent) }
            guard let rings = rings(days[index]) else { continue }
            if rings.isPaused {
                grid.write(RingsStrings.paused, in: row, x: 9, style: theme.dim)
                continue
            }
            drawShares(rings, in: row, on: &grid)
        }
    }

    private func drawShares(_ rings: ActivityRings, in row: Rect, on grid: inout CellGrid) {
        let width = max(4, min(16, (row.width - 12) / 3 - 7))
        for (column, kind) in ActivityRings.Kind.allCases.enumerated() {
            let x = 9 + column * (width + 7)
            // There is no percentage without a goal.
            guard rings[kind].goal > 0 else {
                let none = theme.glyphs.notOffered.fitted(to: 5, alignment: .right)
                grid.write(none, in: row, x: x, style: theme.dim)
                continue
            }
            let share = rings[kind].share
            grid.write(RingText.percent(share).fitted(to: 5, alignment: .right), in: row, x: x)
            let style = theme.style(Hue.rings[column])
            grid.write(Gauge.line(share, width: width, style: style, theme: theme), in: row, x: x + 6)
        }
    }
}
