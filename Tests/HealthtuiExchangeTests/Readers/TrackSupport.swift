import CoreLocation
import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// A store into which files of tracks are read.
struct TrackStore {
    let person = HKHealthStore.person(location: .memory).person
    static let posted = Date(timeIntervalSince1970: 1_700_000_000)

    /// Imports a file with the reader that its bytes call for.
    @discardableResult
    func read(_ text: String, zone: String? = nil, posted: Date = Self.posted) throws -> ImportSummary {
        let bytes = Array(text.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "file"))
        var answers = ReaderAnswers()
        answers.zone = try zone.map { try #require(TimeZone(identifier: $0)) }
        return try ReaderImport(person, answers: answers).run(bytes, from: "file", with: reader, posted: posted)
    }

    func workouts() throws -> [HKWorkout] {
        try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 100)
            .compactMap { $0 as? HKWorkout }
    }

    func workout() throws -> HKWorkout {
        let all = try workouts()
        #expect(all.count == 1)
        return try #require(all.first)
    }

    /// The samples of a type in a workout: seconds after its start, and values.
    func values(_ type: HKQuantityTypeIdentifier, _ unit: String, of workout: HKWorkout) throws -> [[Double]] {
        var query = SampleListQuery(type: HKQuantityType(type))
        query.workout = workout
        return try person.samples(query, ascending: true, limit: 1_000).compactMap { $0 as? HKQuantitySample }
            .map { sample in
                let span = [sample.startDate, sample.endDate].map { $0.timeIntervalSince(workout.startDate) }
                let value = sample.quantity.doubleValue(for: HKUnit(from: unit))
                return (Set(span).count == 1 ? [span[0]] : span).map(Self.rounded) + [Self.rounded(value)]
            }
    }

    /// The events of a workout: their kinds, and seconds after its start.
    func events(of workout: HKWorkout) -> [String] {
        (workout.workoutEvents ?? []).sorted { $0.dateInterval.start < $1.dateInterval.start }
            .map { event in
                let start = Self.rounded(event.dateInterval.start.timeIntervalSince(workout.startDate))
                let end = Self.rounded(event.dateInterval.end.timeIntervalSince(workout.startDate))
                let name = [HKWorkoutEventType.pause: "pause", .resume: "resume", .lap: "lap"][event.type] ?? "?"
                return start == end ? "\(name) \(start)" : "\(name) \(start)-\(end)"
            }
    }

    /// The places of a workout: seconds after its start, latitude, longitude and altitude.
    func places(of workout: HKWorkout) throws -> [[Double]] {
        try person.routes(of: workout).flatMap(\.points)
            .map { point in
                let start = workout.startDate.timeIntervalSinceReferenceDate
                let coordinate = point.fields.coordinate
                return [
                    point.fields.timestamp - start, coordinate.latitude, coordinate.longitude, point.fields.altitude,
                ]
                .map(Self.rounded)
            }
    }

    /// What a file has that isn't stored, by name.
    static func passedOver(_ summary: ImportSummary) -> [String: Int] {
        Dictionary(summary.notImported.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
    }

    /// A number without the noise of its last digits.
    static func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }
}
