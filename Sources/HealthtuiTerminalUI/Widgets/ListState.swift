/// The selected row of a list and its visible rows; a value kept in a screen's state.
///
/// Movements keep the cursor in view and scroll no more than needed. ``height`` comes from ``Program/laidOut(_:in:)``; until then
/// any row works, because drawing makes sure that the cursor shows.
package struct ListState: Hashable, Sendable {
    package private(set) var selected = 0
    /// The first row in view.
    package private(set) var top = 0
    /// The number of visible rows, as last reported.
    package private(set) var height = 1

    package init(selected: Int = 0) {
        self.selected = max(0, selected)
    }

    /// Moves the cursor by some rows, stopping at both ends.
    package mutating func move(by rows: Int, count: Int) {
        let target = selected.addingReportingOverflow(rows)
        select(target.overflow ? (rows < 0 ? 0 : count - 1) : target.partialValue, count: count)
    }

    /// Moves the cursor to a row, or to the nearest existing one.
    package mutating func select(_ row: Int, count: Int) {
        selected = min(max(0, row), max(0, count - 1))
        top = Self.top(showing: selected, from: top, height: height, count: count)
    }

    package mutating func moveToFirst(count: Int) {
        select(0, count: count)
    }

    package mutating func moveToLast(count: Int) {
        select(count - 1, count: count)
    }

    /// Moves by whole pages, or by half ones.
    package mutating func page(by pages: Int, half: Bool = false, count: Int) {
        let rows = half ? max(1, height / 2) : max(1, height - 1)
        let distance = rows.multipliedReportingOverflow(by: pages)
        move(by: distance.overflow ? (pages < 0 ? -count : count) : distance.partialValue, count: count)
    }

    /// Scrolls the view, as a mouse wheel does; the cursor moves only when it would leave the view.
    package mutating func scroll(by rows: Int, count: Int) {
        let last = max(0, count - height)
        let target = top.addingReportingOverflow(rows)
        top = min(max(0, target.overflow ? (rows < 0 ? 0 : last) : target.partialValue), last)
        selected = min(max(selected, top), max(top, min(top + height, count) - 1))
    }

    /// Updates the list's height and row count.
    package mutating func fit(height: Int, count: Int) {
        self.height = max(1, height)
        select(selected, count: count)
    }

    /// The first row to draw in a given height, such that the cursor shows.
    package func top(height: Int, count: Int) -> Int {
        Self.top(showing: min(selected, max(0, count - 1)), from: top, height: height, count: count)
    }

    /// The rows in view at a height.
    package func visibleRows(height: Int, count: Int) -> Range<Int> {
        let first = top(height: height, count: count)
        return first..<max(first, min(count, first + max(0, height)))
    }

    private static func top(showing selected: Int, from top: Int, height: Int, count: Int) -> Int {
        let height = max(1, height)
        let last = max(0, count - height)
        let wanted = min(max(top, selected - height + 1), selected)
        return min(max(0, wanted), last)
    }
}
