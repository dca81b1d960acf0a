/// Two values per bucket with a stem between them, such as systolic and diastolic pressure.
package struct PairChart: Sendable {
    package let upper: [ChartBucket]
    package let lower: [ChartBucket]
    package let axes: ChartAxes
    /// The lines over both.
    package var lines: [ChartLine] = []

    package init(upper: [ChartBucket], lower: [ChartBucket], axes: ChartAxes = ChartAxes()) {
        self.upper = upper
        self.lower = lower
        self.axes = axes
    }

    /// Draws the chart: a full dot for the upper value, an open one for the lower; where a bucket holds several readings, a
    /// column from the least to the greatest for each.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard upper.count <= max(0, rect.width - 8), (upper + lower).allSatisfy(\.isOneValue) else {
            var chart = RangeChart(series: [upper, lower], axes: axes)
            chart.lines = lines
            chart.draw(in: rect, on: &grid, theme: theme)
            return
        }
        let ranges = (upper + lower).compactMap(\.range)
        let onLines = lines.flatMap { $0.values.compactMap { $0 } }
        let low = (ranges.map(\.low) + onLines).min()
        let high = (ranges.map(\.high) + onLines).max()
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: max(upper.count, lower.count),
            values: low.flatMap { low in high.map { (low, $0) } },
            shape: .column,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale else { return }
        let plot = frame.plotAndAxis
        var tops: [Int: Int] = [:]
        for index in 0..<frame.columns.count {
            let x = frame.columns.center(of: Double(index))
            let style = frame.style(index)
            let rows = [upper, lower].map { index < $0.count ? $0[index].range.map { scale.row(of: $0.high) } : nil }
            if let top = rows[0], let bottom = rows[1] {
                for y in (top + 1)..<max(top + 1, bottom) {
                    grid.write(theme.glyphs.vertical, in: plot, x: x, y: y, style: style)
                }
            }
            tops[index] = rows[0] ?? rows[1]
            // The lower value is drawn first: where both are in one row, the upper one shows.
            if let row = rows[1] { grid.write(theme.glyphs.open, in: plot, x: x, y: row, style: style) }
            if let row = rows[0] { grid.write(theme.glyphs.closed, in: plot, x: x, y: row, style: style) }
            if index == frame.cursor, let top = rows[0] ?? rows[1] { frame.drawValue(above: top, on: &grid) }
        }
        for line in lines { frame.draw(line, scale, on: &grid) }
        frame.drawMoments(on: &grid)
        // A mark stays visible on top of a line.
        frame.drawMarks(on: &grid) { tops[$0] }
        frame.drawLevels(on: &grid)
    }
}

extension ChartBucket {
    /// Whether the bucket holds at most one distinct value.
    fileprivate var isOneValue: Bool { range.map { $0.low == $0.high } ?? true }
}
