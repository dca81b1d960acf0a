import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Undo and redo of everything the person decides, by key.
@Suite struct StepSettingsTests {
    /// Something that the person sets, and how it is seen.
    struct Setting: Sendable, CustomTestStringConvertible {
        let name: String
        /// What the log calls it.
        let reported: String
        let change: @Sendable (PersonAccess) throws -> Void
        let state: @Sendable (PersonAccess) throws -> String

        var testDescription: String { name }
    }

    private static let mass = HKQuantityType(.bodyMass)
    private static let rate = HKQuantityType(.heartRate)
    private static let today = CalendarDay(year: 2026, month: 11, day: 21)

    private static let settings: [Setting] = [
        Setting(name: "a unit", reported: "chose lb for Weight") {
            try $0.setPreferredUnit(.pound(), for: mass)
        } state: {
            try $0.preferredUnit(for: mass).unitString
        },
        Setting(name: "the profile", reported: "changed your profile") {
            var values = try $0.characteristics()
            values.bloodType = HKBloodType.aPositive.rawValue
            values.dateOfBirth = "1980-05-01"
            try $0.setCharacteristics(values)
        } state: {
            let values = try $0.characteristics()
            return "\(values.bloodType ?? -1) \(values.dateOfBirth ?? "")"
        },
        Setting(name: "zones", reported: "changed the zones of Heart Rate") {
            let bpm = HKUnit.count().unitDivided(by: .minute())
            try $0.setZones([110, 130, 150, 165].map { HKQuantity(unit: bpm, doubleValue: $0) }, of: rate)
        } state: {
            try $0.chosenZones(of: rate) == nil ? "worked out" : "chosen"
        },
        Setting(name: "goals", reported: "changed the goals of the rings") {
            try $0.setGoals(ActivityGoals(energy: 777, exercise: 33, stand: 11), from: today)
        } state: {
            "\(try $0.chosenGoals(on: today))"
        },
        Setting(name: "a goal of a type", reported: "changed the goal of Heart Rate") {
            try $0.setGoal(TypeGoal(.atMost, QuantityText(value: 100, unit: "count/min"), per: .week), for: rate)
        } state: {
            "\(try $0.typeGoals())"
        },
        Setting(name: "a mark", reported: "added the mark “Lisbon”") {
            try $0.add(DayMark("Lisbon", today))
        } state: {
            "\(try $0.marks())"
        },
        Setting(name: "a pause of the rings", reported: "changed the pause of the rings") {
            try $0.pauseRings(from: today, through: nil)
        } state: {
            try $0.ringPause(on: today)?.first.text ?? "none"
        },
        Setting(name: "pins", reported: "changed the pinned types") {
            try $0.setPinnedTypes([rate.identifier])
        } state: {
            "\(try $0.pinnedTypes() ?? [])"
        },
        Setting(name: "the order of sources", reported: "changed which sources of Heart Rate count") {
            try $0.setSourceOrder(rate.identifier, order: ["fi.polar.flow"], excluded: ["com.apple.health.watch"])
        } state: {
            let order = try $0.sourceOrder(rate.identifier)
            return order.order.map(\.bundleIdentifier).joined(separator: " ") + " without \(order.excluded.sorted())"
        },
    ]

    @Test("u reverts a setting, and ^R sets it again", arguments: settings)
    func turns(setting: Setting) async throws {
        let store = try TestStore.filled()
        let before = try setting.state(store.person)
        try setting.change(store.person)
        let after = try setting.state(store.person)
        #expect(before != after)
        let console = try await Console.start(store.environment())
        try await console.press("u")
        console.expectRow("undone: " + setting.reported)
        #expect(try setting.state(store.person) == before)
        try await console.press(.control("r"))
        console.expectRow("redone: " + setting.reported)
        #expect(try setting.state(store.person) == after)
    }

    @Test("A workout that was added by form goes and comes back with all that it said")
    func workout() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("7", "a").type("run").press(.tab, .tab).type("yesterday 18:00").press(.tab).type("+45m")
        try await console.press(.control("s"))
        console.expectRow("saved Running 45:00")
        func workout() throws -> HKWorkout? { try store.person.latest(HKObjectType.workoutType()) as? HKWorkout }
        let saved = try #require(try workout())
        try await console.press("u")
        console.expectRow("undone: ")
        #expect(try workout() == nil)
        try await console.press(.control("r"))
        console.expectRow("redone: ")
        let back = try #require(try workout())
        #expect(back.uuid == saved.uuid && back.duration == saved.duration && back.startDate == saved.startDate)
        #expect(back.workoutActivityType == saved.workoutActivityType)
    }
}
