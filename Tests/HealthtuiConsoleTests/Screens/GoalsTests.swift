import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Goals of the rings and the person's own zones, set by keys.
@Suite("Goals and zones in the console")
struct GoalsTests {
    private static let today = CalendarDay(year: 2026, month: 11, day: 21)
    private static let heartRate = HKQuantityType(.heartRate)

    private static func boundaries(_ store: TestStore) throws -> [Double]? {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        return try store.person.chosenZones(of: heartRate)?.zones
            .compactMap { $0.minimum?.doubleValue(for: perMinute) }
    }

    @Test("Goals hold from today on, zones are the person's own; the form shows both", arguments: [(80, 24), (40, 10)])
    func set(width: Int, height: Int) async throws {
        let store = TestStore()
        let yesterday = CalendarDay(year: 2026, month: 11, day: 20)
        try store.person.setGoals(ActivityGoals(energy: 500, exercise: 20), from: yesterday)
        let console = try await Console.start(store.environment(), width: width, height: height)
        try await console.press("7", "r", "g").waitFor("Exercise")
        #expect(console.expectRow("Move ").contains("500"))
        #expect(console.expectRow("Stand").contains("12"), "the usual goal holds where none was set")
        try await console.press(.control("u")).type("640").press(.tab, .tab, .tab).type("10")
        try await console.press(.tab).type("115, 130 145;160").press(.control("s")).waitFor("are saved")
        let goals = try store.person.chosenGoals(on: Self.today)
        #expect(goals == ActivityGoals(energy: 640, exercise: 20, stand: 10))
        #expect(try store.person.chosenGoals(on: yesterday) == ActivityGoals(energy: 500, exercise: 20))
        #expect(try Self.boundaries(store) == [115, 130, 145, 160])
        try await console.press("g").waitFor("115 130 145 160")
        #expect(console.expectRow("Move ").contains("640"))
    }

    @Test("Invalid goals and zones are reported next to the field, and nothing is saved; empty removes them")
    func wrong() async throws {
        let store = TestStore()
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        try store.person.setZones([120, 140].map { HKQuantity(unit: perMinute, doubleValue: $0) }, of: Self.heartRate)
        let console = try await Console.start(store.environment())
        try await console.press("7", "r", "g").waitFor("120 140")
        try await console.press(.tab, .tab, .tab).type("25").press(.tab, .control("u")).type("150 140 x")
        try await console.press(.control("s"))
        #expect(console.expectRow("Stand").contains("✗"))
        #expect(console.expectRow("Heart rate  ").contains("✗"))
        #expect(try store.person.chosenGoals(on: Self.today) == ActivityGoals())
        #expect(try Self.boundaries(store) == [120, 140])
        try await console.press(.escape)
        console.expectRow("Leave without saving")
        try await console.press("n")
        try await console.press(.control("u")).press(.tab, .control("u"), .control("s")).waitFor("are saved")
        #expect(try Self.boundaries(store) == nil)
    }

    @Test("A console that only looks sets nothing")
    func readOnly() async throws {
        let console = try await Console.start(try TestStore.filled().environment(isReadOnly: true))
        try await console.press("7", "r", "g")
        console.expectRow("only reads")
    }
}
