import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Samples that are edited at once, and foods.
@Suite("Marked samples are edited at once") struct BulkEditTests {
    private static let weight = SampleListQuery(type: HKQuantityType(.bodyMass))

    private static func weights(_ store: TestStore) throws -> [HKQuantitySample] {
        try store.person.samples(weight, ascending: false, limit: 100).compactMap { $0 as? HKQuantitySample }
    }

    private static func number(_ sample: HKQuantitySample) -> Double {
        sample.quantity.doubleValue(for: .gramUnit(with: .kilo))
    }

    @Test("Value, time and a metadata key change in one step, each sample by one replacement, and u takes all back")
    func all() async throws {
        let store = try TestStore.filled()
        let before = try Self.weights(store)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("weight").press(.enter, "L", .space, .space, "e")
        console.expectRow("Edit 2 Weight samples")
        try await console.type("69.5").press(.tab).type("-1d 1h").press(.tab).type("note").press(.tab).type("fasting")
        try await console.press(.control("s")).waitFor("edited 2 samples")
        let after = try Self.weights(store)
        #expect(after.count == before.count)
        let new = after.filter { Self.number($0) == 69.5 }
        #expect(new.count == 2)
        for (old, new) in zip(before.prefix(2), new) {
            let day = try #require(TestStore.calendar.date(byAdding: .day, value: -1, to: old.startDate))
            #expect(new.startDate == day.addingTimeInterval(-3_600) && new.endDate == new.startDate)
            #expect(new.metadata?["note"] as? String == "fasting")
            #expect(new.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
            #expect(try store.person.versions(of: new.uuid).map(\.uuid) == [old.uuid])
            #expect(try store.person.sample(old.uuid) == nil)
        }
        #expect(try store.person.steps().map(\.kind) == [.edit], "one step")
        console.expectNone("2 marked")
        try await console.press("u").waitFor("undone: edited 2 samples of Weight")
        #expect(try Self.weights(store).map(\.uuid) == before.map(\.uuid))
    }

    @Test("Empty fields keep their values to the last digit, and a key without a value is removed")
    func keeps() async throws {
        let store = TestStore()
        let exact = try store.quantity(.bodyMass, 70.123456789, .gramUnit(with: .kilo), 1, 7.5, metadata: ["note": "x"])
        let other = try store.quantity(.bodyMass, 71, .gramUnit(with: .kilo), 2, 7.5)
        try store.save([exact, other], from: .health)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("weight").press(.enter, "L", .space, .space, "e")
        try await console.press(.tab).type("+30 min").press(.tab).type("note").press(.control("s"))
        try await console.waitFor("edited 2 samples")
        let new = try #require(Self.weights(store).first)
        #expect(Self.number(new) == 70.123456789)
        #expect(new.startDate == exact.startDate.addingTimeInterval(1_800) && new.metadata?["note"] == nil)
    }

    @Test("Samples of other sources stay unchanged, with a message; if all are, there is no form")
    func others() async throws {
        let store = try TestStore.filled()
        let scale = try store.quantity(.bodyMass, 75, .gramUnit(with: .kilo), 0, 8)
        try store.save([scale], from: TestStore.polar)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("weight").press(.enter, "L", .space, .space, .space, "e")
        console.expectRow("Edit 2 Weight samples")
        console.expectRow("1 marked sample isn’t yours")
        try await console.type("70").press(.control("s")).waitFor("edited 2 samples")
        #expect(try store.person.sample(scale.uuid) != nil)
        try await console.press(":").type("heart rate").press(.enter, "L", .space, .space, "e")
        console.expectNone("Time shift")
    }

    @Test(
        "What can't be stands beside its field, and nothing is edited",
        arguments: [
            ("7000", "", "", "between"), ("x", "", "", "isn't a number"), ("", "1h", "", "isn't a shift"),
            ("", "+9999d", "", "in the future"), ("", "+", "", "isn't a shift"), ("", "+1.5d", "", "isn't a shift"),
            ("", "", "HKWasUserEntered", "isn't a key"),
        ]
    )
    func wrong(value: String, shift: String, key: String, said: String) async throws {
        let store = try TestStore.filled()
        let before = try Self.weights(store).map(\.uuid)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("weight").press(.enter, "L", .space, .space, "e").type(value).press(.tab)
        try await console.type(shift).press(.tab).type(key).press(.tab).type(key.isEmpty ? "" : "0")
        try await console.press(.control("s"))
        console.expectRow("not saved: see beside the fields")
        #expect(console.text.contains(said), "\(console.text)")
        #expect(try Self.weights(store).map(\.uuid) == before)
        #expect(try store.person.steps().isEmpty)
    }

