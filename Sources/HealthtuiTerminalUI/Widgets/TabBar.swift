/// The first line of a main screen: the tabs, the current one marked, and a status on the right.
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
    /// The status at the right end, such as the day or that the store is locked.
    package let trailing: Line

    package init(_ tabs: [Tab], selected: Int, trailing: Line = .empty) {
        self.tabs = tabs
        self.selected = selected
        self.trailing = trailing
    }

    /// The name of the frame of the current or selected item, under which the rule is heavy.
    package static let openName = "open"

    /// The columns that all names need, without the status at the right end.
    package var nameWidth: Int { Self.width(names) }

    private var names: [String] { tabs.map { $0.key.label + " " + $0.title } }

    /// The fewest letters that distinguish a name from the others, and the fewest of all that say more than a number.
    private static let leastLetters = 4

    /// The columns that some texts need beside each other, with a column before the first.
    private static func width(_ texts: [String]) -> Int { texts.reduce(-1) { $0 + $1.displayWidth + 2 } }

    /// The texts of the tabs for a width: full names; else the longest names cut until all fit, except the current one's; else
    /// numbers, with the current tab's name where it fits.
    ///
    /// - Parameters:
    ///   - room: The columns.
    ///   - ellipsis: The mark of a cut name.
    /// - Returns: A text for each screen.
    package func texts(in room: Int, ellipsis: String) -> [String] {
        let full = names
        guard Self.width(full) > room else { return full }
        if let cut = cutNames(in: room, ellipsis: ellipsis) { return cut }
        var keys = tabs.map(\.key.label)
        guard keys.indices.contains(selected) else { return keys }
        let bare = keys[selected]
        keys[selected] = full[selected]
        if Self.width(keys) > room { keys[selected] = bare }
        return keys
    }

    /// Names cut, longest first, as little as makes all of them fit; nil where too little would be left.
    private func cutNames(in room: Int, ellipsis: String) -> [String]? {
        let longest = tabs.map(\.title.displayWidth).max() ?? 0
        for letters in stride(from: longest - 1, through: Self.leastLetters + ellipsis.displayWidth - 1, by: -1) {
            let texts = tabs.enumerated()
                .map { index, tab in
                    let title =
                        index == selected ? tab.title : tab.title.truncated(to: letters, ellipsis: ellipsis)
                    return tab.key.label + " " + title
                }
            if Self.width(texts) <= room { return texts }
        }
        return nil
    }

    /// The columns that the names need when cut as far as allowed.
    package func leastNameWidth(ellipsis: String) -> Int {
        let most = Self.leastLetters + ellipsis.displayWidth - 1
        return tabs.enumerated()
            .reduce(-1) { width, tab in
                let title = tab.element.title.displayWidth
                let shown = tab.offset == selected ? title : min(title, most)
                return width + tab.element.key.label.displayWidth + 1 + shown + 2
            }
    }

    /// The key and the name of a screen.
    private func name(_ text: String, isOpen: Bool, theme: Theme) -> Line {
        guard !isOpen else { return Line(text, theme.accent.adding(.bold)) }
        return Line(text, theme.dim)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let line = rect.row(0)
        var room = line.width
        if !trailing.isEmpty, trailing.width + 2 <= line.width / 2 {
            grid.write(trailing, in: line, x: line.width - trailing.width - 1)
            room = line.width - trailing.width - 2
        }
        var x = 1
        for (index, text) in texts(in: room, ellipsis: theme.glyphs.ellipsis).enumerated() {
            let tab = tabs[index]
            let isOpen = index == selected
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

/// The first line of a screen inside another: the path to it with the last component in bold, and choices or facts on the right.
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

    /// The name of the click targets; the index is the component's position in the path.
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

/// A row of choices with one selected: `D W [M] 6M Y All`.
package enum ChoiceLine {
    /// The name of the click targets; the index is the choice's.
    package static let linkName = "choice"

    /// The columns of the selected choice; nil where a line has none.
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
