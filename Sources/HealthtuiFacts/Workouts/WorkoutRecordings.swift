import Foundation
import HealthKit

/// The recordings of several sources during one workout (R7.27).
package struct WorkoutRecordings: Sendable {
    /// The part of the workout that counts, from 0 to 1.
    package let counted: Double
    /// The workout that it is grouped under; nil if it counts completely, or if its source is excluded.
    package let first: WorkoutSummary?
    /// The workouts grouped under it; none if it is grouped under another one itself.
    package let beneath: [WorkoutSummary]
    /// The first and those beneath it, without the workout itself.
    package let others: [WorkoutSummary]
    /// The workout and the others, in the order of sources.
    package let all: [WorkoutSummary]

    /// Reads other sources' recordings during a workout; nil if there are none and all of it counts.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - person: The store.
    /// - Throws: `HKError`.
    package init?(of workout: HKWorkout, _ person: PersonAccess) throws {
        let counting = try WorkoutCounting(person)
        guard !counting.areWhole else { return nil }
        let found = try Self.overlapping(workout, person)
        let parts = counting.parts(of: found.map { WorkoutTime($0) })
        let root = parts.first(workout.uuid) ?? workout.uuid
        all = found.filter { $0.uuid == root || parts.first($0.uuid) == root }
            .map { WorkoutSummary($0, parts) }
            .sorted(by: WorkoutSummary.standsAbove)
        let others = all.filter { $0.uuid != workout.uuid }
        counted = parts.counted(workout.uuid)
        guard !others.isEmpty || counted < 1 else { return nil }
        first = others.first { $0.uuid == root }
        beneath = first == nil ? others : []
        self.others = others
    }

    /// The workout, those that overlap with it, those that overlap with these, and so on.
    private static func overlapping(_ workout: HKWorkout, _ person: PersonAccess) throws -> [HKWorkout] {
        var known: Set = [workout.uuid]
        var found = [workout]
        var (start, end) = (workout.startDate, workout.endDate)
        var spans = [(start, end)]
        while !spans.isEmpty {
            let old = (start, end)
            for span in spans {
                try WorkoutCounting.visit(from: span.0, to: span.1, person) { other in
                    guard known.insert(other.uuid).inserted else { return }
                    found.append(other)
                    (start, end) = (min(start, other.startDate), max(end, other.endDate))
                }
            }
            spans = [(start, old.0), (old.1, end)].filter { $0.0 < $0.1 }
        }
        return found
    }
}

extension WorkoutRecordings {
    /// The part of a time that belongs to one of the recordings.
    package enum Coverage: Sendable, Hashable {
        /// It recorded nothing then.
        case none
        /// A source before it recorded the same time.
        case covered
        case counted
    }

    /// The time from the first start to the last end, in equal pieces, as one of the recordings covers it.
    ///
    /// - Parameters:
    ///   - index: The index of the recording in ``all``.
    ///   - count: The number of pieces.
    /// - Returns: The coverage in the middle of each piece.
    package func coverage(of index: Int, in count: Int) -> [Coverage] {
        guard all.indices.contains(index), count > 0, let start = all.map(\.start).min(),
            let end = all.map(\.end).max()
        else { return [] }
        let own = all[index]
        let before = all[..<index].filter { $0.place < own.place }
        let piece = end.timeIntervalSince(start) / Double(count)
        return (0..<count)
            .map { number in
                let middle = start.addingTimeInterval((Double(number) + 0.5) * piece)
                func holds(_ workout: WorkoutSummary) -> Bool { workout.start <= middle && middle < workout.end }
                guard holds(own) else { return .none }
                return before.contains(where: holds) ? .covered : .counted
            }
    }

    /// The workouts beneath some that are to be deleted, which count then (R7.27).
    ///
    /// - Parameters:
    ///   - deleted: The workouts that are to be deleted, of which none is among the result.
    ///   - person: The store.
    /// - Returns: The workouts.
    /// - Throws: `HKError`.
    package static func beneath(_ deleted: [HKWorkout], _ person: PersonAccess) throws -> [WorkoutSummary] {
        var known = Set(deleted.map(\.uuid))
        var found: [WorkoutSummary] = []
        for workout in deleted {
            let beneath = try WorkoutRecordings(of: workout, person)?.beneath ?? []
            found += beneath.filter { known.insert($0.uuid).inserted }
        }
        return found
    }

    /// The workouts beneath those of some lists that are to be deleted, which count then (R7.27).
    ///
    /// - Parameters:
    ///   - lists: The lists, of any types.
    ///   - person: The store.
    /// - Returns: The workouts; none is in the lists.
    /// - Throws: `HKError`.
    package static func beneath(lists: [SampleListQuery], _ person: PersonAccess) throws -> [WorkoutSummary] {
        var deleted: Set<UUID> = []
        for list in lists where list.type is HKWorkoutType {
            try SampleWalk(caller: .person(person), query: list).visit { deleted.insert($0.uuid) }
        }
        return try beneath(deleted, person)
    }

    /// The workouts beneath many that are to be deleted, which count then (R7.27): all are looked at once.
    ///
    /// - Parameters:
    ///   - deleted: The workouts that are to be deleted, of which none is among the result.
    ///   - person: The store.
    /// - Returns: The workouts.
    /// - Throws: `HKError`.
    package static func beneath(_ deleted: Set<UUID>, _ person: PersonAccess) throws -> [WorkoutSummary] {
        guard !deleted.isEmpty, try !WorkoutCounting(person).areWhole else { return [] }
        return try WorkoutSummary.counted(person)
            .filter { workout in !deleted.contains(workout.uuid) && workout.first.map(deleted.contains) == true }
    }

    /// The list of some workouts.
    ///
    /// - Parameter uuids: The workouts.
    /// - Returns: The list; `nil` for no workouts.
    /// - Throws: `HKError`.
    package static func list(_ uuids: [UUID]) throws -> SampleListQuery? {
        guard !uuids.isEmpty else { return nil }
        var list = SampleListQuery(type: HKObjectType.workoutType())
        list.matching = try SampleFilter(HKQuery.predicateForObjects(with: Set(uuids)))
        return list
    }

    /// The latest workout, or the one beneath which it stands; nil if there is none.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - from: Only workouts that have time after this; `nil` for all.
    ///   - to: Only workouts that have time before this; `nil` for all.
    /// - Returns: The workout.
    /// - Throws: `HKError`.
    package static func latest(_ person: PersonAccess, from: Date? = nil, to: Date? = nil) throws -> HKWorkout? {
        let query = SampleListQuery(type: HKObjectType.workoutType(), from: from, to: to)
        guard let latest = try person.samples(query, limit: 1).first as? HKWorkout else { return nil }
        guard let first = try WorkoutRecordings(of: latest, person)?.first else { return latest }
        return try person.sample(first.uuid) as? HKWorkout ?? latest
    }
}
