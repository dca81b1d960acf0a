import CoreLocation
import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What fields of FIT files become.
@Suite struct FITReaderTests {
    private let store = FITImport()
    private static let start = FITImport.start

    private func passedOver(_ summary: ImportSummary, _ kind: String) -> Int? {
        summary.notImported.first { $0.kind == kind }?.count
    }

    @Test("A run comes in with its heart rates, distances, steps, route, lap, totals, metadata, source and device")
    func run() throws {
        let summary = try store.read("run")
        #expect(summary.outcome == .complete)
        let run = try #require(try store.workouts().first)
        #expect(run.sourceRevision.source.bundleIdentifier == "file:fit:1:3113")
        #expect(run.sourceRevision.source.name == "Runner 9")
        #expect(run.sourceRevision.version == "12.30")
        #expect(run.sourceRevision.productType == "Runner 9")
        #expect(run.device?.name == "Runner 9")
        #expect(run.device?.softwareVersion == "12.30")
        let ascent = run.metadata?[HKMetadataKeyElevationAscended] as? HKQuantity
        #expect(ascent?.doubleValue(for: .meter()) == 12)
        #expect(run.metadata?[HKMetadataKeyElevationDescended] == nil)
        #expect(run.metadata?[HKMetadataKeyTimeZone] as? String == "GMT+0200")
        let meters = try store.points(.distanceWalkingRunning, "m", of: run)
        #expect(meters.count == 19)
        #expect(meters.first == FITImport.Point(start: Self.start, end: Self.start + 1, value: 3))
        #expect(try store.points(.runningSpeed, "m/s", of: run).first?.value == 3)
        #expect(
            try store.points(.stepCount, "count", of: run)
                == [FITImport.Point(start: Self.start, end: Self.start + 20, value: 54)]
        )
        let route = try #require(try store.person.routes(of: run).first)
        let place = try #require(route.points.first?.fields)
        #expect(abs(place.coordinate.latitude - 47.05) < 1e-6)
        #expect(abs(place.coordinate.longitude - 8.312) < 1e-6)
        #expect(place.altitude == 430)
        #expect(place.speed == 3)
        #expect(place.timestamp + Date.timeIntervalBetween1970AndReferenceDate == Self.start)
        #expect(passedOver(summary, "record: cadence, which the sport has no type for") == 20)
    }

    @Test("No distance is counted over a pause, and pauses are told once")
    func pauses() throws {
        try store.read("activities/paused")
        let run = try #require(try store.workouts().first)
        let seconds = (run.workoutEvents ?? []).filter { $0.type == .pause || $0.type == .resume }
            .map { $0.dateInterval.start.timeIntervalSince1970 - Self.start }
        #expect(seconds.sorted() == [20, 26, 50, 62])
        let meters = try store.points(.distanceWalkingRunning, "m", of: run)
        #expect(meters.allSatisfy { $0.end - $0.start == 1 && $0.value == 3 })
        #expect(meters.map(\.value).reduce(0, +) == 216)
        let rate = run.statistics(for: HKQuantityType(.heartRate))
        #expect(rate?.maximumQuantity()?.doubleValue(for: HKUnit(from: "count/min")) == 149)
    }

    @Test(
        "Power, cadence, speed and respiration are samples of the sport; the enhanced speed goes before the plain one"
    )
    func ride() throws {
        let summary = try store.read("activities/ride")
        let ride = try #require(try store.workouts().first)
        #expect(ride.sourceRevision.source.bundleIdentifier == "file:fit:32:28")
        #expect(ride.sourceRevision.source.name == "Bolt")
        #expect(ride.sourceRevision.version == "9.05")
        #expect(try store.points(.cyclingSpeed, "m/s", of: ride).map(\.value) == Array(repeating: 8.5, count: 10))
        #expect(try store.points(.cyclingCadence, "count/min", of: ride).first?.value == 88.5)
        #expect(try store.points(.cyclingPower, "W", of: ride).map(\.value).max() == 209)
        #expect(try store.points(.respiratoryRate, "count/min", of: ride).first?.value == 16.5)
        #expect(try store.points(.distanceCycling, "m", of: ride).map(\.value).reduce(0, +) == 76.5)
        #expect(try store.points(.stepCount, "count").isEmpty)
        #expect(ride.metadata?[HKMetadataKeyTimeZone] as? String == "GMT+0530")
        let place = try store.person.routes(of: ride).first?.points.first?.fields
        #expect(place?.horizontalAccuracy == 3)
        #expect(passedOver(summary, "record: temperature") == 10)
        #expect(summary.outcome == .complete)
    }

    @Test("An application's field counts in its own unit where the record has none, and is counted in a strange one")
    func applications() throws {
        let summary = try store.read("activities/dynamics")
        let run = try #require(try store.workouts().first)
        let speeds = try store.points(.runningSpeed, "m/s", of: run).map(\.value)
        #expect(speeds.count == 6)
        #expect(speeds.allSatisfy { abs($0 - 3) < 1e-6 })
        let oscillations = try store.points(.runningVerticalOscillation, "mm", of: run).map(\.value)
        #expect(oscillations.map { ($0 * 10).rounded() / 10 } == [80.1, 80.1, 80.1, 75, 75, 75])
        let contacts = try store.points(.runningGroundContactTime, "ms", of: run).map(\.value)
        #expect(abs((contacts.last ?? 0) - 240.5) < 1e-9)
        let strides = try store.points(.runningStrideLength, "m", of: run).map(\.value)
        #expect(abs((strides.first ?? 0) - 1.1) < 1e-9)
        #expect(try store.points(.runningPower, "W", of: run).count == 6)
        #expect(try store.points(.heartRate, "count/min", of: run).allSatisfy { $0.value == 140 })
        #expect(passedOver(summary, "record: application's field Form Power") == 6)
        #expect(passedOver(summary, "record: application's field Heart") == 6)
    }

    @Test("A swim in a pool has a lap for each length, with its stroke, and strokes over it")
    func pool() throws {
        let summary = try store.read("activities/pool")
        let swim = try #require(try store.workouts().first)
        let laps = (swim.workoutEvents ?? []).filter { $0.type == .lap }.sorted { $0.dateInterval < $1.dateInterval }
        let strokes = laps.compactMap { $0.metadata?[HKMetadataKeySwimmingStrokeStyle] as? NSNumber }.map(\.intValue)
        #expect(strokes == [2, 3, 4, 4, 5, 6])
        #expect(try store.points(.swimmingStrokeCount, "count", of: swim).map(\.value) == [14, 15, 16, 14, 15, 16])
        #expect(try store.points(.distanceSwimming, "m", of: swim).map(\.value) == [45.72, 22.86, 45.72])
        #expect((swim.metadata?[HKMetadataKeySwimmingLocationType] as? NSNumber)?.intValue == 1)
        #expect(passedOver(summary, "messages without a time") == 2)
    }

    @Test("Intervals between beats are a series with a gap where the clock goes on without them")
    func intervals() throws {
        let made = try FITWorkouts(FITImport.collected("activities/beats")).make()
        let series = try #require(made.workouts.first?.heartbeats.first)
        #expect(series.start.timeIntervalSince1970 == Self.start)
        #expect(series.beats.count == 30)
        #expect(series.beats.prefix(3).map(\.time) == [0.8, 1.6, 2.41])
        #expect(series.beats.filter(\.precededByGap).map(\.time) == [20.8])
        let summary = try store.read("activities/beats")
        #expect(summary.counts[.heartbeatSeries].added == 1)
    }

    @Test("A strap's rates come in where no record within five seconds has one, those before the start by themselves")
    func strap() throws {
        try store.read("activities/beats")
        let workout = try #require(try store.workouts().first)
        let all = try store.points(.heartRate, "count/min").map { $0.start - Self.start }
        #expect(all.filter { $0 < 0 } == [-8.5, -7.75, -7, -6.25, -5.5])
        #expect(all.filter { $0 > 9 }.count == 18)
        #expect(all.count == 33)
        #expect(try store.points(.heartRate, "count/min", of: workout).count == 28)
    }

    @Test("Two runs in a file are two workouts, and one of weights is a third; a course and a drive are none")
    func several() throws {
        try store.read("activities/intervals")
        #expect(try store.workouts().count == 3)
        let course = try store.read("activities/course")
        #expect(course.outcome == .complete)
        #expect(passedOver(course, "FIT course") == 1)
        let drive = try store.read("activities/drive")
        #expect(passedOver(drive, "sessions of flying, driving or games") == 1)
        #expect(try store.workouts().count == 3)
    }

    @Test("A day of a band is what its sums grew by, by activity, from midnight and again from midnight")
    func band() throws {
        let summary = try store.read("activities/band")
        let steps = try store.points(.stepCount, "count")
        #expect(steps.count == 196)
        let sum = { (values: [Double]) -> Double in values.reduce(0, +) }
        #expect(sum(steps.map(\.value)) == 28_960)
        #expect(steps.first { $0.value == 130 }.map { $0.end - $0.start } == 900)
        // Two days of 96 quarters of an hour.
        #expect(try sum(store.points(.distanceWalkingRunning, "m").map(\.value)) == 17_280)
        #expect(try sum(store.points(.activeEnergyBurned, "kcal").map(\.value)) == 768)
        #expect(try store.points(.restingHeartRate, "count/min").map(\.value) == [54])
        #expect(passedOver(summary, "sleep_level") == 1)
        #expect(summary.outcome == .partial)
    }

    @Test("A file that begins within a day counts from its first sum")
    func partOfDay() throws {
        try store.read("days", choices: ["scale-user": "0"])
        #expect(try store.points(.stepCount, "count").map(\.value) == [1_950, 1_950, 1_950])
        #expect(try store.points(.bodyMass, "kg").map(\.value) == [75.8])
        #expect(try store.points(.bloodPressureSystolic, "mmHg").map(\.value) == [121])
    }

    @Test("Whose weights are stored is asked where the scale knows several people, before anything is stored")
    func people() throws {
        let error = #expect(throws: ImportError.self) { try store.read("activities/scale-two") }
        let text = error?.description ?? ""
        #expect(text.contains("several people"), "\(text)")
        #expect(try store.points(.bodyMass, "kg").isEmpty)
        #expect(throws: ImportError.self) { try store.read("activities/scale-two", choices: ["scale-user": "7"]) }
        let summary = try store.read("activities/scale-two", choices: ["scale-user": "0"])
        #expect(try store.points(.bodyMass, "kg").map(\.value) == [75.8, 75.8])
        #expect(passedOver(summary, "measurements of other people") == 2)
        try store.read("activities/scale-two", choices: ["scale-user": "all"])
        #expect(try store.points(.bodyMass, "kg").map(\.value) == [75.8, 58.8, 75.8, 58.8])
        // One person is no question; a weight in progress is none.
        #expect(try FITImport().read("activities/scale").counts[.records].added == 8)
    }

    @Test("A cuff's blood pressures are correlations, with the heart rate; one the wrong way round is refused")
    func cuff() throws {
        let summary = try store.read("activities/cuff")
        #expect(summary.counts[.correlations].added == 2)
        #expect(summary.counts[.correlations].refused == 1)
        #expect(try store.points(.bloodPressureDiastolic, "mmHg").map(\.value) == [79, 79])
        #expect(try store.points(.heartRate, "count/min").map(\.value) == [61, 61])
        #expect(try store.read("activities/cuff").added == 0)
    }
}

extension FITImport {
    /// Reads a fixture with answers.
    @discardableResult
    fileprivate func read(_ name: String, choices: [String: String]) throws -> ImportSummary {
        try read(name, Self.early, isForced: false, choices)
    }
}
