/// One line of a plot: points at any position, not only at even steps.
package struct PlotSeries: Hashable, Sendable {
    /// A position in the plot.
    package struct Point: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The points from left to right; nil breaks the line.
    package let points: [Point?]
    /// The mark drawn at each point, such as `o` and `x` for two ears; nil draws the line alone.
    package let mark: String?

    package init(_ points: [Point?], mark: String? = nil) {
        self.points = points.map { point in
            guard let point, point.x.isFinite, point.y.isFinite else { return nil }
            return point
        }
        self.mark = mark
    }
}

/// Points joined by lines over a numeric axis: a strip of voltages, intervals over time, levels over frequencies.
package struct PlotChart: Sendable {
    package let series: [PlotSeries]
    /// The ends of the horizontal axis.
    package let from: Double
    package let to: Double
    /// The axes; label positions are numbers on the horizontal axis.
    package let axes: ChartAxes
    /// The crossings of the grid lines, drawn as dots, as numbers on both axes.
    package let gridX: [Double]
    package let gridY: [Double]

    package init(
        series: [PlotSeries],
        from: Double,
        to: Double,
        axes: ChartAxes,
        gridX: [Double] = [],
        gridY: [Double] = []
    ) {
        self.series = series
        let isSound = from.isFinite && to.isFinite && from < to
        self.from = isSound ? from : 0
        self.to = isSound ? to : 1
        self.axes = axes
        self.gridX = gridX
        self.gridY = gridY
    }

    /// The number of steps that the horizontal axis is divided into for its labels.
    private static let steps = 100_000

    /// Draws the plot.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        // Points outside the window count too: the scale stays the same while scrolling, and lines may cross the window.
        let known = series.flatMap { $0.points.compactMap { $0?.y } }
        var axes = axes
        axes.labels = axes.labels.map {
            AxisLabel(share($0.position) * Double(Self.steps) - 0.5, $0.text, isMajor: $0.isMajor)
        }
        let bounds = known.min().flatMap { low in known.max().map { (low, $0) } }
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: Self.steps,
            values: bounds,
            shape: .point,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale else { return }
        drawGrid(scale, in: frame.plot, on: &grid, theme: theme)
        let area = frame.plotAndAxis
        var marked: [Point: String] = [:]
        for (number, line) in series.enumerated() {
            let style = axes.style(number, .plain, theme)
            draw(line, style: style, scale: scale, in: area, on: &grid, theme, &marked)
        }
    }

    private func share(_ x: Double) -> Double { (x - from) / (to - from) }

    private func drawGrid(_ scale: ValueScale, in plot: Rect, on grid: inout CellGrid, theme: Theme) {
        let rows = Set(gridY.filter(isOnScale(scale)).map { scale.row(of: $0) })
        for x in gridX {
            let share = share(x)
            guard share >= 0, share <= 1 else { continue }
            let column = min(plot.width - 1, Int(share * Double(plot.width)))
            for row in rows {
                grid.write(theme.glyphs.isASCII ? ":" : "·", in: plot, x: column, y: row, style: theme.faint)
            }
        }
    }

    private func isOnScale(_ scale: ValueScale) -> (Double) -> Bool {
        let highest = scale.ticks.last ?? scale.low
        return { $0 >= scale.low && $0 <= highest }
    }

    private func draw(
        _ line: PlotSeries,
        style: Style,
        scale: ValueScale,
        in plot: Rect,
        on grid: inout CellGrid,
        _ theme: Theme,
        _ marked: inout [Point: String]
    ) {
        var canvas = DotCanvas(cells: plot.size, theme.glyphs.dots)
        func dot(_ point: PlotSeries.Point) -> (x: Int, y: Int) {
            // Points outside keep their direction, but no line gets longer than a few screens.
            let across = min(max(-1, share(point.x)), 2) * Double(canvas.width)
            let cellsFromTop = Double(scale.rows) - scale.height(of: point.y)
            return (Int(across.rounded(.down)), Int(((cellsFromTop + 0.5) * Double(canvas.dotsDown) - 0.5).rounded()))
        }
        var previous: (x: Int, y: Int)?
        for point in line.points {
            guard let point else {
                previous = nil
                continue
            }
            var here = dot(point)
            if point.x == to { here.x = canvas.width - 1 }
            canvas.line(from: previous ?? here, to: here)
            previous = here
        }
        canvas.draw(in: plot, on: &grid, style: style)
        guard let mark = line.mark else { return }
        for case .some(let point) in line.points where point.x >= from && point.x <= to {
            let here = dot(point)
            let cell = Point(x: min(plot.width - 1, here.x / canvas.dotsAcross), y: here.y / canvas.dotsDown)
            // Two marks in one cell become a third one, so that neither hides the other.
            let shown = marked[cell].map { $0 == mark ? mark : theme.glyphs.mark } ?? mark
            marked[cell] = shown
            grid.write(shown, in: plot, x: cell.x, y: cell.y, style: style.adding(.bold))
        }
    }
}
