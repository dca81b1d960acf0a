import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension AssistantScreen {
    /// The least size of a sheet with a frame.
    private static let framed = Size(width: 100, height: 30)
    /// The lines of a sheet around the list, and the empty ones between its parts.
    private static let (around, air) = (20, 4)
    /// The greatest width of the contents.
    private static let width = 108

    static func isFramed(at size: Size) -> Bool { size.width >= framed.width && size.height >= framed.height }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil, let limits else {
            content.drawPlaceholder(AssistantStrings.loading(app.name), in: rect, on: &grid, theme: theme)
            return
        }
        var body = rect
        var frame: Rect?
        if answered != nil, Self.isFramed(at: rect.size) {
            let wanted = min(rect.height - 2, types.rows.count + Self.around + Self.air)
            let outer = rect.centered(width: min(rect.width, Self.width + 6), height: wanted)
            frame = outer
            body = drawFrame(outer, on: &grid, environment)
        } else if body.width > Self.width + 4 {
            body = Rect(x: body.x, y: body.y, width: Self.width + 4, height: body.height)
        }
        drawHead(in: &body, on: &grid, theme)
        IdentityText.draw(app, in: &body, on: &grid, theme: theme)
        drawLimits(limits, in: &body, on: &grid, environment)
        field.draw(in: &body, on: &grid, theme: theme)
        if answered != nil, body.height >= 14 { drawButtons(in: body.cutBottom(1), on: &grid, theme) }
        let hasAir = frame != nil && body.height >= types.rows.count + 11
        if hasAir { _ = body.cutBottom(1) }
        drawFacts(in: &body, on: &grid, theme)
        if hasAir { _ = body.cutBottom(1) }
        if types.rows.isEmpty, !types.filter.isActive {
            grid.write(Line(AssistantStrings.noTypes, theme.dim), in: body, x: 1)
        } else {
            types.draw(in: body, on: &grid, theme: theme)
        }
        guard let frame else { return }
        grid.restyle(frame) { $0.background == .default ? theme.onGround($0, .panelGround) : $0 }
    }

    private func drawFrame(_ frame: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) -> Rect {
        let theme = environment.theme
        let inside = grid.frame(frame, theme: theme)
        if let answered {
            let asked = environment.dates.moment(Date(timeIntervalSinceReferenceDate: answered.created))
            let title = " " + AuthorizeStrings.requestAsked(answered.id, asked) + " "
            grid.write(Line(title, theme.dim), in: frame, x: max(2, frame.width - title.displayWidth - 3))
        }
        return inside.inset(horizontally: 2, vertically: 1)
    }

    private func drawHead(in body: inout Rect, on grid: inout CellGrid, _ theme: Theme) {
        let ellipsis = theme.glyphs.ellipsis
        let line = body.cutTop(1)
        let rest = answered == nil ? AssistantStrings.isAssistant : AssistantStrings.asks
        let title = Line(app.bundleIdentifier, theme.accent.adding(.bold)) + Line(rest)
        grid.write(title.truncated(to: line.width - 2, ellipsis: ellipsis), in: line, x: 1)
        guard body.height >= 12 else { return }
        let words = line.width >= 90 ? AssistantStrings.itsOwnWords : ""
        let claim = body.cutTop(1)
        let program = app.program ?? ""
        let own = app.readUsage.map { AppStrings.quoted($0) } ?? ""
        let text =
            own.isEmpty
            ? program.isEmpty ? "" : AssistantStrings.startedBy(program) : AssistantStrings.callsItself(own, program)
        guard !text.isEmpty else { return }
        grid.write(theme.glyphs.vertical, in: claim, x: 1, style: theme.axis)
        let room = claim.width - words.displayWidth - 6
        grid.write(text.truncated(to: room, ellipsis: ellipsis), in: claim, x: 3)
        if !words.isEmpty {
            grid.write(Line(words, theme.dim), in: claim, x: claim.width - words.displayWidth - 1)
        }
    }

    private func drawLimits(
        _ limits: AssistantLimits,
        in body: inout Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let theme = environment.theme
        let today = CalendarDay(environment.now, in: environment.calendar)
        let until = environment.dates.day(Self.date(limits.until, environment.calendar))
        if limits.until < today {
            let line = body.cutTop(1)
            grid.write(Line(AssistantStrings.ended(until), theme.warning).truncated(to: line.width - 2), in: line, x: 1)
        }
        let calls = NumberText.text(limits.callsADay)
        guard body.width >= 96, body.height >= 20 else {
            let line = body.cutTop(1)
            let back = AssistantStrings.pastDays(limits.pastDays)
            let text = AssistantStrings.oneLine(back, until, calls)
            grid.write(
                Line(text, theme.dim).truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis),
                in: line,
                x: 1
            )
            return
        }
        _ = body.cutTop(1)
        let zone = content.value?.grant?.zone ?? environment.calendar.timeZone.identifier
        let cells: [(String, key: String, String)] = [
            (AssistantStrings.past, "b", AssistantStrings.pastDays(limits.pastDays)),
            (AssistantStrings.until, "u", until), (AssistantStrings.calls, "c", calls),
            (AssistantStrings.daysIn, "", zone),
        ]
        var heads = body.cutTop(1)
        var values = body.cutTop(1)
        for (head, key, value) in cells {
            grid.write(Line(head + " ", theme.dim) + Line(key, theme.key), in: heads.cutLeft(26), x: 1)
            grid.write(Line(value, .bold), in: values.cutLeft(26), x: 1)
        }
        _ = body.cutTop(1)
    }

    /// Noon of a day, so that no change of clocks makes another day of it.
    private static func date(_ day: CalendarDay, _ calendar: Calendar) -> Date {
        var parts = day.components(in: calendar)
        parts.hour = 12
        return calendar.date(from: parts) ?? .distantPast
    }

    private func drawButtons(in line: Rect, on grid: inout CellGrid, _ theme: Theme) {
        let allow = AssistantStrings.allow(types.allowed, of: types.offers.count)
        let text = Line.answers(
            [("y", allow), ("n", AssistantStrings.dontAllow), (WidgetStrings.escape, AssistantStrings.decideLater)],
            theme
        )
        grid.write(text.truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
    }

    /// What allowing comes to, and what it doesn't protect against; the latter stands wherever there is room for a list too.
    private func drawFacts(in body: inout Rect, on grid: inout CellGrid, _ theme: Theme) {
        guard body.height >= 12, body.width >= 60 else { return }
        let outcome = AssistantStrings.outcome(
            days: types.count(.days),
            weeks: types.count(.weeks),
            samples: types.count(.samples)
        )
        let drafts = types.draftNames
        let facts: [(String, Style, String)] = [
            (
                AuthorizeStrings.ifYouAllow, theme.dim,
                [outcome, AssistantStrings.wholeOnly, drafts.isEmpty ? "" : AssistantStrings.draftsOf(drafts)]
                    .filter { !$0.isEmpty }.joined(separator: " ")
            ), (AssistantStrings.cantHold, theme.warning, AssistantStrings.commands),
            (AssistantStrings.leaves, theme.warning, AssistantStrings.stays),
        ]
        let labels = facts.map(\.0.displayWidth).max() ?? 0
        let lines = facts.flatMap { label, style, text in
            text.wrapped(to: max(1, body.width - labels - 5)).enumerated()
                .map { (Line($0.offset == 0 ? label : "", style), $0.element) }
        }
        let leftOut = body.height >= lines.count + 12 ? [AssistantStrings.leftOut] : []
        let height = min(lines.count + 1 + leftOut.count, body.height - 6)
        var area = body.cutBottom(height)
        for text in leftOut {
            let line = area.cutTop(1)
            grid.write(
                Line(text, theme.dim).truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis),
                in: line,
                x: 1
            )
        }
        grid.rule(in: area.cutTop(1).inset(horizontally: 1), theme: theme)
        for (label, text) in lines.prefix(max(0, area.height)) {
            let line = area.cutTop(1)
            grid.write(label, in: line, x: 1)
            grid.write(text, in: line, x: labels + 3)
        }
    }
}
