import HealthtuiTerminalUI

/// A column of a table.
struct ListColumn {
    let title: String
    var alignment = Alignment.left
    /// Whether the column shrinks if the terminal is too narrow.
    var isFlexible = false
    /// The least width of a flexible column.
    var least = 8
    /// Whether a cell that doesn't fit is cut between two words.
    var keepsWords = false
    /// The order in which columns are omitted if the terminal is still too narrow; `nil` for one that stays.
    var leaves: Int?

    static func right(_ title: String) -> ListColumn { ListColumn(title: title, alignment: .right) }
    static func left(_ title: String) -> ListColumn { ListColumn(title: title) }
    static func flexible(_ title: String) -> ListColumn { ListColumn(title: title, isFlexible: true) }

    /// A column of names, which are cut between two words.
    static func names(_ title: String, least: Int) -> ListColumn {
        ListColumn(title: title, isFlexible: true, least: least, keepsWords: true)
    }

    /// The same column, but omitted if there is no room, smallest number first.
    func leaving(_ order: Int) -> ListColumn {
        var column = self
        column.leaves = order
        return column
    }
}

/// The widths of a table's columns.
struct ListLayout {
    private let columns: [ListColumn]
    /// The widths; `nil` for an omitted column.
    private var widths: [Int?]
    private let isTerminal: Bool

    /// The layout of a table.
    ///
    /// - Parameters:
    ///   - columns: Its columns.
    ///   - rows: The rows that the widths are taken from; a row of one cell is a note and has no say.
    ///   - room: The columns of the terminal; `nil` if there is no terminal, so that nothing shrinks.
    init(_ columns: [ListColumn], _ rows: [[String]], room: Int?) {
        self.columns = columns
        isTerminal = room != nil
        widths = columns.map(\.title.displayWidth)
        for cells in rows where cells.count > 1 {
            for (index, cell) in cells.enumerated() where index < widths.count {
                widths[index] = max(widths[index] ?? 0, cell.displayWidth)
            }
        }
        guard let room else { return }
        leaveOut(room)
        shrink(to: room)
    }

    /// The width of a table whose columns have some widths.
    private func needed(_ width: (Int, Int) -> Int) -> Int {
        let shown = widths.enumerated().compactMap { index, own in own.map { width(index, $0) } }
        return shown.reduce(0, +) + 2 * max(shown.count - 1, 0)
    }

    private mutating func leaveOut(_ room: Int) {
        let order = columns.indices.filter { columns[$0].leaves != nil }
            .sorted { (columns[$0].leaves ?? 0, $0) < (columns[$1].leaves ?? 0, $1) }
        for index in order {
            let least = needed { columns[$0].isFlexible ? min($1, columns[$0].least) : $1 }
            guard least > room else { return }
            widths[index] = nil
        }
    }

    private mutating func shrink(to room: Int) {
        var excess = needed { $1 } - room
        for index in columns.indices.reversed() where columns[index].isFlexible && excess > 0 {
            guard let width = widths[index] else { continue }
            let cut = min(excess, width - min(width, columns[index].least))
            widths[index] = width - cut
            excess -= cut
        }
    }

    /// The line of the headings.
    var heading: String { line(columns.map(\.title)) }

    /// The line of a row.
    func line(_ cells: [String]) -> String {
        if cells.count == 1, columns.count > 1 { return cells[0] }
        var parts: [String] = []
        for (index, column) in columns.enumerated() {
            guard let width = widths[index] else { continue }
            var cell = index < cells.count ? cells[index] : ""
            let givesWay = column.isFlexible && isTerminal
            if givesWay, column.keepsWords { cell = Line(cell).truncatedBetweenWords(to: width).text }
            parts.append(
                cell.displayWidth > width && !givesWay ? cell : cell.fitted(to: width, alignment: column.alignment)
            )
        }
        var line = parts.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
