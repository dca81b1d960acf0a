import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What came into the store of each fixture, against what another decoder and rules written again make of it.
@Suite struct FITExpectedTests {
    /// What a file must become; `expect_fit.py` writes it.
    private struct Expected: Decodable {
        struct Workout: Decodable {
            let activity: String
            let start: Double
            let end: Double
            let duration: Double
            let distance: Double?
            let energy: Double?
            let pauses: Int
            let laps: Int
            let lengths: Int
            let places: Int
            let heartRates: Int
            let steps: Double?
            let strokes: Double?
            let indoor: Bool?
            let poolLength: Double?
        }

        struct Samples: Decodable {
            let n: Int
            let sum: Double
            let first: Double
            let last: Double
        }

        struct Span: Decodable {
            let start: Double
            let end: Double
        }

        let workouts: [Workout]
        let samples: [String: Samples]?
        let zone: Double?
        let multisport: Span?
        let question: Bool
        let plans: Int
    }

    private static func expected() throws -> [(name: String, file: Expected)] {
        let data = try Data(contentsOf: Fixtures.own.appending(path: "fit/expected.json"))
        return try JSONDecoder().decode([String: Expected].self, from: data).sorted { $0.key < $1.key }
            .map { (String($0.key.dropLast(4)), $0.value) }
    }

    private static func name(_ activity: HKWorkoutActivityType) -> String {
        let cases = TypeCatalogue.shared.workoutActivities?.cases ?? []
        return cases.first { $0.value == Int(activity.rawValue) }?.name ?? "?"
    }

