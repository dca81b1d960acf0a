import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The day under the cursor and the streaks in words, if there is no room next to the month.
struct RingLines {
    let view: RingsView
    let width: Int

    private var theme: Theme { view.environment.theme }
    private var dates: DateText { view.environment.dates }

    /// The day, in one line or two, then the streaks.
    var lines: [Line] { day + streaks }

    private var day: [Line] {
        let name = Line(dates.longDay(view.day), .bold)
        guard let rings = view.rings(view.day) else {
            return [name + Line("  " + RingsStrings.nothingRecorded, theme.dim)]
        }
        if rings.isPaused { return [name + Line("  " + RingsStrings.wasPaused, theme.dim)] }
        let figures = ActivityRings.Kind.allCases.map { kind in
            RingMarks.mark(rings[kind], kind, theme)
                + Line(" " + RingsStrings.ring(kind, inWheelchair: view.inWheelchair) + " ", theme.dim)
                + Line(RingText.figure(rings[kind]))
        }
        let all = figures.dropFirst().reduce(figures[0]) { $0 + "  " + $1 }
        let line = name + "  " + all
        if line.width <= width { return [line] }
        return [name, all.truncated(to: width, ellipsis: theme.glyphs.ellipsis)]
    }

    private var streaks: [Line] {
        guard let streaks = view.streaks else { return [] }
        let facts = ActivityRings.Kind.allCases.compactMap { kind -> Line? in
            let (streak, name) = (streaks[kind], RingsStrings.ring(kind, inWheelchair: view.inWheelchair))
            if streak.current > 0 {
                return Line(RingsStrings.streak(name, streak.current, longest: streak.longest), theme.dim)
            }
            return streak.last.map { Line(RingsStrings.lastClosed(name, dates.shortDay($0)), theme.dim) }
        }
        let line = Line.fitting(facts, by: "   ", in: width)
        return line.isEmpty ? [] : [line]
    }
}

/// The day under the cursor, the rings closed in the month, streaks and weekdays, in a separate column.
struct RingsPanel {
    let view: RingsView

