/// A confirmation before something that can't be undone lightly; a value kept in a screen's state.
///
/// It opens on the harmless button, and Enter presses the selected button.
package struct ConfirmDialog: Hashable, Sendable {
    /// The user's choice.
    package enum Answer: Hashable, Sendable {
        case confirmed
        /// The second thing that can be done.
        case alternative
        case cancelled
    }

    /// A button.
    private enum Button: CaseIterable {
        case cancel
        case confirm
        case alternative
    }

    package let title: String
    package let message: String
    package let confirmLabel: String
    package let cancelLabel: String
    /// The label of the second answer, by `a`; `nil` if there is only one.
    package let alternativeLabel: String?
    private var button = Button.cancel

    package var isOnConfirm: Bool { button == .confirm }

    /// A confirmation.
    ///
    /// - Parameters:
    ///   - title: The subject, in a word or two.
    ///   - message: The question; names what is affected, and how many.
    ///   - confirmLabel: A verb, such as `Delete`.
    ///   - alternativeLabel: What else can be done, such as `Delete all 3`; `nil` if there is one thing only.
    ///   - cancelLabel: The label of the harmless button.
    package init(
        title: String,
        message: String,
        confirmLabel: String,
        alternativeLabel: String? = nil,
        cancelLabel: String = WidgetStrings.cancel
    ) {
        self.title = title
        self.message = message
        self.confirmLabel = confirmLabel
        self.alternativeLabel = alternativeLabel
        self.cancelLabel = cancelLabel
    }

    private var buttons: [Button] { Button.allCases.filter { $0 != .alternative || alternativeLabel != nil } }

    /// Handles a key; nil while the confirmation stays open.
    package mutating func handle(_ key: Key) -> Answer? {
        switch key {
        case "y", "Y": return .confirmed
        case "n", "N", "q", .escape, .control("c"): return .cancelled
        case "a", "A": return alternativeLabel == nil ? nil : .alternative
        case .enter:
            switch button {
            case .cancel: return .cancelled
            case .confirm: return .confirmed
            case .alternative: return .alternative
            }
        case .right, .tab, "l": move(1)
        case .left, .backtab, "h": move(-1)
        default: break
        }
        return nil
    }

    private mutating func move(_ step: Int) {
        let buttons = buttons
        let index = (buttons.firstIndex(of: button) ?? 0) + step + buttons.count
        button = buttons[index % buttons.count]
    }

    package func draw(over rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let width = min(60, max(1, rect.width - 4))
        let lines = message.wrapped(to: width)
        var inside = Sheet.open(
            over: rect,
            width: width,
            height: lines.count + 2,
            title: title,
            on: &grid,
            theme: theme
        )
        let buttons = inside.cutBottom(1)
        for (y, line) in lines.enumerated() {
            grid.write(line, in: inside, y: y)
        }
        let labels = self.buttons.map { "[ \(label($0)) ]" }
        var x = max(0, buttons.width - labels.reduce(0) { $0 + $1.displayWidth } - 2 * (labels.count - 1))
        for (each, text) in zip(self.buttons, labels) {
            let usual = each == .cancel ? Style.plain : theme.warning
            let end = grid.write(text, in: buttons, x: x, style: each == button ? theme.selection : usual)
            let target = Rect(x: buttons.x + x, y: buttons.y, width: end - x, height: 1)
            grid.layout.addTarget(.key(key(each)), in: target)
            x = end + 2
        }
    }

    private func label(_ button: Button) -> String {
        switch button {
        case .cancel: cancelLabel
        case .confirm: confirmLabel
        case .alternative: alternativeLabel ?? ""
        }
    }

    private func key(_ button: Button) -> Key {
        switch button {
        case .cancel: "n"
        case .confirm: "y"
        case .alternative: "a"
        }
    }
}
