import Foundation
import HealthKit
import HealthKitStore
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// On wide terminals the chart of the row under the cursor stands beside its list.
@Suite struct PreviewTests {
    @Test(
        "From 120 columns on the chart of the row stands beside the list and follows the cursor",
        arguments: ["1", "2"]
    )
    func followsTheCursor(tab: Character) async throws {
        // The summary is a dashboard on higher terminals.
        let height = tab == "1" ? 27 : 40
        let console = try await Console.start(TestStore.filled().environment(), width: 120, height: height)
        try await console.press(Key(.character(tab)), "g")
        console.expectRow("22 Oct – 21 Nov 2026")
        #expect(console.cursorRow.contains("Steps"))
        console.expectRow("DAILY AVERAGE")
        for _ in 0..<12 where !console.cursorRow.contains("Heart Rate") { try await console.press("j") }
        console.expectRow("RANGE 58–140 BPM")
        console.expectNone("DAILY AVERAGE")
        try await console.resize(width: 119, height: height)
        console.expectNone("RANGE")
        try await console.resize(width: 200, height: height)
        console.expectRow("RANGE 58–140 BPM")
    }

    @Test("The chart next to the list follows changes made elsewhere, and a filter")
    func isLive() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 140, height: 40)
        try await console.press("2", "/").type("weight")
        console.expectRow("RANGE 70.3")
        try store.save([try store.quantity(.bodyMass, 95.5, .gramUnit(with: .kilo), 0, 12)], from: TestStore.polar)
        try await console.waitFor("95.5")
    }

    @Test(
        "Beside an app that asked for many types stand as many of their names as have room, how many more, and all else"
    )
    func manyTypes() async throws {
        let store = TestStore()
        let all = TypeCatalogue.shared.entries.map(\.identifier)
            .filter { HKObjectType.type(identifier: $0) is HKQuantityType }
        #expect(all.count > 80)
        let app = AppIdentity(bundleIdentifier: "test.many", name: "Many", version: "1")
        let request = try #require(
            try store.store.database()
                .write { try $0.ask(app, share: Set(all).sorted(), read: all, now: TestStore.now) }
        )
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.waitFor("would like to access").advance(by: .seconds(1)).press(.escape, "4")
        #expect(console.expectRow("To read").contains(","), "\(console.text)")
        console.expectRow("To save")
        #expect(console.screen.rows.count { $0.contains(" more") } == 2, "\(console.text)")
        _ = try store.person.answer(request.id, read: Set(all), share: Set(all))
        let later = try await Console.start(store.environment(), width: 120, height: 40)
        try await later.press("4")
        later.expectRow("Its data")
        #expect(later.screen.rows.count { $0.contains(" more") } == 2, "\(later.text)")
    }

    @Test("A type without data, and one without a chart, have no preview")
    func nothingToShow() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 140, height: 40)
        try await console.press("2", "/").type("height")
        console.expectRow("no data yet")
        try await console.press(.escape, "/").type("electrocardiogram")
        console.expectNone("no data yet")
    }
}

/// From 160 columns on what a bar is made of stands beside the chart.
@Suite struct ChartSideTests {
    @Test("The selected bar is next to the chart by the hour, with its samples, and follows the cursor")
    func followsTheBar() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 200, height: 60)
        try await console.press(":").type("steps").press(.enter)
        try await console.waitFor("newest first")
        console.expectRow("Sat 21 Nov ─")
        try await console.press(.left)
        try await console.waitFor("Fri 20 Nov ─")
        console.expectNone("Sat 21 Nov ─")
        try await console.resize(width: 150, height: 40)
        console.expectNone("newest first")
    }

    @Test("Previews show the types of sources and devices, the permissions of an app, and the history of a lab result")
    func otherLists() async throws {
        let store = try TestStore.filled()
        let (steps, rate) = (HKQuantityType(.stepCount).identifier, HKQuantityType(.heartRate).identifier)
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let request = try store.store.database()
            .write { try $0.ask(app, share: [steps], read: [steps, rate], now: TestStore.now) }
        _ = try store.person.answer(try #require(request).id, read: [steps], share: [])
        let console = try await Console.start(store.environment(), width: 160, height: 40)
        try await console.press("5")
        console.expectRow("Enter shows the order")
        try await console.press("l")
        console.expectRow("│ Versions")
        #expect(console.text.contains("types ─"))
        try await console.press("l", "j")
        console.expectRow("│ 1 type ─")
        try await console.press("4")
        #expect(console.expectRow("│ Reads").contains("Steps"))
        #expect(console.expectRow("│ Saves").contains("none"))
        try await console.resize(width: 119, height: 40)
        console.expectNone("│ Reads")
    }
}
