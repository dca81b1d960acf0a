import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension RequestScreen {
    /// From this size on the sheet has a frame, and summarizes the answer.
    private static let roomy = Size(width: 78, height: 20)
    private static let framed = Size(width: 100, height: 30)

    /// Whether the sheet has a frame at a size, and leaves the rest of it free.
    static func isFramed(at size: Size) -> Bool { size.width >= framed.width && size.height >= framed.height }

    /// The width of the contents in a frame.
    private static let width = 88

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        let isFramed = Self.isFramed(at: rect.size)
        let frame = isFramed ? frame(in: rect) : nil
        if let frame { body = drawFrame(frame, on: &grid, environment) }
        drawHead(in: &body, isFramed: isFramed, on: &grid, environment)
        drawWarnings(in: &body, on: &grid)
        let isRoomy = body.width >= Self.roomy.width && rect.height >= Self.roomy.height
        IdentityText.draw(request.app, in: &body, on: &grid, theme: theme)
        if request.companion == nil {
            if isRoomy {
                drawApp(in: &body, on: &grid, theme)
            } else {
                UsageText.draw(request.app, in: &body, on: &grid, theme: theme)
            }
        }
        sinceField.draw(in: &body, on: &grid, theme: theme)
        if let since {
            let line = body.cutBottom(1)
            let text = Line(AuthorizeStrings.readsSince(environment.dates.full(since)), theme.warning)
            let ellipsis = theme.glyphs.ellipsis
            grid.write(text.truncatedBetweenWords(to: line.width - 2, ellipsis: ellipsis), in: line, x: 1)
        }
        if body.height >= 10, request.companion == nil { drawOutcome(in: &body, isRoomy: isRoomy, on: &grid, theme) }
        permissions.draw(in: body, on: &grid, theme: theme)
        guard let frame else { return }
        grid.restyle(frame) { $0.background == .default ? theme.onGround($0, .panelGround) : $0 }
    }

    /// The centered frame of the sheet.
    private func frame(in rect: Rect) -> Rect {
        rect.centered(width: Self.width + 6, height: min(rect.height - 2, permissions.rows.count + 18))
    }

    /// Draws a frame with its own background, and returns the inside.
    private func drawFrame(_ frame: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) -> Rect {
        let theme = environment.theme
        let inside = grid.frame(frame, theme: theme)
        let asked = environment.dates.moment(Date(timeIntervalSinceReferenceDate: request.created))
        let title = " " + AuthorizeStrings.requestAsked(request.id, asked) + " "
        grid.write(Line(title, theme.dim), in: frame, x: max(2, frame.width - title.displayWidth - 3))
        return inside.inset(horizontally: 2, vertically: 1)
    }

    private func drawHead(
        in body: inout Rect,
        isFramed: Bool,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let theme = environment.theme
        let head = body.cutTop(1)
        let wish = request.companion.map { AuthorizeStrings.asksForCompanion($0.bundleIdentifier) }
        let name = Line(request.app.name, isFramed ? theme.accent.adding(.bold) : .bold)
        let title = name + Line(wish ?? AuthorizeStrings.asksForAccess, isFramed ? .bold : .plain)
        grid.write(title.truncated(to: head.width - 2, ellipsis: theme.glyphs.ellipsis), in: head, x: 1)
        guard !isFramed else {
            _ = body.cutTop(1)
            return
        }
        let number = Line(AuthorizeStrings.request(request.id), theme.dim)
        if title.width + number.width + 4 < head.width {
            grid.write(number, in: head, x: head.width - number.width - 1)
        }
        if body.height >= 12 { grid.rule(in: body.cutTop(1), theme: theme) }
    }

    /// Draws the warnings in full, however long: that another program had the name, and the programs of a pair.
    private func drawWarnings(in body: inout Rect, on grid: inout CellGrid) {
        if let former = request.takenFrom, request.app.changed == nil {
            for line in AppStrings.usedBefore(former).wrapped(to: body.width - 2) {
                grid.write(line, in: body.cutTop(1), x: 1, style: .bold)
            }
        }
        if let wake, request.companion == nil {
            let text = WakeStrings.asksToStart(wake.commandLine)
            for line in text.wrapped(to: body.width - 2) { grid.write(line, in: body.cutTop(1), x: 1) }
        }
        if let companion = request.companion {
            let text = AuthorizeStrings.programs(request.app.program ?? "", companion.program ?? "")
            for line in text.wrapped(to: body.width - 2) { grid.write(line, in: body.cutTop(1), x: 1) }
        }
    }

    /// Draws the app's own text behind a bar, so that it isn't mistaken for the console's, and the requesting program.
    private func drawApp(in body: inout Rect, on grid: inout CellGrid, _ theme: Theme) {
        let label = AuthorizeStrings.itsWords
        var words: [String] = []
        for text in [request.app.readUsage, request.app.shareUsage] {
            guard let text, !text.isEmpty, !words.contains(AppStrings.quoted(text)) else { continue }
            words.append(AppStrings.quoted(text))
        }
        let lines = words.flatMap { $0.wrapped(to: max(1, body.width - label.displayWidth - 8)) }.prefix(4)
        for (index, text) in lines.enumerated() {
            let line = body.cutTop(1)
            grid.write(theme.glyphs.vertical, in: line, x: 1, style: theme.axis)
            grid.write(text, in: line, x: 3)
            if index == 0 { grid.write(Line(label, theme.dim), in: line, x: line.width - label.displayWidth - 1) }
        }
        if !lines.isEmpty { _ = body.cutTop(1) }
        let identity = request.app.bundleIdentifier + (request.app.version.map { " " + $0 } ?? "")
        let line = body.cutTop(1)
        guard let program = IdentityText.program(request.app) else {
            grid.write(Line(identity, theme.dim), in: line, x: 1)
            _ = body.cutTop(1)
            return
        }
        let room = line.width - AppStrings.program.displayWidth - identity.displayWidth - 6
        grid.write(Line(AppStrings.program + "  ", theme.dim) + Line(program.truncated(to: room)), in: line, x: 1)
        grid.write(Line(identity, theme.dim), in: line, x: max(1, line.width - identity.displayWidth - 1))
        _ = body.cutTop(1)
    }

    /// Draws the effect of allowing, the information that the app never gets, and the place to change it.
    private func drawOutcome(in body: inout Rect, isRoomy: Bool, on grid: inout CellGrid, _ theme: Theme) {
        guard isRoomy, request.objects == nil else {
            let note = body.cutBottom(1)
            let text = Line(AuthorizeStrings.readingIsHidden, theme.dim)
            grid.write(text.truncated(to: note.width - 2, ellipsis: theme.glyphs.ellipsis), in: note, x: 1)
            return
        }
        let facts = [
            (AuthorizeStrings.ifYouAllow, outcome), ("", AuthorizeStrings.readingIsHidden),
            (AuthorizeStrings.later, AuthorizeStrings.changeLater),
        ]
        let labels = facts.map(\.0.displayWidth).max() ?? 0
        let lines = facts.flatMap { label, text in
            text.wrapped(to: max(1, body.width - labels - 5)).prefix(2).enumerated()
                .map { ($0.offset == 0 ? label : "", $0.element) }
        }
        guard body.height >= lines.count + 8 else { return }
        var area = body.cutBottom(lines.count + 1)
        grid.rule(in: area.cutTop(1).inset(horizontally: 1), theme: theme)
        for (label, text) in lines {
            let line = area.cutTop(1)
            grid.write(Line(label, theme.dim), in: line, x: 1)
            grid.write(text, in: line, x: labels + 3)
        }
    }

    /// The app's permissions as currently ticked.
    private var outcome: String {
        func names(_ types: Set<String>) -> [String] {
            types.map { TypeCatalogue.shared.entry(identifier: $0)?.name ?? $0 }.sorted()
        }
        return AuthorizeStrings.outcome(reads: names(permissions.read), saves: names(permissions.share))
    }
}
