import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// Draws the console: the path, the open screen, the keys that work, and what lies over them.
struct ConsoleView {
    let state: ConsoleState
    let environment: ConsoleEnvironment
    let keys: KeyMap<Command>

    private var theme: Theme { environment.theme }

    func draw(at size: Size) -> CellGrid {
        if let notice = SizeNotice.screen(at: size) { return notice }
        var grid = CellGrid(size: size)
        grid.title = "healthtui"
        if let lock = state.lock {
            drawSheet(lock.screen, on: &grid)
        } else if let sheet = state.sheet {
            drawSheet(sheet.screen, on: &grid)
        } else {
            drawScreen(on: &grid)
        }
        switch state.overlay {
        case .help(let sheet): sheet.draw(over: grid.bounds, on: &grid, theme: theme)
        case .question(let question): question.dialog.draw(over: grid.bounds, on: &grid, theme: theme)
        case .commandLine(let line): line.draw(in: grid.bounds, on: &grid, theme: theme)
        case nil: break
        }
        return grid
    }

    private func drawScreen(on grid: inout CellGrid) {
        guard let open = state.current else { return }
        var body = grid.bounds
        let header = body.cutTop(1)
        if grid.size.height >= 14 { grid.rule(in: body.cutTop(1), theme: theme) }
        let footer = body.cutBottom(1)
        drawHeader(open.screen, in: header, on: &grid)
        drawFooter(open.screen, in: footer, on: &grid)
        open.screen.draw(in: body, on: &grid, environment)
    }

    /// A request's sheet takes the whole screen, so that nothing under it can be mistaken for it.
    private func drawSheet(_ screen: any Screen, on grid: inout CellGrid) {
        var body = grid.bounds
        let footer = body.cutBottom(1)
        screen.draw(in: body, on: &grid, environment)
        drawFooter(screen, in: footer, on: &grid)
    }

    private func drawHeader(_ screen: any Screen, in rect: Rect, on grid: inout CellGrid) {
        let stack = state.stacks[state.tab] ?? []
        guard stack.count > 1 else {
            let tabs = Tab.available(isReadOnly: environment.isReadOnly)
            let bar = TabBar(
                tabs.map { TabBar.Tab(Key(.character(Character("\($0.rawValue + 1)"))), $0.title) },
                selected: tabs.firstIndex(of: state.tab) ?? 0,
                trailing: status(screen)
            )
            return bar.draw(in: rect, on: &grid, theme: theme)
        }
        let path = [state.tab.title] + stack.dropFirst().map(\.screen.title)
        BreadcrumbBar(path, trailing: status(screen)).draw(in: rect, on: &grid, theme: theme)
    }

    /// What matters: a waiting request, that the console only reads, else what the screen says, else the day.
    private func status(_ screen: any Screen) -> Line {
        var parts: [Line] = []
        if !state.waiting.isEmpty, !environment.isReadOnly {
            parts.append(Line(NumberText.count(state.waiting.count, "request"), theme.warning))
        }
        if environment.isReadOnly { parts.append(Line("read-only", theme.warning)) }
        let own = screen.trailing(environment)
        let isRoot = state.stacks[state.tab]?.count == 1
        if !own.isEmpty {
            parts.append(own)
        } else if isRoot {
            parts.append(Line(environment.dates.weekday(state.now) + " " + dayNumber, theme.dim))
        }
        return parts.reduce(Line.empty) { $0.isEmpty ? $1 : $0 + "  " + $1 }
    }

    private var dayNumber: String { "\(environment.calendar.component(.day, from: state.now))" }

    private func drawFooter(_ screen: any Screen, in rect: Rect, on grid: inout CellGrid) {
        if let notice = state.notice {
            grid.write(
                notice.truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis),
                in: rect,
                x: 1,
                style: .bold
            )
            return
        }
        guard screen.isReady else { return }
        HintBar(keys.hints(in: screen.keyContexts)).draw(in: rect, on: &grid, theme: theme)
    }
}
