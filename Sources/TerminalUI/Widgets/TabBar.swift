/// The first line of a main screen: the screens there are, the open one marked, and what matters on the right.
package struct TabBar: Hashable, Sendable {
    /// One screen that can be opened.
    package struct Tab: Hashable, Sendable {
        package let key: Key
        package let title: String

        package init(_ key: Key, _ title: String) {
            self.key = key
            self.title = title
        }
    }

    package let tabs: [Tab]
    package let selected: Int
    /// What stands at the right end, such as the day or that the store is locked.
    package let trailing: Line

    package init(_ tabs: [Tab], selected: Int, trailing: Line = .empty) {
        self.tabs = tabs
        self.selected = selected
        self.trailing = trailing
    }

    /// The name of the frame of what is open, or chosen: under it the rule is heavy.
    package static let openName = "open"

    /// The columns that all names need, without what stands at the right end.
    package var nameWidth: Int { names.reduce(-1) { $0 + $1.displayWidth + 2 } }

    private var names: [String] { tabs.map { $0.key.label + " " + $0.title } }

    /// The key and the name of a screen.
    private func name(_ text: String, isOpen: Bool, theme: Theme) -> Line {
        guard !isOpen else { return Line(text, theme.accent.adding(.bold)) }
        return Line(text, theme.dim)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let line = rect.row(0)
        let full = names
        var room = line.width
        if !trailing.isEmpty, trailing.width + 2 <= line.width / 2 {
            grid.write(trailing, in: line, x: line.width - trailing.width - 1)
            room = line.width - trailing.width - 2
        }
        let isFull = nameWidth <= room
        // When names don't fit, the others shrink to their keys and the open screen keeps its name, where that has room.
        let open =
            full.indices.contains(selected) ? full[selected].displayWidth - tabs[selected].key.label.displayWidth : 0
        let keepsName = tabs.reduce(open - 1) { $0 + $1.key.label.displayWidth + 2 } <= room
        var x = 1
        for (index, tab) in tabs.enumerated() {
            let isOpen = index == selected
            let text = isFull || (isOpen && keepsName) ? full[index] : tab.key.label
            let left = Rect(x: line.x, y: line.y, width: room, height: line.height)
            let end = grid.write(name(text, isOpen: isOpen, theme: theme), in: left, x: x)
            let area = Rect(x: line.x + x, y: line.y, width: end - x, height: 1)
            grid.layout.addTarget(.key(tab.key), in: area)
            if isOpen { grid.layout.setFrame(area, for: Self.openName) }
            x = end + 2
            guard x < room else { break }
        }
    }
}

/// The first line of a screen inside another: the path to it, the last part bold, and choices or facts on the right.
package struct BreadcrumbBar: Hashable, Sendable {
    package let path: [String]
    package let trailing: Line

    package init(_ path: [String], trailing: Line = .empty) {
        self.path = path
        self.trailing = trailing
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let line = rect.row(0)
        var room = line.width - 2
        if trailing.width + 2 <= line.width / 2 + 8 {
            let start = max(0, line.width - trailing.width - 1)
            grid.write(trailing, in: line, x: start)
            if let chosen = ChoiceLine.chosen(in: trailing) {
                let area = Rect(x: line.x + start + chosen.lowerBound, y: line.y, width: chosen.count, height: 1)
                grid.layout.setFrame(area, for: TabBar.openName)
            }
            room -= trailing.width + 1
        }
        var shown = path[...]
        while shown.count > 1, Self.line(Array(shown), theme: theme).width > room {
            shown = shown.dropFirst()
        }
        let text = Self.line(Array(shown), skipped: path.count - shown.count, theme: theme)
        grid.write(text.truncated(to: room, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
    }

    /// The name of the click targets, of which the index is the part's place in the path.
    package static let linkName = "path"

    private static func line(_ parts: [String], skipped: Int = 0, theme: Theme) -> Line {
        var line = Line.empty
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            line += isLast ? Line(part, theme.title) : Line(part, theme.dim, link: Link(linkName, index + skipped))
            if !isLast {
                line += Line(" \(theme.glyphs.breadcrumb) ", theme.dim)
            }
        }
        return line
    }
}

/// A row of choices of which one is taken: `D W [M] 6M Y All`.
package enum ChoiceLine {
    /// The name of the click targets, of which the index is the choice's.
    package static let linkName = "choice"

    /// The columns of the choice that is taken; nil where a line has none.
    static func chosen(in line: Line) -> Range<Int>? {
        var x = 0
        for span in line.spans {
            let width = span.text.displayWidth
            if span.link?.name == linkName, span.text.hasPrefix("[") { return x..<(x + width) }
            x += width
        }
        return nil
    }

    package static func line(_ choices: [String], selected: Int, theme: Theme) -> Line {
        var line = Line.empty
        for (index, choice) in choices.enumerated() {
            if index > 0 { line += " " }
            let link = Link(linkName, index)
            let chosen = Line("[\(choice)]", theme.accent.adding(.bold), link: link)
            line += index == selected ? chosen : Line(choice, theme.dim, link: link)
        }
        return line
    }
}
