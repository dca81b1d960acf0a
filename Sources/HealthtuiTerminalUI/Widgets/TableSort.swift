/// The column that a table is sorted by, and the sort direction.
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
