/// A column from the least to the greatest value of each bucket, with a notch at the average.
///
/// Several series, such as systolic and diastolic pressure, share the axes.
package struct RangeChart: Sendable {
    package let series: [[ChartBucket]]
    package let axes: ChartAxes
    /// The lines over the columns, such as the resting heart rate.
    package var lines: [ChartLine] = []

    package init(_ buckets: [ChartBucket], axes: ChartAxes = ChartAxes()) {
        series = [buckets]
        self.axes = axes
    }

    package init(series: [[ChartBucket]], axes: ChartAxes = ChartAxes()) {
        self.series = series
        self.axes = axes
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    /// - Returns: The most buckets that share a column; a shared column reaches from the least to the greatest.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
        let ranges = series.flatMap { $0.compactMap(\.range) }
        let onLine = lines.flatMap { $0.values.compactMap { $0 } }
        let low = (ranges.map(\.low) + onLine).min()
        let high = (ranges.map(\.high) + onLine).max()
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: series.map(\.count).max() ?? 0,
            values: low.flatMap { low in high.map { (low, $0) } },
            shape: .column,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale else { return frame.columns.perColumn }
        let pens = ColumnPen(frame: frame, scale: scale, theme: theme)
        var top = frame.plot.height
        var tops: [Int: Int] = [:]
        for (number, buckets) in series.enumerated() {
            for (position, (columns, bucket)) in frame.columns.drawn(buckets).enumerated() {
                let row = pens.draw(bucket, columns: columns, style: frame.style(position, series: number), on: &grid)
                if let row { tops[position] = min(row, tops[position] ?? row) }
                if let row, let cursor = frame.cursor, position == frame.columns.position(of: cursor) {
                    top = min(top, row)
                }
            }
        }
        for line in lines { frame.draw(line, scale, on: &grid) }
        frame.drawMoments(on: &grid)
        // A mark stays visible on top of a line.
        frame.drawMarks(on: &grid) { tops[$0] }
        frame.drawLevels(on: &grid)
        if top < frame.plot.height { frame.drawValue(above: top, on: &grid) }
        return frame.columns.perColumn
    }
}

/// Draws the columns of a range chart.
private struct ColumnPen {
    /// The fewest plot rows at which columns get a notch.
    private static let notched = 5

    let frame: ChartFrame
    let scale: ValueScale
    let theme: Theme

    /// Draws one column.
    ///
    /// - Returns: The top row of the plot that the column reaches.
    func draw(_ bucket: ChartBucket, columns: Range<Int>, style: Style, on grid: inout CellGrid) -> Int? {
        guard let range = bucket.range else { return nil }
        let rows = frame.plot.height
        // Counted in half rows from the top of the plot; the axis is the middle of the row under it.
        func halves(_ value: Double) -> Int {
            2 * rows + (frame.hasAxis ? 1 : 0) - Int((scale.height(of: value) * 2).rounded())
        }
        let ends = [halves(range.high), halves(range.low)].sorted()
        let top = max(0, min(ends[0], 2 * rows - 2))
        let bottom = max(top + (range.low == range.high ? 1 : 2), ends[1])
        for row in (top / 2)...((bottom - 1) / 2) {
            let (upper, lower) = (top <= 2 * row && 2 * row < bottom, top <= 2 * row + 1 && 2 * row + 1 < bottom)
            let glyph =
                upper && lower ? theme.glyphs.columnEighths[8] : upper ? theme.glyphs.upperHalf : theme.glyphs.lowerHalf
            let cells = Rect(
                x: frame.plot.x + columns.lowerBound,
                y: frame.plot.y + row,
                width: columns.count,
                height: 1
            )
            grid.fill(cells.intersection(frame.plot), with: glyph, style: style)
        }
        // In a low plot, all notches share one row and hide the extent of the columns.
        if let average = bucket.average, range.low < range.high, rows >= Self.notched {
            let y = max(top / 2, min(halves(average) / 2, (bottom - 1) / 2))
            for x in columns {
                let ink =
                    theme.hasShades
                    ? theme.color(.ink, style == frame.axes.style(0, .read, theme) ? .read : .plain) : nil
                let glyph = theme.glyphs.compared
                frame.overlay(glyph, x: x, y: y, style: style, inside: ink, plain: theme.glyphs.notch, on: &grid)
            }
        }
        return top / 2
    }
}
