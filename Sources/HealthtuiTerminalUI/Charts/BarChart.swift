/// A chart with one bar per bucket, starting from zero, for quantities that add up over time.
package struct BarChart: Sendable {
    package let buckets: [ChartBucket]
    /// The value that each bar is compared with, drawn as a line across it; nil for none.
    package let marks: [Double?]
    package let axes: ChartAxes
    /// A line over the bars.
    package var line: ChartLine?
    /// How much of each bar, at its top, has a tint of its own, such as naps over the night; nil for none.
    package var tops: [Double?] = []
    /// The hue of the tops.
    package var topHue = Hue.muted

    /// A chart of the buckets' sums.
    package init(_ buckets: [ChartBucket], marks: [Double?] = [], axes: ChartAxes = ChartAxes()) {
        self.buckets = buckets
        self.marks = marks.prefix(buckets.count).map(\.finite)
        self.axes = axes
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    /// - Returns: The most buckets that share a column. When buckets share columns, a column is solid up to its least sum and
    ///   shaded up to its greatest.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
        let sums = buckets.compactMap(\.sum) + marks.compactMap { $0 } + (line?.values.compactMap { $0 } ?? [])
        let values = sums.isEmpty ? nil : (low: min(0, sums.min() ?? 0), high: max(0, sums.max() ?? 0))
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: buckets.count,
            values: values,
            shape: .bar,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale else { return frame.columns.perColumn }
        let bars = Bars(frame: frame, scale: scale, theme: theme)
        for (position, bar) in frame.columns.drawn(buckets).enumerated() {
            bars.draw(bar.bucket, columns: bar.columns, style: frame.style(position), on: &grid)
            guard !frame.columns.isShared, tops.indices.contains(position), let top = tops[position] else { continue }
            let style = theme.style(topHue, frame.cursor == position ? .read : .plain)
            bars.drawTop(top, of: bar.bucket, columns: bar.columns, style: style, on: &grid)
        }
        let marked = marks.map { ChartBucket(sum: $0) }
        for mark in frame.columns.drawn(marked + gaps(after: marked.count)) {
            bars.mark(mark.bucket.sum, columns: mark.columns, on: &grid)
        }
        if let line { frame.draw(line, scale, on: &grid) }
        frame.drawMoments(on: &grid)
        // A mark stays visible on top of a line.
        frame.drawMarks(on: &grid) { bars.top(of: max(buckets[$0].sum ?? 0, 0)) }
        frame.drawLevels(on: &grid)
        if let cursor = frame.cursor, let sum = buckets[cursor].sum {
            frame.drawValue(above: bars.top(of: max(sum, 0)), on: &grid)
        }
        return frame.columns.perColumn
    }

    private func gaps(after count: Int) -> [ChartBucket] {
        Array(repeating: .gap, count: max(0, buckets.count - count))
    }
}

/// Draws single bars of a bar chart.
private struct Bars {
    let frame: ChartFrame
    let scale: ValueScale
    let theme: Theme
    /// Whether there is a row for the axis, whose upper half holds the feet of the bars.
    private var hasAxis: Bool { frame.hasAxis }

    init(frame: ChartFrame, scale: ValueScale, theme: Theme) {
        (self.frame, self.scale, self.theme) = (frame, scale, theme)
    }

    /// The row offset of zero and of values, in eighths of a row above the lower edge of the plot.
    private func eighths(_ value: Double) -> Int {
        let exact = scale.height(of: value) * 8
        let height = Int(value < 0 ? exact.rounded(.down) : exact.rounded())
        // A nonzero value shows at least a sliver.
        let zero = Int((scale.height(of: 0) * 8).rounded())
        let shown = value > 0 ? max(zero + 1, height) : value < 0 ? min(zero - 1, height) : height
        return shown - (hasAxis ? 4 : 0)
    }

