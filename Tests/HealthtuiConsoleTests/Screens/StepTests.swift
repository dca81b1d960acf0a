import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Undo and redo by key, the log, and editing.
@Suite struct StepTests {
    private func samples(_ name: String, _ store: TestStore) async throws -> Console {
        let console = try await Console.start(store.environment())
        try await console.press(":").type(name).press(.enter, "L")
        return console
    }

    @Test("u takes a deletion back, ^R does it again, from any screen")
    func turns() async throws {
        let store = try TestStore.filled()
        let console = try await samples("weight", store)
        try await console.press("d", "y")
        console.expectRow("12 samples")
        try await console.press("u")
        console.expectRow("undone: deleted 1 Weight sample")
        console.expectRow("13 samples")
        try await console.press("1", .control("r"))
        console.expectRow("redone: deleted 1 Weight sample")
        try await console.press(.control("r"))
        console.expectRow("nothing to redo")
    }

    @Test("Everything of a list goes and comes back, with where it came from")
    func many() async throws {
        let store = try TestStore.filled()
        let console = try await samples("heart rate", store)
        let before = console.text
        try await console.press("X")
        console.expectRow("You can undo this.")
        try await console.press("y")
        console.expectRow("no samples")
        try await console.press("u")
        console.expectRow("484 Heart Rate samples come back:")
        try await console.press("y", "g")
        #expect(console.text == before)
    }

    @Test("The log describes operations in words, newest first, and which were undone")
    func log() async throws {
        let store = try TestStore.filled()
        let console = try await samples("weight", store)
        try await console.press("d", "y", "u")
        try await console.press(":").type("log").press(.enter)
        let row = console.expectRow("deleted 1 Weight sample")
        #expect(row.contains("undone"), "\(row)")
        try await console.press(.control("r"))
        #expect(!console.expectRow("deleted 1 Weight sample").contains("undone"))
    }

    @Test("x in the log takes the step under the cursor back, after the same questions, or says what rests on it")
    func chosen() async throws {
        let store = TestStore()
        try store.person.save([try store.quantity(.bodyMass, 70, .gramUnit(with: .kilo), 1, 8)])
        let many = try (0..<120)
            .map { index -> HKQuantitySample in
                let (day, hour) = (1 + index / 20, Double(index % 20) + 0.1)
                return try store.quantity(.stepCount, 10, .count(), day, hour)
            }
        try store.person.save(many)
        try store.person.setPinnedTypes([HKQuantityType(.height).identifier])
        let weights = { try store.person.count(SampleListQuery(type: HKQuantityType(.bodyMass))) }
        let counts = { try store.person.count(SampleListQuery(type: HKQuantityType(.stepCount))) }
        let console = try await Console.start(store.environment())
        try await console.press("U", "j", "j", "x")
        console.expectRow("undone: added 1 Weight sample")
        #expect(try weights() == 0)
        try await console.press("x")
        console.expectRow("redone: added 1 Weight sample")
        #expect(try weights() == 1)
        try await console.press("k", "x")
        console.expectRow("120 Steps samples")
        console.expectRow("step 2, ")
        try await console.press(.escape)
        #expect(try counts() == 120)
        try await console.press("x", "y")
        #expect(try counts() == 0)
        console.expectRow("undone: added 120 Steps samples")
        // What another step rests on stays, and that step is named.
        let sample = try #require(try store.person.latest(HKQuantityType(.bodyMass)))
        try store.person.edit(sample.uuid, to: try store.quantity(.bodyMass, 71, .gramUnit(with: .kilo), 1, 8))
        try await console.press(.escape, "U", "G", "x")
        console.expectRow("can’t undo step 1: step 4 is about 1 object of it; undo step 4 first")
        #expect(try weights() == 1)
    }

    @Test("An edited sample keeps unchanged values and shows its earlier version")
    func edits() async throws {
        let store = try TestStore.filled()
        let console = try await samples("weight", store)
        try await console.press(.enter, "e")
        console.expectRow("Edit")
        for _ in 0..<8 { try await console.press(.backspace) }
        try await console.type("71").press(.control("s"))
        console.expectRow("edited Weight 71.0 kg")
        try await console.waitFor("Before it was edited").settle()
        console.expectRow("70.3 kg")
        let mass = HKQuantityType(.bodyMass)
        let new = try #require(try store.person.latest(mass) as? HKQuantitySample)
        #expect(new.quantity.doubleValue(for: .gramUnit(with: .kilo)) == 71)
        try await console.press("u")
        console.expectRow("undone: edited a sample of Weight")
        // The page follows its observer, which is no work that settle() waits for.
        try await console.waitForEnd(of: "Before it was edited").waitFor("70.3 kg")
    }

    @Test("What an app brought cannot be edited, and an edit that changes nothing is none")
    func notEdited() async throws {
        let store = try TestStore.filled()
        let console = try await samples("heart rate", store)
        try await console.press(.enter, "e")
        console.expectRow("only samples that you added yourself can be edited")
        let other = try await samples("weight", store)
        try await other.press(.enter, "e", .control("s"))
        other.expectRow("nothing was changed")
    }
}
