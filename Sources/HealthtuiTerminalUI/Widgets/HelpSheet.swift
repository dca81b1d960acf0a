/// One line of help: keys and their effect.
package struct HelpEntry<Command: Hashable & Sendable>: Sendable {
    package let command: Command
    package let keys: String
    package let name: String
    package let help: String
    package let context: String
    /// Whether it changes stored data.
    package let isWriting: Bool
    /// The entry's importance, as in the hint bar.
    package let importance: Int
    /// The heading shown over the first of several entries of the same group.
    package var group = ""
}

extension KeyMap {
    /// The help of everything that works in the given contexts, innermost first.
    package func help(in contexts: [KeyContext], without idle: Set<Command> = []) -> [HelpEntry<Command>] {
        active(in: contexts, without: idle)
            .map { binding in
                HelpEntry(
                    command: binding.command,
                    keys: binding.keyLabel,
                    name: binding.name,
                    help: binding.help,
                    context: WidgetStrings.place(binding.context.name),
                    isWriting: binding.isWriting,
                    importance: binding.importance
                )
            }
    }
}

/// Searchable help whose entries can be run: every key that works here; a value kept in a screen's state.
package struct HelpSheet<Command: Hashable & Sendable>: Sendable {
    package let entries: [HelpEntry<Command>]
    package private(set) var query = TextField()
    /// The cursor among the lines, always on the first of an entry.
    package private(set) var list = ListState()
    /// The width the list was drawn with, used to wrap its texts.
    private var width = 70

    package init(_ entries: [HelpEntry<Command>]) {
        self.entries = entries
        restart()
    }

    /// The effect of a key on the sheet.
    package enum Outcome: Equatable, Sendable {
        case stays
        case closed
        case run(Command)
    }

    /// The entries that contain every word of the query.
    package var found: [HelpEntry<Command>] {
        let words = query.text.lowercased().split(separator: " ")
        guard !words.isEmpty else { return entries }
        return entries.filter { entry in
            let text = "\(entry.keys) \(entry.name) \(entry.help) \(entry.context)".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// Handles a key: letters search, arrows select, Enter runs, Escape closes.
    package mutating func handle(_ key: Key) -> Outcome {
        let lines = lines(width)
        switch key {
        case .escape, .control("c"), .function(1): return .closed
        case "?" where query.isEmpty: return .closed
        case .enter: return lines.indices.contains(list.selected) ? .run(lines[list.selected].entry.command) : .stays
        case .up: choose((lines[..<min(list.selected, lines.count)].lastIndex { $0.isFirst }) ?? 0, lines)
        case .down: choose(lines.indices.first { $0 > list.selected && lines[$0].isFirst } ?? list.selected, lines)
        case .pageUp:
            list.page(by: -1, count: lines.count)
            choose(list.selected, lines)
        case .pageDown:
            list.page(by: 1, count: lines.count)
            choose(list.selected, lines)
        default:
            if query.handle(key) {
                restart()
            }
        }
        return .stays
    }

    /// Handles the mouse: a press selects an entry or runs the selected one, and one beside the sheet closes it.
    package mutating func handle(_ mouse: MouseEvent) -> Outcome {
        let lines = lines(width)
        let before = list.selected
        let pressed = list.handle(mouse, name: Self.listName, count: lines.count)
        choose(list.selected, lines)
        if pressed != nil { return list.selected == before ? .run(lines[before].entry.command) : .stays }
        return mouse.kind == .press && mouse.target == nil ? .closed : .stays
    }

    package mutating func paste(_ text: String) {
        query.insert(text)
        restart()
    }

    /// Goes to the first entry that is found.
    private mutating func restart() {
        let lines = lines(width)
        list = ListState()
        // With room for its heading, as long as nothing was drawn.
        list.fit(height: 2, count: lines.count)
        choose(0, lines)
    }

    /// Records where the sheet's list was drawn.
    package mutating func laidOut(_ layout: Layout) {
        guard let frame = layout.frames[Self.listName] else { return }
        let before = self.lines(width)
        let chosen = before.indices.contains(list.selected) ? before[list.selected].number : 0
        width = frame.width
        let lines = self.lines(width)
        list.fit(height: frame.height, count: lines.count)
        choose(lines.firstIndex { $0.number == chosen } ?? 0, lines)
    }

    /// One line of the list; a text that doesn't fit wraps onto the next, since truncated help is useless.
    private struct HelpLine {
        let entry: HelpEntry<Command>
        /// The entry's index in the list.
        let number: Int
        let text: String
        let isFirst: Bool
        var isHeading = false
    }

    /// The matching entries, wrapped to a width.
    private func lines(_ width: Int) -> [HelpLine] { lines(width, of: found) }

    private func lines(_ width: Int, of entries: [HelpEntry<Command>]) -> [HelpLine] {
        let room = max(8, TableColumn.widths(columns, room: width - 2, gap: Table.gap)[1])
        var group = ""
        return entries.enumerated()
            .flatMap { number, entry in
                let lines = entry.help.wrapped(to: room).enumerated()
                    .map { HelpLine(entry: entry, number: number, text: $0.element, isFirst: $0.offset == 0) }
                guard entry.group != group else { return lines }
                group = entry.group
                return [HelpLine(entry: entry, number: number, text: group, isFirst: false, isHeading: true)] + lines
            }
    }

    /// Puts the cursor on the entry that a line is of, with all its lines in view.
    private mutating func choose(_ line: Int, _ lines: [HelpLine]) {
        guard lines.indices.contains(line) else { return list.select(0, count: lines.count) }
        let own = lines.indices.filter { lines[$0].number == lines[line].number }
        list.select(own.last ?? line, count: lines.count)
        list.select(own.first ?? line, count: lines.count)
        list.select(own.first { lines[$0].isFirst } ?? line, count: lines.count)
    }

    private var columns: [TableColumn] {
        let (keys, context) = (widest(\.keys), min(12, widest(\.context)))
        return [
            TableColumn("", minimum: min(keys, 8), maximum: min(keys, 16), importance: 2),
            TableColumn("", minimum: 16, importance: 3),
            TableColumn("", minimum: context, maximum: context, importance: 1, keepsWords: true),
        ]
    }

    package func draw(over rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let width = 72
        let most = lines(min(width, rect.width - 4), of: entries).count
        let height = min(max(most + 3, 6), 40)
        var inside = Sheet.open(
            over: rect,
            width: width,
            height: height,
            title: WidgetStrings.help,
            on: &grid,
            theme: theme
        )
        var search = inside.cutTop(1)
        grid.write("/", in: search.cutLeft(2), style: .bold)
        let placeholder =
            WidgetStrings.searchHelp.displayWidth < search.width
            ? WidgetStrings.searchHelp : WidgetStrings.searchHelpShort
        query.draw(in: search, on: &grid, theme: theme, placeholder: placeholder)
        grid.rule(in: inside.cutTop(inside.height > 3 ? 1 : 0), theme: theme)
        let lines = lines(inside.width)
        let table = Table(
            name: Self.listName,
            columns: columns,
            count: lines.count,
            state: list,
            showsHeader: false,
            emptyText: WidgetStrings.noKeyFound
        ) { index in
            let line = lines[index]
            if line.isHeading { return TableRow([.empty, Line(line.text, theme.heading)]) }
            guard line.isFirst else { return TableRow([.empty, Line(line.text)]) }
            return TableRow([Line(line.entry.keys, theme.key), Line(line.text), Line(line.entry.context, theme.dim)])
        }
        let cursor = grid.cursor
        table.draw(in: inside, on: &grid, theme: theme)
        grid.cursor = cursor
    }

    /// The width of the longest text that the entries have in a column.
    private func widest(_ text: (HelpEntry<Command>) -> String) -> Int {
        entries.map { text($0).displayWidth }.max() ?? 0
    }

    private static var listName: String { "help" }
}
