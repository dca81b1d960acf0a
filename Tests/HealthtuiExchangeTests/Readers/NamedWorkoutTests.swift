import CoreLocation
import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Workouts that files know by a name: later files replace, copies add nothing, and what is deleted stays deleted.
@Suite struct NamedWorkoutTests {
    private let person: PersonAccess
    private static let early = Date(timeIntervalSince1970: 1_700_000_000)
    private static let late = early.addingTimeInterval(3_600)

    /// A run of some heart rates, a second each.
    private static func run(_ rates: [Int], serial: String = "7") -> [UInt8] {
        let lines = rates.enumerated().map { "\(1_600_000_000 + $0),\($1)" }
        return Array((["RUN 1,\(serial)"] + lines).joined(separator: "\n").utf8)
    }

    @discardableResult
    private func read(_ bytes: [UInt8], _ posted: Date = Self.early, restoring: Bool = false) throws -> ImportSummary {
        try ReaderImport(person, restoresDeleted: restoring)
            .run(bytes, from: "a.run", with: ExampleReader(), posted: posted)
    }

    private func workouts() throws -> [HKWorkout] {
        try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 100)
            .compactMap { $0 as? HKWorkout }
    }

    private func rates(of workout: HKWorkout? = nil) throws -> [Int] {
        var query = SampleListQuery(type: HKQuantityType(.heartRate))
        query.workout = workout
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        return try person.samples(query, ascending: true, limit: 100)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: perMinute) }.map { Int($0) }
    }

    @Test("The example of CONTRIBUTING is the one that compiles")
    func example() throws {
        let root = Fixtures.own.deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ExampleReader.swift")
        #expect(page.contains("```swift\n" + (try String(contentsOf: file, encoding: .utf8)) + "```\n"))
    }

    @Test("A workout comes in with its samples linked, its source's identifier and its name; again adds nothing")
    func comesIn() throws {
        let summary = try read(Self.run([100, 110, 120]))
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.counts[.records].added == 3)
        let run = try #require(try workouts().first)
        #expect(run.sourceRevision.source.bundleIdentifier == "file:run:7")
        #expect(run.sourceRevision.source.name == "Run watch")
        let identifier = run.metadata?[HKMetadataKeySyncIdentifier] as? String
        #expect(identifier?.count == 32)
        #expect((run.metadata?[HKMetadataKeySyncVersion] as? NSNumber)?.intValue == 1_700_000_000_000)
        #expect(try rates(of: run) == [100, 110, 120])
        let again = try read(Self.run([100, 110, 120]))
        #expect(again.added == 0)
        #expect(again.counts[.workouts].duplicate == 1)
        #expect(again.counts[.records].duplicate == 3)
    }

    @Test("A copy with another date adds nothing and replaces nothing")
    func copy() throws {
        try read(Self.run([100, 110]))
        let uuid = try #require(try workouts().first).uuid
        for date in [Self.late, Self.early.addingTimeInterval(-60)] {
            #expect(try read(Self.run([100, 110]), date).added == 0)
        }
        #expect(try workouts().map(\.uuid) == [uuid])
    }

    @Test("A later file replaces the workout with what hangs on it, whichever of the two comes first")
    func replaced() throws {
        let files = [(Self.run([100, 110, 120]), Self.early), (Self.run([100, 110]), Self.late)]
        var seen: [[UUID]] = []
        for order in [files, files.reversed()] {
            let store = HKHealthStore.person(location: .memory).person
            let test = Self(store)
            for (bytes, date) in order { try test.read(bytes, date) }
            let run = try #require(try test.workouts().first)
            #expect(try test.workouts().count == 1)
            #expect(try test.rates(of: run) == [100, 110])
            #expect(try test.rates() == [100, 110])
            #expect(try test.read(files[0].0, Self.early).added == 0)
            seen.append(try test.workouts().map(\.uuid))
        }
        #expect(seen[0] == seen[1])
    }

    @Test("What a later file takes away comes again with a still later one")
    func comesAgain() throws {
        try read(Self.run([100, 110, 120]))
        try read(Self.run([100, 110]), Self.late)
        let summary = try read(Self.run([100, 110, 120]), Self.late.addingTimeInterval(60))
        #expect(summary.counts[.workouts].added == 1)
        #expect(try rates() == [100, 110, 120])
        #expect(try rates(of: workouts().first) == [100, 110, 120])
    }

    @Test("Of two files of one date the same one stays, in either order")
    func equalDates() throws {
        let files = [Self.run([100, 110, 120]), Self.run([100, 110])]
        let results = try [files, files.reversed()]
            .map { order in
                let test = Self(HKHealthStore.person(location: .memory).person)
                for bytes in order { try test.read(bytes) }
                return try test.workouts().map(\.uuid)
            }
        #expect(results[0] == results[1])
        #expect(results[0].count == 1)
    }

    @Test("What the person deleted stays deleted, also when a later file has it, until it is asked back")
    func deleted() throws {
        try read(Self.run([100, 110]))
        let run = try #require(try workouts().first)
        #expect(try person.delete([run.uuid]) == 1)
        #expect(try read(Self.run([100, 110])).counts[.workouts].deleted == 1)
        let later = try read(Self.run([100, 110, 120]), Self.late)
        #expect(later.counts[.workouts].deleted == 1)
        #expect(later.counts[.records].added == 0)
        #expect(try workouts().isEmpty)
        try read(Self.run([100, 110]), restoring: true)
        #expect(try workouts().count == 1)
    }

    @Test("Undo of an import that replaced a workout brings the earlier one back")
    func undone() throws {
        try read(Self.run([100, 110, 120]))
        let before = try workouts().map(\.uuid)
        try read(Self.run([100]), Self.late)
        #expect(try workouts().map(\.uuid) != before)
        _ = try person.undo()
        #expect(try workouts().map(\.uuid) == before)
        #expect(try rates() == [100, 110, 120])
        #expect(try read(Self.run([100]), Self.late).counts[.workouts].added == 1)
    }

    @Test("A workout with everything comes in with everything")
    func whole() throws {
        let start = Date(timeIntervalSince1970: 1_600_000_000)
        let source = ReadSource(identifier: "fit:1:4314", name: "Edge", version: "2.1", productType: "Edge 530")
        var workout = ReadWorkout(
            activity: .swimBikeRun,
            start: start,
            end: start.addingTimeInterval(600),
            source: source
        )
        workout.device = HKDevice(fields: ["Edge", "Maker", nil, nil, nil, "2.1", nil, nil])
        workout.values = [
            HKMetadataKeyAverageMETs: .quantity(7, HKUnit(from: "kcal/(kg*hr)")),
            HKMetadataKeyIndoorWorkout: .flag(false),
        ]
        workout.identity = ReadIdentity(["1", "4314", "9"], changed: Self.early)
        workout.events = [
            ReadWorkout.Event(.pause, start: start.addingTimeInterval(60)),
            ReadWorkout.Event(.resume, start: start.addingTimeInterval(90)),
            ReadWorkout.Event(.lap, start: start, end: start.addingTimeInterval(300)),
        ]
        workout.activities = [
            ReadWorkout.Activity(.cycling, start: start, end: start.addingTimeInterval(300)),
            ReadWorkout.Activity(.running, start: start.addingTimeInterval(300), end: start.addingTimeInterval(600)),
        ]
        let places = [0.0, 1]
            .map { second in
                LocationFields(
                    coordinate: CLLocationCoordinate2D(latitude: 52, longitude: 13 + second / 1_000),
                    timestamp: start.addingTimeInterval(second)
                )
            }
        let later = [300.0, 301]
            .map { second in
                LocationFields(
                    coordinate: CLLocationCoordinate2D(latitude: 52.1, longitude: 13),
                    timestamp: start.addingTimeInterval(second)
                )
            }
        workout.routes = [places, later]
        workout.heartbeats = [
            ReadHeartbeats(
                start: start,
                beats: [.init(time: 0.8, precededByGap: false), .init(time: 1.6, precededByGap: false)]
            )
        ]
        workout.samples = [
            ReadSeries(
                type: .heartRate,
                unit: "count/min",
                points: [.init(at: start.timeIntervalSinceReferenceDate, value: 120)]
            )
        ]
        let whole = workout
        let reader = GivenReader { sink in try sink.take(whole, at: "session 1") }
        for expected in [1, 0] {
            let summary = try ReaderImport(person).run([], from: "a.fit", with: reader)
            #expect(summary.counts[.workouts].added == expected)
            #expect(summary.counts[.workoutRoutes].added == 2 * expected)
            #expect(summary.counts[.heartbeatSeries].added == expected)
            #expect(summary.counts[.records].added == expected)
            #expect(summary.outcome == .complete)
        }
        let stored = try #require(try workouts().first)
        #expect(stored.sourceRevision.productType == "Edge 530")
        #expect(stored.device?.manufacturer == "Maker")
        #expect(stored.workoutActivities.map(\.workoutConfiguration.activityType) == [.cycling, .running])
        #expect(stored.workoutEvents?.map(\.type).sorted { $0.rawValue < $1.rawValue } == [.pause, .resume, .lap])
        #expect(
            (stored.metadata?[HKMetadataKeyAverageMETs] as? HKQuantity)?.doubleValue(for: HKUnit(from: "kcal/(kg*hr)"))
                == 7
        )
        var routes = SampleListQuery(type: HKSeriesType.workoutRoute())
        routes.workout = stored
        #expect(try person.samples(routes, ascending: true, limit: 10).count == 2)
    }

    @Test("A correlation with a name is replaced with its members; one without is recognized by its content")
    func correlations() throws {
        let time = Date(timeIntervalSince1970: 1_600_000_000)
        let source = ReadSource(identifier: "app:meals", name: "Meals")
        func meal(_ grams: Double, _ changed: Date?) -> ReadCorrelation {
            var meal = ReadCorrelation(type: .food, start: time, end: time, source: source)
            meal.identity = changed.map { ReadIdentity(["meal", "1"], changed: $0) }
            let type = HKQuantityTypeIdentifier.dietaryProtein.rawValue
            meal.members = [ReadSample(type: type, unit: "g", value: grams, start: time, end: time, source: source)]
            return meal
        }
        func read(_ meal: ReadCorrelation) throws -> ImportSummary {
            try ReaderImport(person)
                .run([], from: "meals", with: GivenReader { sink in try sink.take(meal, at: "row 1") })
        }
        func grams() throws -> [Double] {
            try person.samples(SampleListQuery(type: HKQuantityType(.dietaryProtein)), ascending: true, limit: 10)
                .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .gram()) }
        }
        #expect(try read(meal(20, Self.early)).counts[.correlations].added == 1)
        #expect(try read(meal(20, Self.late)).counts[.correlations].duplicate == 1)
        #expect(try read(meal(25, Self.late)).counts[.correlations].added == 1)
        #expect(try grams() == [25])
        #expect(try read(meal(20, Self.early)).counts[.correlations].duplicate == 1)
        #expect(try grams() == [25])
        #expect(try read(meal(30, nil)).counts[.correlations].added == 1)
        #expect(try read(meal(30, nil)).counts[.correlations].duplicate == 1)
    }

    private init(_ person: PersonAccess) { self.person = person }

    init() { person = HKHealthStore.person(location: .memory).person }
}

/// Hands over what a test gives it.
struct GivenReader: Reader {
    let name = "given"
    let endings: Set<String> = []
    let body: @Sendable (inout ReaderSink) throws -> Void

    init(_ body: @escaping @Sendable (inout ReaderSink) throws -> Void) { self.body = body }

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { false }

    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws { try body(&sink) }
}
