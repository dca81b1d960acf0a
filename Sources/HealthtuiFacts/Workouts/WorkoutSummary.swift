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

    package init(_ workout: HKWorkout) {
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

    private static func energy(_ workout: HKWorkout) -> Double? {
        (workout.totalEnergyBurned
            ?? workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity())?
            .converted(to: .kilocalorie())
    }
}

/// The totals of a month's workouts.
package struct WorkoutMonth: Sendable, Hashable {
    /// The start of the month.
    package let start: Date
    package private(set) var count = 0
    /// Seconds.
    package private(set) var duration = 0.0
    /// Meters, or nil if no workout has any.
    package private(set) var distance: Double?
    /// Kilocalories, or nil if no workout has any.
    package private(set) var energy: Double?

    package init(start: Date) { self.start = start }

    mutating func add(_ workout: WorkoutSummary) {
        count += 1
        duration += max(0, workout.duration)
        if let more = workout.distance { distance = (distance ?? 0) + more }
        if let more = workout.energy { energy = (energy ?? 0) + more }
    }
}

/// Workouts by month, the newest first.
package struct WorkoutList: Sendable {
    /// A row of the list.
    package enum Row: Sendable, Hashable {
        case month(WorkoutMonth)
        case workout(WorkoutSummary)
    }

    package private(set) var rows: [Row] = []
    package private(set) var count = 0

    private let calendar: Calendar
    /// The index of the last month, which the next workout may belong to.
    private var openMonth: (index: Int, interval: DateInterval)?

    package init(calendar: Calendar) { self.calendar = calendar }

    /// Appends workouts that come after the existing ones, the newest first.
    package mutating func append(_ workouts: [WorkoutSummary]) {
        for workout in workouts {
            if openMonth.map({ workout.start < $0.interval.start || workout.start >= $0.interval.end }) ?? true {
                let interval = calendar.civilInterval(of: .month, for: workout.start)
                openMonth = (rows.count, interval)
                rows.append(.month(WorkoutMonth(start: interval.start)))
            }
            if let index = openMonth?.index, case .month(var month) = rows[index] {
                month.add(workout)
                rows[index] = .month(month)
            }
            rows.append(.workout(workout))
            count += 1
        }
    }

    /// Creates a list in an order other than by time, which has no months.
    ///
    /// - Parameters:
    ///   - workouts: The workouts in order.
    ///   - calendar: The person's calendar.
    package init(inOrder workouts: [WorkoutSummary], calendar: Calendar) {
        self.init(calendar: calendar)
        rows = workouts.map(Row.workout)
        count = workouts.count
    }

    /// The months, the newest first.
    package var months: [WorkoutMonth] {
        rows.compactMap {
            if case .month(let month) = $0 { return month }
            return nil
        }
    }

    package func workout(at row: Int) -> WorkoutSummary? {
        guard rows.indices.contains(row), case .workout(let workout) = rows[row] else { return nil }
        return workout
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
    /// The names of the facts, in the order of columns.
    package static let keys = [
        "uuid", "activity", "title", "start", "end", "duration", "distance", "energy", "averageHeartRate", "source",
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
            ("averageHeartRate", .number(heartRate)), ("source", .text(source)),
        ]
    }
}
