/// Continuous measurements as a line that spans from the least to the greatest value of each short interval.
///
/// The cursor moves by buckets, such as hours, which are coarser than the line.
package struct TraceChart: Sendable {
    /// The least and the greatest value of a short interval.
    package struct Point: Hashable, Sendable {
        /// The interval's middle, as a fraction of the whole time.
        package let position: Double
        package let low: Double
        package let high: Double

        package init(_ position: Double, low: Double, high: Double) {
            self.position = position
            self.low = low
            self.high = high
        }
    }

    /// A period marked under the axis, in fractions of the whole time.
    package struct TimeRange: Hashable, Sendable {
        package let start: Double
        package let end: Double
        package let name: String
        package let hue: Hue

        package init(start: Double, end: Double, name: String, hue: Hue) {
            self.start = start
            self.end = end
            self.name = name
            self.hue = hue
        }
    }

    package let points: [Point]
    /// The number of buckets that the cursor moves through.
    package let count: Int
    package let axes: ChartAxes
    /// The length of time without a point, as a fraction of the whole, that breaks the line.
    package let gap: Double
    package var timeRanges: [TimeRange] = []

    package init(_ points: [Point], count: Int, gap: Double, axes: ChartAxes) {
        self.points = points.filter { $0.low.isFinite && $0.high.isFinite && (0...1).contains($0.position) }
        self.count = max(1, count)
        self.gap = gap
        self.axes = axes
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var body = rect
        let below = body.cutBottom(timeRanges.isEmpty || rect.height < 10 ? 0 : 1)
        let (low, high) = (points.map(\.low).min(), points.map(\.high).max())
        let frame = ChartFrame(
            in: body,
            axes: axes,
            count: count,
            values: low.flatMap { low in high.map { (low, $0) } },
            shape: .point,
            on: &grid,
            theme: theme
        )
        drawTimeRanges(
            in: Rect(x: frame.plot.x, y: below.y, width: frame.plot.width, height: below.height),
            &grid,
            theme
        )
        guard let scale = frame.scale else { return }
        let area = frame.plotAndAxis
        var canvas = DotCanvas(cells: area.size, theme.glyphs.dots)
        trace(frame, scale, on: &canvas)
        for x in 0..<frame.plot.width {
            guard let y = canvas.lowest(inColumn: x), y < frame.plot.height else { continue }
            frame.soften(columns: x..<(x + 1), below: y, on: &grid)
        }
        canvas.draw(in: area, on: &grid, style: axes.style(0, .plain, theme))
        frame.drawLevels(on: &grid)
        read(frame, scale, canvas, on: &grid)
    }

    private func dot(_ position: Double, _ value: Double, _ frame: ChartFrame, _ scale: ValueScale, _ canvas: DotCanvas)
        -> (x: Int, y: Int)
    {
        let cellsFromTop = Double(frame.plot.height) - scale.height(of: value)
        let y = Int(((cellsFromTop + 0.5) * Double(canvas.dotsDown) - 0.5).rounded())
        let x = min(canvas.width - 1, Int(position * Double(canvas.width)))
        return (x, max(0, min(y, canvas.height - 1)))
    }

    private func trace(_ frame: ChartFrame, _ scale: ValueScale, on canvas: inout DotCanvas) {
        var last: (position: Double, x: Int, rows: ClosedRange<Int>)?
        for point in points {
            let top = dot(point.position, point.high, frame, scale, canvas)
            let bottom = dot(point.position, point.low, frame, scale, canvas)
            let rows = min(top.y, bottom.y)...max(top.y, bottom.y)
            canvas.line(from: top, to: bottom)
            if let last, point.position - last.position <= gap {
                // Connects the ends that are nearest to each other.
                let from = max(last.rows.lowerBound, min(last.rows.upperBound, rows.lowerBound))
                let to = max(rows.lowerBound, min(rows.upperBound, from))
                canvas.line(from: (last.x, from), to: (top.x, to))
            }
            last = (point.position, top.x, rows)
        }
    }

    /// Marks the greatest value of the bucket under the cursor, with a line down to the axis.
    private func read(_ frame: ChartFrame, _ scale: ValueScale, _ canvas: DotCanvas, on grid: inout CellGrid) {
        guard let cursor = frame.cursor else { return }
        let bucket = Double(cursor) / Double(count)..<Double(cursor + 1) / Double(count)
        guard let most = points.filter({ bucket.contains($0.position) }).max(by: { $0.high < $1.high }) else { return }
        let here = dot(most.position, most.high, frame, scale, canvas)
        let (x, y) = (here.x / canvas.dotsAcross, here.y / canvas.dotsDown)
        let style = axes.style(0, .read, frame.theme)
        for row in (y + 1)..<max(y + 1, frame.plot.height) {
            frame.overlay(frame.theme.glyphs.guide, x: x, y: row, style: style, on: &grid)
        }
        let ground = grid[frame.plot.x + x, frame.plot.y + y]?.style.background ?? .default
        grid.write(
            frame.theme.glyphs.diamond,
            in: frame.plotAndAxis,
            x: x,
            y: y,
            style: style.adding(.bold).background(ground)
        )
        frame.drawValue(above: max(0, y - 1), on: &grid)
    }

    private func drawTimeRanges(in rect: Rect, _ grid: inout CellGrid, _ theme: Theme) {
        guard !rect.isEmpty else { return }
        var free = 0
        for timeRange in timeRanges.sorted(by: { $0.start < $1.start }) {
            let from = max(0, min(rect.width - 1, Int(max(0, timeRange.start) * Double(rect.width))))
            let end = min(rect.width, max(from + 1, Int((min(1, timeRange.end) * Double(rect.width)).rounded())))
            let start = max(free, from)
            guard end > start else { continue }
            let line = Rect(x: rect.x + start, y: rect.y, width: end - start, height: 1)
            grid.fill(line, with: theme.glyphs.heavy, style: axes.style(beside: timeRange.hue, theme))
            free = end + 1
            let name = " " + timeRange.name + " "
            if name.displayWidth + 4 <= line.width {
                grid.write(Line(name, theme.dim), in: line, x: (line.width - name.displayWidth) / 2)
            } else if timeRange.name.displayWidth + 1 <= rect.width - end, isFree(after: timeRange, name: name, rect) {
                free = grid.write(Line(timeRange.name, theme.dim), in: rect, x: end + 1) + 1
            }
        }
    }

    /// Whether a name fits after its period, before the next one.
    private func isFree(after timeRange: TimeRange, name: String, _ rect: Rect) -> Bool {
        let next = timeRanges.map(\.start).filter { $0 >= timeRange.end }.min() ?? 1
        return Int((next - timeRange.end) * Double(rect.width)) >= name.displayWidth + 1
    }
}
