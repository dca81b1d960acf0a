/// A line over bars or columns, such as the resting heart rate or the mean of the last seven days; nil values break it.
package struct ChartLine: Sendable {
    package let values: [Double?]
    package let hue: Hue
    /// The mark of each value where there are no dots to draw a line with; nil leaves the line out.
    package var mark: String?

    package init(_ values: [Double?], hue: Hue, mark: String? = nil) {
        self.values = values.map(\.finite)
        self.hue = hue
        self.mark = mark
    }
}

extension ChartFrame {
    /// Draws a line over what is drawn; where it crosses a column, the column is its background.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - scale: The scale of the values.
    ///   - grid: The screen.
    func draw(_ line: ChartLine, _ scale: ValueScale, on grid: inout CellGrid) {
        let style = axes.style(beside: line.hue, theme)
        guard theme.glyphs.repertoire == .all else {
            guard let mark = line.mark else { return }
            for (index, value) in line.values.prefix(columns.count).enumerated() {
                guard let value else { continue }
                let x = columns.center(of: Double(index))
                overlay(mark, x: x, y: scale.row(of: value), style: style, plain: mark, on: &grid)
            }
            return
        }
        var canvas = DotCanvas(cells: plot.size, theme.glyphs.dots)
        var previous: (x: Int, y: Int)?
        for (index, value) in line.values.prefix(columns.count).enumerated() {
            guard let value else {
                previous = nil
                continue
            }
            let height = Double(plot.height) - scale.height(of: value) + 0.5
            let dot = (
                x: columns.center(of: Double(index)) * canvas.dotsAcross + canvas.dotsAcross / 2,
                y: Int((height * Double(canvas.dotsDown) - 0.5).rounded())
            )
            canvas.line(from: previous ?? dot, to: dot)
            previous = dot
        }
        for (x, y, text) in canvas.marks { overlay(text, x: x, y: y, style: style, on: &grid) }
    }
}