    private static func near(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) < 0.002
    }

    @Test("Every fixture becomes what another decoder and the rules make of it; again adds nothing")
    func everyFixture() throws {
        let all = try Self.expected()
        #expect(all.count > 30)
        for (name, file) in all {
            let store = FITImport()
            var choices: [String: String] = [:]
            if file.question {
                #expect(throws: ImportError.self, "\(name)") { try store.read(name, isForced: true) }
                choices = ["scale-user": "none"]
            }
            let summary = try store.read(name, isForced: true, choices)
            let plans = summary.notImported.filter { $0.kind.hasPrefix("FIT ") }.map(\.count).reduce(0, +)
            #expect(plans == file.plans, "\(name)")
            if let multisport = file.multisport {
                try check(multisport, file, store, name)
            } else {
                try check(file, store, name)
            }
            try check(file.samples ?? [:], store, name)
            #expect(try store.read(name, isForced: true, choices).added == 0, "\(name) again")
        }
    }

    private func check(_ file: Expected, _ store: FITImport, _ name: String) throws {
        let found = try store.workouts()
            .sorted {
                ($0.startDate, Self.name($0.workoutActivityType), $0.endDate)
                    < ($1.startDate, Self.name($1.workoutActivityType), $1.endDate)
            }
        let workouts = file.workouts.sorted { ($0.start, $0.activity, $0.end) < ($1.start, $1.activity, $1.end) }
        #expect(found.count == workouts.count, "\(name)")
        for (workout, expected) in zip(found, workouts) {
            try check(workout, expected, store, name)
            guard workouts.count == 1 else { continue }
            let zone = (workout.metadata?[HKMetadataKeyTimeZone] as? String).flatMap { TimeZone(identifier: $0) }
            #expect(zone?.secondsFromGMT() == file.zone.map { Int($0) }, "\(name)")
        }
    }

    private func check(_ workout: HKWorkout, _ expected: Expected.Workout, _ store: FITImport, _ name: String) throws {
        #expect(Self.name(workout.workoutActivityType) == expected.activity, "\(name)")
        #expect(Self.near(workout.startDate.timeIntervalSince1970, expected.start), "\(name): start")
        #expect(Self.near(workout.endDate.timeIntervalSince1970, expected.end), "\(name): end")
        #expect(Self.near(workout.duration, expected.duration), "\(name): duration \(workout.duration)")
        let content = workout.content
        let meters = content.savedTotal(.distance)?.doubleValue(for: .meter())
        #expect(Self.near(meters, expected.distance), "\(name): distance \(meters ?? -1)")
        let energy = content.savedTotal(.energy)?.doubleValue(for: HKUnit(from: "kcal"))
        #expect(Self.near(energy, expected.energy), "\(name): energy")
        let strokes = content.savedTotal(.strokes)?.doubleValue(for: .count())
        #expect(Self.near(strokes, expected.strokes), "\(name): strokes")
        let events = Dictionary(grouping: workout.workoutEvents ?? []) { $0.type }.mapValues(\.count)
        #expect(events[.pause, default: 0] == expected.pauses, "\(name): pauses")
        #expect(events[.resume, default: 0] == expected.pauses, "\(name): pauses")
        // Of a swim in a pool the lengths are laps, and the laps segments.
        let isPool = expected.lengths > 0
        #expect(events[.segment, default: 0] == (isPool ? expected.laps : 0), "\(name): segments")
        #expect(events[.lap, default: 0] == (isPool ? expected.lengths : expected.laps), "\(name): laps")
        #expect(try store.person.routes(of: workout).map(\.points.count).reduce(0, +) == expected.places, "\(name)")
        if !["strap", "parts", "activities/beats"].contains(name) {
            #expect(try store.points(.heartRate, "count/min", of: workout).count == expected.heartRates, "\(name)")
        }
        let steps = try store.points(.stepCount, "count", of: workout).map(\.value).reduce(0, +)
        #expect(steps == expected.steps ?? 0, "\(name): steps")
        let isIndoor = (workout.metadata?[HKMetadataKeyIndoorWorkout] as? NSNumber)?.boolValue
        #expect(isIndoor == expected.indoor, "\(name): indoor")
        let pool = (workout.metadata?[HKMetadataKeyLapLength] as? HKQuantity)?.doubleValue(for: .meter())
        #expect(Self.near(pool, expected.poolLength), "\(name): pool")
    }

    private func check(_ span: Expected.Span, _ file: Expected, _ store: FITImport, _ name: String) throws {
        let found = try store.workouts()
        #expect(found.count == 1, "\(name)")
        let workout = try #require(found.first)
        #expect(workout.workoutActivityType == .swimBikeRun, "\(name)")
        #expect(Self.near(workout.startDate.timeIntervalSince1970, span.start), "\(name)")
        #expect(Self.near(workout.endDate.timeIntervalSince1970, span.end), "\(name)")
        let legs = workout.workoutActivities
        #expect(
            legs.map { Self.name($0.workoutConfiguration.activityType) } == file.workouts.map(\.activity),
            "\(name)"
        )
        for (leg, expected) in zip(legs, file.workouts) {
            #expect(Self.near(leg.startDate.timeIntervalSince1970, expected.start), "\(name)")
            #expect(Self.near(leg.endDate?.timeIntervalSince1970, expected.end), "\(name)")
            #expect(Self.near(leg.duration, expected.duration), "\(name)")
            let meters = leg.allStatistics.values.compactMap { $0.sumQuantity()?.doubleValue(for: .meter()) }
            #expect(Self.near(meters.first, expected.distance), "\(name): distance \(meters)")
        }
        let meters = workout.content.savedTotal(.distance)?.doubleValue(for: .meter())
        #expect(Self.near(meters, file.workouts.compactMap(\.distance).reduce(0, +)), "\(name)")
        let energy = workout.content.savedTotal(.energy)?.doubleValue(for: HKUnit(from: "kcal"))
        #expect(Self.near(energy, file.workouts.compactMap(\.energy).reduce(0, +)), "\(name)")
        let laps = (workout.workoutEvents ?? []).filter { $0.type == .lap }
        #expect(laps.count == file.workouts.map(\.laps).reduce(0, +), "\(name)")
        let rates = try store.points(.heartRate, "count/min", of: workout)
        #expect(rates.count == file.workouts.map(\.heartRates).reduce(0, +), "\(name)")
        let places = try store.person.routes(of: workout).map(\.points.count).reduce(0, +)
        #expect(places == file.workouts.map(\.places).reduce(0, +), "\(name)")
    }

    /// The types of the expected samples, with their units.
    private static let types: [String: [(HKQuantityTypeIdentifier, String)]] = [
        "heartRate": [(.heartRate, "count/min")], "power": [(.cyclingPower, "W"), (.runningPower, "W")],
        "respiratoryRate": [(.respiratoryRate, "count/min")], "stepCount": [(.stepCount, "count")],
        "bodyMass": [(.bodyMass, "kg")], "bodyFatPercentage": [(.bodyFatPercentage, "%")],
    ]

    private func check(_ samples: [String: Expected.Samples], _ store: FITImport, _ name: String) throws {
        for (kind, expected) in samples.sorted(by: { $0.key < $1.key }) {
            let points = try (Self.types[kind] ?? []).flatMap { try store.points($0.0, $0.1) }
            #expect(points.count == expected.n, "\(name): \(kind)")
            #expect(Self.near(points.map(\.value).reduce(0, +), expected.sum), "\(name): \(kind)")
            #expect(Self.near(points.map(\.start).min(), expected.first), "\(name): \(kind)")
            #expect(Self.near(points.map(\.end).max(), expected.last), "\(name): \(kind)")
        }
    }
}
