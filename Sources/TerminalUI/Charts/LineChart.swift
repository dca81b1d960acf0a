/// One line of a line chart.
package struct LineSeries: Hashable, Sendable {
    /// The values from left to right; nil breaks the line.
    package let values: [Double?]
    /// Drawn at each value that is there, such as `o` and `x` for two ears; nil draws the line alone.
    package let mark: String?

    package init(_ values: [Double?], mark: String? = nil) {
        self.values = values.map(\.finite)
        self.mark = mark
    }
}

/// Values joined by lines, in braille dots or in ASCII marks: for what is measured now and then, or all the time.
package struct LineChart: Sendable {
    package let series: [LineSeries]
    package let axes: ChartAxes

    package init(_ values: [Double?], axes: ChartAxes = ChartAxes()) {
        self.init(series: [LineSeries(values)], axes: axes)
    }

    package init(series: [LineSeries], axes: ChartAxes = ChartAxes()) {
        self.series = series
        self.axes = axes
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The room.
    ///   - grid: The screen.
    ///   - theme: The look.
    /// - Returns: How many values share a column of cells at most; the line then fills from the least to the greatest.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
        let known = series.flatMap { $0.values.compactMap { $0 } }
        let low = known.min()
        let high = known.max()
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: series.map(\.values.count).max() ?? 0,
            values: low.flatMap { low in high.map { (low, $0) } },
            startsBelow: false,
            hasEvenSlots: false,
            on: &grid,
            theme: theme
        )
        if let scale = frame.scale {
            for (number, line) in series.enumerated() {
                draw(line, number: number, scale: scale, in: frame, on: &grid, theme: theme)
            }
        }
        frame.highlightCursor(on: &grid, theme: theme)
        return frame.columns.perColumn
    }

    private static let strokes = [".", ":", "'", ","]

    private func draw(
        _ line: LineSeries,
        number: Int,
        scale: ValueScale,
        in frame: ChartFrame,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        // Where dots are as large as cells, values have marks of their own.
        let isCoarse = theme.glyphs.repertoire != .all
        let style = theme.series(number)
        var canvas = DotCanvas(cells: frame.plot.size, theme.glyphs.repertoire)
        let count = frame.columns.count
        func dotY(_ value: Double) -> Int {
            let cellsFromTop = Double(frame.plot.height - 1) - scale.height(of: value)
            return Int(((cellsFromTop + 0.5) * Double(canvas.dotsDown) - 0.5).rounded())
        }
        func dotX(_ index: Int) -> Int {
            Int((Double(index) + 0.5) * Double(canvas.width) / Double(max(1, count)))
        }
        var previous: (x: Int, y: Int)?
        for (index, value) in line.values.enumerated() {
            guard let value else {
                previous = nil
                continue
            }
            let dot = (x: dotX(index), y: dotY(value))
            canvas.line(from: previous ?? dot, to: dot)
            previous = dot
        }
        // Where a cell holds one mark, the lines themselves differ, so that two are told apart without a colour.
        canvas.draw(in: frame.plot, on: &grid, style: style, mark: Self.strokes[number % Self.strokes.count])
        guard let mark = line.mark ?? (isCoarse && !frame.columns.isShared ? theme.glyphs.mark : nil) else { return }
        for (index, value) in line.values.enumerated() {
            guard let value else { continue }
            let cell = (x: dotX(index) / canvas.dotsAcross, y: dotY(value) / canvas.dotsDown)
            grid.write(mark, in: frame.plot, x: cell.x, y: cell.y, style: style.adding(.bold))
        }
    }
}
