import HealthtuiTerminalUI
import Testing

/// The headings of a table's columns.
@Suite struct TableHeadingTests {
    private func grid(sort: TableSort?) -> CellGrid {
        var grid = CellGrid(size: Size(width: 40, height: 4))
        Table(
            name: "days",
            columns: [
                TableColumn("When", minimum: 6), TableColumn.figures("Steps", minimum: 6, maximum: 10, importance: 1),
            ],
            count: 1,
            state: ListState(),
            sort: sort
        ) { _ in TableRow([Line("Mon"), Line("6,492")]) }
        .draw(in: grid.bounds, on: &grid, theme: .plain)
        return grid
    }

    /// The underlined words of the headings.
    private func underlined(_ grid: CellGrid) -> String {
        (0..<grid.size.width)
            .compactMap { x in
                grid[x, 0].flatMap { $0.style.attributes.contains(.underline) ? $0.text : nil }
            }
            .joined()
    }

    @Test("Only the heading of the column that the rows are sorted by is underlined, with its arrow")
    func sorted() {
        #expect(underlined(grid(sort: TableSort(column: 1, isDescending: false))) == "Steps ▲")
        #expect(underlined(grid(sort: TableSort(column: 0, isDescending: true))) == "When ▼")
        #expect(underlined(grid(sort: nil)).isEmpty)
    }
}
