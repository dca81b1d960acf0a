/// A line under a timeline over the same time span, such as a night's heart rate under its stages.
package struct TimelineLine: Hashable, Sendable {
    /// A value at a fraction of the chart's time, 0 to 1.
    package struct Point: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    package let title: String
    /// The points from left to right; nil breaks the line.
    package let points: [Point?]
    package let hue: Hue
    /// The remarks at its right, line by line.
    package let remarks: [Line]
    /// The number of decimals in its labels.
    package let decimals: Int

    package init(title: String, points: [Point?], hue: Hue, remarks: [Line] = [], decimals: Int = 0) {
        self.title = title
        self.remarks = remarks
        self.decimals = decimals
        self.points = points.map { $0.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil } }
        self.hue = hue
    }

    /// The fewest rows in which a line can be read.
    static let least = 6

    /// Draws the title, the ticks and the line.
    func draw(in plot: Rect, gutter: Rect, on grid: inout CellGrid, theme: Theme) {
        let values = points.compactMap { $0?.y }
        guard let low = values.min(), let high = values.max(), plot.height >= Self.least else { return }
        // One row stays free above, and the title takes one.
        let area = Rect(x: plot.x, y: plot.y + 2, width: plot.width, height: plot.height - 2)
        let style = theme.style(hue)
        grid.write(
            title,
            in: Rect(x: gutter.x + 1, y: plot.y + 1, width: plot.maxX - gutter.x - 1, height: 1),
            style: style.adding(.bold)
        )
        var axes = ChartAxes()
        let steps = decimals > 0 ? 10.0 : 1
        axes.written = { ($0 * steps).rounded() / steps }
        let scale = ValueScale(low: low, high: high, rows: area.height - 1, axes: axes)
        for (tick, label) in zip(scale.ticks, scale.labels) {
            let y = scale.row(of: tick)
            guard y >= 0, y < area.height else { continue }
            let fitted = label.fitted(to: max(0, gutter.width - 2), alignment: .right)
            grid.write(fitted, in: Rect(x: gutter.x, y: area.y + y, width: gutter.width, height: 1), style: theme.dim)
            for x in stride(from: 0, to: area.width, by: 4) {
                grid.write(theme.glyphs.gridDot, in: area, x: x, y: y, style: theme.faint)
            }
        }
        var canvas = DotCanvas(cells: area.size, theme.glyphs.dots)
        func dot(_ point: Point) -> (x: Int, y: Int) {
            let across = Int(min(max(0, point.x), 1) * Double(max(0, canvas.width - 1)))
            let cellsFromTop = Double(scale.rows) - scale.height(of: point.y)
            return (across, Int(((cellsFromTop + 0.5) * Double(canvas.dotsDown) - 0.5).rounded()))
        }
        var previous: (x: Int, y: Int)?
        for point in points {
            guard let point, point.x >= 0, point.x <= 1 else {
                previous = nil
                continue
            }
            let here = dot(point)
            canvas.line(from: previous ?? here, to: here)
            previous = here
        }
        if area.height >= 12, theme.hasShades, let soft = theme.color(hue, .soft) {
            for x in 0..<area.width {
                guard let y = canvas.lowest(inColumn: x), y + 1 < area.height else { continue }
                let below = Rect(x: area.x + x, y: area.y + y + 1, width: 1, height: area.height - y - 1)
                grid.restyle(below) { $0.background(soft) }
            }
        }
        canvas.draw(in: area, on: &grid, style: style)
    }
}
