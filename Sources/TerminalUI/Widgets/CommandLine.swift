/// The line that opens with `:` or `/`: what is typed, what it may become, and what was typed before.
package struct CommandLine: Hashable, Sendable {
    package let prompt: String
    package private(set) var field = TextField()
    /// What the typed text may become; shown above the line.
    package private(set) var completions: [String] = []
    package private(set) var history: [String]
    private var historyIndex: Int
    private var typedBeforeHistory = ""

    /// The most lines of history that are kept.
    package static let historyLimit = 500

    package init(prompt: String, text: String = "", history: [String] = []) {
        self.prompt = prompt
        self.history = Array(history.suffix(Self.historyLimit))
        historyIndex = self.history.count
        field = TextField(text)
    }

    package var text: String { field.text }

    /// What a key did to the line.
    package enum Outcome: Hashable, Sendable {
        case edited
        case submitted(String)
        case cancelled
        case ignored
    }

    /// Answers a key.
    ///
    /// - Parameters:
    ///   - key: The key pressed. Tab completes, Up and Down walk the history.
    ///   - candidates: What the text before the cursor may become, given that text; the line picks those that begin
    ///     with it.
    /// - Returns: What became of the line.
    package mutating func handle(_ key: Key, candidates: (String) -> [String] = { _ in [] }) -> Outcome {
        switch key {
        case .enter:
            let line = text
            remember(line)
            return .submitted(line)
        case .escape, .control("c"):
            return .cancelled
        case .backspace where field.isEmpty:
            return .cancelled
        case .tab:
            complete(with: candidates(field.textBeforeCursor))
        case .up:
            recall(historyIndex - 1)
        case .down:
            recall(historyIndex + 1)
        default:
            guard field.handle(key) else { return .ignored }
            completions = []
        }
        return .edited
    }

    package mutating func paste(_ text: String) {
        field.insert(text)
        completions = []
    }

    /// Extends the typed text to what all fitting candidates share, and offers them when that is not one.
    private mutating func complete(with candidates: [String]) {
        guard field.isAtEnd else { return }
        let typed = field.text
        let fitting = candidates.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
        guard let first = fitting.first else {
            completions = []
            return
        }
        let shared = fitting.dropFirst()
            .reduce(first) { prefix, candidate in
                String(zip(prefix, candidate).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
            }
        if shared.count >= typed.count {
            field = TextField(shared)
        }
        completions = fitting.count > 1 ? fitting : []
    }

    private mutating func recall(_ index: Int) {
        guard index >= 0, index <= history.count else { return }
        if historyIndex == history.count {
            typedBeforeHistory = text
        }
        historyIndex = index
        field = TextField(index == history.count ? typedBeforeHistory : history[index])
        completions = []
    }

    private mutating func remember(_ line: String) {
        guard !line.isEmpty, history.last != line else { return }
        history = Array((history + [line]).suffix(Self.historyLimit))
        historyIndex = history.count
    }

    /// Draws the line on the last row of a rectangle, its completions on the row above.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var area = rect
        var line = area.cutBottom(1)
        grid.clear(line)
        let mark = line.cutLeft(prompt.displayWidth)
        grid.write(prompt, in: mark, style: .bold)
        field.draw(in: line, on: &grid, theme: theme)
        guard !completions.isEmpty, area.height > 0 else { return }
        let above = area.cutBottom(1)
        grid.clear(above)
        let text = completions.joined(separator: "  ")
        grid.write(
            text.truncated(to: above.width - 1, ellipsis: theme.glyphs.ellipsis),
            in: above,
            x: 1,
            style: theme.dim
        )
    }
}
