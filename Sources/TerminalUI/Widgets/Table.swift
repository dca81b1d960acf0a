/// One row of a table.
package struct TableRow: Hashable, Sendable {
    /// What a row is for.
    package enum Kind: Hashable, Sendable {
        /// Cells under the columns.
        case cells([Line])
        /// A heading over the rows that follow, across all columns.
        case heading(Line)
        /// A row that exists but whose contents are still being fetched.
        case loading
    }

    package let kind: Kind
    /// Marked rows are what a command acts on together.
    package let isMarked: Bool
    package let style: Style
    /// What a cell says instead where it has no room, by its column, the longest first; where none has, the cell is blank.
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

/// A list of rows in columns, of any length: only the rows in view are asked for.
package struct Table {
    /// The name under which its frame and rows are found in the screen's ``Layout``.
    package let name: String
    package let columns: [TableColumn]
    package let count: Int
    package let state: ListState
    package let showsHeader: Bool
    /// The column that the rows are sorted by; nil where they stand as they come.
    package let sort: TableSort?
    /// Whether the cursor row shows, which it does not while something else has the keys.
    package let isFocused: Bool
    /// Said in place of rows when there are none.
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
    ///   - sort: The column that the rows are sorted by; nil where they stand as they come.
    ///   - isFocused: Whether the cursor row shows.
    ///   - emptyText: What is said when there are no rows.
    ///   - row: Gives the n-th row; asked for rows in view only.
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

    /// The columns, those of figures as wide as what stands in them, and those of dates where all have room then.
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
                // Half a title is still a name, half a figure another figure.
                let cell =
                    isHeader
                    ? cells[index].truncated(to: column.width, ellipsis: theme.glyphs.ellipsis)
                    : Self.cell(cells[index], shorter[index], columns[index], width: column.width, theme)
                grid.write(cell, in: column, alignment: columns[index].alignment)
            }
            x += width + Self.gap
        }
    }

    /// Lets a click on a heading say which column is meant.
    private func targetHeadings(_ widths: [Int], in line: Rect, on grid: inout CellGrid) {
        var x = 1
        for (index, width) in widths.enumerated() where width > 0 {
            let heading = Rect(x: line.x + x, y: line.y, width: min(width, line.width - x), height: line.height)
            grid.layout.addTarget(.item(Self.headings(of: name), index), in: heading)
            x += width + Self.gap
        }
    }

    /// What of a cell stands in the room there is.
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

/// The look of the row under the cursor: a bar in the first column, bold words, and a ground where there are shades.
///
/// Nothing is reversed: that paints a hole and pillars into the pictures of a row.
package enum CursorRow {
    /// Marks a row that is drawn.
    ///
    /// - Parameters:
    ///   - line: The row.
    ///   - isMarked: Whether its first column holds a mark already.
    ///   - grid: The screen.
    ///   - theme: The look.
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
