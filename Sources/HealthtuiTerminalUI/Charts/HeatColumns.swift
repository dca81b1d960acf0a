/// The columns of a heat map: where each cell begins, with room for names at the left and notes at the right.
package struct HeatColumns: Hashable, Sendable {
    package let count: Int
    /// The left edge of the first cell.
    package let start: Int
    /// The columns of a cell.
    package let width: Int
    /// The blank columns behind the text of a cell.
    let pad: Int
    /// Whether the texts of the cells have room beside each other.
    package let hasTexts: Bool
    /// The columns for names; 0 where there is no room.
    let gutter: Int

    private static let widest = 8

    /// Divides a row.
    ///
    /// - Parameters:
    ///   - rect: The row.
    ///   - count: The number of cells.
    ///   - names: The width of the widest name.
    ///   - texts: The width of the widest text of a cell.
    ///   - notes: The width of what stands behind the cells where it leaves their texts enough room.
    package init(in rect: Rect, count: Int, names: Int, texts: Int, notes: Int = 0) {
        self.count = max(0, count)
        let cells = max(1, count)
        gutter = rect.width >= names + 1 + cells ? names + 1 : 0
        let room = rect.width - gutter
        let beside = (room - notes) / cells
        let roomy = beside > texts && beside > 3 ? beside : room / cells
        width = min(Self.widest, max(1, roomy))
        start = rect.x + gutter
        hasTexts = width > texts
        pad = hasTexts ? max((width - texts) / 2, 1) : 0
    }

    /// The left edge of a cell.
    package func x(_ index: Int) -> Int { start + index * width }

    /// The column behind the last cell.
    package var end: Int { x(count) }

    /// The middle column of a cell.
    func middle(_ index: Int) -> Int { x(index) + (width - 1) / 2 }
}
