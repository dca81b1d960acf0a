/// A confirmation before something that can't be undone lightly; a value kept in a screen's state.
///
/// It opens on the harmless button, and Enter presses the selected button.
package struct ConfirmDialog: Hashable, Sendable {
    /// The user's choice.
    package enum Answer: Hashable, Sendable {
        case confirmed
        case cancelled
    }

    package let title: String
    package let message: String
    package let confirmLabel: String
    package let cancelLabel: String
    package private(set) var isOnConfirm = false

    /// A confirmation.
    ///
    /// - Parameters:
    ///   - title: The subject, in a word or two.
    ///   - message: The question; names what is affected, and how many.
    ///   - confirmLabel: A verb, such as `Delete`.
    ///   - cancelLabel: The label of the harmless button.
    package init(title: String, message: String, confirmLabel: String, cancelLabel: String = WidgetStrings.cancel) {
        self.title = title
        self.message = message
        self.confirmLabel = confirmLabel
        self.cancelLabel = cancelLabel
    }

    /// Handles a key; nil while the confirmation stays open.
    package mutating func handle(_ key: Key) -> Answer? {
        switch key {
        case "y", "Y": return .confirmed
        case "n", "N", "q", .escape, .control("c"): return .cancelled
        case .enter: return isOnConfirm ? .confirmed : .cancelled
        case .left, .right, .tab, .backtab, "h", "l": isOnConfirm.toggle()
        default: break
        }
        return nil
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
        let cancel = "[ \(cancelLabel) ]"
        let confirm = "[ \(confirmLabel) ]"
        let start = max(0, buttons.width - cancel.displayWidth - confirm.displayWidth - 2)
        let middle = grid.write(cancel, in: buttons, x: start, style: isOnConfirm ? .plain : theme.selection)
        let end = grid.write(confirm, in: buttons, x: middle + 2, style: isOnConfirm ? theme.selection : theme.warning)
        let row = buttons.y
        grid.layout.addTarget(.key("n"), in: Rect(x: buttons.x + start, y: row, width: middle - start, height: 1))
        grid.layout.addTarget(
            .key("y"),
            in: Rect(x: buttons.x + middle + 2, y: row, width: end - middle - 2, height: 1)
        )
    }
}
