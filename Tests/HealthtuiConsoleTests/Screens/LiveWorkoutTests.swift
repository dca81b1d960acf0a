import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A workout that the console runs.
@Suite("A live workout in the console")
struct LiveWorkoutTests {
    private static func fed(_ store: TestStore) throws {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        func sample(_ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: HKUnit) throws -> HKSample {
            try HKQuantitySample(
                validating: HKQuantityType(type),
                quantity: HKQuantity(unit: unit, doubleValue: value),
                start: TestStore.now,
                end: TestStore.now,
                device: nil,
                metadata: nil
            )
        }
        try store.save(
            [try sample(.heartRate, 148, perMinute), try sample(.distanceWalkingRunning, 1_250, .meter())],
            from: TestStore.polar
        )
    }

    @Test(
        "It starts, shows what others save, pauses, counts laps, and ends as a workout",
        arguments: [(80, 24), (40, 10)]
    )
    func live(width: Int, height: Int) async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment(), width: width, height: height)
        try await console.press("7", "s", "/").type("runn").press(.enter, .enter)
        try await console.waitFor("0:00")
        #expect(console.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("simulate feeds it"))
        try Self.fed(store)
        // The screen looks once a second, and whenever something was saved.
        try await console.waitFor("148 BPM")
        try await console.advance(by: .seconds(1)).waitFor("Polar Flow")
        console.expectRow("1.25 km")
        try await console.press(.space).waitFor("paused")
        try await console.press(.space).waitFor("running")
        try await console.press("L")
        if height > 10 { try await console.waitFor("laps") }
        try await console.press("E")
        console.expectRow("keep it?")
        try await console.press("y").waitFor("1.25 km")
        let workout = try #require(try store.person.latest(HKObjectType.workoutType()) as? HKWorkout)
        #expect(workout.workoutActivityType == .running)
        #expect(workout.workoutEvents?.contains { $0.type == .lap } == true)
        #expect(workout.statistics(for: HKQuantityType(.heartRate)) != nil)
        // Escape goes back to the list, in which the workout stands.
        try await console.press(.escape).waitFor("Outdoor Running")
    }

    @Test("It continues while other screens are open, and is found again")
    func goesOn() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("7", "s", .enter).waitFor("running")
        try await console.press(.escape, "1", "7", "s").waitFor("running")
        console.expectRow("0:00")
    }

    @Test("m mirrors it to a program that takes it and may read workouts, and no longer; without one it says so")
    func mirror() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("7", "s", .enter).waitFor("running")
        try await console.press("m").waitFor("No program that may read workouts")
        var configuration = HKHealthStoreConfiguration(location: .memory, bundleIdentifier: "org.example.phone")
        configuration.handle = DatabaseHandle(try store.store.database())
        let phone = HKHealthStore(configuration: configuration)
        try store.person.setGrants([HKWorkoutTypeIdentifier: Grant(read: true)], app: "org.example.phone")
        phone.workoutSessionMirroringStartHandler = { _ in }
        try await console.press("m").waitFor("to: org.example.phone")
        try await console.press("m", .space).waitFor("paused")
        console.expectNone("to: org.example.phone")
        phone.workoutSessionMirroringStartHandler = nil
    }

    @Test("Keys that come while another is under way are not lost")
    func fastKeys() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("7", "s", .enter).waitFor("running")
        for key: Key in [.space, "L"] { console.terminal.deliver(.key(key)) }
        try await console.waitFor("lap 2")
        console.expectRow("paused")
    }

    @Test("Discarding asks and leaves no workout; what others saved stays")
    func discard() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("7", "s", .enter).waitFor("running")
        try Self.fed(store)
        try await console.waitFor("148 BPM").press("X")
        console.expectRow("forget it?")
        try await console.press("y")
        console.expectRow("discarded")
        #expect(try store.person.latest(HKObjectType.workoutType()) == nil)
        #expect(try store.person.latest(HKQuantityType(.heartRate)) != nil)
    }
}
