/// Which rows of a table are read, and in which order.
package struct ForeignSelection: Sendable, Equatable {
    /// An order of rows.
    package enum Order: Sendable, Equatable {
        /// By their numbers; where they have none, by the table's primary key.
        case stored
        /// By a column of whole numbers, and then by their numbers.
        case column(String)
    }

    /// The order of the rows.
    package var order: Order

    /// The column whose whole numbers are in ``range``; nil for all rows.
    package var column: String?

    /// The range of the column's numbers; cells without a number are outside.
    package var range: ClosedRange<Int64>

    /// How many row numbers are sorted at a time, where rows aren't stored in the order; it takes 32 bytes each.
    package var sortedAtOnce = 1 << 20

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - order: The order of the rows.
    ///   - column: The column that is in a range; nil for all rows.
    ///   - range: The range.
    package init(
        order: Order = .stored,
        where column: String? = nil,
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) {
        self.order = order
        self.column = column
        self.range = range
    }

    /// All rows, as they are stored.
    package static let all = ForeignSelection()
}
