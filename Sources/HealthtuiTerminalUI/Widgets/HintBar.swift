/// The last line of a screen: the keys that work here.
///
/// A click on a hint is a press of its key.
package struct HintBar: Hashable, Sendable {
    package let hints: [Hint]

    package init(_ hints: [Hint]) {
        self.hints = hints
    }

    private static let gap = 2

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let line = rect.row(0)
        var x = 1
        for hint in fitting(line.width - 1) {
            let text = Line(hint.keyLabel, theme.key) + Line(" " + hint.text, theme.dim)
            let end = grid.write(text, in: line, x: x)
            grid.layout.addTarget(
                .key(hint.key),
                in: Rect(x: line.x + x, y: line.y, width: end - x, height: 1)
            )
            x = end + Self.gap
        }
    }

    /// The hints there is room for, in their order: the least important go first, and of equals the last.
    package func fitting(_ room: Int) -> [Hint] {
        var shown = Array(hints.enumerated())
        func width() -> Int {
            shown.reduce(0) { $0 + Self.width($1.element) + Self.gap } - Self.gap
        }
        while !shown.isEmpty, width() > room {
            guard
                let least = shown.min(by: {
                    ($0.element.importance, -$0.offset) < ($1.element.importance, -$1.offset)
                })
            else { break }
            shown.removeAll { $0.offset == least.offset }
        }
        return shown.map(\.element)
    }

    private static func width(_ hint: Hint) -> Int {
        hint.keyLabel.displayWidth + 1 + hint.text.displayWidth
    }
}
