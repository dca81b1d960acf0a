import Foundation
import HealthKit

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
    /// The number of workouts that several sources recorded.
    package fileprivate(set) var repeated = 0

    package init(start: Date) { self.start = start }

    /// Adds the part of a workout that counts (R7.27).
    mutating func add(_ workout: WorkoutSummary) {
        guard workout.counted > 0 else { return }
        count += 1
        duration += max(0, workout.duration) * workout.counted
        if let more = workout.distance { distance = (distance ?? 0) + more * workout.counted }
        if let more = workout.energy { energy = (energy ?? 0) + more * workout.counted }
    }
}

/// Workouts by month, the newest first.
package struct WorkoutList: Sendable {
    /// A row of the list.
    package enum Row: Sendable, Hashable {
        case month(WorkoutMonth)
        case workout(WorkoutSummary)
        /// A workout grouped under the previous one, recorded by another source at the same time (R7.27).
        case beneath(WorkoutSummary)
    }

    package private(set) var rows: [Row] = []
    /// The number of workouts that count.
    package private(set) var count = 0
    /// Whether some workout doesn't count whole.
    package private(set) var hasParts = false

    private let calendar: Calendar
    /// The index of the last month, which the next workout may belong to.
    private var openMonth: (index: Int, interval: DateInterval)?

    package init(calendar: Calendar) { self.calendar = calendar }

    /// Appends workouts that come after the existing ones, the newest first.
    ///
    /// One grouped under another of its month comes after that one.
    package mutating func append(_ workouts: [WorkoutSummary]) {
        let groups = Groups(workouts) { first, other in
            let month = calendar.civilInterval(of: .month, for: first.start)
            return month.start <= other.start && other.start < month.end
        }
        for workout in workouts where !groups.beneath.contains(workout.uuid) {
            if openMonth.map({ workout.start < $0.interval.start || workout.start >= $0.interval.end }) ?? true {
                let interval = calendar.civilInterval(of: .month, for: workout.start)
                openMonth = (rows.count, interval)
                rows.append(.month(WorkoutMonth(start: interval.start)))
            }
            let beneath = groups.byFirst[workout.uuid] ?? []
            if let index = openMonth?.index, case .month(var month) = rows[index] {
                for each in [workout] + beneath { month.add(each) }
                if !beneath.isEmpty { month.repeated += 1 }
                rows[index] = .month(month)
            }
            add(workout, beneath)
        }
    }

    /// Creates a list in an order other than by time, which has no months.
    ///
    /// - Parameters:
    ///   - workouts: The workouts in order; one grouped under another comes after that one.
    ///   - calendar: The person's calendar.
    package init(inOrder workouts: [WorkoutSummary], calendar: Calendar) {
        self.init(calendar: calendar)
        let groups = Groups(workouts) { _, _ in true }
        for workout in workouts where !groups.beneath.contains(workout.uuid) {
            add(workout, groups.byFirst[workout.uuid] ?? [])
        }
    }

    private mutating func add(_ workout: WorkoutSummary, _ beneath: [WorkoutSummary]) {
        rows.append(.workout(workout))
        rows += beneath.map(Row.beneath)
        for each in [workout] + beneath {
            if each.counted > 0 { count += 1 }
            if !each.isWhole { hasParts = true }
        }
    }

    /// The workouts that stand beneath others.
    private struct Groups {
        var byFirst: [UUID: [WorkoutSummary]] = [:]
        var beneath: Set<UUID> = []

        /// Groups workouts, as far as a condition lets two stand together.
        init(_ workouts: [WorkoutSummary], _ mayStand: (WorkoutSummary, WorkoutSummary) -> Bool) {
            let wanted = Set(workouts.compactMap(\.first))
            guard !wanted.isEmpty else { return }
            let firsts = Dictionary(
                workouts.filter { wanted.contains($0.uuid) }.map { ($0.uuid, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for workout in workouts {
                guard let first = workout.first.flatMap({ firsts[$0] }), mayStand(first, workout) else { continue }
                byFirst[first.uuid, default: []].append(workout)
                beneath.insert(workout.uuid)
            }
            byFirst = byFirst.mapValues { $0.sorted(by: WorkoutSummary.standsAbove) }
        }
    }

    /// The months, the newest first.
    package var months: [WorkoutMonth] {
        rows.compactMap {
            if case .month(let month) = $0 { return month }
            return nil
        }
    }

    package func workout(at row: Int) -> WorkoutSummary? {
        guard rows.indices.contains(row) else { return nil }
        switch rows[row] {
        case .month: return nil
        case .workout(let workout), .beneath(let workout): return workout
        }
    }
}
