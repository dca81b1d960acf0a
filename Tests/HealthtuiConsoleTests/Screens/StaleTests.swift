import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing

/// Screens that nobody sees.
@Suite struct StaleTests {
    @Test("A screen that is not seen reads nothing when the store changes, and shows what changed once it is seen")
    func hiddenScreensWait() async throws {
        let store = try TestStore.filled()
        let readings = Mutex(0)
        var environment = store.environment()
        environment.prepareThread = { readings.withLock { $0 += 1 } }
        let console = try await Console.start(environment)
        // Summary, Browse with a chart over it, Apps and Sources lie under the screen that asks for a file.
        try await console.press("2", .enter, "4", "5", "6")
        console.expectRow("export.zip or table.csv")
        let before = readings.withLock { $0 }
        for number in 0..<20 {
            let weight = try store.quantity(.bodyMass, 90 + Double(number) / 10, .gramUnit(with: .kilo), 0, 12)
            try store.save([weight], from: TestStore.polar)
        }
        let app = AppIdentity(bundleIdentifier: "local.app", name: "app")
        try store.store.database()
            .write { _ = try $0.ask(app, share: [], read: [HKQuantityType(.stepCount).identifier], now: TestStore.now) }
        // The request comes with the last of the news, and is read by the console itself.
        try await console.waitFor("1 request").settle()
        #expect(readings.withLock { $0 } == before + 1)

        try await console.press(.escape).waitFor("app would like to access")
        try await console.advance(by: .seconds(1)).press(.escape, "1")
        #expect(console.expectRow("Weight").contains("91.9"))
        #expect(readings.withLock { $0 } > before + 1)
    }

    @Test("A screen under another catches up when it comes to light again")
    func screensBelow() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("weight").press(.enter, "L", .enter)
        console.expectRow("Source")
        try store.save(
            [try store.quantity(.bodyMass, 93.5, .gramUnit(with: .kilo), 0, 12)],
            from: TestStore.polar
        )
        try await console.press(.escape)
        try await console.waitFor("93.5")
    }
}
