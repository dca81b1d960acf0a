/// A number for each column of a heat map: what adds up as bars, what is measured as marks, since their axis needn't begin at 0.
package struct HeatStrip: Sendable {
    package let name: String
    package let values: [Double?]
    /// The names of the columns, under every third.
    package let heads: [String]
    /// Whether values add up, so that they are bars from 0.
    package let isSum: Bool
    package var cursor: Int?

    package init(name: String, values: [Double?], heads: [String], isSum: Bool) {
        self.name = name
        self.values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
        self.heads = heads
        self.isSum = isSum
    }

    /// The ticks of its axis; `nil` without values.
    private var ticks: Ticks? {
        let known = values.compactMap { $0 }
        guard let least = known.min(), let most = known.max() else { return nil }
        return Ticks.nice(min: isSum ? min(0, least) : least, max: most, count: 3)
    }

    /// The width of its numbers.
    package var names: Int { ticks?.labels.map(\.displayWidth).max() ?? 0 }

    /// The fewest rows in which it says anything.
    package static let fewestRows = 5

    /// Draws the strip.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - columns: The columns of the heat map above it.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, _ columns: HeatColumns, on grid: inout CellGrid, theme: Theme) {
        guard rect.height >= Self.fewestRows, let ticks else { return }
        var body = rect
        let heads = body.cutBottom(1)
        let axis = body.cutBottom(1)
        let top = body.cutTop(1)
        drawTicks(ticks, in: body, axis, columns, on: &grid, theme)
        drawHeads(in: heads, columns, on: &grid, theme)
        for (index, value) in values.enumerated().prefix(columns.count) {
            guard let value else { continue }
            let isRead = index == cursor
            let style = theme.style(.heat4, isRead ? .read : .plain)
            let half = Self.half(value, ticks, body.height)
            draw(half, at: index, in: body, columns, isRead ? style.adding(.bold) : style, on: &grid, theme)
        }
        guard let cursor, values.indices.contains(cursor) else { return }
        let x = columns.middle(cursor) - top.x
        grid.write(theme.glyphs.cursorColumn, in: top, x: x, style: .bold)
    }

    /// The half row of a value, counted from the axis.
    private static func half(_ value: Double, _ ticks: Ticks, _ rows: Int) -> Int {
        let share = (value - ticks.low) / (ticks.high - ticks.low)
        guard share.isFinite else { return 0 }
        return Int((min(max(0, share), 1) * Double(max(1, rows * 2 - 1))).rounded())
    }

    private func draw(
        _ half: Int,
        at index: Int,
        in body: Rect,
        _ columns: HeatColumns,
        _ style: Style,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let width = max(1, columns.width - 1)
        func put(_ glyph: String, row: Int) {
            let text = String(repeating: glyph, count: width)
            grid.write(text, in: body, x: columns.x(index) - body.x, y: body.height - 1 - row, style: style)
        }
        let isUpper = half % 2 == 1
        guard isSum else {
            let ascii = isUpper ? "'" : "_"
            let glyph = isUpper ? theme.glyphs.upperHalf : theme.glyphs.lowerHalf
            return put(theme.glyphs.isASCII ? ascii : glyph, row: half / 2)
        }
        guard half > 0 else { return }
        for row in 0..<(half / 2) { put(theme.glyphs.columnEighths[8], row: row) }
        put(isUpper ? theme.glyphs.columnEighths[8] : theme.glyphs.lowerHalf, row: half / 2)
    }

    private func drawTicks(
        _ ticks: Ticks,
        in body: Rect,
        _ axis: Rect,
        _ columns: HeatColumns,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let start = max(columns.start - 1, axis.x) - axis.x
        let line = Rect(x: axis.x + start, y: axis.y, width: columns.end - axis.x - start, height: 1)
        grid.fill(line.intersection(axis), with: theme.glyphs.horizontal, style: theme.axis)
        for (value, label) in zip(ticks.values, ticks.labels) {
            let half = Self.half(value, ticks, body.height)
            let row = value == ticks.low ? axis : body.row(body.height - 1 - half / 2)
            if columns.gutter > label.displayWidth {
                let x = columns.gutter - 1 - label.displayWidth
                grid.write(label, in: row, x: columns.start - columns.gutter - row.x + x, style: theme.dim)
            }
            guard value != ticks.low else { continue }
            for index in 0..<columns.count {
                grid.write(theme.glyphs.gridDot, in: row, x: columns.x(index) - row.x, style: theme.faint)
            }
        }
    }

    private func drawHeads(in rect: Rect, _ columns: HeatColumns, on grid: inout CellGrid, _ theme: Theme) {
        let widest = heads.map(\.displayWidth).max() ?? 0
        let step = [3, 6, 12].first { $0 * columns.width > widest } ?? 24
        for (index, head) in heads.enumerated() where index % step == 0 {
            let x = columns.x(index)
            guard x + head.displayWidth <= rect.maxX else { continue }
            grid.write(head, in: rect, x: x - rect.x, style: theme.dim)
        }
    }
}
