/// The column that a table is sorted by, and which end of it comes first.
package struct TableSort: Hashable, Sendable {
    package var column: Int
    package var isDescending: Bool

    /// A table sorted by a column.
    ///
    /// - Parameters:
    ///   - column: The column, counted from the left.
    ///   - isDescending: Whether the greatest comes first.
    package init(column: Int, isDescending: Bool) {
        self.column = column
        self.isDescending = isDescending
    }
}

extension Table {
    /// The name under which the headings of a table are found in a screen's ``Layout``.
    ///
    /// - Parameter name: The table's name.
    /// - Returns: The name of its headings.
    package static func headings(of name: String) -> String { name + ".headings" }

    /// The heading of a column; the one that is sorted by says which end comes first.
    func heading(_ index: Int, _ theme: Theme) -> Line {
        let title = columns[index].title
        guard let sort, sort.column == index else { return Line(title, theme.dim) }
        let arrow = sort.isDescending ? theme.glyphs.falling : theme.glyphs.rising
        return Line(title.isEmpty ? arrow : title + " " + arrow, theme.key)
    }

    /// The columns, the one that is sorted by with room for its arrow.
    var headedColumns: [TableColumn] {
        guard let sort, columns.indices.contains(sort.column) else { return columns }
        var columns = columns
        columns[sort.column] = columns[sort.column].fitting(columns[sort.column].title.displayWidth + 2)
        return columns
    }
}
