/// A column of a table: its title and width limits.
package struct TableColumn: Hashable, Sendable {
    package let title: String
    package let alignment: Alignment
    /// The least useful width of the column.
    package let minimum: Int
    /// The preferred width when there is room; nil takes all available space.
    package let maximum: Int?
    /// The column's importance; when room is short, the least important columns are dropped first.
    package let importance: Int
    /// Whether the cells are figures, of which a part would be another figure: the column is as wide as the widest of
    /// those in view, and one that has no room even then is left out.
    package let isFigure: Bool
    /// Whether a cell that doesn't fit is cut between two words.
    package let keepsWords: Bool
    /// Whether a cell of several facts that doesn't fit shows only the leading ones, each whole.
    package let keepsFacts: Bool

    /// Whether the cells are dates: the column is as wide as the widest visible one where there is room, and a cell that doesn't
    /// fit uses a shorter form and is never cut.
    package let isDate: Bool

    /// A column that may grow.
    package init(
        _ title: String,
        alignment: Alignment = .left,
        minimum: Int,
        maximum: Int? = nil,
        importance: Int = 0,
        isFigure: Bool = false,
        keepsWords: Bool = false,
        keepsFacts: Bool = false,
        isDate: Bool = false
    ) {
        self.isDate = isDate
        self.isFigure = isFigure
        self.keepsWords = keepsWords
        self.keepsFacts = keepsFacts
        self.title = title
        self.alignment = alignment
        self.minimum = min(max(1, minimum), CellLimits.extent)
        self.maximum = maximum.map { min(max($0, minimum, 1), CellLimits.extent) }
        self.importance = importance
    }

    /// A column of fixed width.
    package init(_ title: String, alignment: Alignment = .left, width: Int, importance: Int = 0) {
        self.init(title, alignment: alignment, minimum: width, maximum: width, importance: importance)
    }

    /// A column of right-aligned figures, each shown whole, or the column is dropped.
    package static func figures(_ title: String, minimum: Int, maximum: Int, importance: Int) -> TableColumn {
        TableColumn(
            title,
            alignment: .right,
            minimum: minimum,
            maximum: maximum,
            importance: importance,
            isFigure: true
        )
    }

    /// A column of dates, each shown whole or in a shorter form that the row provides.
    package static func dates(_ title: String, minimum: Int, maximum: Int, importance: Int) -> TableColumn {
        TableColumn(title, minimum: minimum, maximum: maximum, importance: importance, isDate: true)
    }

    /// The same column, wide enough for a cell.
    func fitting(_ width: Int) -> TableColumn {
        guard width > minimum else { return self }
        return TableColumn(
            title,
            alignment: alignment,
            minimum: width,
            maximum: maximum.map { max($0, width) },
            importance: importance,
            isFigure: isFigure,
            keepsWords: keepsWords,
            keepsFacts: keepsFacts,
            isDate: isDate
        )
    }

    /// The width of every column in a given room; 0 for a column that is left out.
    ///
    /// - Parameters:
    ///   - columns: The columns from left to right.
    ///   - room: The columns of cells there are.
    ///   - gap: The blank cells between two columns.
    /// - Returns: One width a column. The most important column always stays, if need be cut.
    package static func widths(_ columns: [TableColumn], room: Int, gap: Int) -> [Int] {
        guard room > 0, !columns.isEmpty else { return columns.map { _ in 0 } }
        var shown = Array(columns.indices)
        func needed() -> Int {
            shown.reduce(0) { $0 + columns[$1].minimum } + gap * (shown.count - 1)
        }
        while shown.count > 1, needed() > room {
            guard let least = shown.min(by: { ranks(columns, $0, below: $1) }) else { break }
            shown.removeAll { $0 == least }
        }
        var widths = columns.map { _ in 0 }
        for index in shown {
            widths[index] = min(columns[index].minimum, room)
        }
        var free = room - shown.reduce(0) { $0 + widths[$1] } - gap * (shown.count - 1)
        while free > 0 {
            let growing = shown.filter { widths[$0] < columns[$0].maximum ?? .max }
            guard !growing.isEmpty else { break }
            let share = max(1, free / growing.count)
            for index in growing where free > 0 {
                let wanted = (columns[index].maximum ?? .max) - widths[index]
                let given = min(share, free, wanted)
                widths[index] += given
                free -= given
            }
        }
        return widths
    }

    private static func ranks(_ columns: [TableColumn], _ left: Int, below right: Int) -> Bool {
        if columns[left].importance != columns[right].importance {
            return columns[left].importance < columns[right].importance
        }
        return left > right
    }
}
