import HealthtuiFacts
import HealthtuiTerminalUI

/// A list's sort order; none as long as its rows keep their original order.
struct ListSort: Hashable, Sendable {
    /// A column that can be sorted by.
    struct Column: Hashable, Sendable {
        let index: Int
        /// Whether the greatest comes first to begin with, as of numbers and dates.
        let startsDescending: Bool

        /// A column of words.
        static func words(_ index: Int) -> Column { Column(index: index, startsDescending: false) }

        /// A column of numbers or dates.
        static func numbers(_ index: Int) -> Column { Column(index: index, startsDescending: true) }
    }

    private(set) var shown: TableSort?

    /// Handles the commands that sort; the key of the current column reverses the order.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - columns: The columns that can be sorted by, from the left.
    /// - Returns: Whether it was such a command.
    mutating func obey(_ command: Command, columns: [Column]) -> Bool {
        switch command {
        case .sort:
            if shown == nil { turn(to: columns.first) } else { shown?.isDescending.toggle() }
        case .sortRight, .sortLeft:
            // Before the first and after the last column, the rows are unsorted.
            let here = shown.flatMap { shown in columns.firstIndex { $0.index == shown.column } }
            let next =
                command == .sortRight ? (here.map { $0 + 1 } ?? 0) : (here.map { $0 - 1 } ?? columns.count - 1)
            turn(to: columns.indices.contains(next) ? columns[next] : nil)
        default: return false
        }
        return true
    }

    /// Sorts by the heading that was pressed; pressed again it reverses.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - name: The table's name.
    ///   - columns: The columns that can be sorted by.
    /// - Returns: Whether it was a press on such a heading.
    mutating func press(_ event: MouseEvent, _ name: String, columns: [Column]) -> Bool {
        guard event.kind == .press, case .item(Table.headings(of: name), let index, _) = event.target,
            let column = columns.first(where: { $0.index == index })
        else { return false }
        choose(column)
        return true
    }

    /// Sorts by a column; the one that is sorted by already is reversed.
    mutating func choose(_ column: Column) {
        if shown?.column == column.index { shown?.isDescending.toggle() } else { turn(to: column) }
    }

    /// The rows in order.
    ///
    /// - Parameters:
    ///   - rows: The rows as they come.
    ///   - key: The sort key of a row in a column.
    /// - Returns: The rows; as they come where nothing is sorted.
    func sorted<Row>(_ rows: [Row], by key: (Row, Int) -> SortKey) -> [Row] {
        guard let shown else { return rows }
        let keys = rows.map { key($0, shown.column) }
        return SortKey.order(keys, isDescending: shown.isDescending).map { rows[$0] }
    }

    private mutating func turn(to column: Column?) {
        shown = column.map { TableSort(column: $0.index, isDescending: $0.startsDescending) }
    }
}

extension ListState {
    /// Goes to the next or the previous row that matches, from one end on to the other.
    ///
    /// - Parameters:
    ///   - forward: Whether the next one is meant.
    ///   - count: The rows there are.
    ///   - isMatch: Whether a row matches.
    /// - Returns: Whether there is one.
    mutating func jump(forward: Bool, count: Int, _ isMatch: (Int) -> Bool) -> Bool {
        guard count > 0 else { return false }
        let here = min(selected, count - 1)
        for distance in 1...count {
            let row = (here + (forward ? distance : count - distance)) % count
            guard isMatch(row) else { continue }
            select(row, count: count)
            return true
        }
        return false
    }
}
