/// Bars from zero, one a bucket: for what adds up over time.
package struct BarChart: Sendable {
    package let buckets: [ChartBucket]
    /// What each bar is compared with, drawn as a line across it; nil where there is nothing.
    package let marks: [Double?]
    package let axes: ChartAxes

    /// A chart of the buckets' sums.
    package init(_ buckets: [ChartBucket], marks: [Double?] = [], axes: ChartAxes = ChartAxes()) {
        self.buckets = buckets
        self.marks = marks.prefix(buckets.count).map(\.finite)
        self.axes = axes
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The room.
    ///   - grid: The screen.
    ///   - theme: The look.
    /// - Returns: How many buckets share a column at most. When they do, a column is full up to its least sum and
    ///   shaded up to its greatest.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
        let sums = buckets.compactMap(\.sum) + marks.compactMap { $0 }
        let values = sums.isEmpty ? nil : (low: min(0, sums.min() ?? 0), high: max(0, sums.max() ?? 0))
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: buckets.count,
            values: values,
            startsBelow: true,
            hasEvenSlots: true,
            on: &grid,
            theme: theme
        )
        if let scale = frame.scale {
            let bars = Bars(frame: frame, scale: scale, theme: theme)
            for (index, bar) in frame.columns.drawn(buckets).enumerated() {
                bars.draw(bar.bucket, columns: columns(of: index, in: frame), on: &grid)
            }
            let marked = marks.map { ChartBucket(sum: $0) }
            for (index, mark) in frame.columns.drawn(marked + gaps(after: marked.count)).enumerated() {
                bars.mark(mark.bucket.sum, columns: columns(of: index, in: frame), on: &grid)
            }
        }
        frame.highlightCursor(on: &grid, theme: theme)
        return frame.columns.perColumn
    }

    private func gaps(after count: Int) -> [ChartBucket] {
        Array(repeating: .gap, count: max(0, buckets.count - count))
    }

    /// The columns of a bar: those of its bucket, less a blank one where there is room; all bars are as wide.
    private func columns(of index: Int, in frame: ChartFrame) -> Range<Int> {
        let columns = frame.columns
        guard !columns.isShared else { return index..<(index + 1) }
        let least = columns.width / max(1, columns.count)
        let width = least >= 3 ? min(least - 1, 8) : 1
        let slot = columns.columns(of: index)
        let start = slot.lowerBound + (slot.count - width) / 2
        return start..<(start + width)
    }
}

/// Draws single bars of a bar chart.
private struct Bars {
    let frame: ChartFrame
    let scale: ValueScale
    let theme: Theme

    func draw(_ bucket: ChartBucket, columns: Range<Int>, on grid: inout CellGrid) {
        guard let sum = bucket.sum else { return }
        let zero = scale.height(of: 0)
        if let least = bucket.minimum, let greatest = bucket.maximum, frame.columns.isShared {
            drawSpan(from: zero, to: scale.height(of: greatest), columns, glyph: theme.glyphs.shade, on: &grid)
            drawSpan(from: zero, to: scale.height(of: least), columns, glyph: nil, on: &grid)
        } else {
            drawSpan(from: zero, to: scale.height(of: sum), columns, glyph: nil, on: &grid)
        }
    }

    /// Draws the line that a bar is compared with.
    func mark(_ value: Double?, columns: Range<Int>, on grid: inout CellGrid) {
        guard let value else { return }
        let row = min(frame.plot.height - 1, max(0, Int(scale.height(of: value).rounded(.up)) - 1))
        for x in columns {
            let glyph = theme.glyphs.compared
            grid.write(
                glyph,
                in: frame.plot,
                x: x,
                y: frame.plot.height - 1 - row,
                style: theme.series(1).adding(.bold)
            )
        }
    }

    /// Fills the rows between two heights; a value other than zero shows at least a sliver.
    private func drawSpan(
        from zero: Double,
        to height: Double,
        _ columns: Range<Int>,
        glyph: String?,
        on grid: inout CellGrid
    ) {
        let bottom = Int((min(zero, height) * 8).rounded(height < zero ? .down : .toNearestOrAwayFromZero))
        let top = Int((max(zero, height) * 8).rounded(height > zero ? .up : .toNearestOrAwayFromZero))
        let full = theme.glyphs.columnEighths
        for row in (bottom / 8)..<max(bottom / 8, (top + 7) / 8) {
            let filled = min(8, top - row * 8)
            // Bars below zero hang from it: there is no glyph for the upper part of a cell, so it is drawn whole.
            let text = glyph ?? full[height < zero ? 8 : max(0, filled)]
            let y = frame.plot.y + frame.plot.height - 1 - row
            let cells = Rect(x: frame.plot.x + columns.lowerBound, y: y, width: columns.count, height: 1)
            grid.fill(cells.intersection(frame.plot), with: text, style: theme.accent)
        }
    }
}
