import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Testing

@testable import HealthtuiConsole

/// What a picture says is what is so: the legend is of its marks, a tick of its value, and a colour of one thing.
@Suite struct ChartHonestyTests {
    private static var themes: [(name: String, theme: Theme)] {
        var light = Theme(glyphs: .utf8, colors: .ansi256)
        light.isLight = true
        var contrast = Theme(glyphs: .utf8, colors: .ansi256)
        contrast.palette = .highContrast
        return [
            ("dark", Theme(glyphs: .utf8, colors: .ansi256)), ("light", light),
            ("sixteen", Theme(glyphs: .utf8, colors: .ansi16)), ("high contrast", contrast),
        ]
    }

    /// Types of every hue that charts have, with a value that each may have.
    private static let types: [(type: HKQuantityTypeIdentifier, unit: HKUnit, value: Double)] = [
        (.stepCount, .count(), 500), (.heartRate, HKUnit.count().unitDivided(by: .minute()), 70),
        (.restingHeartRate, HKUnit.count().unitDivided(by: .minute()), 60), (.bodyMass, .gramUnit(with: .kilo), 70),
        (.oxygenSaturation, .percent(), 0.97), (.dietaryEnergyConsumed, .kilocalorie(), 400),
        (.environmentalAudioExposure, .decibelAWeightedSoundPressureLevel(), 60),
        (.appleExerciseTime, .minute(), 10), (.basalBodyTemperature, .degreeCelsius(), 36.5),
    ]

