/// A stretch of time in one category.
package struct TimelineSegment: Hashable, Sendable {
    /// The row it belongs to.
    package let row: Int
    /// Begin and end as shares of the chart's time, 0 to 1; equal for an instant.
    package let start: Double
    package let end: Double

    package init(row: Int, start: Double, end: Double) {
        self.row = row
        self.start = start
        self.end = end
    }
}

/// When each category was the case: a row for each, such as the stages of a night's sleep.
package struct TimelineChart: Sendable {
    package let rows: [String]
    package let segments: [TimelineSegment]
    /// Labels below; positions are shares of the time, 0 to 1.
    package let labels: [AxisLabel]
    /// The moment under the cursor, as a share of the time.
    package let cursor: Double?
    package let name: String

    package init(
        name: String = "timeline",
        rows: [String],
        segments: [TimelineSegment],
        labels: [AxisLabel] = [],
        cursor: Double? = nil
    ) {
        self.name = name
        self.rows = rows
        self.segments = segments
        self.labels = labels
        self.cursor = cursor
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard !rect.isEmpty, !rows.isEmpty else { return }
        var area = rect
        let labelRow = area.cutBottom(rect.height >= rows.count + 2 ? 1 : 0)
        let axisRow = area.cutBottom(rect.height > rows.count ? 1 : 0)
        let widest = (rows.map(\.displayWidth).max() ?? 0) + 3
        let gutter = area.cutLeft(min(widest, rect.width / 3))
        let spacing = max(1, min(3, area.height / rows.count))
        grid.layout.setFrame(area, for: name)
        for (index, title) in rows.enumerated() {
            let y = index * spacing
            let text = title.truncated(to: gutter.width - 3, ellipsis: theme.glyphs.ellipsis)
            grid.write(text, in: gutter, x: 1, y: y)
        }
        for y in 0..<gutter.height {
            grid.write(theme.glyphs.vertical, in: gutter, x: gutter.width - 1, y: y, style: theme.dim)
        }
        for index in rows.indices {
            draw(row: index, y: index * spacing, in: area, on: &grid, theme: theme)
        }
        drawAxis(in: axisRow, labels: labelRow, plot: area, on: &grid, theme: theme)
    }

    private func draw(row: Int, y: Int, in plot: Rect, on grid: inout CellGrid, theme: Theme) {
        var coverage = Array(repeating: 0.0, count: plot.width)
        var touched = Array(repeating: false, count: plot.width)
        for segment in segments where segment.row == row && segment.start.isFinite && segment.end.isFinite {
            guard segment.end >= 0, segment.start <= 1, plot.width > 0 else { continue }
            let start = min(max(0, segment.start), 1) * Double(plot.width)
            let end = max(start, min(max(0, segment.end), 1) * Double(plot.width))
            let first = min(plot.width - 1, Int(start))
            let last = min(plot.width - 1, Int(end))
            for column in first...last {
                let part = min(end, Double(column + 1)) - max(start, Double(column))
                coverage[column] += max(0, part)
                touched[column] = touched[column] || part > 0 || first == last
            }
        }
        for column in 0..<plot.width where touched[column] {
            // Even an instant shows, as a thin stroke.
            let full = coverage[column] >= 0.5
            let glyph = full ? theme.glyphs.columnEighths[8] : theme.glyphs.vertical
            grid.write(glyph, in: plot, x: column, y: y, style: theme.series(row))
        }
    }

    private func drawAxis(
        in axisRow: Rect,
        labels labelRow: Rect,
        plot: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        func column(_ share: Double) -> Int? {
            guard share.isFinite, share >= 0, share <= 1, plot.width > 0 else { return nil }
            return min(plot.width - 1, Int(share * Double(plot.width)))
        }
        let base = Rect(x: plot.x, y: axisRow.y, width: plot.width, height: axisRow.height)
        grid.fill(base, with: theme.glyphs.horizontal, style: theme.dim)
        grid.write(theme.glyphs.corner, in: axisRow, x: plot.x - axisRow.x - 1, style: theme.dim)
        // The mark of the cursor stands between the labels, as in every chart over time.
        let mark = cursor.flatMap(column)
        let place = mark.map { plot.x - labelRow.x + $0 }
        var free = 0
        for label in labels.sorted(by: { $0.position < $1.position }) {
            guard let x = column(label.position) else { continue }
            grid.write(theme.glyphs.baseTick, in: base, x: x, style: theme.dim)
            let width = label.text.displayWidth
            let start = max(0, min(plot.x - labelRow.x + x - width / 2, labelRow.width - width))
            guard start >= free, width <= labelRow.width, !labelRow.isEmpty else { continue }
            if let place, (start - 1...start + width).contains(place) { continue }
            free = grid.write(label.text, in: labelRow, x: start) + 1
        }
        guard let mark, let place else { return }
        if labelRow.isEmpty {
            grid.write(theme.glyphs.cursorColumn, in: base, x: mark, style: .bold)
        } else {
            grid.write(theme.glyphs.cursorColumn, in: labelRow, x: place, style: .bold)
        }
        grid.restyle(Rect(x: plot.x + mark, y: plot.y, width: 1, height: plot.height)) { theme.lit($0) }
    }
}
