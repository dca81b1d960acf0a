import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiTerminalUI

/// Lines from the least to the greatest of short whiles.
@Suite struct TraceChartTests {
    private static func chart(_ points: [TraceChart.Point], cursor: Int? = nil) -> TraceChart {
        var axes = ChartAxes(cursor: cursor)
        axes.cursorText = "142"
        return TraceChart(points, count: 24, gap: 0.05, axes: axes)
    }

    private static func rows(_ chart: TraceChart, _ size: Size, _ theme: Theme = .plain) -> [String] {
        var grid = CellGrid(size: size)
        chart.draw(in: Rect(x: 0, y: 0, width: size.width, height: size.height), on: &grid, theme: theme)
        return grid.rows
    }

    private static let day: [TraceChart.Point] = (0..<96)
        .map { (step: Int) -> TraceChart.Point in
            let low = Double(60 + step % 5)
            return TraceChart.Point(Double(step) / 96, low: low, high: Double(70 + step % 7))
        }

    @Test("A line reaches from the least to the greatest, and breaks where there is nothing")
    func breaks() {
        let points = Self.day.filter { !(0.4..<0.6).contains($0.position) }
        let rows = Self.rows(Self.chart(points), Size(width: 60, height: 14))
        let dotted = rows.map { row in
            Array(row).indices
                .filter { Array(row)[$0].unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
        }
        let columns = Set(dotted.flatMap { $0 }).sorted()
        let gaps = zip(columns, columns.dropFirst()).filter { $1 - $0 > 4 }
        #expect(gaps.count == 1, "\(rows.joined(separator: "\n"))")
    }

    @Test("The greatest value of the bucket that is read is marked, with its value above")
    func reads() {
        let rows = Self.rows(Self.chart(Self.day, cursor: 12), Size(width: 60, height: 14))
        #expect(rows.contains { $0.contains("◆") } && rows.contains { $0.contains("[142]") }, "\(rows)")
    }

    @Test("Ranges stand under the axis with their names where there is room, none over another")
    func timeRanges() {
        var chart = Self.chart(Self.day)
        chart.timeRanges = [
            TraceChart.TimeRange(start: 0, end: 0.3, name: "asleep", hue: .sleep),
            TraceChart.TimeRange(start: 0.75, end: 0.77, name: "Running", hue: .activity),
            TraceChart.TimeRange(start: 0.76, end: 0.765, name: "Walking", hue: .activity),
        ]
        let last = Self.rows(chart, Size(width: 80, height: 14)).last ?? ""
        #expect(last.contains("━ asleep ━") && last.contains("Running"), "\(last)")
        #expect(!last.contains("Walking"), "what lies over another is left out")
    }

    @Test("It fits any room, with and without colours, values and sense", arguments: [0, 1, 2, 3, 5, 9, 20])
    func fits(size: Int) {
        var chart = Self.chart(
            Self.day + [TraceChart.Point(.nan, low: 1, high: 2), TraceChart.Point(2, low: 1, high: 2)]
        )
        chart.timeRanges = [TraceChart.TimeRange(start: -1, end: 2, name: "all", hue: .sleep)]
        for theme in [Theme.plain, Theme(glyphs: .ascii, colors: .none)] {
            _ = Self.rows(chart, Size(width: size * 2, height: size), theme)
            _ = Self.rows(Self.chart([]), Size(width: size * 2, height: size), theme)
        }
        #expect(chart.points.count == Self.day.count)
    }
}
