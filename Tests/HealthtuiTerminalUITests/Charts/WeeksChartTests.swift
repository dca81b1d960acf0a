import Foundation
import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct WeeksChartTests {
    private func chart(_ before: [Double], _ since: [Double]) -> WeeksChart {
        let (low, high) = (before.min() ?? 0, before.max() ?? 0)
        let mark = before.count * 7
        let points =
            before.enumerated().map { WeeksChart.Point(day: $0.offset * 7 + 3, value: $0.element, side: .before) }
            + since.enumerated()
            .map { index, value in
                let isBeyond = !before.isEmpty && (value < low || value > high)
                return WeeksChart.Point(day: mark + index * 7 + 3, value: value, side: isBeyond ? .beyond : .within)
            }
        let half = mark / 2
        let spans = [
            WeeksChart.Span(days: 0..<half, mean: low, isSince: false, words: ["before that 58.8", "58.8"]),
            WeeksChart.Span(days: half..<mark, mean: high, isSince: false, words: ["before 57.8", "57.8"]),
            WeeksChart.Span(
                days: mark..<mark + since.count * 7,
                mean: since.first,
                isSince: true,
                words: ["since 9", "9"]
            ),
        ]
        var axes = ChartAxes(name: "weeks")
        axes.hue = .restingHeart
        return WeeksChart(
            count: mark + since.count * 7,
            points: points,
            spans: spans,
            mark: mark,
            words: ["stopped drinking, Tue 1 Sep", "Tue 1 Sep"],
            axes: axes
        )
    }

    private func draw(_ chart: WeeksChart, _ width: Int, _ height: Int, _ theme: Theme) -> CellGrid {
        var grid = CellGrid(size: Size(width: width, height: height))
        chart.draw(in: grid.bounds, on: &grid, theme: theme)
        return grid
    }

    @Test("The day has its words and a line, the three spans their means and their names")
    func parts() {
        let grid = draw(
            chart((0..<40).map { 58 + Double($0 % 5) }, [55, 56, 54, 55, 61, 56, 55, 54, 56, 55]),
            118,
            30,
            .plain
        )
        for text in ["stopped drinking, Tue 1 Sep ▼", "┊", "●", "○", "━", "before that 58.8", "before 57.8", "since 9"]
        {
            #expect(grid.text.contains(text), "\(text) in\n\(grid.text)")
        }
    }

    @Test("A week beyond all before is never drawn on their ground, and one before never beside it")
    func beyond() throws {
        var random = SeededGenerator()
        let theme = Theme(glyphs: .utf8, colors: .ansi256)
        let ground = try #require(theme.color(.panelGround))
        for _ in 0..<200 {
            let before = (0..<Int.random(in: 2...52, using: &random))
                .map { _ in Double.random(in: 50...60, using: &random) }
            let edge = Double.random(in: 0.0001...3, using: &random)
            let (low, high) = (before.min() ?? 0, before.max() ?? 0)
            let since = (0..<8).map { _ in Bool.random(using: &random) ? low - edge : high + edge }
            let width = Int.random(in: 60...140, using: &random)
            let height = Int.random(in: 9...40, using: &random)
            let grid = draw(chart(before, since), width, height, theme)
            for y in 0..<height {
                for x in 0..<width where grid[x, y]?.text == "●" {
                    guard let style = grid[x, y]?.style else { continue }
                    let isBeyond = style.foreground != theme.dim.foreground
                    #expect((style.background == ground) != isBeyond, "seed \(random.seed), \(x) \(y):\n\(grid.text)")
                }
            }
        }
    }

    @Test("No size and no number traps")
    func sizes() {
        let worlds: [([Double], [Double])] = [
            ([], []), ([1], []), ([], [1, 2]), ([5, 5, 5], [5]), ([1e300, -1e300], [.nan, .infinity, 0]),
            ((0..<52).map { Double($0) }, [60, -1]),
        ]
        for (before, since) in worlds {
            for width in [0, 1, 8, 40, 80, 200] {
                for height in [0, 1, 2, 3, 5, 8, 12, 40] {
                    var shown = chart(before, since)
                    shown.cursor = 0
                    _ = draw(shown, width, height, .ascii)
                    _ = draw(shown, width, height, Theme(glyphs: .utf8, colors: .ansi256))
                }
            }
        }
    }
}
