/// One row of a table.
package struct TableRow: Hashable, Sendable {
    /// The kind of row.
    package enum Kind: Hashable, Sendable {
        /// Cells under the columns.
        case cells([Line])
        /// A heading over the rows that follow, across all columns.
        case heading(Line)
        /// A row that exists but whose contents are still being fetched.
        case loading
    }

    package let kind: Kind
    /// Whether the row is marked; a command acts on all marked rows together.
    package let isMarked: Bool
    package let style: Style
    /// Shorter versions of a cell that doesn't fit, by column, longest first; if none fits, the cell is blank.
    package let shorter: [Int: [Line]]

    package init(_ cells: [Line], isMarked: Bool = false, style: Style = .plain, shorter: [Int: [Line]] = [:]) {
        kind = .cells(cells)
        self.shorter = shorter
        self.isMarked = isMarked
        self.style = style
    }

    private init(kind: Kind) {
        self.kind = kind
        isMarked = false
        style = .plain
        shorter = [:]
    }

    package static func heading(_ text: String) -> TableRow {
        TableRow(kind: .heading(Line(text, .bold)))
    }

    /// A line of text across all columns.
    package static func line(_ line: Line) -> TableRow {
        TableRow(kind: .heading(line))
    }

    package static let loading = TableRow(kind: .loading)
}

