/// One line of help: keys and what they do.
package struct HelpEntry<Command: Hashable & Sendable>: Sendable {
    package let command: Command
    package let keys: String
    package let name: String
    package let help: String
    package let context: String
}

extension KeyMap {
    /// The help of everything that works in the given contexts, innermost first.
    package func help(in contexts: [KeyContext]) -> [HelpEntry<Command>] {
        active(in: contexts)
            .map { binding in
                HelpEntry(
                    command: binding.command,
                    keys: binding.keyLabel,
                    name: binding.name,
                    help: binding.help,
                    context: binding.context.name
                )
            }
    }
}

/// Help that can be searched and run: every key that works here; a value kept in a screen's state.
package struct HelpSheet<Command: Hashable & Sendable>: Sendable {
    package let entries: [HelpEntry<Command>]
    package private(set) var query = TextField()
    package private(set) var list = ListState()

    package init(_ entries: [HelpEntry<Command>]) {
        self.entries = entries
    }

    /// What a key did to the sheet.
    package enum Outcome: Equatable, Sendable {
        case stays
        case closed
        case run(Command)
    }

    /// The entries that hold every word of the query.
    package var found: [HelpEntry<Command>] {
        let words = query.text.lowercased().split(separator: " ")
        guard !words.isEmpty else { return entries }
        return entries.filter { entry in
            let text = "\(entry.keys) \(entry.name) \(entry.help) \(entry.context)".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// Answers a key: letters search, arrows choose, Enter runs, Escape closes.
    package mutating func handle(_ key: Key) -> Outcome {
        let count = found.count
        switch key {
        case .escape, .control("c"), .function(1): return .closed
        case "?" where query.isEmpty: return .closed
        case .enter:
            return found.indices.contains(list.selected) ? .run(found[list.selected].command) : .stays
        case .up: list.move(by: -1, count: count)
        case .down: list.move(by: 1, count: count)
        case .pageUp: list.page(by: -1, count: count)
        case .pageDown: list.page(by: 1, count: count)
        default:
            if query.handle(key) {
                list = ListState()
            }
        }
        return .stays
    }

    /// Answers the mouse: a press chooses, one on what is chosen runs it, and one beside the sheet closes it.
    package mutating func handle(_ mouse: MouseEvent) -> Outcome {
        let found = found
        let before = list.selected
        if let pressed = list.handle(mouse, name: Self.listName, count: found.count) {
            return pressed == before ? .run(found[pressed].command) : .stays
        }
        return mouse.kind == .press && mouse.target == nil ? .closed : .stays
    }

    package mutating func paste(_ text: String) {
        query.insert(text)
        list = ListState()
    }

    /// Takes in where the sheet's list was drawn.
    package mutating func laidOut(_ layout: Layout) {
        if let frame = layout.frames[Self.listName] {
            list.fit(height: frame.height, count: found.count)
        }
    }

    package func draw(over rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let wanted = min(max(entries.count + 3, 6), 40)
        var inside = Sheet.open(over: rect, width: 72, height: wanted, title: WidgetTexts.help, on: &grid, theme: theme)
        var search = inside.cutTop(1)
        grid.write("/", in: search.cutLeft(2), style: .bold)
        query.draw(in: search, on: &grid, theme: theme, placeholder: WidgetTexts.searchHelp)
        grid.rule(in: inside.cutTop(inside.height > 3 ? 1 : 0), theme: theme)
        let found = found
        let (keys, context) = (widest(\.keys), min(12, widest(\.context)))
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: min(keys, 8), maximum: min(keys, 16), importance: 2),
                TableColumn("", minimum: 16, importance: 3, keepsWords: true),
                TableColumn("", minimum: context, maximum: context, importance: 1, keepsWords: true),
            ],
            count: found.count,
            state: list,
            showsHeader: false,
            emptyText: WidgetTexts.noKeyFound
        ) { index in
            let entry = found[index]
            return TableRow([Line(entry.keys, theme.key), Line(entry.help), Line(entry.context, theme.dim)])
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
