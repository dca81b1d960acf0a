/// The difference between each bucket of one time span and that of another, as bars up and down from a middle line under a chart.
package struct DifferenceStrip: Sendable {
    /// The differences; nil where either value is missing.
    package let values: [Double?]
    /// The bucket under the cursor.
    package let cursor: Int?
    package let hue: Hue
    /// The captions for bars that go up and bars that go down.
    package let words: (up: String, down: String)

    package init(_ values: [Double?], cursor: Int?, hue: Hue, words: (up: String, down: String)) {
        self.values = values.map(\.finite)
        self.cursor = cursor
        self.hue = hue
        self.words = words
    }

    /// The strip's height in rows.
    package static let height = 4

    /// Draws the bars, each under its bucket.
    ///
    /// - Parameters:
    ///   - rect: The room, of which the last rows are used.
    ///   - plot: The frame of the buckets in the chart above.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, under plot: Rect, on grid: inout CellGrid, theme: Theme) {
        let columns = BucketColumns(count: values.count, width: plot.width)
        let most = values.compactMap { $0.map(abs) }.max() ?? 0
        guard rect.height >= Self.height, !columns.isShared, columns.slot >= 2, !values.allSatisfy({ $0 == nil }) else {
            return
        }
        let area = Rect(x: plot.x, y: rect.maxY - Self.height, width: plot.width, height: Self.height)
        let half = Self.height / 2
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let width = max(1, min(columns.slot - 1, 4))
            let x = columns.center(of: Double(index)) - (width - 1) / 2
            // Two steps a row; even the least difference shows.
            let steps = most > 0 ? Int((abs(value) / most * Double(half * 2)).rounded(.up)) : 0
            guard value != 0, steps > 0 else {
                grid.fill(cell(x, half - 1, width, area), with: theme.glyphs.gridDot, style: theme.dim)
                continue
            }
            let style = theme.style(hue, index == cursor ? .read : .plain)
            for row in 0..<(steps + 1) / 2 {
                let isHalf = row * 2 + 1 == steps
                let y = value > 0 ? half - 1 - row : half + row
                let glyph =
                    isHalf ? value > 0 ? theme.glyphs.lowerHalf : theme.glyphs.upperHalf : theme.glyphs.columnEighths[8]
                grid.fill(cell(x, y, width, area), with: glyph, style: style)
            }
        }
        drawWords(half, beside: area, in: rect, on: &grid, theme)
    }

    private func cell(_ x: Int, _ y: Int, _ width: Int, _ area: Rect) -> Rect {
        Rect(x: area.x + x, y: area.y + y, width: width, height: 1).intersection(area)
    }

    /// Draws the captions for up and down: after the bars, or before them where there is no room.
    private func drawWords(_ half: Int, beside area: Rect, in rect: Rect, on grid: inout CellGrid, _ theme: Theme) {
        let width = max(words.up.displayWidth, words.down.displayWidth)
        let isBehind = area.maxX + 1 + width <= rect.maxX
        guard isBehind || rect.x + width + 1 <= area.x else { return }
        let x = isBehind ? area.maxX + 1 : area.x - width - 1
        let column = Rect(x: x, y: area.y, width: width, height: area.height)
        grid.write(Line(words.up, theme.dim), in: column, y: half - 1)
        grid.write(Line(words.down, theme.dim), in: column, y: half)
    }
}
