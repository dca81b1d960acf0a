import HealthtuiTerminalUI
import Testing

@Suite struct PlotChartTests {
    private func rows(
        _ points: [PlotSeries.Point?],
        mark: String? = "o",
        from: Double = 0,
        to: Double = 10,
        inverted: Bool = false,
        theme: Theme = .ascii
    ) -> [String] {
        var grid = CellGrid(size: Size(width: 16, height: 6))
        let axes = ChartAxes(range: 0...3, isInverted: inverted)
        PlotChart(series: [PlotSeries(points, mark: mark)], from: from, to: to, axes: axes)
            .draw(in: grid.bounds, on: &grid, theme: theme)
        return grid.rows
    }

    @Test("A point stands at its place in both directions, and low values stand high where that is wanted")
    func places() {
        let points: [PlotSeries.Point?] = [.init(0, 0), nil, .init(10, 3)]
        #expect(rows(points).map { $0.contains("o") } == [false, true, false, false, true, false])
        #expect(rows(points)[1].hasSuffix("o"))
        #expect(rows(points, inverted: true)[4].hasSuffix("o"))
    }

    @Test("A line joins points that follow each other, and breaks where one is missing or is no number")
    func breaks() {
        func dots(_ points: [PlotSeries.Point?]) -> Int {
            rows(points).joined().filter { $0 == "." }.count
        }
        #expect(dots([.init(0, 0), .init(10, 0)]) >= 8)
        for gap in [nil, PlotSeries.Point(5, .nan), PlotSeries.Point(.infinity, 1)] {
            #expect(dots([.init(0, 0), gap, .init(10, 0)]) == 0)
        }
    }

    @Test("What lies outside of the window is not drawn, and a line to it leaves the window")
    func window() {
        let outside = rows([.init(-5, 1), .init(20, 1)], from: 0, to: 10).joined()
        #expect(!outside.contains("o") && outside.contains("..........."))
        let leaving = rows([.init(5, 1), .init(20, 1)], from: 0, to: 10)
        #expect(leaving.joined().filter { $0 == "o" }.count == 1)
        #expect(leaving.contains { $0.hasSuffix("..") })
    }

    @Test("Two marks in one cell become a third, so that neither hides the other")
    func shared() {
        var grid = CellGrid(size: Size(width: 16, height: 6))
        let series = ["o", "x"].map { PlotSeries([.init(5, 1)], mark: $0) }
        PlotChart(series: series, from: 0, to: 10, axes: ChartAxes()).draw(in: grid.bounds, on: &grid, theme: .ascii)
        let text = grid.rows.joined()
        #expect(text.contains("*") && !text.contains("o") && !text.contains("x"))
    }

    @Test("No bounds, no points and no room do no harm")
    func harmless() {
        for (from, to) in [(0.0, 0.0), (.nan, 1), (-.infinity, .infinity), (5, -5), (0, .leastNonzeroMagnitude)] {
            for theme in [Theme.ascii, .plain] {
                _ = rows([.init(0, 1), .init(1e300, -1e300)], from: from, to: to, theme: theme)
                _ = rows([], from: from, to: to, theme: theme)
            }
        }
        for width in 0..<14 {
            for height in 0..<6 {
                var grid = CellGrid(size: Size(width: width, height: height))
                PlotChart(
                    series: [PlotSeries([.init(0, 1), .init(1, 2)], mark: "o")],
                    from: 0,
                    to: 1,
                    axes: ChartAxes(labels: [AxisLabel(0.5, "half")]),
                    gridX: [0, 0.5, 1, .nan],
                    gridY: [1, 2, .infinity]
                )
                .draw(in: grid.bounds, on: &grid, theme: .plain)
            }
        }
    }
}
