/// A filled area over the axis, drawn to an eighth of a row, for elevations along a route.
package struct AreaChart: Sendable {
    /// The values from left to right; nil leaves a gap.
    package let values: [Double?]
    package let axes: ChartAxes

    package init(_ values: [Double?], axes: ChartAxes = ChartAxes()) {
        self.values = values.map(\.finite)
        self.axes = axes
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let known = values.compactMap { $0 }
        let frame = ChartFrame(
            in: rect,
            axes: axes,
            count: values.count,
            values: known.min().flatMap { low in known.max().map { (low, $0) } },
            shape: .point,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale else { return }
        let style = axes.style(0, .plain, theme)
        let area = frame.plotAndAxis
        for x in 0..<frame.plot.width {
            guard let value = value(inColumn: x, of: frame.plot.width) else { continue }
            // The axis runs through the middle of its row, and the area starts there.
            let eighths = Int((scale.height(of: value) * 8).rounded()) - (frame.hasAxis ? 4 : 0)
            if frame.hasAxis {
                grid.write(theme.glyphs.upperHalf, in: area, x: x, y: frame.plot.height, style: style)
            }
            guard eighths > 0 else { continue }
            for row in 0...((eighths - 1) / 8) {
                let glyph = theme.glyphs.columnEighths[min(8, eighths - row * 8)]
                grid.write(glyph, in: frame.plot, x: x, y: frame.plot.height - 1 - row, style: style)
            }
        }
    }

    /// The value in the middle of a column, interpolated between its neighbours.
    private func value(inColumn x: Int, of width: Int) -> Double? {
        guard width > 0, !values.isEmpty else { return nil }
        let position = (Double(x) + 0.5) / Double(width) * Double(values.count) - 0.5
        let first = max(0, min(values.count - 1, Int(position.rounded(.down))))
        let second = min(values.count - 1, first + 1)
        guard let left = values[first], let right = values[second] else { return values[first] ?? values[second] }
        return left + (right - left) * min(1, max(0, position - Double(first)))
    }
}
