import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A blood pressure that is edited: both numbers, as one replacement.
@Suite struct PressureEditTests {
    private static func pairs(_ store: TestStore) throws -> [HKCorrelation] {
        let type = try #require(BloodPressure.type)
        return try store.person.samples(SampleListQuery(type: type), ascending: false, limit: 100)
            .compactMap { $0 as? HKCorrelation }
    }

    private static func count(_ store: TestStore, _ type: HKQuantityType) throws -> Int {
        try store.person.count(SampleListQuery(type: type))
    }

    @Test("A blood pressure edited from the console's first screen: 6 keys, what is typed and saving aside")
    func sixKeysFromTheStart() async throws {
        let store = try TestStore.filled()
        let before = try Self.pairs(store)
        let console = try await Console.start(store.environment())
        // The palette, the latest one's form, and the old number goes.
        try await console.perform(.pressure)
        console.expectRow("edited Blood Pressure 131/76 mmHg")
        #expect(try Self.pairs(store).count == before.count)
        #expect(try Self.pairs(store).first.flatMap { BloodPressure($0) }?.systolic == 131)
        try await console.press("u")
        #expect(try Self.pairs(store).map(\.uuid) == before.map(\.uuid))
    }

    @Test("The palette edits the latest sample of any type that the person added, and says where there is none")
    func latestOfOtherTypes() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("edit weight").press(.enter, .control("u")).type("70").press(.control("s"))
        console.expectRow("edited Weight 70.0 kg")
        try await console.press(":").type("edit steps").press(.enter)
        console.expectRow("there is no Steps that you added")
        let reading = try await Console.start(store.environment(isReadOnly: true))
        try await reading.press(":").type("edit weight")
        reading.expectNone("Edit Weight")
    }

    @Test("From the list of samples a blood pressure is edited in at most 6 keys, what is typed and saving aside")
    func sixKeys() async throws {
        let store = try TestStore.filled()
        let before = try Self.pairs(store)
        let members = try Self.count(store, BloodPressure.systolicType)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("blood pressure").press(.enter)
        // The list, edit, the next field, and the old number goes.
        let keys: [Key] = ["L", "e", .tab, .control("u")]
        #expect(keys.count <= 6)
        for key in keys { try await console.press(key) }
        try await console.type("80").press(.control("s"))
        console.expectRow("edited Blood Pressure 120/80 mmHg")
        let after = try Self.pairs(store)
        #expect(after.count == before.count)
        #expect(try Self.count(store, BloodPressure.systolicType) == members)
        #expect(try Self.count(store, BloodPressure.diastolicType) == members)
        let new = try #require(after.first)
        #expect(BloodPressure(new) == BloodPressure(try store.pressure(120, 80, 2)))
        #expect(new.startDate == before.first?.startDate)
        #expect(new.uuid != before.first?.uuid)
        try await console.press("u")
        console.expectRow("undone: edited a sample of Blood Pressure")
        #expect(try Self.pairs(store).map(\.uuid) == before.map(\.uuid))
        #expect(try Self.pairs(store).first.flatMap { BloodPressure($0) } == before.first.flatMap { BloodPressure($0) })
        #expect(try Self.count(store, BloodPressure.diastolicType) == members)
    }

    @Test("Each number's error stands beside it, and nothing changes")
    func errors() async throws {
        let store = try TestStore.filled()
        let before = try Self.pairs(store)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("blood pressure").press(.enter, "L", "e")
        try await console.press(.control("u")).type("70").press(.control("s"))
        #expect(console.expectRow("Systolic").contains("diastolic must be below systolic"))
        try await console.press(.control("u")).type("x").press(.control("s"))
        #expect(console.expectRow("Systolic").contains("✗"))
        #expect(!console.expectRow("Diastolic").contains("✗"))
        #expect(try Self.pairs(store).map(\.uuid) == before.map(\.uuid))
    }

    @Test("The page of an edited pair shows the new one and what it said before")
    func page() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 100, height: 40)
        try await console.press(":").type("blood pressure").press(.enter, "L", .enter, "e")
        try await console.press(.control("u")).type("131").press(.control("s"))
        try await console.waitFor("Before it was edited").settle()
        console.expectRow("131/76")
        console.expectRow("120/76")
    }

    @Test("A pair that an app brought is not edited")
    func foreign() async throws {
        let store = TestStore()
        try store.save([try store.pressure(120, 80, 1)], from: TestStore.polar)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("blood pressure").press(.enter, "L", "e")
        console.expectRow("only samples that you added yourself can be edited")
    }
}
