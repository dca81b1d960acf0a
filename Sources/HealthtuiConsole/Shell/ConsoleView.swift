import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Draws the console: the path, the open screen, the available keys, and overlays.
struct ConsoleView {
    let state: ConsoleState
    let environment: ConsoleEnvironment
    let keys: KeyMap<Command>

    private var theme: Theme { environment.theme }

    /// The name of the click target that shows the waiting request.
    static let requestsName = "requests"

    func draw(at size: Size) -> CellGrid {
        if let notice = SizeNotice.screen(at: size) { return notice }
        var grid = CellGrid(size: size)
        grid.title = "healthtui"
        if let proof = state.proof {
            drawSheet(proof.screen, on: &grid)
        } else if let lock = state.lock {
            drawSheet(lock.screen, on: &grid)
        } else if let sheet = state.sheet {
            drawBehind(sheet.screen, on: &grid)
            drawSheet(sheet.screen, on: &grid)
        } else {
            drawScreen(on: &grid)
        }
        switch state.overlay {
        case .help(let sheet): sheet.draw(over: grid.bounds, on: &grid, theme: theme)
        case .question(let question):
            if let undo = question.undo {
                undo.draw(question.dialog, over: grid.bounds, on: &grid, environment)
            } else {
                question.dialog.draw(over: grid.bounds, on: &grid, theme: theme)
            }
        case .commandLine(let palette): palette.line.draw(in: grid.bounds, on: &grid, theme: theme)
        case nil: break
        }
        return grid
    }

    private func drawScreen(on grid: inout CellGrid) {
        if let open = state.current { draw(open, on: &grid) }
    }

    private func draw(_ open: OpenScreen, on grid: inout CellGrid) {
        var body = grid.bounds
        let header = body.cutTop(1)
        let rule = grid.size.height >= 14 ? body.cutTop(1) : nil
        let footer = body.cutBottom(1)
        drawHeader(open.screen, in: header, over: rule, on: &grid)
        open.screen.draw(in: body, on: &grid, environment)
        drawFooter(open.screen, in: footer, below: body, on: &grid)
    }

    /// Draws the screen under a request, so faint that none of it can be mistaken for part of the sheet.
    ///
    /// Nothing is drawn if the sheet has no frame, or if the terminal has no shades to distinguish the two.
    private func drawBehind(_ sheet: any Screen, on grid: inout CellGrid) {
        guard sheet is any RequestSheet, theme.hasShades, let under = state.stacks[state.tab]?.last,
            Self.isFramed(sheet, at: Size(width: grid.size.width, height: grid.size.height - 1))
        else { return }
        let title = grid.title
        draw(under, on: &grid)
        grid.restyle(grid.bounds) { _ in theme.faint }
        // It doesn't react to keys or clicks.
        grid.layout = Layout()
        grid.cursor = nil
        grid.title = title
        var body = grid.bounds
        grid.clear(body.cutBottom(1))
    }

    /// Whether a sheet leaves room around its frame.
    private static func isFramed(_ sheet: any Screen, at size: Size) -> Bool {
        sheet is AssistantScreen ? AssistantScreen.isFramed(at: size) : RequestScreen.isFramed(at: size)
    }

    /// A sheet takes the whole screen: nothing under it has keys.
    private func drawSheet(_ screen: any Screen, on grid: inout CellGrid) {
        var body = grid.bounds
        let footer = body.cutBottom(1)
        screen.draw(in: body, on: &grid, environment)
        drawFooter(screen, in: footer, below: body, on: &grid)
    }

    private func drawHeader(_ screen: any Screen, in rect: Rect, over rule: Rect?, on grid: inout CellGrid) {
        let stack = state.stacks[state.tab] ?? []
        guard stack.count > 1 else {
            let tabs = Tab.available(isReadOnly: environment.isReadOnly)
            return drawTabs(tabs, status(screen, rect.width), in: rect, over: rule, on: &grid)
        }
        let path = [state.tab.title] + stack.dropFirst().map(\.screen.title)
        BreadcrumbBar(path, trailing: status(screen, rect.width)).draw(in: rect, on: &grid, theme: theme)
        if let rule { grid.rule(in: rule, theme: theme, under: grid.layout.frames[TabBar.openName]) }
    }

