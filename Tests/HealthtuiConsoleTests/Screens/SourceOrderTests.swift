import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct SourceOrderTests {
    /// What the phone counted today.
    private static let phoneSteps: Double = (8..<14).map { (hour: Int) -> Double in Double(180 + hour * 61 % 700) }
        .reduce(0, +)

    private func order(_ store: TestStore) async throws -> Console {
        let console = try await Console.start(store.environment())
        try await console.press("5", .enter)
        return console
    }

    @Test func theUpperSourceCounts() async throws {
        let store = try TestStore.filled()
        let console = try await order(store)
        console.expectRow("Sources of Steps")
        #expect(console.cursorRow.contains("1  My Watch"))
        try await console.press("J")
        #expect(console.cursorRow.contains("2  My Watch"))
        let steps = HKQuantityType(.stepCount).identifier
        #expect(try store.person.sourceOrder(steps).order.map(\.name) == ["My iPhone", "My Watch"])
        try await console.press(":").type("steps").press(.enter)
        let phone = Self.phoneSteps
        #expect(console.expectRow("Sat 21 Nov  ").contains(NumberText.text(phone) + " count"))
    }

    @Test func aSourceLeftOutDoesNotCount() async throws {
        let store = try TestStore.filled()
        let console = try await order(store)
        try await console.press("j", "x")
        #expect(console.cursorRow.contains("left out"))
        let steps = HKQuantityType(.stepCount).identifier
        #expect(try store.person.sourceOrder(steps).excluded == [TestStore.phone.source.bundleIdentifier])
        try await console.press("x")
        #expect(!console.cursorRow.contains("left out"))
        #expect(try store.person.sourceOrder(steps).excluded.isEmpty)
    }

    @Test func anOpenChartFollowsTheOrder() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("steps").press(.enter)
        let before = console.expectRow("Sat 21 Nov  ")
        let steps = HKQuantityType(.stepCount).identifier
        let watch = TestStore.watch.source.bundleIdentifier
        try store.person.setSourceOrder(steps, order: [], excluded: [watch])
        let phone = Self.phoneSteps
        try await console.waitFor(NumberText.text(phone) + " count so far, ")
        #expect(console.expectRow("Sat 21 Nov  ") != before)
    }
}
