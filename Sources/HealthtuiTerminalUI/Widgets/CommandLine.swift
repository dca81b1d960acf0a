/// A suggestion offered while text is typed.
package struct Offer: Hashable, Sendable {
    /// The suggestion's name, which is also the text it completes to.
    package let title: String
    /// The characters of the title that match the typed text.
    package let places: [Int]
    /// A description in a few words.
    package let detail: String

    package init(_ title: String, places: [Int] = [], detail: String = "") {
        self.title = title
        self.places = places
        self.detail = detail
    }

    /// The title with its matching characters highlighted.
    fileprivate func line(_ theme: Theme) -> Line {
        let lit = Set(places)
        var line = Line.empty
        for (index, character) in title.enumerated() {
            let style: Style = lit.contains(index) ? theme.key.adding(.underline) : .plain
            if let last = line.spans.last, last.style == style {
                line.spans[line.spans.count - 1].text.append(character)
            } else {
                line.spans.append(Span(String(character), style))
            }
        }
        return line
    }
}

/// The command line opened with `:`: the typed text, its suggestions, and its history.
package struct CommandLine: Hashable, Sendable {
    package let prompt: String
    package private(set) var field = TextField()
    /// The suggestions for the typed text, likeliest first, shown above the line.
    package private(set) var offers: [Offer] = []
    /// The notes about the first suggestion; new suggestions remove them.
    package var notes: Notes?
    package private(set) var history: [String]
    private var list = ListState()
    /// Whether a suggestion is selected.
    private var isChoosing = false
    private var historyIndex: Int
    private var typedBeforeHistory = ""

    /// The greatest number of history lines kept.
    package static let historyLimit = 500

    /// The greatest number of suggestions shown at a time.
    private static let most = 12

    private static let listName = "offers"

    package init(prompt: String, text: String = "", history: [String] = []) {
        self.prompt = prompt
        self.history = Array(history.suffix(Self.historyLimit))
        historyIndex = self.history.count
        field = TextField(text)
    }

    package var text: String { field.text }

    /// The selected suggestion.
    package var chosen: Int? { isChoosing && !offers.isEmpty ? min(list.selected, offers.count - 1) : nil }

    /// The effect of a key on the line.
    package enum Outcome: Hashable, Sendable {
        /// The text changed; its suggestions need an update.
        case edited
        case submitted(String)
        /// The suggestion with that index was accepted.
        case took(Int)
        case cancelled
        case ignored
    }

    /// Sets the suggestions.
    ///
    /// - Parameters:
    ///   - offers: The suggestions, likeliest first.
    ///   - takesFirst: Whether the first one is selected once something is typed; else it takes a Down.
    package mutating func offer(_ offers: [Offer], takesFirst: Bool = true) {
        self.offers = offers
        notes = nil
        list = ListState()
        isChoosing = takesFirst && !offers.isEmpty && !field.isEmpty
    }

    /// The notes about the first suggestion, shown above all of them.
    package struct Notes: Hashable, Sendable {
        package let title: String
        /// A note at the end of the title's line.
        package let hint: String
        package let lines: [String]
        /// Rows below the lines, whose columns are laid out; they are cut where they are too long.
        package let rows: [String]

        /// Notes.
        package init(title: String, hint: String = "", lines: [String], rows: [String] = []) {
            self.title = title
            self.hint = hint
            self.lines = lines
            self.rows = rows
        }
    }

    /// Handles a key: Enter accepts the selected suggestion, Tab completes it, Up and Down move the selection; with nothing
    /// typed, Up recalls the history.
    package mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .enter: return submit()
        case .escape, .control("c"): return .cancelled
        case .backspace where field.isEmpty: return .cancelled
        case .tab:
            guard let offer = chosen ?? (offers.isEmpty ? nil : 0) else { return .ignored }
            field = TextField(offers[offer].title)
        case .control("p"): recall(historyIndex - 1)
        case .control("n"): recall(historyIndex + 1)
        case .up where isRecalling || chosen == nil: recall(historyIndex - 1)
        case .down where isRecalling: recall(historyIndex + 1)
        case .up, .pageUp, .down, .pageDown:
            choose(key)
            return .ignored
        default:
            guard field.handle(key) else { return .ignored }
            historyIndex = history.count
        }
        return .edited
    }

    /// Handles the mouse: a press accepts a suggestion, and one beside them closes the line.
    package mutating func handle(_ mouse: MouseEvent) -> Outcome {
        if let pressed = list.handle(mouse, name: Self.listName, count: offers.count) {
            remember(offers[pressed].title)
            return .took(pressed)
        }
        if mouse.kind == .wheelUp || mouse.kind == .wheelDown { isChoosing = !offers.isEmpty }
        return mouse.kind == .press && mouse.target == nil ? .cancelled : .ignored
    }

    package mutating func paste(_ text: String) {
        field.insert(text)
        historyIndex = history.count
    }

    /// Records where the suggestions were drawn.
    package mutating func laidOut(_ layout: Layout) {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: offers.count) }
    }

    private var isRecalling: Bool { historyIndex < history.count }

    private mutating func submit() -> Outcome {
        guard let chosen else {
            remember(text)
            return .submitted(text)
        }
        remember(offers[chosen].title)
        return .took(chosen)
    }

    /// Moves the selection up or down; the first move down from an empty line selects the first suggestion.
    private mutating func choose(_ key: Key) {
        guard isChoosing else {
            isChoosing = !offers.isEmpty
            return
        }
        switch key {
        case .up where list.selected == 0 && field.isEmpty: isChoosing = false
        default: _ = list.handle(key, count: offers.count)
        }
    }

    private mutating func recall(_ index: Int) {
        guard index >= 0, index <= history.count else { return }
        if historyIndex == history.count { typedBeforeHistory = text }
        historyIndex = index
        field = TextField(index == history.count ? typedBeforeHistory : history[index])
    }

    private mutating func remember(_ line: String) {
        guard !line.isEmpty, history.last != line else { return }
        history = Array((history + [line]).suffix(Self.historyLimit))
        historyIndex = history.count
    }

    /// Draws the line on the last row of a rectangle, and its suggestions on the rows above.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var area = rect
        var line = area.cutBottom(1)
        grid.layout.removeTargets()
        grid.clear(line)
        let mark = line.cutLeft(prompt.displayWidth)
        grid.write(prompt, in: mark, style: .bold)
        field.draw(in: line, on: &grid, theme: theme)
        guard !offers.isEmpty, area.height > 2 else { return }
        let cursor = grid.cursor
        let rows = area.cutBottom(min(offers.count, Self.most, area.height - 2))
        let above = area.cutBottom(1)
        grid.clear(above)
        grid.rule(in: above, theme: theme)
        grid.clear(rows)
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 16, maximum: 44, importance: 2),
                TableColumn("", minimum: 10, importance: 1),
            ],
            count: offers.count,
            state: list,
            showsHeader: false,
            isFocused: isChoosing
        ) { index in
            TableRow([offers[index].line(theme), Line(offers[index].detail, theme.dim)])
        }
        table.draw(in: rows, on: &grid, theme: theme)
        if let notes { draw(notes, in: &area, on: &grid, theme: theme) }
        grid.cursor = cursor
    }

    private func draw(_ notes: Notes, in area: inout Rect, on grid: inout CellGrid, theme: Theme) {
        let width = max(1, area.width - 4)
        let rows = notes.rows.map { $0.truncated(to: width, ellipsis: theme.glyphs.ellipsis) }
        let lines = notes.lines.flatMap { $0.wrapped(to: width) } + rows
        guard area.height > 2 else { return }
        let text = area.cutBottom(min(lines.count, area.height - 2))
        let head = area.cutBottom(1)
        grid.clear(text)
        grid.clear(head)
        grid.section(Line(notes.title, .bold), note: notes.hint, in: head, theme: theme)
        for (y, line) in lines.prefix(text.height).enumerated() { grid.write(line, in: text, x: 2, y: y) }
    }
}
