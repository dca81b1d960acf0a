import HealthtuiTerminalUI

/// A list that a filter narrows: its commands, and where they leave the cursor.
protocol FilteredList {
    associatedtype RowKey: Hashable

    var filter: Filter { get set }
    var list: ListState { get set }

    /// The rows that match the filter: the identity of each, and whether it can be chosen, unlike a heading.
    var filteredRows: [(key: RowKey, isChoice: Bool)] { get }
}

extension FilteredList {
    /// Handles a command of the filter.
    ///
    /// - Parameter command: The command.
    /// - Returns: Whether it was such a command.
    mutating func obeyFilter(_ command: Command) -> Bool {
        switch command {
        case .filter:
            showAll()
            filter.begin(at: list.selected)
        case .accept: filter.isTyping = false
        case .cancel where filter.isActive, .back where filter.isActive: showAll()
        default: return false
        }
        return true
    }

    /// Removes the filter; the cursor stays on its row.
    private mutating func showAll() {
        guard filter.isActive else { return }
        let shown = filteredRows
        let here = shown.indices.contains(list.selected) ? shown[list.selected].key : nil
        let origin = filter.origin
        filter.clear()
        let rows = filteredRows
        list.follow(here, in: rows.map(\.key), else: origin)
        list.settle(count: rows.count, choosing: { rows[$0].isChoice })
    }

    /// Puts the cursor on the first row that can be chosen.
    mutating func settle() {
        let rows = filteredRows
        list.moveToFirst(count: rows.count)
        list.settle(count: rows.count, choosing: { rows[$0].isChoice })
    }

    /// Moves to the next or previous row that a filter leaves, or that the last one left.
    ///
    /// - Parameters:
    ///   - command: `nextMatch` or `previousMatch`.
    ///   - matches: The rows that the filter leaves, or that the last one left.
    /// - Returns: Whether there is one.
    mutating func moves(_ command: Command, among matches: [RowKey]) -> Bool {
        guard filter.isActive || !filter.last.isEmpty else { return false }
        let (keys, rows) = (Set(matches), filteredRows)
        return list.jump(forward: command == .nextMatch, count: rows.count) {
            rows[$0].isChoice && keys.contains(rows[$0].key)
        }
    }
}
