import Foundation
import HealthKit

/// A workout's time and source, which decide what of it counts.
package struct WorkoutTime: Sendable, Hashable {
    package let uuid: UUID
    package let start: Date
    package let end: Date
    /// The bundle identifier of its source.
    package let source: String

    package init(uuid: UUID, start: Date, end: Date, source: String) {
        self.uuid = uuid
        self.start = start
        self.end = end
        self.source = source
    }

    /// The time of a sample.
    package init(_ sample: HKSample) {
        self.init(
            uuid: sample.uuid,
            start: sample.startDate,
            end: sample.endDate,
            source: sample.sourceRevision.source.bundleIdentifier
        )
    }
}

/// The parts of workouts that count (R7.27); all of a workout counts unless said otherwise.
package struct WorkoutParts: Sendable {
    fileprivate struct Part: Sendable {
        let counted: Double
        let first: UUID?
        let place: Int
    }

    fileprivate var parts: [UUID: Part] = [:]

    /// All of every workout.
    package static let whole = WorkoutParts()

    /// Whether all of every workout counts.
    package var areWhole: Bool { parts.isEmpty }

    /// The part of a workout that counts, from 0 to 1.
    package func counted(_ workout: UUID) -> Double { parts[workout]?.counted ?? 1 }

    /// The workout that one is grouped under; nil if it is at the top.
    package func first(_ workout: UUID) -> UUID? { parts[workout]?.first }

    /// The place of a workout's source in the order of sources; 0 for one of which all counts.
    package func place(_ workout: UUID) -> Int { parts[workout]?.place ?? 0 }
}

/// Decides what counts of workouts that several sources recorded, by the order of sources (R7.27).
package struct WorkoutCounting: Sendable {
    private let places: [String: Int]
    private let excluded: Set<String>

    /// Counts by the person's order of sources for workouts.
    ///
    /// - Throws: `HKError`.
    package init(_ person: PersonAccess) throws {
        let (order, excluded) = try person.sourceOrder(HKObjectType.workoutType().identifier)
        self.init(order: order.map(\.bundleIdentifier), excluded: excluded)
    }

    /// Counts by an order of sources.
    ///
    /// - Parameters:
    ///   - order: Bundle identifiers of the sources that have workouts.
    ///   - excluded: Those that the person left out.
    package init(order: [String], excluded: Set<String> = []) {
        places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        self.excluded = excluded.intersection(order)
    }

    /// Whether all of every workout counts, since there is one source.
    package var areWhole: Bool { places.count < 2 && excluded.isEmpty }

    /// The parts of workouts that count.
    ///
    /// - Parameters:
    ///   - workouts: The workouts.
    ///   - others: Further ones that have time in common with them.
    /// - Returns: The parts of the workouts and the others.
    package func parts(of workouts: [WorkoutTime], besides others: [WorkoutTime] = []) -> WorkoutParts {
        guard !areWhole else { return .whole }
        let all = workouts + others
        let recorded = all.map { workout in
            RecordedWorkout(
                start: workout.start.timeIntervalSinceReferenceDate,
                end: workout.end.timeIntervalSinceReferenceDate,
                place: excluded.contains(workout.source) ? nil : places[workout.source] ?? places.count
            )
        }
        var parts = WorkoutParts()
        for (index, share) in WorkoutShare.shares(of: recorded).enumerated() where share != .whole {
            parts.parts[all[index].uuid] = WorkoutParts.Part(
                counted: share.counted,
                first: share.first.map { all[$0].uuid },
                place: recorded[index].place ?? .max
            )
        }
        return parts
    }

    /// The parts of some successive workouts that count; reads those that reach into their time.
    ///
    /// - Parameters:
    ///   - workouts: All workouts that start from the first of them to the last, and end after `from`.
    ///   - from: The time after which they end; nil if there is no such condition.
    ///   - person: The store.
    /// - Returns: The parts.
    /// - Throws: `HKError`.
    package func parts(
        of workouts: [WorkoutTime],
        from: Date? = nil,
        _ person: PersonAccess
    ) throws -> WorkoutParts {
        guard !areWhole, let first = workouts.lazy.map(\.start).min(), let last = workouts.lazy.map(\.start).max(),
            let end = workouts.lazy.map(\.end).max()
        else { return .whole }
        // A span's end is exclusive.
        let before = Date(
            timeIntervalSinceReferenceDate: max(first, from ?? first).timeIntervalSinceReferenceDate.nextUp
        )
        var known = Set(workouts.map(\.uuid))
        var others: [WorkoutTime] = []
        for span in [(first, before), (last, end)] where span.0 < span.1 {
            try Self.visit(from: span.0, to: span.1, person) { workout in
                if known.insert(workout.uuid).inserted { others.append(WorkoutTime(workout)) }
            }
        }
        return parts(of: workouts, besides: others)
    }

    /// Visits the workouts that have time in a span.
    static func visit(from: Date, to: Date, _ person: PersonAccess, _ body: (HKWorkout) throws -> Void) throws {
        let query = SampleListQuery(type: HKObjectType.workoutType(), from: from, to: to)
        try SampleWalk(caller: .person(person), query: query)
            .visit { sample in
                if let workout = sample as? HKWorkout { try body(workout) }
            }
    }
}
