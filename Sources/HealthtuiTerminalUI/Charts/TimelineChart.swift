/// A time segment in one category.
package struct TimelineSegment: Hashable, Sendable {
    /// The row it belongs to.
    package let row: Int
    /// Start and end as fractions of the chart's time, 0 to 1; equal for an instant.
    package let start: Double
    package let end: Double

    package init(row: Int, start: Double, end: Double) {
        self.row = row
        self.start = start
        self.end = end
    }
}

/// A timeline with one row per category, such as the stages of a night's sleep.
package struct TimelineChart: Sendable {
    package let rows: [String]
    package let segments: [TimelineSegment]
    /// Labels below; positions are fractions of the time, 0 to 1.
    package let labels: [AxisLabel]
    /// The moment under the cursor, as a fraction of the time.
    package let cursor: Double?
    package let name: String
    /// The hue of each row; rows without one use the series colours.
    package var hues: [Hue] = []
    /// Whether categories follow each other, as stages of sleep do: a thin line joins each segment to the next.
    package var isStepped = false
    /// The line drawn underneath, if the chart is high enough.
    package var line: TimelineLine?
    /// Fractions of the width at which time is left out: there is no axis.
    package var breaks: [ClosedRange<Double>] = []
    /// The remarks at the right of each row, line by line; lines that don't fit are dropped.
    package var remarks: [[Line]] = []
    /// The width of the remarks in columns.
    package var remarkWidth = 0

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

    /// The rows of the plot that each category gets.
    ///
    /// The band takes less than half of them: full rows would be a wall.
    private struct Lanes {
        let height: Int
        var band: Int { max(1, Int((Double(height) * 0.45).rounded())) }

        init(_ rows: Int, in area: Rect) { height = max(1, min(10, area.height / max(1, rows))) }

        func top(_ row: Int) -> Int { row * height }
        func middle(_ row: Int) -> Int { top(row) + (band - 1) / 2 }
    }

    private func write(_ lines: [Line], in rect: Rect, on grid: inout CellGrid) {
        for (y, line) in lines.prefix(rect.height).enumerated() { grid.write(line, in: rect, x: 2, y: y) }
    }

    /// The style of a category.
    private func style(_ row: Int, _ theme: Theme) -> Style {
        hues.indices.contains(row) ? theme.style(hues[row]) : theme.series(row)
    }

    /// The highlighted colour for each unhighlighted one.
    private func readColors(_ theme: Theme) -> [Color: Color] {
        let all = hues + [line?.hue].compactMap { $0 }
        let pairs = all.compactMap { hue in
            theme.color(hue).flatMap { plain in theme.color(hue, .read).map { (plain, $0) } }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard !rect.isEmpty, !rows.isEmpty else { return }
        var area = rect
        let labelRow = area.cutBottom(rect.height >= rows.count + 2 ? 1 : 0)
        let axisRow = area.cutBottom(rect.height > rows.count ? 1 : 0)
        let widest = (rows.map(\.displayWidth).max() ?? 0) + 3
        let gutter = area.cutLeft(min(widest, rect.width / 3))
        let beside = area.cutRight(remarkWidth * 3 <= area.width ? remarkWidth : 0)
        let whole = area
        let hasLine = line != nil && area.height >= rows.count * 2 + TimelineLine.least
        let lower = area.cutBottom(hasLine ? max(TimelineLine.least, area.height * 2 / 5) : 0)
        if hasLine {
            line?.draw(in: lower, gutter: gutter, on: &grid, theme: theme)
            let column = Rect(x: beside.x, y: lower.y + 1, width: beside.width, height: max(0, lower.height - 1))
            write(line?.remarks ?? [], in: column, on: &grid)
        }
        let lanes = Lanes(rows.count, in: area)
        grid.layout.setFrame(area, for: name)
        for (index, title) in rows.enumerated() {
            let y = lanes.middle(index)
            let text = title.truncated(to: gutter.width - 3, ellipsis: theme.glyphs.ellipsis)
            let fitted = text.fitted(to: max(0, gutter.width - 2), alignment: .right)
            grid.write(fitted, in: gutter, y: y, style: style(index, theme).adding(.bold))
            guard y < area.height else { continue }
            for x in stride(from: 0, to: area.width, by: 4) where !isBroken(x, of: area.width) {
                grid.write(theme.glyphs.gridDot, in: area, x: x, y: y, style: theme.faint)
            }
        }
        for index in rows.indices {
            draw(row: index, lanes, in: area, on: &grid, theme: theme)
            guard remarks.indices.contains(index) else { continue }
            // A single remark is aligned with the row's name.
            let top = remarks[index].count == 1 ? lanes.middle(index) : lanes.top(index)
            let lane = Rect(x: beside.x, y: area.y + top, width: beside.width, height: lanes.height)
            write(remarks[index], in: lane.intersection(beside), on: &grid)
        }
        if isStepped { join(lanes, in: area, on: &grid, theme: theme) }
        drawAxis(in: axisRow, labels: labelRow, plot: whole, on: &grid, theme: theme)
    }

    private func draw(row: Int, _ lanes: Lanes, in plot: Rect, on grid: inout CellGrid, theme: Theme) {
        guard plot.width > 0 else { return }
        for segment in segments where segment.row == row && segment.start.isFinite && segment.end.isFinite {
            guard segment.end >= 0, segment.start <= 1 else { continue }
            let start = min(max(0, segment.start), 1) * Double(plot.width)
            let end = max(start, min(max(0, segment.end), 1) * Double(plot.width))
            let (first, last) = (Int(start.rounded()), Int(end.rounded()))
            // Even an instant shows, as a thin stroke; for adjacent segments, each cell is drawn once.
            let isThin = first >= last
            let column = min(plot.width - 1, isThin ? Int(start) : first)
            let area = Rect(
                x: plot.x + column,
                y: plot.y + lanes.top(row),
                width: max(1, last - first),
                height: lanes.band
            )
            .intersection(plot)
            guard isThin else {
                grid.fill(area, with: theme.glyphs.columnEighths[8], style: style(row, theme))
                continue
            }
            for y in area.y..<max(area.y, area.maxY) where grid[area.x, y]?.text != theme.glyphs.columnEighths[8] {
                grid.write(theme.glyphs.vertical, in: plot, x: column, y: y - plot.y, style: style(row, theme))
            }
        }
    }

    /// Joins consecutive segments in different rows.
    private func join(_ lanes: Lanes, in plot: Rect, on grid: inout CellGrid, theme: Theme) {
        let ordered = segments.filter { $0.start.isFinite && $0.end.isFinite && $0.end >= 0 && $0.start <= 1 }
            .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        let near = 1.5 / Double(max(1, plot.width))
        for (before, after) in zip(ordered, ordered.dropFirst())
        where before.row != after.row && abs(after.start - before.end) <= near {
            let x = min(plot.width - 1, Int((min(max(0, after.start), 1) * Double(plot.width)).rounded()))
            let (upper, lower) = (min(before.row, after.row), max(before.row, after.row))
            for y in (lanes.top(upper) + lanes.band)..<max(lanes.top(upper) + lanes.band, lanes.top(lower)) {
                let text = grid[plot.x + x, plot.y + y]?.text
                guard text == " " || text == theme.glyphs.gridDot else { continue }
                grid.write(theme.glyphs.edge, in: plot, x: x, y: y, style: theme.axis)
            }
        }
    }

    /// Whether a column lies where time is left out.
    private func isBroken(_ x: Int, of width: Int) -> Bool {
        breaks.contains { Double(x) > $0.lowerBound * Double(width) && Double(x) + 1 < $0.upperBound * Double(width) }
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
        let start = max(axisRow.x, plot.x - 1)
        let line = Rect(x: start, y: axisRow.y, width: plot.maxX - start, height: axisRow.height)
        grid.fill(line, with: theme.glyphs.horizontal, style: theme.axis)
        for x in 0..<plot.width where isBroken(x, of: plot.width) { grid.write(" ", in: base, x: x) }
        // The cursor's mark goes between the labels, as in every chart over time.
        let mark = cursor.flatMap(column)
        let place = mark.map { plot.x - labelRow.x + $0 }
        var free = 0
        for label in labels.sorted(by: { $0.position < $1.position }) {
            guard let x = column(label.position) else { continue }
            grid.write(theme.glyphs.baseTick, in: base, x: x, style: theme.axis)
            let width = label.text.displayWidth
            let start = max(0, min(plot.x - labelRow.x + x - width / 2, labelRow.width - width))
            guard start >= free, width <= labelRow.width, !labelRow.isEmpty else { continue }
            if let place, (start - 1...start + width).contains(place) { continue }
            free = grid.write(label.text, in: labelRow, x: start, style: theme.dim) + 1
        }
        guard let mark, let place else { return }
        if labelRow.isEmpty {
            grid.write(theme.glyphs.cursorColumn, in: base, x: mark, style: .bold)
        } else {
            grid.write(theme.glyphs.cursorColumn, in: labelRow, x: place, style: .bold)
        }
        for y in 0..<plot.height {
            let text = grid[plot.x + mark, plot.y + y]?.text
            guard text == " " || text == theme.glyphs.gridDot else { continue }
            grid.write(theme.glyphs.guide, in: plot, x: mark, y: y, style: theme.axis)
        }
        // Uses the row's own hue: the lighter tint of one stage may be the colour of another.
        let reads = readColors(theme)
        grid.restyle(Rect(x: plot.x + mark, y: plot.y, width: 1, height: plot.height)) { style in
            guard !hues.isEmpty else { return theme.lit(style) }
            return reads[style.foreground].map { style.foreground($0) } ?? style
        }
    }
}
