import Foundation
import HealthKit

extension WorkoutComparison {
    /// The largest number of others, and of workouts read to find them.
    private static let limit = 30
    private static let mostRead = 1_000
    /// The fewest workouts for an average.
    private static let least = 3

    /// Reads the workouts before one; nil if there are too few.
    ///
    /// It is only compared with workouts that count completely, and not with recordings of the same time by other
    /// sources (R7.27).
    ///
    /// - Parameters:
    ///   - page: The workout.
    ///   - person: The store.
    /// - Throws: `HKError`.
    package init?(of page: WorkoutPage, _ person: PersonAccess) throws {
        var others: [WorkoutSummary] = []
        var read = 0
        let counting = try WorkoutCounting(person)
        try WorkoutSummary.pages(.person(person), to: page.workout.startDate) { found in
            read += found.count
            let parts = try counting.parts(of: found.map { WorkoutTime($0) }, person)
            for workout in found where workout.workoutActivityType == page.summary.activity {
                guard workout.uuid != page.workout.uuid, others.count < Self.limit,
                    parts.counted(workout.uuid) == 1, !Self.isOfAnother(workout, page.workout)
                else { continue }
                others.append(WorkoutSummary(workout))
            }
            return others.count < Self.limit && read < Self.mostRead
        }
        guard others.count >= Self.least else { return nil }
        let figures: [Figure] = Kind.allCases.compactMap { kind in
            guard let own = Self.own(kind, page) else { return nil }
            let values = others.reversed().map { Self.value(kind, $0) }
            let known = values.compactMap { $0 }
            guard known.count >= Self.least else { return nil }
            let usual = known.reduce(0) { $0 + $1 / Double(known.count) }
            return Figure(kind: kind, own: own, usual: usual, values: values + [own])
        }
        guard !figures.isEmpty else { return nil }
        self.init(count: others.count, figures: figures)
    }

    /// Whether it is what another source recorded of a workout's time.
    private static func isOfAnother(_ other: HKWorkout, _ workout: HKWorkout) -> Bool {
        other.endDate > workout.startDate
            && other.sourceRevision.source.bundleIdentifier != workout.sourceRevision.source.bundleIdentifier
    }

    private static func own(_ kind: Kind, _ page: WorkoutPage) -> Double? {
        switch kind {
        case .distance: positive(page.distance)
        case .speed: speed(page.distance, page.summary.duration)
        case .heartRate: positive(page.averageHeartRate)
        case .energy: positive(page.summary.energy)
        }
    }

    private static func value(_ kind: Kind, _ workout: WorkoutSummary) -> Double? {
        switch kind {
        case .distance: positive(workout.distance)
        case .speed: speed(workout.distance, workout.duration)
        case .heartRate: positive(workout.heartRate)
        case .energy: positive(workout.energy)
        }
    }

    /// A value above zero, since apps write a distance and an energy of zero if they measured none.
    private static func positive(_ value: Double?) -> Double? {
        value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    private static func speed(_ metres: Double?, _ seconds: Double) -> Double? {
        seconds >= 1 ? positive(metres).map { $0 / seconds } : nil
    }
}