    /// The names of the main screens, and the status next to them.
    ///
    /// Draws the tabs and the status; if both don't fit, an important status moves into the rule below, and the day is
    /// omitted.
    ///
    /// The longest names are cut before all become numbers.
    private func drawTabs(_ tabs: [Tab], _ status: Line, in rect: Rect, over rule: Rect?, on grid: inout CellGrid) {
        func bar(_ trailing: Line) -> TabBar {
            TabBar(
                tabs.map { TabBar.Tab(Key(.character(Character("\($0.rawValue + 1)"))), $0.title) },
                selected: tabs.firstIndex(of: state.tab) ?? 0,
                trailing: trailing
            )
        }
        let trailing = status.isEmpty ? day(isWide: rect.width >= 120) : status
        let hasNames = bar(.empty).leastNameWidth(ellipsis: theme.glyphs.ellipsis) <= rect.width
        let isTight = hasNames && bar(.empty).nameWidth > rect.width - trailing.width - 2
        guard isTight, status.isEmpty || rule != nil else {
            bar(trailing).draw(in: rect, on: &grid, theme: theme)
            if let rule { grid.rule(in: rule, theme: theme, under: grid.layout.frames[TabBar.openName]) }
            return
        }
        bar(.empty).draw(in: rect, on: &grid, theme: theme)
        if let rule { grid.rule(in: rule, theme: theme, under: grid.layout.frames[TabBar.openName]) }
        if let rule, !status.isEmpty {
            grid.write(" " + status + " ", in: rule, x: max(0, rule.width - status.width - 2))
        }
    }

    /// The most important status: a waiting request, read-only mode, else the screen's own.
    private func status(_ screen: any Screen, _ width: Int) -> Line {
        var parts: [Line] = []
        if state.isGuest { parts.append(Line(ShellStrings.guest, theme.warning)) }
        if !state.waiting.isEmpty, !environment.isReadOnly {
            let text = ShellStrings.requests(state.waiting.count)
            parts.append(Line(text, theme.warning, link: Link(Self.requestsName, 0)))
        }
        if environment.isReadOnly { parts.append(Line(ShellStrings.readOnly, theme.warning)) }
        // In little space, guest mode comes before everything else.
        let isTight = state.isGuest && width < 100
        let own = isTight ? .empty : screen.trailing(environment)
        if !own.isEmpty { parts.append(own) }
        return parts.reduce(Line.empty) { $0.isEmpty ? $1 : $0 + "  " + $1 }
    }

    private func day(isWide: Bool) -> Line {
        if isWide { return Line(environment.dates.longDay(state.now), theme.dim) }
        let number = environment.calendar.component(.day, from: state.now)
        return Line(environment.dates.weekday(state.now) + " \(number)", theme.dim)
    }

    private func drawFooter(_ screen: any Screen, in rect: Rect, below body: Rect, on grid: inout CellGrid) {
        if let notice = state.notice { return draw(notice, in: rect, below: body, on: &grid) }
        guard screen.isReady else { return }
        let hints = keys.hints(in: screen.keyContexts, without: screen.idle(environment))
        HintBar(hints).draw(in: rect, on: &grid, theme: theme)
    }

    /// Draws a notice in as many of the last lines as it needs, since the remedy comes at its end.
    private func draw(_ notice: String, in rect: Rect, below body: Rect, on grid: inout CellGrid) {
        let lines = notice.wrapped(to: rect.width - 2)
        let height = min(lines.count, 1 + body.height / 2)
        guard height > 0 else { return }
        let area = Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height)
        grid.clear(area)
        for y in 0..<height {
            let isCut = y == height - 1 && height < lines.count
            let line = isCut ? lines[y] + theme.glyphs.ellipsis : lines[y]
            grid.write(
                line.truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis),
                in: area,
                x: 1,
                y: y,
                style: .bold
            )
        }
    }
}