    private var theme: Theme { view.environment.theme }
    private var dates: DateText { view.environment.dates }
    private var kinds: [ActivityRings.Kind] { ActivityRings.Kind.allCases }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var rest = rect
        drawDay(in: &rest, on: &grid)
        drawMonth(in: &rest, on: &grid)
        drawStreaks(in: &rest, on: &grid)
        drawWeekdays(in: &rest, on: &grid)
    }

    private func name(_ kind: ActivityRings.Kind) -> Line {
        Line(RingsStrings.ring(kind, inWheelchair: view.inWheelchair), .bold)
    }

    private func drawDay(in rest: inout Rect, on grid: inout CellGrid) {
        let calendar = view.environment.calendar
        let isToday = calendar.isDate(view.day, inSameDayAs: view.environment.now)
        let head = rest.cutTop(2)
        grid.section(
            Line(dates.longDay(view.day), .bold),
            note: isToday ? RingsStrings.soFar : "",
            in: head,
            theme: theme
        )
        guard let rings = view.rings(view.day), !rings.isPaused else {
            let text = view.rings(view.day) == nil ? RingsStrings.nothingRecorded : RingsStrings.wasPaused
            grid.write(Line(text, theme.dim), in: rest.cutTop(2))
            return
        }
        for kind in kinds {
            let area = rest.cutTop(3)
            let ring = rings[kind]
            grid.write(RingMarks.mark(ring, kind, theme) + " " + name(kind), in: area)
            let percent = ring.goal > 0 ? RingText.percent(ring.share) : ""
            let figure = Line(RingText.figure(ring), .bold) + Line(percent.fitted(to: 8, alignment: .right), theme.dim)
            grid.write(figure, in: area, alignment: .right)
            guard ring.goal > 0 else { continue }
            let style = theme.style(Hue.rings[kind.rawValue])
            grid.write(Gauge.line(ring.share, width: area.width, style: style, theme: theme), in: area, y: 1)
        }
    }

    private func drawMonth(in rest: inout Rect, on grid: inout CellGrid) {
        let counted = view.days.filter { $0 <= view.environment.now }.compactMap(view.rings).filter { !$0.isPaused }
        guard rest.height >= 5, !counted.isEmpty else { return }
        let head = RingsStrings.closedIn(dates.month(view.month))
        grid.section(Line(head, .bold), note: RingsStrings.ofDays(counted.count), in: rest.cutTop(1), theme: theme)
        for kind in kinds {
            let row = rest.cutTop(1)
            let closed = counted.count { $0[kind].isClosed }
            grid.write(Line(RingsStrings.ring(kind, inWheelchair: view.inWheelchair), theme.dim), in: row)
            grid.write(RingsStrings.days(closed).fitted(to: 8, alignment: .right), in: row, x: 10, style: .bold)
            let share = Double(closed) / Double(counted.count)
            let style = theme.style(Hue.rings[kind.rawValue])
            grid.write(Gauge.line(share, width: row.width - 20, style: style, theme: theme), in: row, x: 20)
        }
        _ = rest.cutTop(1)
    }

    private func drawStreaks(in rest: inout Rect, on grid: inout CellGrid) {
        guard let streaks = view.streaks, rest.height >= 7 else { return }
        grid.section(
            Line(RingsStrings.streaks, .bold),
            note: RingsStrings.streaksNote,
            in: rest.cutTop(1),
            theme: theme
        )
        func columns(_ row: Rect, _ name: Line, _ now: Line, _ longest: Line, _ end: Line) {
            grid.write(name, in: row)
            grid.write(now, in: Rect(x: row.x + 10, y: row.y, width: 10, height: 1), alignment: .right)
            grid.write(longest, in: Rect(x: row.x + 20, y: row.y, width: 9, height: 1), alignment: .right)
            grid.write(end, in: row, alignment: .right)
        }
        columns(
            rest.cutTop(1),
            "",
            Line(RingsStrings.now, theme.dim),
            Line(RingsStrings.longest, theme.dim),
            Line(RingsStrings.ended, theme.dim)
        )
        let rows =
            kinds.map { (RingsStrings.ring($0, inWheelchair: view.inWheelchair), streaks[$0]) }
            + [(RingsStrings.allThree, streaks.all)]
        for (name, streak) in rows {
            let end = streak.longestEnd.map { dates.dayAndMonth($0) } ?? theme.glyphs.notOffered
            columns(
                rest.cutTop(1),
                Line(name, theme.dim),
                Line("\(streak.current)", .bold),
                Line("\(streak.longest)"),
                Line(end, theme.dim)
            )
        }
        _ = rest.cutTop(1)
    }

    private func drawWeekdays(in rest: inout Rect, on grid: inout CellGrid) {
        // A ring that was never closed may have no goal.
        guard let streaks = view.streaks, rest.height >= 8, streaks[.move].longest > 0 else { return }
        let calendar = view.environment.calendar
        grid.section(
            Line(RingsStrings.byWeekday, .bold),
            note: RingsStrings.ofWeeks(RingStreaks.weeks),
            in: rest.cutTop(1),
            theme: theme
        )
        for offset in 0..<7 {
            let number = (calendar.firstWeekday - 1 + offset) % 7 + 1
            let row = rest.cutTop(1)
            let distance = number - calendar.component(.weekday, from: view.day)
            let date = calendar.civilDate(byAdding: .day, value: distance, to: view.day)
            grid.write(Line(dates.weekday(date), theme.dim), in: row)
            guard let weekday = streaks.weekdays[number], weekday.days > 0 else { continue }
            let share = Double(weekday.closed) / Double(weekday.days)
            let gauge = Gauge.line(share, width: row.width - 17, style: theme.style(.move), theme: theme)
            grid.write(gauge, in: row, x: 6)
            let text = RingsStrings.ratio(weekday.closed, of: weekday.days)
            grid.write(Line(text, theme.dim), in: row, alignment: .right)
        }
    }
}

extension RingsView {
    /// The day under the cursor and the streaks, for the lines under the month.
    func linesBelow(width: Int) -> [Line] { RingLines(view: self, width: width).lines }

    func drawPanel(in rect: Rect, on grid: inout CellGrid) {
        RingsPanel(view: self).draw(in: rect, on: &grid)
    }
}
