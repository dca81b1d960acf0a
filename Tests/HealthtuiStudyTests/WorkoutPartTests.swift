import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiStudy

/// A study's data about workouts that several sources recorded.
@Suite struct WorkoutPartTests {
    /// Midnight of 25 March 2026 in UTC.
    private static let midnight = Date(timeIntervalSince1970: 1_774_396_800)

    private static func save(
        _ minutes: ClosedRange<Double>,
        metres: Double,
        energy: Double,
        by source: String,
        _ store: HKHealthStore
    ) throws {
        let workout = try HKWorkout(
            validating: .running,
            start: midnight.addingTimeInterval(minutes.lowerBound * 60),
            end: midnight.addingTimeInterval(minutes.upperBound * 60),
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: energy),
            totalDistance: HKQuantity(unit: .meter(), doubleValue: metres),
            metadata: nil
        )
        let revision = HKSourceRevision(source: HKSource(name: source, bundleIdentifier: source), version: nil)
        try store.database().write { try $0.save([workout], revision: revision, now: StudyWorld.now) }
    }

    @Test("R7.27 a study gets each workout by its part that counts, and none of which nothing counts")
    func parts() throws {
        let type = HKObjectType.workoutType().identifier
        let (store, person) = HKHealthStore.person(location: .memory, clock: { StudyWorld.now })
        try Self.save(20...84, metres: 11_220, energy: 500, by: "strap", store)
        try Self.save(1...40, metres: 7_000, energy: 400, by: "site", store)
        try Self.save(0...43, metres: 7_320, energy: 450, by: "watch", store)
        let world = try StudyWorld(types: [type])
        func lines() throws -> [String] {
            let zone = try #require(TimeZone(identifier: "UTC"))
            let tables = try PersonTables(person, world.study, zone: zone, shift: nil, now: StudyWorld.now).tables
            return tables.map { String(decoding: $0.bytes, as: UTF8.self) }.joined().split(separator: "\n")
                .map { String($0.drop { $0 != "," }.dropFirst().drop { $0 != "," }) }
        }
        try person.setSourceOrder(type, order: ["watch", "strap", "site"], excluded: [])
        // 41 of its 64 minutes lie behind the first.
        #expect(try lines() == [",37,2580,450,7320", ",37,2460,320.3125,7187.8125"])
        try person.setSourceOrder(type, order: ["strap", "watch", "site"], excluded: ["watch"])
        #expect(try lines() == [",37,1140,194.871795,3410.25641", ",37,3840,500,11220"])
    }
}
