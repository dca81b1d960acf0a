import Foundation

@testable import HealthKit
@testable import HealthtuiExchange

/// A store that FIT files are read into, and what is in it.
struct FITImport {
    let person = HKHealthStore.person(location: .memory).person

    static let early = Date(timeIntervalSince1970: 1_800_000_000)
    static let late = early.addingTimeInterval(3_600)

    /// A fixture: `run`, or `activities/paused`.
    static func fixture(_ name: String) throws -> [UInt8] { try Fixtures.bytes("fit/\(name).fit") }

    /// Reads a fixture.
    @discardableResult
    func read(
        _ name: String,
        _ posted: Date = Self.early,
        isForced: Bool = false,
        _ choices: [String: String] = [:]
    ) throws -> ImportSummary {
        try read(bytes: Self.fixture(name), posted, isForced: isForced, choices)
    }

    @discardableResult
    func read(
        bytes: [UInt8],
        _ posted: Date = Self.early,
        isForced: Bool = false,
        _ choices: [String: String] = [:]
    ) throws -> ImportSummary {
        var answers = ReaderAnswers()
        answers.choices = choices
        return try ReaderImport(person, isForced: isForced, answers: answers)
            .run(bytes, from: "a.fit", with: FITReader(), posted: posted)
    }

    /// The workouts, by start.
    func workouts() throws -> [HKWorkout] {
        try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 100)
            .compactMap { $0 as? HKWorkout }
    }

    /// A sample's times since 1970, and its value in a unit.
    struct Point: Equatable {
        var start: Double
        var end: Double
        var value: Double
    }

    /// The samples of a type, of one workout or of all.
    func points(
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        of workout: HKWorkout? = nil
    ) throws -> [Point] {
        var query = SampleListQuery(type: HKQuantityType(type))
        query.workout = workout
        let unit = HKUnit(from: unit)
        return try person.samples(query, ascending: true, limit: 10_000)
            .compactMap { $0 as? HKQuantitySample }
            .map {
                Point(
                    start: $0.startDate.timeIntervalSince1970,
                    end: $0.endDate.timeIntervalSince1970,
                    value: $0.quantity.doubleValue(for: unit)
                )
            }
    }

    /// The start of the fixtures, in seconds since 1970.
    static let start = 1_743_065_600.0

    /// What a file has, before it is stored.
    static func collected(_ name: String) throws -> FITCollection {
        let bytes = try fixture(name)
        var file = FITCollection()
        bytes.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes)
            while let message = try? decoder.next() { file.take(message) }
        }
        file.finish()
        return file
    }
}
