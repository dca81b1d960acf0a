import HealthtuiTerminalUI

extension Form {
    /// A command's request to the screen that shows the form.
    enum Wish {
        /// Nothing: another field has the keys.
        case moved
        case save
        case leave
    }

    /// Handles a command: Enter moves to the next field, and saves at the last one; nil for commands without meaning in
    /// a form.
    mutating func obey(_ command: Command) -> Wish? {
        switch command {
        case .nextField: handle(.tab)
        case .previousField: handle(.backtab)
        case .goOn where focus < fields.count - 1: handle(.tab)
        case .goOn, .save: return .save
        case .cancel, .interrupt: return .leave
        default: return nil
        }
        return .moved
    }

    /// Answers the mouse.
    mutating func mouse(_ event: MouseEvent) {
        if event.kind == .press, case .item("form", let index, _) = event.target { press(index) }
    }

    /// Leaves the form; asks for confirmation if typed text would be lost.
    ///
    /// - Parameters:
    ///   - title: The form's name.
    ///   - lost: The input that would be lost, such as `what you typed`; nil if there is none.
    ///   - leave: The effect that leaves without asking again.
    /// - Returns: The screen's effects.
    static func leave<Action: Sendable>(_ title: String, losing lost: String?, _ leave: Action) -> [ScreenEffect<
        Action
    >] {
        guard let lost else { return [.pop] }
        let dialog = ConfirmDialog(
            title: title,
            message: SharedStrings.leaveWithoutSaving(lost),
            confirmLabel: SharedStrings.leave,
            cancelLabel: SharedStrings.stay
        )
        return [.ask(dialog, confirmed: leave)]
    }
}

/// A form that fills a screen: its fields, the focused field's error, and the accepted input.
struct FormPage {
    let form: Form
    /// The accepted input, shown as far as there is room.
    let help: [String]
    /// A question that is always shown in full.
    var question: String?
    /// The help for the focused field, shown next to the fields if there is room; nil for the general help.
    var beside: [String]?
    /// Draws other facts next to the fields, such as earlier values.
    var facts: ((Rect, inout CellGrid) -> Void)?
    var hue = Hue.accent
    /// Whether fields hold paths and lists, which need the whole width.
    var hasLongFields = false

    /// The minimum size for the help of a field next to it.
    private static let wide = Size(width: 110, height: 14)

    /// Whether a form is drawn as boxes with its help next to them.
    static func isWide(_ rect: Rect) -> Bool { rect.width >= wide.width && rect.height >= wide.height }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        if Self.isWide(rect), !hasLongFields { return drawColumns(in: rect, on: &grid, environment) }
        let theme = environment.theme
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        let wanted = (question?.wrapped(to: rect.width - 2).count ?? 0) + 1
        let reserved = min(max(2, wanted), max(2, body.height - 2))
        let fields = body.cutTop(min(form.fields.count, max(1, body.height - reserved)))
        let hasRoomForError = form.draw(in: fields, on: &grid, theme: theme)
        var lines: [(String, Style)] = []
        if let error = form.focusedField?.error, !hasRoomForError {
            lines += error.wrapped(to: rect.width - 2).map { ($0, theme.error) } + [("", .plain)]
        }
        lines += ([question].compactMap { $0 } + help).flatMap { $0.wrapped(to: rect.width - 2) }
            .map { ($0, theme.dim) }
        for (index, line) in lines.enumerated() { grid.write(line.0, in: body, x: 1, y: index + 1, style: line.1) }
    }

    /// Draws the fields at the left, with the help for the focused one next to them.
    private func drawColumns(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var left = rect
        let side = left.cutRight(min(rect.width * 2 / 5, 72))
        let rule = left.cutRight(3)
        for y in 1..<max(1, rule.height) {
            grid.write(theme.glyphs.vertical, in: rule, x: 1, y: y, style: theme.faint)
        }
        _ = left.cutTop(1)
        let footer = beside == nil ? [] : help.last?.wrapped(to: max(1, left.width - 4)) ?? []
        let used = form.drawBoxes(
            in: Rect(x: left.x, y: left.y, width: left.width, height: max(1, left.height - footer.count - 1)),
            on: &grid,
            theme: theme
        )
        for (index, line) in footer.enumerated() {
            grid.write(line, in: left, x: 3, y: used + 1 + index, style: theme.dim)
        }
        drawBeside(in: side, on: &grid, theme)
    }

    private func drawBeside(in rect: Rect, on grid: inout CellGrid, _ theme: Theme) {
        var body = rect
        _ = body.cutTop(1)
        _ = body.cutRight(1)
        guard let field = form.focusedField else { return }
        grid.section(Line(field.label, theme.style(hue).adding(.bold)), in: body.cutTop(1), theme: theme)
        _ = body.cutTop(1)
        var lines: [(String, Style)] = []
        func add(_ texts: [String], _ style: Style) {
            lines += texts.flatMap { $0.wrapped(to: max(1, body.width)) }.map { ($0, style) }
        }
        if let error = field.error { add([error, ""], theme.error) }
        add([question].compactMap { $0 }, .plain)
        add(beside ?? help, question == nil ? .plain : theme.dim)
        for (text, style) in lines { grid.write(text, in: body.cutTop(1), style: style) }
        _ = body.cutTop(2)
        if body.height >= 8 { facts?(body, &grid) }
    }
}
