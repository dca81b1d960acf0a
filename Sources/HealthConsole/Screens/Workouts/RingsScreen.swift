import Foundation
import HealthEntry
import HealthKit
import HealthKitUI
import TerminalUI

/// The rings of the days of a month: a calendar where there is room, else a list.
package struct RingsScreen: Screen {
    private var cursor = MonthCursor()
    private var summaries = Loaded<[CalendarDay: ActivityRings]>()
    private var inWheelchair = false

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Content>, month: Date)

        package struct Content: Sendable {
            let days: [CalendarDay: ActivityRings]
            let inWheelchair: Bool
        }
    }

    package var title: String { RingsStrings.title }

    package var contexts: [KeyContext] { [.rings] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line { cursor.title(environment) }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        cursor.goToToday(environment)
        return [load(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if command == .goals { return [.open(.goals)] }
        return cursor.obey(command, environment)?.effects(load(environment))
    }

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let move = cursor.go(to: time, environment)
        return move.effects(load(environment))
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        cursor.mouse(event, days: RingsView.daysName, environment)?.effects(load(environment)) ?? []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer, let month) = action, month == cursor.month else { return [] }
        if case .success(let content) = answer { inWheelchair = content.inWheelchair }
        summaries.take(answer.map(\.days))
        return summaries.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let month = cursor.month, let day = cursor.day, let summaries = summaries.value else {
            self.summaries.drawPlaceholder(RingsStrings.loading, in: rect, on: &grid, theme: environment.theme)
            return
        }
        let view = RingsView(
            month: month,
            day: day,
            summaries: summaries,
            inWheelchair: inWheelchair,
            environment: environment
        )
        view.draw(in: rect, on: &grid)
    }
}

extension RingsScreen {
    private mutating func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (interval, isOther) = cursor.read(environment)
        if isOther { summaries = Loaded() }
        let month = interval.start
        let first = CalendarDay(month, in: environment.calendar)
        let last = CalendarDay(interval.end.addingTimeInterval(-1), in: environment.calendar)
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    let found = try person.summaries(from: first, through: last)
                    let days = found.compactMap { summary in summary.day.map { ($0, ActivityRings(summary)) } }
                    return Action.Content(
                        days: Dictionary(days, uniquingKeysWith: { $1 }),
                        inWheelchair: try person.characteristics().wheelchairUse == HKWheelchairUse.yes.rawValue
                    )
                },
                month: month
            )
        }
    }
}

/// Draws a month of rings.
struct RingsView {
    let month: Date
    let day: Date
    let summaries: [CalendarDay: ActivityRings]
    let inWheelchair: Bool
    let environment: ConsoleEnvironment

    private var calendar: Calendar { environment.calendar }
    private var theme: Theme { environment.theme }

    /// The least room of a calendar: six weeks of three rows and their names.
    private static let calendarSize = Size(width: 70, height: 20)

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let detail = body.cutBottom(body.height > 4 ? 2 : 1)
        drawDay(in: detail, on: &grid)
        if rect.width >= Self.calendarSize.width, rect.height >= Self.calendarSize.height,
            theme.glyphs.repertoire == .all
        {
            drawCalendar(in: body, on: &grid)
        } else {
            drawList(in: body, on: &grid)
        }
    }

    /// The name of the click targets, of which the index is the day's in the month.
    static let daysName = "rings.days"

    private func rings(_ date: Date) -> ActivityRings? {
        summaries[CalendarDay(date, in: calendar)]
    }

    private var days: [Date] {
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 31
        return (0..<count).map { calendar.civilDate(byAdding: .day, value: $0, to: month) }
    }

    // MARK: The day under the cursor

    private func drawDay(in rect: Rect, on grid: inout CellGrid) {
        let name = Line(environment.dates.longDay(day) + "  ", .bold)
        guard let rings = rings(day) else {
            _ = grid.write(name + Line(RingsStrings.nothingRecorded, theme.dim), in: rect, x: 1)
            return
        }
        if rings.isPaused {
            _ = grid.write(name + Line(RingsStrings.wasPaused, theme.dim), in: rect, x: 1)
            return
        }
        let figures = ActivityRings.Kind.allCases.map { kind in
            let label = kind.name(inWheelchair: inWheelchair).lowercased() + " "
            return Line(label, theme.dim) + Line(RingText.figure(rings[kind]))
        }
        let all = figures.reduce(Line.empty) { $0.isEmpty ? $1 : $0 + "  " + $1 }
        if rect.height > 1, name.width + all.width > rect.width - 2 {
            grid.write(name, in: rect, x: 1)
            grid.write(all.truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis), in: rect, x: 1, y: 1)
        } else {
            grid.write((name + all).truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis), in: rect, x: 1)
        }
    }

    // MARK: Calendar

    private func drawCalendar(in rect: Rect, on grid: inout CellGrid) {
        let width = min(14, (rect.width - 2) / 7)
        let first = (calendar.component(.weekday, from: month) - calendar.firstWeekday + 7) % 7
        let weeks = (first + days.count + 6) / 7
        let height = max(3, (rect.height - 1) / max(1, weeks))
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
        grid.write(label, in: area, style: isHere ? theme.accent.adding(.bold) : theme.dim)
        guard let rings = rings(date) else { return }
        if rings.isPaused {
            _ = grid.write(RingsStrings.paused, in: area, x: 3, style: theme.dim)
            return
        }
        let picture = ActivityRingCells(
            shares: ActivityRings.Kind.allCases.map { rings[$0].share },
            columns: min(area.width - 3, area.height * 2),
            rows: area.height
        )
        for row in 0..<picture.rows {
            for column in 0..<picture.columns {
                let cell = picture[column, row]
                guard cell.character != " " else { continue }
                let style = cell.level == .open ? theme.dim : theme.style(Hue.rings[cell.ring?.rawValue ?? 0])
                grid.write(String(cell.character), in: area, x: 3 + column, y: row, style: style)
            }
        }
    }

    // MARK: List

    /// The days around the cursor, a line each: how much of each goal was reached.
    private func drawList(in rect: Rect, on grid: inout CellGrid) {
        let days = days
        let here = days.firstIndex { calendar.civilDays(from: $0, to: day) == 0 } ?? 0
        let top = max(0, min(here - rect.height / 2, days.count - rect.height))
        let width = max(4, min(16, (rect.width - 12) / 3 - 7))
        for (line, index) in (top..<min(days.count, top + rect.height)).enumerated() {
            let row = rect.row(line)
            grid.layout.addTarget(.item(Self.daysName, index), in: row)
            let date = days[index]
            let isHere = index == here
            grid.write(
                environment.dates.weekday(date) + (index < 9 ? "  " : " ") + "\(index + 1)",
                in: row,
                x: 1,
                style: isHere ? .bold : theme.dim
            )
            if isHere { grid.write(theme.glyphs.cursorRow, in: row, style: theme.accent) }
            guard let rings = rings(date) else { continue }
            if rings.isPaused {
                grid.write(RingsStrings.paused, in: row, x: 9, style: theme.dim)
                continue
            }
            for (column, kind) in ActivityRings.Kind.allCases.enumerated() {
                let x = 9 + column * (width + 7)
                // Of no goal there is no share.
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
}