    func draw(_ bucket: ChartBucket, columns: Range<Int>, style: Style, on grid: inout CellGrid) {
        guard let sum = bucket.sum else { return }
        if let least = bucket.minimum, let greatest = bucket.maximum, frame.columns.isShared {
            drawSpan(to: greatest, columns, style, glyph: theme.glyphs.shade, on: &grid)
            drawSpan(to: least, columns, style, on: &grid)
        } else {
            drawSpan(to: sum, columns, style, on: &grid)
        }
    }

    /// Draws the top of a bar in another style; without colours it is shaded.
    func drawTop(_ top: Double, of bucket: ChartBucket, columns: Range<Int>, style: Style, on grid: inout CellGrid) {
        guard let sum = bucket.sum, top.isFinite, top > 0, sum > 0 else { return }
        let (end, base) = (eighths(sum), max(eighths(0), min(eighths(sum), eighths(max(0, sum - top)))))
        guard base < end else { return }
        for row in floorRow(base)...floorRow(end - 1) {
            let y = frame.plot.height - 1 - row
            guard y >= 0, y < frame.plot.height else { continue }
            let (lower, upper) = (max(0, base - row * 8), min(8, end - row * 8))
            for x in columns {
                guard let cell = grid[frame.plot.x + x, frame.plot.y + y] else { continue }
                if lower > 0, upper == 8, theme.colors != .none {
                    // The bar's own part keeps its height, on the ground of the top.
                    let joined = cell.style.background(style.foreground)
                    grid.write(theme.glyphs.columnEighths[lower], in: frame.plot, x: x, y: y, style: joined)
                } else if lower < 4 || lower > 0 && upper < 8 && upper - lower >= 4 {
                    let full = theme.colors == .none ? theme.glyphs.shade : theme.glyphs.columnEighths[max(0, upper)]
                    grid.write(full, in: frame.plot, x: x, y: y, style: style)
                }
            }
        }
    }

    /// Draws the comparison line of a bar.
    func mark(_ value: Double?, columns: Range<Int>, on grid: inout CellGrid) {
        guard let value else { return }
        let y = scale.row(of: value)
        let inside = theme.hasShades ? frame.axes.hue.flatMap { theme.color($0, .read) } ?? .indexed(231) : nil
        for x in columns {
            let style = theme.style(.before).adding(theme.hasShades ? [] : .bold)
            let glyph = theme.glyphs.compared
            frame.overlay(glyph, x: x, y: y, style: style, inside: inside, plain: theme.glyphs.middleShade, on: &grid)
        }
    }

    /// The row of the plot just above a bar of this value.
    func top(of value: Double) -> Int {
        let rows = (max(0, eighths(value)) + 7) / 8
        return frame.plot.height - rows
    }

    /// Fills the rows between zero and a value.
    private func drawSpan(
        to value: Double,
        _ columns: Range<Int>,
        _ style: Style,
        glyph: String? = nil,
        on grid: inout CellGrid
    ) {
        guard value != 0 else { return }
        let zero = eighths(0)
        let end = eighths(value)
        let (bottom, top) = (min(zero, end), max(zero, end))
        for row in floorRow(bottom)...floorRow(top - 1) {
            let lower = max(0, bottom - row * 8)
            let upper = min(8, top - row * 8)
            let y = frame.plot.height - 1 - row
            guard y >= 0, y < frame.plot.height + (hasAxis ? 1 : 0) else { continue }
            let text: String
            if lower > 0 {
                // A cell filled from its top has only half steps.
                text = lower >= 6 ? " " : lower >= 3 ? theme.glyphs.upperHalf : theme.glyphs.columnEighths[8]
            } else {
                text = glyph ?? theme.glyphs.columnEighths[max(0, upper)]
            }
            let cells = Rect(x: frame.plot.x + columns.lowerBound, y: frame.plot.y + y, width: columns.count, height: 1)
            let clip = Rect(x: frame.plot.x, y: frame.plot.y, width: frame.plot.width, height: frame.plot.height + 1)
            grid.fill(cells.intersection(clip), with: text, style: style)
        }
    }

    private func floorRow(_ eighths: Int) -> Int {
        eighths >= 0 ? eighths / 8 : -((7 - eighths) / 8)
    }
}
