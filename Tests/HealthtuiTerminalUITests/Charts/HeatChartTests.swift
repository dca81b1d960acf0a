import Foundation
import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct HeatChartTests {
    private func chart(_ numbers: [[Double?]]) -> HeatChart {
        let levels = HeatLevels(numbers.flatMap { $0.compactMap { $0 } })
        let rows = numbers.enumerated()
            .map { index, row in
                HeatChart.Row(
                    "D\(index)",
                    row.map { $0.map { HeatChart.Cell("\(Int($0))", level: levels.level($0)) } ?? .unknown },
                    note: "100",
                    share: Double(index) / 6
                )
            }
        return HeatChart(name: "heat", rows: rows, heads: (0..<24).map { "\($0 / 10)\($0 % 10)" }, noteHead: "day")
    }

    private func draw(_ chart: HeatChart, width: Int, height: Int, cell: Int = 1, _ theme: Theme = .plain) -> CellGrid {
        var grid = CellGrid(size: Size(width: width, height: height))
        let columns = chart.columns(in: grid.bounds)
        chart.draw(in: grid.bounds, columns, height: cell, on: &grid, theme: theme)
        return grid
    }

    private static let week: [[Double?]] = (0..<7)
        .map { (day: Int) -> [Double?] in (0..<24).map { (hour: Int) -> Double? in Double(90 + day + hour * 2) } }

    @Test("Numbers are in the cells where they have room beside each other, with the note of each row")
    func numbers() {
        let wide = draw(chart(Self.week), width: 118, height: 8)
        #expect(wide.row(0).contains("00  01  02"), "\(wide.text)")
        #expect(wide.row(1).contains(" 90  92  94"), "\(wide.text)")
        #expect(wide.row(1).hasPrefix("D0") && wide.row(7).contains("●"), "\(wide.text)")
        #expect(!draw(chart(Self.week), width: 78, height: 8).text.contains("136"), "numbers of three digits touch")
        let small = (0..<7).map { _ in (0..<24).map { Double($0) } as [Double?] }
        #expect(draw(chart(small), width: 78, height: 8).row(1).contains("10 11 12"))
    }

    @Test("The ground of a cell is that of its class; what isn't known has none and a dot")
    func grounds() throws {
        var numbers = Self.week
        numbers[2][5] = nil
        let theme = Theme(glyphs: .utf8, colors: .ansi256)
        let shown = chart(numbers)
        let grid = draw(shown, width: 118, height: 22, cell: 3, theme)
        let columns = shown.columns(in: grid.bounds)
        for (row, cells) in shown.rows.enumerated() {
            for (index, cell) in cells.cells.enumerated() {
                for y in 0..<3 {
                    let found = try #require(grid[columns.x(index), 1 + row * 3 + y])
                    let ground = cell.level.flatMap { theme.color(Hue.heats[$0]) } ?? .default
                    #expect(found.style.background == ground, "\(row) \(index)")
                }
            }
        }
        #expect(grid.row(1 + 2 * 3 + 1).contains("·"))
    }

    @Test("The cell that is read has brackets, rules where it is high, and a point where it is narrow")
    func cursor() {
        var shown = chart(Self.week)
        shown.cursor = (4, 20)
        #expect(draw(shown, width: 118, height: 8, .ascii).text.contains("[134]"))
        let high = draw(shown, width: 118, height: 22, cell: 3, Theme(glyphs: .utf8, colors: .ansi256))
        #expect(high.row(1 + 4 * 3).contains("▔▔▔▔") && high.row(1 + 4 * 3 + 2).contains("▁▁▁▁"), "\(high.text)")
        #expect(draw(shown, width: 38, height: 8, .ascii).row(5).contains("*"))
        // Where rows have no room, that of the cursor stays.
        shown.cursor = (6, 3)
        #expect(draw(shown, width: 38, height: 3).text.contains("D6"))
    }

    @Test("Five classes have round bounds, and go by the numbers as they are written")
    func classes() {
        let levels = HeatLevels([82, 147, 89, 90, 134, 135])
        #expect(levels.bounds == [90, 105, 120, 135])
        #expect([82, 89, 90, 104, 105, 119, 120, 134, 135, 147].map(levels.level) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
        #expect(levels.ranges.map(\.last) == [89, 104, 119, 134, nil])
        #expect(HeatLevels([5.5, 7.2]).bounds == [6, 6.5, 7])
        #expect(HeatLevels([97, 97]).bounds.isEmpty && HeatLevels([]).bounds.isEmpty)
    }

    @Test("Every number is in one class, whatever the numbers are")
    func anyNumbers() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let size = pow(10, Double.random(in: -4...14, using: &random))
            let numbers = (0..<Int.random(in: 1...9, using: &random))
                .map { _ in (Double.random(in: -1...1, using: &random) * size * 100).rounded() / 100 }
            let levels = HeatLevels(numbers + [.nan, .infinity])
            let about = "seed \(random.seed): \(numbers) \(levels)"
            #expect(levels.bounds.count <= 4 && levels.bounds == levels.bounds.sorted(), "\(about)")
            #expect(numbers.allSatisfy { (0...levels.bounds.count).contains(levels.level($0)) }, "\(about)")
            if let least = numbers.min() { #expect(levels.level(least) == 0, "\(about)") }
        }
    }

    @Test("No size traps")
    func sizes() {
        var shown = chart(Self.week)
        shown.cursor = (6, 23)
        var strip = HeatStrip(
            name: "hours",
            values: [nil, 1, 2, .nan] + Array(repeating: 3, count: 20),
            heads: [],
            isSum: true
        )
        strip.cursor = 23
        for width in [0, 1, 5, 23, 24, 25, 40, 79, 80, 120, 200] {
            for height in [0, 1, 2, 4, 7, 8, 20, 40] {
                for theme in [
                    Theme.ascii, Theme(glyphs: .utf8, colors: .ansi256), Theme(glyphs: .console, colors: .ansi16),
                ] {
                    var grid = CellGrid(size: Size(width: width, height: height))
                    let columns = shown.columns(in: grid.bounds, names: strip.names)
                    shown.draw(in: grid.bounds, columns, height: 3, on: &grid, theme: theme)
                    strip.draw(in: grid.bounds, columns, on: &grid, theme: theme)
                }
            }
        }
    }

    @Test("What adds up is bars from 0, what is measured marks on an axis that begins elsewhere")
    func strip() {
        func rows(isSum: Bool) -> [String] {
            let strip = HeatStrip(name: "hours", values: [90, 95, 100], heads: ["a", "b", "c"], isSum: isSum)
            var grid = CellGrid(size: Size(width: 20, height: 9))
            let columns = HeatColumns(in: grid.bounds, count: 3, names: strip.names, texts: 2)
            strip.draw(in: grid.bounds, columns, on: &grid, theme: .plain)
            return grid.rows
        }
        let bars = rows(isSum: true)
        #expect(bars.contains { $0.hasPrefix("  0") && $0.contains("─") }, "\(bars)")
        #expect(bars.filter { $0.contains("█") }.count >= 4, "\(bars)")
        let marks = rows(isSum: false)
        #expect(marks.contains { $0.hasPrefix(" 90") && $0.contains("─") }, "\(marks)")
        #expect(!marks.joined().contains("█"), "\(marks)")
    }
}
