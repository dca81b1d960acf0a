/// A stroke from the least to the greatest value of each bucket, with a mark at the average.
///
/// Several series, such as systolic and diastolic pressure, share the axes.
package struct RangeChart: Sendable {
    package let series: [[ChartBucket]]
    package let axes: ChartAxes

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
    ///   - rect: The room.
    ///   - grid: The screen.
    ///   - theme: The look.
    /// - Returns: How many buckets share a column at most; a shared column reaches from the least to the greatest.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
        let ranges = series.flatMap { $0.compactMap(\.range) }
        let low = ranges.map(\.low).min()
        let high = ranges.map(\.high).max()
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: series.map(\.count).max() ?? 0,
            values: low.flatMap { low in high.map { (low, $0) } },
            startsBelow: false,
            hasEvenSlots: true,
            on: &grid,
            theme: theme
        )
        if let scale = frame.scale {
            for (number, buckets) in series.enumerated() {
                for (column, bucket) in frame.columns.drawn(buckets) {
                    draw(bucket, column: column, scale: scale, style: theme.series(number), in: frame, on: &grid, theme)
                }
            }
        }
        frame.highlightCursor(on: &grid, theme: theme)
        return frame.columns.perColumn
    }

    private func draw(
        _ bucket: ChartBucket,
        column: Int,
        scale: ValueScale,
        style: Style,
        in frame: ChartFrame,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        guard let range = bucket.range else { return }
        let ends = [scale.row(of: range.low), scale.row(of: range.high)].sorted()
        let (top, bottom) = (ends[0], ends[1])
        guard top < bottom else {
            grid.write(theme.glyphs.point, in: frame.plot, x: column, y: top, style: style)
            return
        }
        for y in top...bottom {
            let glyph =
                y == top ? theme.glyphs.rangeTop : y == bottom ? theme.glyphs.rangeBottom : theme.glyphs.vertical
            grid.write(glyph, in: frame.plot, x: column, y: y, style: style)
        }
        if let average = bucket.average {
            let y = scale.row(of: average)
            grid.write(theme.glyphs.average, in: frame.plot, x: column, y: y, style: style.adding(.bold))
        }
    }
}
