import Foundation
import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct ChartTests {
    private func rows(width: Int, height: Int, _ draw: (Rect, inout CellGrid) -> Void) -> [String] {
        var grid = CellGrid(size: Size(width: width, height: height))
        draw(grid.bounds, &grid)
        return grid.rows
    }

    @Test("A bar stands on the middle of the axis and reaches the middle of its value's row")
    func aBarReachesTheRowOfItsValue() {
        let buckets = [0.0, 1, 2, 3, 4].map { ChartBucket(sum: $0) }
        let rows = rows(width: 14, height: 6) { BarChart(buckets).draw(in: $0, on: &$1, theme: .plain) }
        #expect(
            rows == [
                " 4 · · · · ▄", "         ▄ █", " 2 · · ▄ █ █", "     ▄ █ █ █", " 0───▀─▀─▀─▀─", "",
            ]
        )
    }

    @Test("The top of a bar that has a tint of its own is apart from the rest, with and without colours")
    func tops() {
        func cells(_ top: Double?, _ theme: Theme) -> [Cell] {
            var grid = CellGrid(size: Size(width: 12, height: 14))
            var chart = BarChart([ChartBucket(sum: 10)])
            (chart.tops, chart.topHue) = ([top], .nap)
            chart.draw(in: grid.bounds, on: &grid, theme: theme)
            return grid.cells
        }
        let shade = Theme.plain.glyphs.shade
        let plain = cells(4, .plain)
        let (shaded, full) = (plain.count { $0.text == shade }, plain.count { $0.text == "█" })
        #expect(shaded > 0 && full > shaded)
        #expect(!cells(nil, .plain).contains { $0.text == shade } && !cells(0, .plain).contains { $0.text == shade })
        #expect(!cells(.nan, .plain).contains { $0.text == shade })
        let colors = Theme(glyphs: .utf8, colors: .ansi256)
        let nap = colors.color(.nap)
        #expect(cells(4, colors).contains { $0.style.foreground == nap && $0.text == "█" })
        #expect(!cells(nil, colors).contains { $0.style.foreground == nap })
    }

    /// The rows of a chart that have a label at the left, and their numbers.
    private func ticks(_ rows: [String]) -> [(row: Int, value: Double)] {
        rows.enumerated()
            .compactMap { row, text in
                let label = text.prefix { $0 != "─" }.split(separator: " ").first.map(String.init) ?? ""
                let (number, unit) =
                    label.hasSuffix("k")
                    ? (label.dropLast(), 1e3) : label.hasSuffix("M") ? (label.dropLast(), 1e6) : (label[...], 1)
                return Double(number.replacing(",", with: "")).map { (row, $0 * unit) }
            }
    }

    @Test("Three to seven ticks stand beside any data, the same rows and the same round steps apart, at every height")
    func ticksAtEveryHeight() throws {
        var random = SeededGenerator()
        for _ in 0..<3_000 {
            let low = Bool.random(using: &random) ? 0 : Double.random(in: 0...1_000, using: &random)
            let high = low + pow(10, Double.random(in: -1...6, using: &random))
            let height = Int.random(in: 12...60, using: &random)
            let rows = rows(width: 60, height: height) {
                RangeChart([ChartBucket(minimum: low, maximum: high)]).draw(in: $0, on: &$1, theme: .plain)
            }
            let ticks = ticks(rows.dropLast())
            let about = "seed \(random.seed): \(low) to \(high) in \(height) rows:\n\(rows.joined(separator: "\n"))"
            #expect((3...7).contains(ticks.count), "\(about)")
            let apart = zip(ticks, ticks.dropFirst()).map { (rows: $1.row - $0.row, step: $0.value - $1.value) }
            #expect(Set(apart.map(\.rows)).count == 1, "\(about)")
            let step = try #require(apart.first?.step)
            #expect(apart.allSatisfy { abs($0.step - step) < step * 1e-3 }, "\(about)")
            let factor = step / pow(10, (log10(step) + 1e-9).rounded(.down))
            #expect([1, 2, 2.5, 4, 5].contains { abs($0 - factor) < 0.01 }, "\(about)")
            #expect(ticks.last?.row == height - 2, "the axis is a tick: \(about)")
        }
    }

    @Test(
        "The axis of ranges begins near the least value: they take more than half of the rows",
        arguments: [(44.0, 170.0), (47, 161), (44, 169), (4_400, 17_000), (62, 141)]
    )
    func rangesFillTheirAxis(low: Double, high: Double) {
        for height in [8, 10, 12, 15, 20, 45] {
            let rows = rows(width: 40, height: height) {
                RangeChart([ChartBucket(minimum: low, maximum: high)]).draw(in: $0, on: &$1, theme: .plain)
            }
            let drawn = rows.count { row in row.contains { "▀▄█".contains($0) } }
            #expect(Double(drawn) >= Double(height - 2) * 0.6 - 1, "\(low) to \(high) in \(height) rows:\n\(rows)")
        }
    }

    @Test func aGapIsBlankAndZeroIsNot() {
        let buckets = [ChartBucket(sum: 4), .gap, ChartBucket(sum: 0), ChartBucket(sum: .nan), ChartBucket(sum: 0.001)]
        let rows = rows(width: 14, height: 6) { BarChart(buckets).draw(in: $0, on: &$1, theme: .plain) }
        #expect(rows[4] == " 0─▀───────▀─", "a value too small for its row still has a foot")
    }

    @Test func barsBelowZeroHangFromTheAxis() {
        let buckets = [2.0, -2, 1].map { ChartBucket(sum: $0) }
        let rows = rows(width: 12, height: 6) { BarChart(buckets).draw(in: $0, on: &$1, theme: .plain) }
        #expect(rows == ["  2 ▄ · ·", "    █   ▄", "  0 ▀ ▄ ▀", "      █", " -2───▀───", ""])
    }

    @Test func aSharedColumnOfBarsIsFullToItsLeastAndShadedToItsGreatest() {
        let buckets = (0..<40).map { ChartBucket(sum: $0 % 2 == 0 ? 2 : 4) }
        var perColumn = 0
        let rows = rows(width: 23, height: 6) { perColumn = BarChart(buckets).draw(in: $0, on: &$1, theme: .plain) }
        #expect(perColumn == 2)
        #expect(rows[0].hasSuffix("░░░░") && rows[1].hasSuffix("░░░░"))
        #expect(rows[2].hasSuffix("▄▄▄▄") && rows[3].hasSuffix("████") && rows[4].hasSuffix("▀▀▀▀"))
    }

    @Test func aSharedColumnOfRangesKeepsTheLeastAndTheGreatest() {
        var buckets = (0..<1_000).map { _ in ChartBucket(minimum: 60, maximum: 70) }
        buckets[531] = ChartBucket(minimum: 10, maximum: 200)
        let rows = rows(width: 60, height: 12) { RangeChart(buckets).draw(in: $0, on: &$1, theme: .plain) }
        let top = rows.first { $0.contains("▄") || $0.contains("█") }
        #expect(top?.filter { "▄█".contains($0) }.count == 1, "one spike stands out: \(rows)")
    }

    @Test func aLineIsBrokenByAGapAndALonelyValueShows() {
        let values: [Double?] = [1, 1, nil, nil, nil, nil, 1, nil, nil, nil, nil, 2]
        let rows = rows(width: 19, height: 6) { LineChart(values).draw(in: $0, on: &$1, theme: .ascii) }
        #expect(rows.joined(separator: "\n").filter { $0 == "*" }.count == 4, "\(rows)")
        #expect(!rows.joined().contains("*..*"))
    }

    @Test func aChartWithoutDataSaysSo() {
        for theme in [Theme.plain, .ascii] {
            let rows = rows(width: 40, height: 8) { rect, grid in
                RangeChart([.gap, .gap]).draw(in: rect, on: &grid, theme: theme)
            }
            #expect(rows.contains { $0.contains("no data") })
        }
        let rows = rows(width: 40, height: 8) { TrackChart([]).draw(in: $0, on: &$1, theme: .plain) }
        #expect(rows.contains { $0.contains("no route") })
    }

    @Test func aRouteThatComesRoundHasOneMarkForBothEnds() {
        for theme in [Theme.plain, .ascii] {
            func ends(_ places: [(Double, Double)]) -> (TrackChart.Ends, String) {
                var grid = CellGrid(size: Size(width: 20, height: 8))
                let chart = TrackChart(places.map { TrackChart.Place(x: $0.0, y: $0.1) })
                let ends = chart.draw(in: grid.bounds, on: &grid, theme: theme)
                return (ends, grid.rows.joined().filter { "SEO".contains($0) })
            }
            #expect(ends([(0, 0), (9, 0), (9, 9), (0, 0)]) == (.together, "O"))
            #expect(ends([(0, 0), (9, 0), (9, 9), (0.01, 0.01)]) == (.together, "O"))
            #expect(ends([(3, 3)]) == (.together, "O"))
            let apart = ends([(0, 0), (9, 0), (9, 9)])
            #expect(apart.0 == .apart && Set(apart.1) == ["S", "E"])
            #expect(ends([(.nan, 0)]) == (.none, ""))
        }
    }

    @Test func labelsThatWouldTouchAreLeftOut() {
        let labels = (0..<10).map { AxisLabel(Double($0), "label \($0)") }
        let buckets = Array(repeating: ChartBucket(sum: 1), count: 10)
        let rows = rows(width: 40, height: 8) {
            BarChart(buckets, axes: ChartAxes(labels: labels)).draw(in: $0, on: &$1, theme: .plain)
        }
        #expect(rows[7].contains("label 0 "))
        #expect(!rows[7].contains("label 1"))
        #expect(rows[7].contains("label 3"))
    }

    @Test(
        "The bar that is read is lit, marked below and told above; no cell is reversed, which would hole it",
        arguments: [(ColorMode.ansi16, Color.brightYellow, Color.red), (.ansi256, .indexed(215), .indexed(166))]
    )
    func litBar(colors: ColorMode, lit: Color, others: Color) {
        let theme = Theme(glyphs: .utf8, colors: colors)
        var axes = ChartAxes(labels: [AxisLabel(1, "Tue"), AxisLabel(3, "Thu")], cursor: 1)
        axes.cursorText = "3"
        axes.hue = .activity
        let buckets = [1.0, 3, 2, 4].map { ChartBucket(sum: $0) }
        var grid = CellGrid(size: Size(width: 20, height: 8))
        BarChart(buckets, axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
        #expect(grid.runs { $0.attributes.contains(.reverse) }.isEmpty)
        let bars = grid.runs { $0.foreground == lit }
        // All of the bar, its value and its mark, and nothing else.
        #expect(bars.contains { $0.contains("█") } && bars.contains("3") && bars.contains("▲"))
        #expect(bars.allSatisfy { $0.allSatisfy { "▁▂▃▄▅▆▇█▀3▲".contains($0) } })
        #expect(!grid.runs { $0.foreground == others }.isEmpty, "the others stand a step back")
        #expect(grid.rows[7].contains("▲") && grid.rows[7].contains("Thu") && !grid.rows[7].contains("Tue"))
        #expect(!grid.rows[6].contains("▲"), "the mark takes no foot off a bar")
    }

    @Test("A line across a chart goes through the gaps and over the bars, with its words at the end")
    func levels() {
        var axes = ChartAxes()
        axes.hue = .activity
        axes.levels = [ChartLevel(2, words: ["average 2,000", "avg 2k"], stroke: .dashed)]
        let buckets = [4.0, 1, 4, 1].map { ChartBucket(sum: $0) }
        var grid = CellGrid(size: Size(width: 80, height: 8))
        let theme = Theme(glyphs: .utf8, colors: .ansi256)
        BarChart(buckets, axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
        let row = grid.rows.first { $0.contains("avg 2k") }
        #expect(row?.contains("┄┄┄┄") == true, "\(grid.rows)")
        #expect(
            !grid.runs { $0.background == .indexed(202) && $0.foreground == .indexed(16) }.isEmpty,
            "the bar is its ground"
        )
        var narrow = CellGrid(size: Size(width: 30, height: 8))
        BarChart(buckets, axes: axes).draw(in: narrow.bounds, on: &narrow, theme: theme)
        #expect(!narrow.text.contains("avg"))
    }

    @Test("Every day has its number where bars are wide enough, with the months below")
    func denseLabels() {
        var axes = ChartAxes(labels: [AxisLabel(3, "Mon 26 Oct")])
        axes.denseLabels = (0..<12).map { AxisLabel(Double($0), "\($0 + 20)") }
        axes.outerLabels = [AxisLabel(0, "Oct 2026"), AxisLabel(7, "Nov")]
        let buckets = Array(repeating: ChartBucket(sum: 1), count: 12)
        func rows(_ width: Int, _ height: Int) -> [String] {
            self.rows(width: width, height: height) {
                BarChart(buckets, axes: axes).draw(in: $0, on: &$1, theme: .plain)
            }
        }
        let wide = rows(60, 16)
        #expect(
            wide[14].contains("20  21") && wide[14].contains("31") && wide[15].contains("Oct 2026")
                && wide[15].contains("Nov")
        )
        let narrow = rows(30, 16)
        #expect(narrow.joined().contains("Mon 26 Oct") && !narrow.joined().contains("21"))
    }

    @Test("Without colours the bar that is read has a mark below and its value in brackets above")
    func readWithoutColours() {
        for glyphs in [Glyphs.utf8, .ascii] {
            let theme = Theme(glyphs: glyphs, colors: .none)
            var axes = ChartAxes(cursor: 3)
            axes.cursorText = "13,671"
            let buckets = [1.0, 3, 2, 4].map { ChartBucket(sum: $0) }
            var grid = CellGrid(size: Size(width: 30, height: 10))
            BarChart(buckets, axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
            #expect(grid.runs { $0.attributes.contains(.reverse) }.isEmpty)
            #expect(grid.text.contains("[13,671]") && grid.rows[9].contains(glyphs.cursorColumn), "\(grid.rows)")
        }
    }

    @Test("The value of a low bar stands above the higher ones beside it and takes nothing off them")
    func valueOfALowBar() {
        for (glyphs, colors) in [(Glyphs.utf8, ColorMode.ansi256), (.utf8, .none), (.ascii, .none)] {
            let theme = Theme(glyphs: glyphs, colors: colors)
            var axes = ChartAxes(cursor: 2)
            let buckets = [8.0, 9, 2, 9, 8].map { ChartBucket(sum: $0) }
            func grid(_ value: String?) -> CellGrid {
                axes.cursorText = value
                var grid = CellGrid(size: Size(width: 20, height: 14))
                BarChart(buckets, axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
                return grid
            }
            func bars(_ grid: CellGrid) -> Int {
                grid.text.count { $0 != "0" && glyphs.columnEighths.dropFirst().contains(String($0)) }
            }
            #expect(grid("3,643").text.contains("3,643"))
            // A comma would be a piece of a bar in ASCII.
            #expect(bars(grid("3643")) == bars(grid(nil)), "\(grid("3643").rows)")
        }
    }

    @Test("Ranges, lines and timelines light what is read; nothing of them is reversed")
    func litEverywhere() {
        let theme = Theme(glyphs: .utf8, colors: .ansi256)
        var axes = ChartAxes(cursor: 2)
        axes.cursorText = "3"
        axes.hue = .accent
        let ranges = [1.0, 3, 2, 4].map { ChartBucket(minimum: $0, maximum: $0 + 10, average: $0 + 4) }
        let segments = [TimelineSegment(row: 0, start: 0.2, end: 0.9)]
        let draws: [(Rect, inout CellGrid) -> Void] = [
            { RangeChart(ranges, axes: axes).draw(in: $0, on: &$1, theme: theme) },
            { LineChart([1, 2, 3, 4], axes: axes).draw(in: $0, on: &$1, theme: theme) },
            { TimelineChart(rows: ["Core"], segments: segments, cursor: 0.5).draw(in: $0, on: &$1, theme: theme) },
        ]
        for draw in draws {
            var grid = CellGrid(size: Size(width: 40, height: 12))
            draw(grid.bounds, &grid)
            #expect(grid.runs { $0.attributes.contains(.reverse) }.isEmpty)
            #expect(!grid.runs { $0.foreground == .indexed(159) }.isEmpty)
        }
    }

    @Test("A colour for a light background is darker, not lighter")
    func tintsOnLight() {
        var theme = Theme(glyphs: .utf8, colors: .ansi256)
        theme.palette = .light
        #expect(theme.lit(theme.style(.activity)).foreground == .indexed(52))
        theme.palette = .standard
        theme.isLight = true
        #expect(theme.lit(theme.accent).foreground == .indexed(19))
        #expect(theme.lit(theme.style(.activity)).foreground == .indexed(52))
        theme.palette = .dark
        #expect(
            theme.lit(theme.style(.activity)).foreground == .indexed(215),
            "the person's word goes before the terminal's"
        )
    }

    @Test("The cursor marks its bucket below the axis, and each column is a target")
    func theCursorMarksItsBucket() {
        var grid = CellGrid(size: Size(width: 30, height: 8))
        let chart = RangeChart(WidgetZoo.heartRates(5), axes: ChartAxes(name: "heart", cursor: 3))
        chart.draw(in: grid.bounds, on: &grid, theme: .plain)
        #expect(grid.row(7).contains("▲"))
        guard let frame = grid.layout.frames["heart"] else {
            Issue.record("the plot has no frame")
            return
        }
        let width = frame.width / 5
        #expect(grid.layout.target(at: Point(x: frame.x + 3 * width, y: frame.y)) == .item("heart", 3))
        #expect(grid.layout.target(at: Point(x: frame.x + frame.width - 1, y: frame.y)) == .item("heart", 4))
    }

    @Test func anyNumbersAndAnySizeAreDrawn() {
        var random = SeededGenerator()
        for _ in 0..<400 {
            let count = [0, 1, 2, 7, 31, 400].randomElement(using: &random) ?? 0
            func number() -> Double? { Int.random(in: 0..<5, using: &random) == 0 ? nil : random.anyDouble() }
            let buckets = (0..<count)
                .map { _ in
                    ChartBucket(sum: number(), minimum: number(), maximum: number(), average: number())
                }
            let size = Size(
                width: Int.random(in: 0...90, using: &random),
                height: Int.random(in: 0...24, using: &random)
            )
            var grid = CellGrid(size: size)
            let axes = ChartAxes(
                labels: [AxisLabel(random.anyDouble(), random.nastyText())],
                cursor: [Int.min, -1, 0, count, Int.max].randomElement(using: &random),
                range: Bool.random(using: &random) ? 0...1e308 : nil,
                isInverted: Bool.random(using: &random)
            )
            let theme = Bool.random(using: &random) ? Theme.plain : .ascii
            BarChart(buckets, axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
            RangeChart(series: [buckets, buckets.reversed()], axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
            LineChart(buckets.map(\.average), axes: axes).draw(in: grid.bounds, on: &grid, theme: theme)
            let segments = (0..<10)
                .map { _ in
                    TimelineSegment(
                        row: Int.random(in: -2...5, using: &random),
                        start: random.anyDouble(),
                        end: random.anyDouble()
                    )
                }
            TimelineChart(rows: ["a", "b", "漢"], segments: segments, labels: axes.labels, cursor: random.anyDouble())
                .draw(in: grid.bounds, on: &grid, theme: theme)
            let places = (0..<50).map { _ in TrackChart.Place(x: random.anyDouble(), y: random.anyDouble()) }
            TrackChart(places).draw(in: grid.bounds, on: &grid, theme: theme)
            #expect(grid.size == size, "seed \(random.seed)")
        }
    }

    @Test("Without braille in the font lines are made of quarters of cells")
    func blocks() {
        var theme = Theme.plain
        theme.glyphs.hasBraille = false
        var grid = CellGrid(size: Size(width: 40, height: 10))
        LineChart((0..<30).map { Double($0 % 9) }).draw(in: grid.bounds, on: &grid, theme: theme)
        let text = grid.rows.joined()
        #expect(!text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
        #expect(text.contains { "▘▖▝▗▞▚▌▐".contains($0) })
        #expect(grid.rows.allSatisfy { $0.displayWidth <= 40 })
    }
}