    @Test("One that went meanwhile stops all: none is edited")
    func gone() async throws {
        let store = try TestStore.filled()
        let before = try Self.weights(store)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("weight").press(.enter, "L", .space, .space, "e").type("70")
        try store.person.delete([before[1].uuid])
        try await console.press(.control("s")).waitFor("not saved")
        #expect(try Self.weights(store).map(\.uuid) == before.map(\.uuid).filter { $0 != before[1].uuid })
        #expect(try store.person.steps().map(\.kind) == [.delete])
    }

    @Test("Without changes there is no operation, and leaving with typed text asks")
    func leaving() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("weight").press(.enter, "L", .space, .space, "e", .control("s"))
        console.expectRow("nothing was changed")
        console.expectRow("2 marked")
        try await console.press("e").type("70").press(.escape)
        console.expectRow("Leave without saving")
        #expect(try store.person.steps().isEmpty)
    }

    // MARK: Foods

    private static func food(_ store: TestStore) throws -> HKCorrelation {
        let members = [
            try store.quantity(.dietaryProtein, 20, .gram(), 1, 12),
            try store.quantity(.dietarySugar, 10, .gram(), 1, 12),
            try store.quantity(.dietaryEnergyConsumed, 400, .kilocalorie(), 1, 12),
        ]
        let food = try HKCorrelation(
            validating: HKCorrelationType(.food),
            start: members[0].startDate,
            end: members[0].endDate,
            objects: Set(members),
            metadata: [HKMetadataKeyFoodType: "Soup"]
        )
        try store.save([food], from: .health)
        return food
    }

    @Test("A food is edited nutrient by nutrient as one replacement, never a half, and comes back whole")
    func foods() async throws {
        let store = TestStore()
        let old = try Self.food(store)
        let query = SampleListQuery(type: HKCorrelationType(.food))
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("food").press(.enter, "e")
        for name in ["Protein", "Sugar"] { console.expectRow(name) }
        // In the order of their names: dietary energy, dietary sugar, protein.
        try await console.press(.tab, .tab, .control("u")).type("30").press(.control("s")).waitFor("edited Food")
        let new = try #require(try store.person.samples(query, ascending: true, limit: 9).first as? HKCorrelation)
        #expect(new.uuid != old.uuid && new.metadata?[HKMetadataKeyFoodType] as? String == "Soup")
        let amounts = new.objects.compactMap { $0 as? HKQuantitySample }
        #expect(amounts.count == 3)
        #expect(
            amounts.first { $0.quantityType == HKQuantityType(.dietaryProtein) }?.quantity.doubleValue(for: .gram())
                == 30
        )
        #expect(
            amounts.first { $0.quantityType == HKQuantityType(.dietarySugar) }?.quantity.doubleValue(for: .gram()) == 10
        )
        for type in [
            HKQuantityType(.dietaryProtein), HKQuantityType(.dietarySugar), HKQuantityType(.dietaryEnergyConsumed),
        ] {
            #expect(try store.person.count(SampleListQuery(type: type)) == 1, "no member of the old one is left")
        }
        try await console.press("u").waitFor("undone: edited a sample of Food")
        let back = try #require(try store.person.samples(query, ascending: true, limit: 9).first as? HKCorrelation)
        #expect(back.uuid == old.uuid && Set(back.objects.map(\.uuid)) == Set(old.objects.map(\.uuid)))
    }

    @Test(
        "The error of an impossible nutrient is next to its field; a food with another app's nutrient can't be edited"
    )
    func wrongFoods() async throws {
        let store = TestStore()
        let food = try Self.food(store)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("food").press(.enter, "e").press(.tab, .tab, .control("u")).type("-3")
        try await console.press(.control("s"))
        console.expectRow("not saved: see beside the fields")
        #expect(console.text.contains("cannot be negative"), "\(console.text)")
        #expect(try store.person.sample(food.uuid) != nil)
    }
}
