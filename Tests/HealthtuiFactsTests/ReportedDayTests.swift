import Foundation
import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// Random days of workouts that several programs report, in a store.
@Suite struct ReportedDayTests {
    private static let count = ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 40 : 500

    @Test("R7.27 workouts, and the distance of their days, count in a store as over plain lists of times")
    func days() throws {
        var generator = SeededGenerator("days of workouts")
        let days = (0..<Self.count).map { _ in ReportedDay(&generator) }
        let excluded = Bool.random(using: &generator) ? nil : Int.random(in: 0..<ReportedDay.most, using: &generator)
        let store = try MeasureStore()
        let revisions = (0..<ReportedDay.most).map { MeasureStore.revision("Program \($0)", "program\($0)") }
        // A day lies between two of them, for workouts that end after midnight.
        let first = CalendarDay(year: 2026, month: 11, day: 10).advanced(by: -2 * Self.count)
        var expected: [UUID: Double] = [:]
        var kilometers: [CalendarDay: Double] = [:]
        for (place, revision) in revisions.enumerated() {
            var workouts: [HKWorkout] = []
            for (number, day) in days.enumerated() where place < day.sources.count {
                let midnight = first.advanced(by: 2 * number).start(on: store.clock)
                for (own, counted) in zip(day.sources[place], day.counted(without: excluded)[place]) {
                    let workout = try store.workout(
                        own.activity,
                        midnight.addingTimeInterval(own.start * 60),
                        minutes: own.end - own.start,
                        kilometers: own.kilometers
                    )
                    workouts.append(workout)
                    expected[workout.uuid] = counted
                    guard counted > 0 else { continue }
                    kilometers[CalendarDay(workout.startDate, on: store.clock), default: 0] += own.kilometers * counted
                }
            }
            try store.save(workouts, from: revision)
        }
        try store.person.setSourceOrder(
            HKObjectType.workoutType().identifier,
            order: revisions.map(\.source.bundleIdentifier),
            excluded: Set(excluded.map { [revisions[$0].source.bundleIdentifier] } ?? [])
        )
        let summaries = try WorkoutSummary.counted(store.person)
        #expect(summaries.count == expected.count, "TEST_SEED=\(generator.seed)")
        for workout in summaries {
            let counted = expected[workout.uuid] ?? -1
            #expect(abs(workout.counted - counted) < 1e-6, "\(workout.start), TEST_SEED=\(generator.seed)")
        }
        let found = try store.reader.days(
            of: Measure(.workouts(nil, .distance)),
            in: first..<first.advanced(by: 2 * Self.count)
        )
        #expect(Set(found.days.keys) == Set(kilometers.keys), "TEST_SEED=\(generator.seed)")
        for (day, value) in found.days {
            #expect(abs(value.value - (kilometers[day] ?? 0)) < 1e-6, "\(day.text), TEST_SEED=\(generator.seed)")
        }
    }
}
