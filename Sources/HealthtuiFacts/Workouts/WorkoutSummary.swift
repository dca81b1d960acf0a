import Foundation
import HealthKit
import HealthtuiEntry

/// A workout's data for a list.
package struct WorkoutSummary: Sendable, Hashable {
    package let uuid: UUID
    package let activity: HKWorkoutActivityType
    /// The activity and its location: `Outdoor Running`.
    package let title: String
    package let start: Date
    package let end: Date
    /// Seconds, excluding pauses.
    package let duration: Double
    /// Meters, or nil if there are none.
    package let distance: Double?
    /// Kilocalories of active energy, or nil if there are none.
    package let energy: Double?
    /// Beats per minute, or nil if the workout has none.
    package let heartRate: Double?
    package let source: String
    /// Its time and source, which decide what of it counts.
    package let time: WorkoutTime
    /// The part of it that counts, from 0 to 1, where several sources recorded the same time (R7.27).
    package var counted = 1.0
    /// The workout that it is grouped under in lists; nil if it is at the top.
    package var first: UUID?
    /// The place of its source in the order of sources; 0 if all of it counts.
    package var place = 0

    /// Whether all of it counts.
    package var isWhole: Bool { counted == 1 }

    package init(_ workout: HKWorkout, _ parts: WorkoutParts = .whole) {
        time = WorkoutTime(workout)
        counted = parts.counted(workout.uuid)
        first = parts.first(workout.uuid)
        place = parts.place(workout.uuid)
        uuid = workout.uuid
        activity = workout.workoutActivityType
        title = WorkoutText.title(workout)
        start = workout.startDate
        end = workout.endDate
        duration = workout.duration
        distance = workout.measuredDistance
        energy = Self.energy(workout)
        heartRate = workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()?
            .converted(to: .count().unitDivided(by: .minute()))
        source = workout.sourceRevision.source.name
    }

    /// The order of those that stand beneath one: by the order of sources.
    static func standsAbove(_ left: WorkoutSummary, _ right: WorkoutSummary) -> Bool {
        (left.place, left.start, left.uuid.uuidString) < (right.place, right.start, right.uuid.uuidString)
    }

    private static func energy(_ workout: HKWorkout) -> Double? {
        (workout.totalEnergyBurned
            ?? workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity())?
            .converted(to: .kilocalorie())
    }
}

extension WorkoutSummary {
    /// The number of workouts read at a time.
    private static let pageSize = 200

    /// Reads workouts page by page, the newest first.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - from: Only those that end after this time.
    ///   - to: Only those that start before this time.
    ///   - body: Receives each page and returns whether to continue.
    /// - Throws: `HKError`, and any error that the closure throws.
    package static func pages(
        _ caller: Caller,
        from: Date? = nil,
        to: Date? = nil,
        _ body: ([HKWorkout]) throws -> Bool
    ) throws {
        let query = SampleListQuery(type: HKObjectType.workoutType(), from: from, to: to)
        var position: SampleListPosition?
        while true {
            let page = try SampleReader(caller).samples(query, after: position, limit: pageSize)
            guard try body(page.compactMap { $0 as? HKWorkout }), page.count == pageSize,
                let next = SampleListPosition(behind: page, after: position)
            else { return }
            position = next
        }
    }
}

extension WorkoutSummary {
    /// Reads workouts with what counts of each (R7.27), the newest first.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - from: Only those that end after this time.
    ///   - to: Only those that start before this time.
    ///   - limit: The largest number of workouts; nil for all.
    /// - Returns: The workouts.
    /// - Throws: `HKError`.
    package static func counted(
        _ person: PersonAccess,
        from: Date? = nil,
        to: Date? = nil,
        limit: Int? = nil
    ) throws -> [WorkoutSummary] {
        var found: [WorkoutSummary] = []
        var left = limit ?? .max
        try pages(.person(person), from: from, to: to) { page in
            found += page.prefix(left).map { WorkoutSummary($0) }
            left -= page.count
            return left > 0
        }
        let parts = try WorkoutCounting(person).parts(of: found.map(\.time), from: from, person)
        return found.counted(by: parts)
    }

    /// The names of the facts, in the order of columns.
    package static let keys = [
        "uuid", "activity", "title", "start", "end", "duration", "distance", "energy", "averageHeartRate", "source",
        "counted", "first",
    ]

    /// The facts of the workout in a list.
    ///
    /// - Parameter timestamps: The format of times.
    /// - Returns: All facts of ``keys``, in their order; null for those the workout doesn't have.
    package func fields(_ timestamps: Timestamps) -> JSONValue.Fields {
        [
            ("uuid", .text(uuid.uuidString)), ("activity", .name(Int(activity.rawValue), of: "HKWorkoutActivityType")),
            ("title", .text(title)), ("start", timestamps.json(start)), ("end", timestamps.json(end)),
            ("duration", .number(duration)), ("distance", .number(distance)), ("energy", .number(energy)),
            ("averageHeartRate", .number(heartRate)), ("source", .text(source)), ("counted", .number(counted)),
            ("first", .text(first?.uuidString)),
        ]
    }
}

extension [WorkoutSummary] {
    /// Appends workouts that start before those in the list, the newest first, with what counts of each.
    ///
    /// - Parameters:
    ///   - page: The workouts.
    ///   - counting: The order of sources.
    package mutating func append(_ page: [WorkoutSummary], _ counting: WorkoutCounting) {
        guard !counting.areWhole else { return append(contentsOf: page) }
        // Of those before, the ones that reach into the time of the page, directly or by others.
        var first = count
        var end = page.lazy.map(\.end).max() ?? .distantPast
        while first > 0, self[first - 1].start <= end {
            first -= 1
            end = Swift.max(end, self[first].end)
        }
        let open = self[first...] + page
        replaceSubrange(first..., with: Array(open).counted(by: counting.parts(of: open.map(\.time))))
    }

    /// The workouts with what counts of each.
    package func counted(by parts: WorkoutParts) -> [WorkoutSummary] {
        guard !parts.areWhole else { return self }
        return map { workout in
            var workout = workout
            workout.counted = parts.counted(workout.uuid)
            workout.first = parts.first(workout.uuid)
            workout.place = parts.place(workout.uuid)
            return workout
        }
    }
}
