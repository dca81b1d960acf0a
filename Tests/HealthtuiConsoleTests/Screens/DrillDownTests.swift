import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// From a figure to what it is made of.
@Suite struct DrillDownTests {
    private func chart(_ name: String, _ store: TestStore? = nil) async throws -> Console {
        let store = try store ?? TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type(name).press(.enter)
        return console
    }

    @Test("Enter on a bar opens the samples of that bar and of no other; L opens all")
    func aBarsSamples() async throws {
        let console = try await chart("steps")
        try await console.press(.left, .enter)
        console.expectRow("Fri 20 Nov 2026")
        console.expectRow("24 samples")
        #expect(console.cursorRow.contains("yesterday 19:00"))
        try await console.press("G")
        #expect(console.cursorRow.contains("yesterday 08:00"))
        try await console.press(.escape, "L")
        console.expectRow("948 samples")
    }

    @Test("A bar of an hour opens its samples")
    func anHour() async throws {
        let console = try await chart("steps")
        try await console.press("D", .enter)
        console.expectRow(":00–")
        console.expectNone("no samples")
    }

    @Test("A night's bar opens the night, which begins on the evening before")
    func aNight() async throws {
        let console = try await chart("sleep")
        try await console.press(.enter)
        console.expectRow("Sat 21 Nov 2026")
        console.expectRow("5 samples")
    }

    @Test("Deleting all of a bar names its time, and leaves the rest")
    func deletesOneBar() async throws {
        let store = try TestStore.filled()
        let console = try await chart("steps", store)
        try await console.press(.left, .enter, "X")
        console.expectRow("of Fri 20 Nov 2026?")
        try await console.press("y")
        let left = try store.person.types().first { $0.identifier == HKQuantityType(.stepCount).identifier }?.count
        #expect(left == 948 - 24)
    }

    @Test("An empty bar opens nothing, and says how to see all")
    func anEmptyBar() async throws {
        let console = try await chart("weight")
        try await console.press(.enter)
        console.expectRow("1 sample")
        try await console.press(.escape, .left, .enter)
        console.expectRow("there are no samples in this bar; L shows all data")
    }

    @Test("w shows how much each source counted, and how much of the others overlaps those above")
    func why() async throws {
        let console = try await chart("steps")
        try await console.press(.left, "w")
        let watch = (8..<20).reduce(0) { $0 + 200 + (37 + $1 * 61) % 700 }
        console.expectRow("Steps, Fri 20 Nov 2026: \(NumberText.text(watch)) count")
        let rows = console.screen.rows
        let first = try #require(rows.firstIndex { $0.contains("My Watch") })
        #expect(rows[first].contains(NumberText.text(watch)) && rows[first].contains("counted whole, 12 samples"))
        #expect(rows[first + 1].contains("My iPhone"))
        #expect(rows[first + 1].contains("all \(NumberText.text(watch - 12 * 20)) overlap, left out"))
    }

    @Test("The order of sources can be changed where the total is explained, and the total follows at once")
    func orderWhereItIsExplained() async throws {
        let store = try TestStore.filled()
        let console = try await chart("steps", store)
        try await console.press(.left, "w", "J")
        let phone = (8..<20).reduce(0) { $0 + 180 + (37 + $1 * 61) % 700 }
        console.expectRow("Steps, Fri 20 Nov 2026: \(NumberText.text(phone)) count")
        let steps = HKQuantityType(.stepCount).identifier
        #expect(try store.person.sourceOrder(steps).order.map(\.name) == ["My iPhone", "My Watch"])
        try await console.press("g", "x")
        let watch = (8..<20).reduce(0) { $0 + 200 + (37 + $1 * 61) % 700 }
        console.expectRow("Steps, Fri 20 Nov 2026: \(NumberText.text(watch)) count")
        console.expectRow("left out by you")
        try await console.press(.escape)
        #expect(console.expectRow("Fri 20 Nov  ").contains(NumberText.text(watch) + " count"))
    }

    @Test("Values that aren't totals have no explanation")
    func noWhy() async throws {
        let console = try await chart("sleep")
        try await console.press("w")
        console.expectRow("only quantities are merged from several sources")
    }

    @Test("A date typed after the colon is gone to on the chart")
    func goesToADate() async throws {
        let console = try await chart("steps")
        try await console.press(":").type("2026-10-30").press(.enter)
        console.expectRow("Fri 30 Oct  ")
        try await console.press(":").type("last october").press(.enter)
        console.expectRow("1 Oct – 31 Oct 2026")
        try await console.press(":").type("2026").press(.enter)
        console.expectRow("[Y]")
        try await console.press(":").type("yesterday").press(.enter)
        console.expectRow("2026")
        try await console.press("2", "2", ":").type("2026-10-30").press(.enter)
        console.expectRow("a chart is where a day, a month or a year can be gone to")
    }
}
