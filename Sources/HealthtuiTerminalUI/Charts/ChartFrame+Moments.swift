/// A day, or several in a row, that has words of its own in a chart.
package struct ChartMoment: Hashable, Sendable {
    /// The buckets that it covers.
    package let buckets: ClosedRange<Int>
    package let text: String

    package init(_ buckets: ClosedRange<Int>, _ text: String) {
        self.buckets = buckets
        self.text = text
    }
}

extension ChartFrame {
    /// The fewest columns that the words of a moment have.
    private static let fewestColumns = 4

    /// Draws a line where each moment begins, through blank cells alone, with its words at the top where they have room.
    func drawMoments(on grid: inout CellGrid) {
        let shown = axes.moments.filter { $0.buckets.upperBound >= 0 && $0.buckets.lowerBound < columns.count }
        let places = shown.map { columns.center(of: Double(max(0, $0.buckets.lowerBound))) }
        for (index, moment) in shown.enumerated() {
            // Where many begin in one column the first has its line and the words.
            guard index == 0 || places[index] != places[index - 1] else { continue }
            for y in 0..<plot.height {
                overlay(theme.glyphs.guide, x: places[index], y: y, style: theme.axis, on: &grid)
            }
            let end = places.dropFirst(index + 1).first { $0 > places[index] } ?? plot.width
            let room = blanks(from: places[index] + 1, to: end, on: grid)
            guard room > Self.fewestColumns else { continue }
            let text = moment.text.truncated(to: room - 1, ellipsis: theme.glyphs.ellipsis)
            grid.write(text, in: plot, x: places[index] + 1, style: theme.dim)
        }
    }

    /// How many cells of the top row are blank from a column on.
    private func blanks(from start: Int, to end: Int, on grid: CellGrid) -> Int {
        var x = start
        while x < min(end, plot.width), let cell = grid[plot.x + x, plot.y],
            cell.text == " " || cell.text == theme.glyphs.gridDot
        {
            x += 1
        }
        return x - start
    }
}