/// A list of rows in columns, of any length: only visible rows are requested.
package struct Table {
    /// The name under which its frame and rows are found in the screen's ``Layout``.
    package let name: String
    package let columns: [TableColumn]
    package let count: Int
    package let state: ListState
    package let showsHeader: Bool
    /// The column that the rows are sorted by; nil where they keep their order.
    package let sort: TableSort?
    /// Whether the cursor row shows, which it doesn't while something else has the focus.
    package let isFocused: Bool
    /// The text shown when there are no rows.
    package let emptyText: String
    package let row: (Int) -> TableRow

    /// The blank columns between two columns.
    package static let gap = 2

    /// A table.
    ///
    /// - Parameters:
    ///   - name: Its name in the layout; unique on a screen.
    ///   - columns: Its columns from left to right.
    ///   - count: All rows there are.
    ///   - state: Cursor and scroll position.
    ///   - showsHeader: Whether the column titles stand above.
    ///   - sort: The column that the rows are sorted by; nil where they keep their order.
    ///   - isFocused: Whether the cursor row shows.
    ///   - emptyText: The text shown when there are no rows.
    ///   - row: Returns the n-th row; called for visible rows only.
    package init(
        name: String,
        columns: [TableColumn],
        count: Int,
        state: ListState,
        showsHeader: Bool = true,
        sort: TableSort? = nil,
        isFocused: Bool = true,
        emptyText: String = WidgetStrings.nothingHere,
        row: @escaping (Int) -> TableRow
    ) {
        self.name = name
        self.columns = columns
        self.count = max(0, count)
        self.state = state
        self.showsHeader = showsHeader
        self.sort = sort
        self.isFocused = isFocused
        self.emptyText = emptyText
        self.row = row
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var body = rect
        let hasHeader = showsHeader && body.height > 1
        let visible = state.visibleRows(height: body.height - (hasHeader ? 1 : 0), count: count).map { ($0, row($0)) }
        let widths = TableColumn.widths(
            columns(fitting: visible.map(\.1), room: rect.width - 2),
            room: rect.width - 2,
            gap: Self.gap
        )
        if hasHeader {
            let header = body.cutTop(1)
            draw(
                columns.indices.map { heading($0, theme) },
                isHeader: true,
                widths: widths,
                in: header,
                on: &grid,
                theme: theme
            )
            targetHeadings(widths, in: header, on: &grid)
        }
        grid.layout.setFrame(body, for: name)
        guard count > 0 else {
            for (index, text) in emptyText.wrapped(to: body.width - 2).prefix(body.height).enumerated() {
                grid.write(Line(text, theme.dim), in: body.row(index), x: 1)
            }
            return
        }
        for (line, (index, row)) in visible.enumerated() {
            draw(row, index: index, widths: widths, in: body.row(line), on: &grid, theme: theme)
        }
    }

    /// The columns, with figures as wide as their contents, and dates too if everything still fits.
    private func columns(fitting rows: [TableRow], room: Int) -> [TableColumn] {
        func widest(_ index: Int) -> Int {
            let widths = rows.map { row in
                guard case .cells(let cells) = row.kind, index < cells.count else { return 0 }
                return cells[index].width
            }
            return widths.max() ?? 0
        }
        let figures = headedColumns.enumerated().map { $1.isFigure ? $1.fitting(widest($0)) : $1 }
        let dates = figures.enumerated().map { $1.isDate ? $1.fitting(widest($0)) : $1 }
        let needed = dates.reduce(0) { $0 + $1.minimum } + Self.gap * (dates.count - 1)
        return needed <= room ? dates : figures
    }

    private func draw(
        _ row: TableRow,
        index: Int,
        widths: [Int],
        in line: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        switch row.kind {
        case .heading(let text):
            grid.write(text.truncated(to: line.width - 1, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
        case .loading:
            grid.write(theme.glyphs.ellipsis, in: line, x: 1, style: theme.dim)
        case .cells(let cells):
            draw(
                cells.map { $0.styled(over: row.style) },
                shorter: row.shorter,
                widths: widths,
                in: line,
                on: &grid,
                theme: theme
            )
        }
        if row.isMarked {
            grid.write(theme.glyphs.mark, in: line, style: theme.warning)
        }
        grid.layout.addTarget(.item(name, index), in: line)
        if isFocused, index == min(state.selected, count - 1) {
            CursorRow.highlight(line, isMarked: row.isMarked, on: &grid, theme: theme)
        }
    }

    private func draw(
        _ cells: [Line],
        isHeader: Bool = false,
        shorter: [Int: [Line]] = [:],
        widths: [Int],
        in line: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        var x = 1
        for (index, width) in widths.enumerated() where width > 0 {
            if index < cells.count {
                let column = Rect(x: line.x + x, y: line.y, width: min(width, line.width - x), height: line.height)
                // A cut title is still readable; a cut figure is a different figure.
                let cell =
                    isHeader
                    ? cells[index].truncated(to: column.width, ellipsis: theme.glyphs.ellipsis)
                    : Self.cell(cells[index], shorter[index], columns[index], width: column.width, theme)
                grid.write(cell, in: column, alignment: columns[index].alignment)
            }
            x += width + Self.gap
        }
    }

    /// Makes the column headings click targets.
    private func targetHeadings(_ widths: [Int], in line: Rect, on grid: inout CellGrid) {
        var x = 1
        for (index, width) in widths.enumerated() where width > 0 {
            let heading = Rect(x: line.x + x, y: line.y, width: min(width, line.width - x), height: line.height)
            grid.layout.addTarget(.item(Self.headings(of: name), index), in: heading)
            x += width + Self.gap
        }
    }

    /// The part of a cell that is shown in the available width.
    private static func cell(_ cell: Line, _ shorter: [Line]?, _ column: TableColumn, width: Int, _ theme: Theme)
        -> Line
    {
        guard cell.width > width else { return cell }
        let ellipsis = theme.glyphs.ellipsis
        if column.isFigure { return Line(ellipsis, theme.dim).truncated(to: width, ellipsis: ellipsis) }
        if shorter != nil || column.isDate { return shorter?.first { $0.width <= width } ?? .empty }
        if column.keepsFacts, let facts = cell.firstFacts(to: width) { return facts }
        return column.keepsWords
            ? cell.truncatedBetweenWords(to: width, ellipsis: ellipsis) : cell.truncated(to: width, ellipsis: ellipsis)
    }
}

extension Table {
    /// The name under which the headings of a table are found in a screen's ``Layout``.
    ///
    /// - Parameter name: The table's name.
    /// - Returns: The name of its headings.
    package static func headings(of name: String) -> String { name + ".headings" }

    /// Whether a name in a screen's ``Layout`` is that of a table's headings.
    package static func isHeadings(_ name: String) -> Bool { name.hasSuffix(".headings") }

    /// The heading of a column; the sorted column's is underlined and shows the direction.
    func heading(_ index: Int, _ theme: Theme) -> Line {
        let title = columns[index].title
        guard let sort, sort.column == index else { return Line(title, theme.dim) }
        let arrow = sort.isDescending ? theme.glyphs.falling : theme.glyphs.rising
        return Line(title.isEmpty ? arrow : title + " " + arrow, theme.key.adding(.underline))
    }

    /// The columns, the sorted one with room for its arrow.
    var headedColumns: [TableColumn] {
        guard let sort, columns.indices.contains(sort.column) else { return columns }
        var columns = columns
        columns[sort.column] = columns[sort.column].fitting(columns[sort.column].title.displayWidth + 2)
        return columns
    }
}

/// The look of the row under the cursor: a bar in the first column, bold words, and a ground where there are shades.
///
/// Nothing is reversed: that would turn a row's pictures into holes and pillars.
package enum CursorRow {
    /// Marks a row that is drawn.
    ///
    /// - Parameters:
    ///   - line: The row.
    ///   - isMarked: Whether its first column holds a mark already.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package static func highlight(_ line: Rect, isMarked: Bool = false, on grid: inout CellGrid, theme: Theme) {
        guard !line.isEmpty else { return }
        for x in 0..<line.width {
            let cell = Rect(x: line.x + x, y: line.y, width: 1, height: line.height)
            let isPicture = grid[line.x + x, line.y].map { Self.isPicture($0.text) } ?? false
            grid.restyle(cell) { style in
                let shown = isPicture ? theme.lit(style) : theme.bright(style)
                return style.background == .default ? theme.onGround(shown, .cursorGround) : shown
            }
        }
        if !isMarked {
            grid.write(theme.glyphs.cursorRow, in: line, style: theme.onGround(theme.accent, .cursorGround))
        }
    }

    private static func isPicture(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first else { return false }
        return (0x2500...0x259F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
    }
}
