/// A table of cells whose grounds say how much each has, such as the hours of each weekday.
package struct HeatChart: Sendable {
    package struct Cell: Hashable, Sendable {
        /// The number, and its class from 0; `nil` for what isn't known.
        package let text: String
        package let level: Int?

        /// A cell with a number.
        package init(_ text: String, level: Int) {
            self.text = text
            self.level = level
        }

        private init() {
            text = ""
            level = nil
        }

        /// A cell of which nothing is known.
        package static let unknown = Cell()
    }

    package struct Row: Hashable, Sendable {
        package let name: String
        package let cells: [Cell]
        /// The number of the whole row.
        package let note: String
        /// Where that number lies between those of the other rows, 0 to 1.
        package let share: Double?

        package init(_ name: String, _ cells: [Cell], note: String = "", share: Double? = nil) {
            self.name = name
            self.cells = cells
            self.note = note
            self.share = share
        }
    }

    package let name: String
    package let rows: [Row]
    /// The names of the columns.
    package let heads: [String]
    /// The name of the notes.
    package let noteHead: String
    package var cursor: (row: Int, column: Int)?
    /// Whether numbers are written in the cells where they fit.
    package var showsTexts = true

    package init(name: String, rows: [Row], heads: [String], noteHead: String = "") {
        self.name = name
        self.rows = rows
        self.heads = heads
        self.noteHead = noteHead
    }

    /// The columns of the track on which the notes are compared.
    private static let track = 12

    /// The width of the widest text of a cell.
    private var widest: Int { rows.flatMap(\.cells).map(\.text.displayWidth).max() ?? 0 }

    /// The columns in a rectangle.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - names: The width that names have at least.
    /// - Returns: The columns.
    package func columns(in rect: Rect, names: Int = 0) -> HeatColumns {
        let notes = rows.map(\.note.displayWidth).max() ?? 0
        return HeatColumns(
            in: rect,
            count: heads.count,
            names: max(names, rows.map(\.name.displayWidth).max() ?? 0),
            texts: showsTexts ? widest : 0,
            notes: notes > 0 ? max(notes, noteHead.displayWidth) + 2 + Self.track : 0
        )
    }

    /// Draws the table.
    ///
    /// - Parameters:
    ///   - rect: The rectangle; what has no room is left out at the bottom, or at the top where the cursor is below.
    ///   - columns: The columns, as ``columns(in:names:)`` has them for the rectangle.
    ///   - height: The rows of a cell, an odd number.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, _ columns: HeatColumns, height: Int, on grid: inout CellGrid, theme: Theme) {
        guard !rect.isEmpty, !rows.isEmpty else { return }
        var body = rect
        if rect.height > rows.count { drawHeads(in: body.cutTop(1), columns, on: &grid, theme) }
        let height = max(1, height)
        let seen = max(1, body.height / height)
        let first = max(0, min((cursor?.row ?? 0) - seen / 2, rows.count - seen))
        grid.layout.setFrame(body, for: name)
        for (index, row) in rows.enumerated().dropFirst(first).prefix(seen) {
            let line = body.cutTop(height)
            draw(row, index, in: line, columns, on: &grid, theme)
        }
        // The cursor's marker may extend into the neighbouring cells.
        if let cursor, cursor.row >= first, cursor.row < first + seen {
            let y = rect.maxY - body.height - (min(first + seen, rows.count) - cursor.row) * height
            mark(cursor, y: y, height, in: rect, columns, on: &grid, theme)
        }
    }

    private func drawHeads(in rect: Rect, _ columns: HeatColumns, on grid: inout CellGrid, _ theme: Theme) {
        let widest = heads.map(\.displayWidth).max() ?? 0
        let step = columns.width > widest ? 1 : (widest + columns.width) / columns.width
        for (index, head) in heads.enumerated() where index % step == 0 {
            let inset = columns.width > widest ? columns.width - columns.pad - head.displayWidth : 0
            let isRead = cursor?.column == index
            let x = columns.x(index) - rect.x + max(0, inset)
            grid.write(head, in: rect, x: x, style: isRead ? .bold : theme.dim)
        }
        if columns.end + noteHead.displayWidth + 1 <= rect.maxX {
            grid.write(noteHead, in: rect, x: columns.end - rect.x + 1, style: theme.dim)
        }
    }

    private func draw(
        _ row: Row,
        _ index: Int,
        in line: Rect,
        _ columns: HeatColumns,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let middle = line.height / 2
        if columns.gutter > 0 {
            let isRead = cursor?.row == index
            grid.write(row.name, in: line, y: middle, style: isRead ? .bold : theme.dim)
        }
        for (column, cell) in row.cells.enumerated().prefix(columns.count) {
            let area = Rect(x: columns.x(column), y: line.y, width: columns.width, height: line.height)
                .intersection(line)
            draw(cell, in: area, columns, on: &grid, theme)
            grid.layout.addTarget(.item(name, index * heads.count + column), in: area)
        }
        guard !row.note.isEmpty else { return }
        let widest = rows.map(\.note.displayWidth).max() ?? 0
        let x = columns.end - line.x + 1
        guard columns.end + 1 + widest <= line.maxX else { return }
        grid.write(row.note, in: line, x: x + widest - row.note.displayWidth, y: middle, style: .bold)
        guard let share = row.share, share.isFinite, columns.end + widest + 2 + Self.track <= line.maxX else { return }
        let dots = String(repeating: theme.glyphs.isASCII ? "." : theme.glyphs.gridDot, count: Self.track)
        grid.write(dots, in: line, x: x + widest + 1, y: middle, style: theme.faint)
        let place = Int((min(max(0, share), 1) * Double(Self.track - 1)).rounded())
        let style = theme.style(.heat4)
        grid.write(theme.glyphs.closed, in: line, x: x + widest + 1 + place, y: middle, style: style)
    }

    /// The texture of a class where there are no colours.
    package static func texture(_ level: Int, _ theme: Theme) -> String {
        let textures = theme.glyphs.isASCII ? [" ", ".", ":", "+", "#"] : [" ", "·", "░", "▒", "▓"]
        return textures[max(0, min(level, textures.count - 1))]
    }

    /// The style of a cell's ground and what is written on it.
    package static func style(_ level: Int, _ theme: Theme) -> Style {
        theme.inked(Hue.heats[max(0, min(level, Hue.heats.count - 1))])
    }

    private func draw(_ cell: Cell, in area: Rect, _ columns: HeatColumns, on grid: inout CellGrid, _ theme: Theme) {
        let middle = area.height / 2
        let right = area.width - columns.pad
        guard let level = cell.level else {
            let x = max(0, columns.hasTexts ? right - 1 : (area.width - 1) / 2)
            grid.write(theme.glyphs.isASCII ? "." : "·", in: area, x: x, y: middle, style: theme.dim)
            return
        }
        let hasText = columns.hasTexts && showsTexts
        let style = theme.colors == .none ? Style.plain : Self.style(level, theme)
        grid.fill(area, with: " ", style: style)
        if theme.colors == .none {
            let texture = String(repeating: Self.texture(level, theme), count: max(1, area.width - 1))
            for y in 0..<area.height where y != middle || !hasText {
                grid.write(texture, in: area, y: y, style: style)
            }
        }
        guard hasText else { return }
        grid.write(cell.text, in: area, x: right - cell.text.displayWidth, y: middle, style: style)
    }

    /// Marks the cell that is read: by rules over and under it, by brackets, or by a point where cells are narrow.
    private func mark(
        _ cursor: (row: Int, column: Int),
        y: Int,
        _ height: Int,
        in rect: Rect,
        _ columns: HeatColumns,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        guard rows.indices.contains(cursor.row), rows[cursor.row].cells.indices.contains(cursor.column) else { return }
        let cell = rows[cursor.row].cells[cursor.column]
        let area = Rect(x: columns.x(cursor.column), y: y, width: columns.width, height: height).intersection(rect)
        let hasText = columns.hasTexts && showsTexts && cell.level != nil
        grid.restyle(area) { $0.adding(.bold) }
        func put(_ glyph: String, x: Int, y: Int) {
            let style = grid[x, y]?.style ?? .plain
            grid.write(glyph, in: rect, x: x - rect.x, y: y - rect.y, style: style.adding(.bold))
        }
        let middle = area.y + area.height / 2
        if area.height >= 3, theme.colors != .none, theme.glyphs.repertoire == .all {
            for x in area.x..<area.maxX {
                put("▔", x: x, y: area.y)
                put("▁", x: x, y: area.maxY - 1)
            }
        } else if hasText {
            let right = area.x + area.width - columns.pad
            put("[", x: right - cell.text.displayWidth - 1, y: middle)
            put("]", x: right, y: middle)
        } else if area.width > 0 {
            put(theme.glyphs.diamond, x: area.x + (area.width - 1) / 2, y: middle)
        }
    }
}
