import TerminalUI

extension Form {
    /// What a command asks of the screen that shows the form.
    enum Wish {
        /// Nothing: another field has the keys.
        case moved
        case save
        case leave
    }

    /// Obeys a command: Enter goes on, and at the last field saves; nil for one that means nothing in a form.
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

    /// Leaves the form, after asking where something typed would be lost.
    ///
    /// - Parameters:
    ///   - title: What the form is called.
    ///   - lost: What would be lost, such as `what you typed`; nil when nothing would.
    ///   - leave: What leaves without asking again.
    /// - Returns: What the screen does.
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

/// A form that fills a screen: its fields, what is wrong with the one that has the keys, and what may be typed.
struct FormPage {
    let form: Form
    /// What may be typed; told as far as there is room.
    let help: [String]
    /// What has to be read whole, however little room there is.
    var question: String?

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        let wanted = (question?.wrapped(to: rect.width - 2).count ?? 0) + 1
        let reserved = min(max(2, wanted), max(2, body.height - 2))
        let fields = body.cutTop(min(form.fields.count, max(1, body.height - reserved)))
        form.draw(in: fields, on: &grid, theme: theme)
        var lines: [(String, Style)] = []
        if let error = form.focusedField?.error {
            // Beside its field there may not be room for all of it.
            lines += error.wrapped(to: rect.width - 2).map { ($0, theme.error) } + [("", .plain)]
        }
        lines += ([question].compactMap { $0 } + help).flatMap { $0.wrapped(to: rect.width - 2) }
            .map { ($0, theme.dim) }
        for (index, line) in lines.enumerated() { grid.write(line.0, in: body, x: 1, y: index + 1, style: line.1) }
    }
}
