import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// An export of Google as a whole, against what its maker says must come of it.
@Suite struct TakeoutTests {
    private let fixture: ForeignFixture

    init() throws { fixture = try ForeignFixture("takeout") }

    @Test("All of an export comes in as its maker says, and what doesn't is counted")
    func whole() throws {
        let summary = try fixture.store.run(fixture.path)
        try fixture.check()
        #expect(summary.counts[.records].refused == 0 && summary.counts[.workouts].refused == 0)
        let counted = [
            "com.google.step_count.delta: values that another stream has": 120,
            "com.google.oxygen_saturation: not read": 1, "com.google.calories.expended: not read": 2,
            "com.google.distance.delta: values of zero": 1, "com.google.heart_rate.bpm: values of zero": 1,
            "com.google.sleep.segment: out of bed, or a stage that isn't known": 1,
            "sessions of Google Fit that are no workouts": 1, "daily metrics: days that a stream has": 2,
            "daily metrics: Calories (kcal)": 4, "daily metrics: sums of all days in one table": 2,
            "steps: values of zero": 1, "resting_heart_rate: days without a value": 1,
            "weight: body fat beside a weight": 1, "heart_rate: not read": 1, "exercise: not read": 1,
            "live_pace: not read": 1, "distance: not read": 1, "oxygen_saturation: empty values": 1,
            "nights that were computed again": 1, "stages of nights that aren't there, or were computed again": 1,
        ]
        for (part, count) in counted { #expect(summary.left(part) == count, "\(part)") }
        #expect(try fixture.store.person.steps().count == 1)
    }

    @Test("Again, and unpacked in a folder of another name, adds nothing; one undo takes all of it back")
    func again() throws {
        let first = try fixture.store.run(fixture.path)
        for path in [fixture.path, try fixture.unpacked()] {
            let again = try fixture.store.run(path)
            #expect(again.added == 0)
            #expect(again.counts[.records].duplicate == first.counts[.records].added)
            #expect(again.counts[.workouts].duplicate == 1)
        }
        try fixture.check()
        _ = try fixture.store.person.undo()
        #expect(try fixture.store.workouts().isEmpty)
        #expect(try fixture.store.quantities(.stepCount).isEmpty)
    }

    @Test("Sources are what the files name, and identities never change")
    func identities() throws {
        try fixture.store.run(fixture.path)
        let sources = Set(
            try [.stepCount, .bodyMass, .heartRate].flatMap { try fixture.store.quantities($0) }
                .map(\.sourceRevision.source.bundleIdentifier)
        )
        #expect(
            sources == [
                "file:google-fit", "file:google-fit:raw:com.google.weight:Maker:Watch:2",
                "file:google-fit:raw:com.google.heart_rate.bpm:Maker:Watch:2", "file:fitbit",
                "file:google-health:Watch", "file:google-health:Phone Health Connect", "file:google-health:Scale",
                "file:sums:file:google-fit",
            ]
        )
        let ride = try #require(try fixture.store.workouts().first)
        #expect(ride.workoutActivityType == .cycling && ride.duration == 1_700)
        #expect(ride.sourceRevision.source.bundleIdentifier == "file:google-fit")
        #expect(ride.metadata?[HKMetadataKeySyncIdentifier] as? String == "d89bc2e7c5bfaccf4b89705b516657dd")
        #expect(ride.statistics(for: HKQuantityType(.activeEnergyBurned)) == nil)
        try fixture.checkIdentities()
    }

    @Test("Local times are a question, asked once for all files; times of UTC need no answer")
    func zone() throws {
        var store = fixture.store
        store.zone = nil
        #expect(try store.questions(fixture.path).count == 1)
        let summary = try store.run(fixture.path)
        #expect(summary.outcome == .partial)
        #expect(summary.warnings.contains { $0.contains("sleep-2025-03-01.json: ") && $0.contains("--time-zone") })
        #expect(try store.values(.restingHeartRate, "count/min").isEmpty)
        #expect(try store.quantities(.stepCount).count == 64)
    }
}