    @Test("The legend of sources has the mark and the colour of each line, and no two are the same")
    func sources() async throws {
        for (index, (identifier, unit, value)) in Self.types.enumerated() {
            let store = TestStore()
            for (number, source) in [TestStore.watch, TestStore.phone, TestStore.polar].enumerated() {
                let samples = try (0..<20)
                    .map { day in
                        let own = value * (1 + Double(number) * 0.01 + Double(day % 4) * 0.005)
                        return try store.quantity(identifier, own, unit, day, 9 + Double(number), length: 60)
                    }
                try store.save(samples, from: source)
            }
            // A theme a type, so that each theme is drawn at least twice; the test below compares colours in all of them.
            for (name, theme) in [Self.themes[index % Self.themes.count]] {
                let type = HKQuantityType(identifier)
                let console = try await Console.start(store.environment(theme: theme), width: 100, height: 40)
                try await console.press(":").type(type.entry.name).press(.enter, "M", "s")
                let grid = console.screen
                let plot = try #require(grid.layout.frames["chart"])
                var legend: [Color] = []
                for mark in ["o", "x", "+"] {
                    let about: Comment = "\(type.entry.name), \(name), \(mark):\n\(console.text)"
                    let row = try #require(
                        (plot.maxY..<grid.size.height)
                            .first { y in
                                grid[0, y]?.text == mark || grid[plot.x, y]?.text == mark
                            },
                        about
                    )
                    let cell = try #require((0..<4).lazy.compactMap { grid[$0, row] }.first { $0.text == mark }, about)
                    legend.append(cell.style.foreground)
                    var drawn: Set<Color> = []
                    for y in plot.y...plot.maxY {
                        for x in plot.x..<plot.maxX where grid[x, y]?.text == mark {
                            if let color = grid[x, y]?.style.foreground { drawn.insert(color) }
                        }
                    }
                    #expect(drawn == [cell.style.foreground], about)
                }
                #expect(Set(legend).count == 3, "\(type.entry.name), \(name): \(legend)")
            }
        }
    }

    @Test("Whatever stands in a chart beside its own colours has another")
    func beside() {
        let beside: [Hue] = [.good, .restingHeart, .activity, .sleep, .axis, .accent, .warning]
        for (name, theme) in Self.themes {
            for group in CatalogueGroup.allCases {
                let hue = Hue.of(group)
                var axes = ChartAxes()
                axes.hue = hue
                let own = theme.colors(of: hue)
                for other in beside {
                    let color = axes.style(beside: other, theme).foreground
                    #expect(color == .default || !own.contains(color), "\(name): \(other) in a chart of \(hue)")
                }
                let series = (0..<3).map { axes.style($0, .plain, theme).foreground }
                #expect(Set(series).count == 3, "\(name), \(hue): \(series)")
                #expect(series.dropFirst().allSatisfy { !own.contains($0) }, "\(name), \(hue): \(series)")
            }
            // A night's stages have a line of heart rates or of breaths under them, which are read as well.
            guard name != "high contrast" else { continue }
            let stages = Set(Hue.stages.flatMap { [theme.color($0), theme.color($0, .read)] })
            for line in [Hue.heart, .respiratory] {
                for shade in [Shade.plain, .read] {
                    #expect(!stages.contains(theme.color(line, shade)), "\(name): \(line) under the stages")
                }
            }
        }
    }

    @Test("The stage that is read is brighter, and has no other stage's colour")
    func readStage() async throws {
        for (name, theme) in Self.themes where name != "high contrast" {
            let console = try await Console.start(TestStore.filled().environment(theme: theme), width: 120, height: 40)
            try await console.press(":").type("sleep").press(.enter, "D")
            for _ in 0..<5 {
                let grid = console.screen
                let plot = try #require(grid.layout.frames["timeline"])
                let full = theme.glyphs.columnEighths[8]
                // The rows of the plot, each with the colours of its band and that of the column that is read.
                for y in plot.y..<plot.maxY {
                    let colors = (plot.x..<plot.maxX)
                        .compactMap { x in
                            grid[x, y].flatMap { $0.text == full ? $0.style.foreground : nil }
                        }
                    guard let stage = Hue.stages.first(where: { theme.color($0).map(colors.contains) ?? false }) else {
                        continue
                    }
                    let allowed = [theme.color(stage), theme.color(stage, .read)]
                    #expect(colors.allSatisfy { allowed.contains($0) }, "\(name), row \(y): \(colors)\n\(console.text)")
                }
                try await console.press(.left)
            }
        }
    }

    @Test("Two types in one chart have two colours, whatever their hues")
    func comparedTypes() async throws {
        let store = try TestStore.filled()
        for (name, theme) in Self.themes {
            let console = try await Console.start(store.environment(theme: theme), width: 120, height: 40)
            try await console.press(":").type("weight vs steps").press(.enter)
            let grid = console.screen
            let plot = try #require(grid.layout.frames["chart"])
            let marks = [theme.glyphs.closed, theme.glyphs.open]
            let legend = (0..<plot.y)
                .flatMap { y in
                    (0..<grid.size.width).compactMap { grid[$0, y] }.filter { marks.contains($0.text) }
                }
            #expect(Set(legend.map(\.style.foreground)).count == 2, "\(name): \(legend)\n\(console.text)")
        }
    }

    // MARK: Labels

    private func drawn(_ window: ChartWindow, _ size: Size) -> (rows: [String], plot: Rect) {
        let environment = TestStore().environment()
        let labels = ChartLabels(window: window, dates: environment.dates)
        var axes = ChartAxes(labels: labels.labels)
        (axes.denseLabels, axes.outerLabels) = (labels.dense, labels.outer)
        var grid = CellGrid(size: size)
        BarChart((0..<window.count).map { ChartBucket(sum: Double($0 % 5 + 1)) }, axes: axes)
            .draw(in: grid.bounds, on: &grid, theme: .plain)
        return (grid.rows, grid.layout.frames["chart"] ?? grid.bounds)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    @Test(
        "A year stands with the month in which it begins, or with the first month of all; months follow on each other"
    )
    func years() {
        var random = SeededGenerator("labels of charts")
        for _ in 0..<300 {
            let date = Date(timeIntervalSinceReferenceDate: Double.random(in: 6e8...9e8, using: &random))
            let span = [ChartSpan.month, .halfYear, .year].randomElement(using: &random) ?? .year
            let window = ChartWindow(span, ending: date, data: nil, calendar: TestStore.calendar)
            let size = Size(
                width: Int.random(in: 40...200, using: &random),
                height: Int.random(in: 8...30, using: &random)
            )
            let rows = drawn(window, size).rows.suffix(2)
            let about: Comment = "seed \(random.seed): \(span) to \(date) at \(size):\n\(rows.joined(separator: "\n"))"
            for row in rows {
                let words = row.split(separator: " ").map(String.init)
                var isFirst = true
                for (index, word) in words.enumerated() {
                    guard word.count == 4, let year = Int(word), (2019...2030).contains(year) else { continue }
                    // The years under twelve months stand alone, in a row of their own.
                    guard let month = index > 0 ? words[index - 1] : nil, Self.months.contains(month) else {
                        #expect(words.allSatisfy { Int($0) != nil }, about)
                        continue
                    }
                    #expect(month == "Jan" || isFirst, about)
                    isFirst = false
                }
                let named = words.compactMap { Self.months.firstIndex(of: $0) }
                guard named.count > 1, words.allSatisfy({ Self.months.contains($0) || Int($0) != nil }) else {
                    continue
                }
                let first = TestStore.calendar.component(.month, from: window.start) - 1
                let places = named.map { ($0 - first + 12) % 12 }
                #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, about)
            }
        }
    }

    @Test("Under the days of a month each month stands that has room, however few days the one before it has")
    func monthsUnderDays() {
        for day in 1...28 {
            for width in [100, 130, 160, 200] {
                let date =
                    TestStore.calendar.date(from: DateComponents(year: 2026, month: 11, day: day, hour: 12)) ?? .now
                let window = ChartWindow(.month, ending: date, data: nil, calendar: TestStore.calendar)
                let (rows, _) = drawn(window, Size(width: width, height: 24))
                let below = rows.last ?? ""
                // November has as many bars as its day says, each of three columns and more.
                if day >= 2 {
                    #expect(below.contains("Nov"), "\(day) at \(width):\n\(rows.suffix(2).joined(separator: "\n"))")
                }
                #expect(below.contains("2026"), "\(day) at \(width): \(below)")
                if day <= 26 { #expect(below.contains("Oct 2026"), "\(day) at \(width): \(below)") }
            }
        }
    }
}
