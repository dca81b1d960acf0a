/// One line of a line chart.
package struct LineSeries: Hashable, Sendable {
    /// The values from left to right; nil breaks the line.
    package let values: [Double?]
    /// The mark drawn at each known value, such as `o` and `x` for two ears; nil draws the line alone.
    package let mark: String?
    /// Whether the line spans unknown values.
    ///
    /// For occasional measurements, such as weight, a missing value isn't a gap.
    package let joinsGaps: Bool
    /// The line's hue; nil for that of the chart or of its position among the series.
    package let hue: Hue?

    package init(_ values: [Double?], mark: String? = nil, joinsGaps: Bool = false, hue: Hue? = nil) {
        self.hue = hue
        self.values = values.map(\.finite)
        self.mark = mark
        self.joinsGaps = joinsGaps
    }
}

/// The hue of a line from a given value upwards, such as a heart rate zone.
package struct ChartBand: Hashable, Sendable {
    package let from: Double
    package let hue: Hue

    package init(from: Double, hue: Hue) {
        self.from = from
        self.hue = hue
    }
}

/// Values joined by lines, in braille dots or ASCII marks, for occasional or continuous measurements.
package struct LineChart: Sendable {
    package let series: [LineSeries]
    package let axes: ChartAxes
    /// The hues of the line by value, ascending; empty where the whole line has one hue.
    package var bands: [ChartBand] = []

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
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    /// - Returns: The most values that share a column of cells; the line then fills from the least to the greatest.
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
            shape: .point,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale else { return frame.columns.perColumn }
        let pen = LinePen(frame: frame, scale: scale, theme: theme, bands: bands)
        for (number, line) in series.enumerated().reversed() {
            pen.draw(line, number: number, fills: series.count == 1 && bands.isEmpty, on: &grid)
        }
        frame.drawGuides(on: &grid)
        frame.drawMoments(on: &grid)
        // A mark stays visible on top of a line.
        if let first = series.first {
            frame.drawMarks(on: &grid) { index in
                first.values.indices.contains(index) ? first.values[index].map { scale.row(of: $0) } : nil
            }
        }
        frame.drawLevels(on: &grid)
        if let cursor = frame.cursor, let first = series.first, first.values.indices.contains(cursor),
            let value = first.values[cursor]
        {
            pen.read(value, at: cursor, on: &grid)
        }
        return frame.columns.perColumn
    }
}

/// Draws the lines of a line chart.
struct LinePen {
    let frame: ChartFrame
    let scale: ValueScale
    let theme: Theme
    let bands: [ChartBand]

    /// With one mark per cell, the strokes differ, so that two lines can be distinguished without colour.
    private static let strokes = [".", ":", "'", ","]

    private var area: Rect { frame.plotAndAxis }

    private func dot(_ value: Double, at index: Int, on canvas: DotCanvas) -> (x: Int, y: Int) {
        let cellsFromTop = Double(frame.plot.height) - scale.height(of: value)
        let y = Int(((cellsFromTop + 0.5) * Double(canvas.dotsDown) - 0.5).rounded())
        let x = Int((Double(index) + 0.5) * Double(canvas.width) / Double(max(1, frame.columns.count)))
        return (x, max(0, min(y, canvas.height - 1)))
    }

    /// The line's style at a value; nil where it's the same everywhere.
    private func ink(of value: Double) -> Style? {
        bands.last { $0.from <= value }.map { theme.style($0.hue) }
    }

    func draw(_ line: LineSeries, number: Int, fills: Bool, on grid: inout CellGrid) {
        var canvas = DotCanvas(cells: area.size, theme.glyphs.dots)
        let known = line.values.count { $0 != nil }
        let isSparse = known * 3 <= canvas.width
        let thickness = (isSparse || !bands.isEmpty) && line.mark == nil && line.hue != .before ? 2 : 1
        var previous: (x: Int, y: Int)?
        for (index, value) in line.values.enumerated() {
            guard let value else {
                if !line.joinsGaps { previous = nil }
                continue
            }
            let here = dot(value, at: index, on: canvas)
            canvas.line(from: previous ?? here, to: here, thickness: thickness, ink: ink(of: value))
            previous = here
        }
        if fills {
            for x in 0..<frame.plot.width {
                guard let y = canvas.lowest(inColumn: x), y < frame.plot.height else { continue }
                frame.soften(columns: x..<(x + 1), below: y, on: &grid)
            }
        }
        let style = line.hue.map { theme.style($0) } ?? frame.axes.style(number, .plain, theme)
        canvas.draw(in: area, on: &grid, style: style, mark: Self.strokes[number % Self.strokes.count])
        // Where a dot is as large as a cell, values get their own marks.
        let isCoarse = theme.glyphs.repertoire != .all
        guard let mark = line.mark ?? (isCoarse && !frame.columns.isShared ? theme.glyphs.mark : nil) else { return }
        for (index, value) in line.values.enumerated() {
            guard let value else { continue }
            let here = dot(value, at: index, on: canvas)
            let cell = (x: here.x / canvas.dotsAcross, y: here.y / canvas.dotsDown)
            grid.write(mark, in: area, x: cell.x, y: cell.y, style: style.adding(.bold))
        }
    }

    /// Marks the value under the cursor, with a line down to the axis.
    func read(_ value: Double, at index: Int, on grid: inout CellGrid) {
        let canvas = DotCanvas(cells: area.size, theme.glyphs.dots)
        let here = dot(value, at: index, on: canvas)
        let (x, y) = (here.x / canvas.dotsAcross, here.y / canvas.dotsDown)
        let style = frame.axes.style(0, .read, theme)
        for row in (y + 1)..<max(y + 1, frame.plot.height) {
            frame.overlay(theme.glyphs.guide, x: x, y: row, style: style, on: &grid)
        }
        let background = grid[area.x + x, area.y + y]?.style.background ?? .default
        grid.write(theme.glyphs.diamond, in: area, x: x, y: y, style: style.adding(.bold).background(background))
        frame.drawValue(above: y, on: &grid)
    }
}
