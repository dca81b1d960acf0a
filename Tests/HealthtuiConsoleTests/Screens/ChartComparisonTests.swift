import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Sources over each other, and a span beside the one before it.
@Suite struct ChartComparisonTests {
    private func chart(_ name: String, _ theme: Theme = .plain) async throws -> Console {
        let console = try await Console.start(TestStore.filled().environment(theme: theme))
        return try await console.press(":").type(name).press(.enter)
    }

    /// The rows of the picture between header and reading.
    private func picture(_ console: Console) -> String { console.screen.rows[3..<19].joined(separator: "\n") }

    @Test("s lays the sources over each other on one scale, each with its mark, and names them with their values")
    func overlay() async throws {
        let console = try await chart("steps")
        try await console.press("W", "s")
        let drawn = picture(console)
        #expect(drawn.contains("o") && drawn.contains("x"), "\(drawn)")
        let watch = console.expectRow("My Watch")
        let phone = console.expectRow("My iPhone")
        #expect(watch.hasPrefix("o") && phone.hasPrefix("x"), "\(console.text)")
        try await console.press("s")
        #expect(!picture(console).contains("x"))
        console.expectNone("My iPhone")
    }

    @Test("In ASCII two sources differ by mark and by line")
    func overlayInASCII() async throws {
        let console = try await chart("steps", .ascii)
        try await console.press("W", "s")
        let drawn = picture(console)
        #expect(drawn.contains("o") && drawn.contains("x"), "\(drawn)")
        #expect(drawn.contains(".") || drawn.contains(":"), "\(drawn)")
    }

    @Test("A chart of one source alone is what it always is")
    func oneSource() async throws {
        let console = try await chart("weight")
        let before = picture(console)
        try await console.press("s")
        console.expectRow("Health")
        #expect(!picture(console).contains("x"), "\(before)\n\(console.text)")
    }

    @Test("In a longer time each source shows its average day, as the bars do")
    func averageDays() async throws {
        let console = try await chart("steps")
        try await console.press("Y", "s")
        let bar = console.expectRow("a day so far, total")
        let figures = bar.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
        let watch = console.expectRow("My Watch").split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
        let day = try #require(figures.first { $0 > 2_026 })
        let source = try #require(watch.first)
        #expect(source <= day * 2, "\(console.text)")
    }

    @Test("c compares with the previous period: its total, the difference, and bar by bar")
    func compare() async throws {
        let console = try await chart("steps")
        try await console.press("W", "c")
        let header = console.expectRow("BEFORE")
        #expect(header.contains("count, now") && header.contains("%"), "\(header)")
        func steps(_ daysAgo: Int) -> Double {
            (8..<(daysAgo == 0 ? 14 : 20)).reduce(0.0) { $0 + Double(200 + (daysAgo * 37 + $1 * 61) % 700) }
        }
        #expect(console.expectRow("Sat 21 Nov  ").contains("before " + NumberText.text(steps(7))), "\(console.text)")
        #expect(picture(console).contains("━"), "\(console.text)")
        try await console.press("t")
        #expect(console.expectRow("When").contains("Before"))
        #expect(console.cursorRow.contains(NumberText.text(steps(7))))
        try await console.press("t", "c")
        console.expectNone("BEFORE")
        #expect(!picture(console).contains("━"))
    }

    @Test("Measured values are compared by their averages, as two lines")
    func compareRanges() async throws {
        let console = try await chart("heart rate")
        try await console.press("W", "c")
        let header = console.expectRow("RANGE")
        #expect(header.contains("BEFORE") && header.contains("BPM"), "\(console.text)")
        #expect(picture(console).contains("x"))
    }

    @Test("All time has no time before, a night is not compared, and both are said")
    func nothingToCompare() async throws {
        let console = try await chart("steps")
        try await console.press("A", "c")
        console.expectRow("there is no time before all time")
        let night = try await chart("sleep")
        try await night.press("D", "c")
        night.expectRow("is not compared with the time before")
    }

    @Test("Where the time before has no data, that is said and nothing is made up")
    func nothingBefore() async throws {
        let console = try await chart("steps")
        try await console.press("M", .pageUp, "c")
        console.expectRow("BEFORE no data")
        console.expectRow("before: no data")
    }
}
