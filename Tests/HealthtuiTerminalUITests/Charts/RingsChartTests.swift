import HealthtuiTerminalUI
import Testing

/// Rings as they are drawn.
@Suite struct RingsChartTests {
    private static let colored = Theme(glyphs: .utf8, colors: .ansi256)

    private func grid(_ shares: [Double?], rows: Int = 9, theme: Theme = colored) -> CellGrid {
        var grid = CellGrid(size: Size(width: rows * 2, height: rows))
        RingsChart(shares).draw(in: grid.bounds, on: &grid, theme: theme)
        return grid
    }

    private func cells(_ grid: CellGrid, _ style: Style) -> Int {
        grid.cells.count { $0.text != " " && $0.style.foreground == style.foreground }
    }

    @Test(
        "A closed ring has no track, an open one as much of it as is missing, and one without a goal is not there"
    )
    func shares() {
        let theme = Self.colored
        let closed = grid([1, 0.5, nil])
        #expect(cells(closed, theme.style(.move)) > 40)
        #expect(cells(closed, theme.style(.move, .soft)) == 0)
        let (reached, track) = (
            cells(closed, theme.style(.exercise)), cells(closed, theme.style(.exercise, .soft))
        )
        #expect(reached > 10 && abs(reached - track) <= 8, "\(reached) reached, \(track) open")
        #expect(cells(closed, theme.style(.stand)) + cells(closed, theme.style(.stand, .soft)) == 0)
    }

    @Test("A goal that is reached twice is a closed ring, and what is no number an empty one")
    func beyond() {
        #expect(grid([2, 1.4, 9]).text == grid([1, 1, 1]).text)
        #expect(cells(grid([.nan, 0, 0]), Self.colored.style(.move)) == 0)
    }

    @Test(
        "Without colours the track has fewer dots than the ring, in ASCII it is dots beside letters"
    )
    func plain() {
        func dots(_ grid: CellGrid) -> Int {
            grid.text.unicodeScalars.reduce(0) {
                $0 + (0x2800...0x28FF ~= $1.value ? ($1.value & 0xFF).nonzeroBitCount : 0)
            }
        }
        let (open, closed) = (grid([0, 0, 0], theme: .plain), grid([1, 1, 1], theme: .plain))
        #expect(dots(open) > 20 && dots(open) * 2 < dots(closed))
        let ascii = grid([1, 1, 0], rows: 12, theme: .ascii).text
        #expect(
            ascii.contains("#") && ascii.contains("=") && ascii.contains(".") && !ascii.contains("*")
        )
        #expect(ascii.unicodeScalars.allSatisfy { $0.isASCII })
    }

    @Test("Any room does, none included")
    func sizes() {
        for width in 0..<12 {
            for height in 0..<7 {
                var grid = CellGrid(size: Size(width: width, height: height))
                RingsChart([0.3, .infinity, nil]).draw(in: grid.bounds, on: &grid, theme: Self.colored)
                RingsChart([]).draw(in: grid.bounds, on: &grid, theme: .ascii)
            }
        }
    }
}

/// Lines and paths of several hues.
@Suite struct ChartHueTests {
    private static let colored = Theme(glyphs: .utf8, colors: .ansi256)

    @Test("A line has the hue of the band that its value is in")
    func bands() {
        var grid = CellGrid(size: Size(width: 60, height: 12))
        var chart = LineChart((0..<40).map { $0 < 20 ? 100 : 160 })
        chart.bands = [ChartBand(from: 0, hue: .zone1), ChartBand(from: 150, hue: .zone5)]
        chart.draw(in: grid.bounds, on: &grid, theme: Self.colored)
        for hue in [Hue.zone1, .zone5] {
            let color = Self.colored.style(hue).foreground
            #expect(!grid.runs { $0.foreground == color }.isEmpty, "no line of \(hue)")
        }
    }

    @Test("A path has the hues of its places and its marks, but none where two would touch")
    func track() {
        var grid = CellGrid(size: Size(width: 40, height: 10))
        let places = (0...20)
            .map {
                TrackChart.Place(x: Double($0), y: 0, hue: $0 < 10 ? .zone1 : .zone5)
            }
        let marks = [TrackChart.Mark(places[10], "7"), TrackChart.Mark(places[10], "8")]
        TrackChart(places, marks: marks).draw(in: grid.bounds, on: &grid, theme: Self.colored)
        #expect(grid.text.contains("7") && !grid.text.contains("8"))
        for hue in [Hue.zone1, .zone5] {
            let color = Self.colored.style(hue).foreground
            #expect(!grid.runs { $0.foreground == color }.isEmpty, "no way of \(hue)")
        }
        #expect(
            TrackChart(places).unitsPerColumn(in: grid.size, theme: Self.colored)
                .map {
                    abs($0 - 0.5) < 0.02
                } == true
        )
        #expect(TrackChart([places[0]]).unitsPerColumn(in: grid.size, theme: Self.colored) == nil)
    }

    @Test("An area fills up to its values and stands on the axis")
    func area() {
        var grid = CellGrid(size: Size(width: 40, height: 12))
        AreaChart((0..<30).map { Double($0) }).draw(in: grid.bounds, on: &grid, theme: .plain)
        #expect(grid.text.contains("█") && grid.text.contains("▀"))
        var empty = CellGrid(size: Size(width: 40, height: 12))
        AreaChart([nil, nil]).draw(in: empty.bounds, on: &empty, theme: .plain)
        #expect(!empty.text.contains("█"))
    }
}
