import Foundation

/// Two lines over one time span, each with its own axis: the first line's at the left, the second line's at the right.
package struct DualLineChart: Sendable {
    package let first: LineSeries
    package let second: LineSeries
    /// Labels, cursor and format of the first line.
    package let axes: ChartAxes
    /// Formats a tick of the second line.
    package let secondFormat: @Sendable (Double) -> String
    /// The number that a label of the second line's unit shows for a value.
    package var secondWritten: (@Sendable (Double) -> Double)?

    /// A chart.
    ///
    /// - Parameters:
    ///   - first: The line whose axis is at the left.
    ///   - second: The line whose axis is at the right.
    ///   - axes: Labels, cursor and format of the first line.
    ///   - secondFormat: Formats a tick of the second line.
    package init(
        _ first: LineSeries,
        _ second: LineSeries,
        axes: ChartAxes,
        secondFormat: @escaping @Sendable (Double) -> String
    ) {
        self.first = first
        self.second = second
        self.axes = axes
        self.secondFormat = secondFormat
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let (one, two) = (Self.bounds(first), Self.bounds(second))
        var area = rect
        let widest = two.map { [$0.low, $0.high].map { secondFormat($0).displayWidth }.max() ?? 0 } ?? 0
        // Narrow charts keep the lines and drop the second axis, just as they drop the first.
        let gutter = area.cutRight(rect.width >= 40 ? widest + 3 : 0)
        var axes = axes
        axes.tickHue = first.hue
        let count = max(first.values.count, second.values.count)
        let frame = ChartFrame(in: area, axes: axes, count: count, values: one, shape: .point, on: &grid, theme: theme)
        guard let scale = frame.scale else {
            // Without the first line, only the second is drawn.
            guard two != nil else { return }
            LineChart(series: [second], axes: axes).draw(in: area, on: &grid, theme: theme)
            return
        }
        let pen = LinePen(frame: frame, scale: scale, theme: theme, bands: [])
        if let two {
            let mapped = SecondScale(two, on: scale, written: secondWritten)
            let values = second.values.map { $0.map(mapped.place) }
            let line = LineSeries(values, mark: second.mark, joinsGaps: second.joinsGaps, hue: second.hue)
            pen.draw(line, number: 1, fills: false, on: &grid)
            drawTicks(mapped, scale, frame, in: gutter, on: &grid, theme: theme)
        }
        pen.draw(first, number: 0, fills: false, on: &grid)
        if let cursor = frame.cursor, first.values.indices.contains(cursor), let value = first.values[cursor] {
            pen.read(value, at: cursor, on: &grid)
        }
    }

    private func drawTicks(
        _ mapped: SecondScale,
        _ scale: ValueScale,
        _ frame: ChartFrame,
        in gutter: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        guard gutter.width > 0 else { return }
        let style = second.hue.map { theme.style($0) } ?? theme.dim
        for (index, tick) in scale.ticks.enumerated() {
            let y = frame.plot.y + scale.row(of: tick)
            guard y >= gutter.y, y < gutter.maxY else { continue }
            let text = secondFormat(mapped.tick(index))
            grid.write(text, in: Rect(x: gutter.x, y: y, width: gutter.width, height: 1), x: 1, style: style)
        }
    }

    private static func bounds(_ line: LineSeries) -> (low: Double, high: Double)? {
        let known = line.values.compactMap { $0 }
        return known.min().flatMap { low in known.max().map { (low, $0) } }
    }
}

/// Maps values of a second line to the scale of the first: its ticks are round and at the same heights.
struct SecondScale {
    private let low: Double
    private let step: Double
    private let first: Double
    private let firstStep: Double

    private static let factors = [1, 2, 2.5, 4, 5, 10]

    /// - Parameters:
    ///   - bounds: The least and the greatest value.
    ///   - scale: The scale whose ticks it shares.
    ///   - written: The number that a label shows for a value; ticks are placed only at numbers that labels show exactly.
    init(
        _ bounds: (low: Double, high: Double),
        on scale: ValueScale,
        written: (@Sendable (Double) -> Double)? = nil
    ) {
        var axes = ChartAxes()
        axes.written = written
        let ticks = scale.ticks
        first = ticks.first ?? 0
        firstStep = ticks.count > 1 ? ticks[1] - ticks[0] : 1
        // The rows above the last tick are part of the plot too.
        let steps = max(1, Double(scale.rows) / max(0.5, scale.height(of: first + firstStep)))
        let (least, most) = Ticks.sane(bounds.low, bounds.high)
        let exponent = Int(log10(max((most - least) / steps, .leastNormalMagnitude)).rounded(.down))
        let powers = (exponent - 1...exponent + 12)
            .flatMap { power in Self.factors.map { $0 * pow(10, Double(power)) } }
        let fitting = powers.filter { $0 > 0 && $0.isFinite }
            .first { step in
                let base = (least / step).rounded(.down) * step
                return base + steps * step >= most && axes.canWrite(base) && axes.canWrite(base + step)
                    && axes.canWrite(base + 2 * step)
            }
        step = fitting ?? max(most - least, .leastNormalMagnitude)
        low = (least / step).rounded(.down) * step
    }

    /// The position of a value on the first line's scale.
    func place(_ value: Double) -> Double { first + (value - low) / step * firstStep }

    /// The value at the n-th tick.
    func tick(_ index: Int) -> Double { low + Double(index) * step }
}
