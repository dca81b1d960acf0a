import Foundation
import HealthKitStore

/// The totals of a day's samples (R6.4, R6.5).
struct DaySums: Sendable, Hashable {
    var energy = 0.0
    var moveMinutes = 0.0
    var exerciseMinutes = 0.0
    var standHours = 0
}

/// Daily totals and their origin: when samples are added or deleted, only the affected days are recomputed.
struct ActivityDays: Sendable {
    var sums: [CalendarDay: DaySums] = [:]
    /// The last change number whose samples are included in the totals.
    fileprivate var changeNumber: Int64
    fileprivate var priorities: [SourcePriority]
    fileprivate var timeZone: TimeZone
}

/// Computes the daily totals of samples.
struct ActivityDayCalculator {
    let reader: ObjectReader
    let calendar: Calendar

    private static let quantities = [
        HKQuantityType(.activeEnergyBurned), HKQuantityType(.appleMoveTime), HKQuantityType(.appleExerciseTime),
    ]

    /// The identifiers of the types that the totals depend on.
    static let types = Set(
        quantities.map(\.identifier) + [HKCategoryTypeIdentifier.appleStandHour.rawValue, HKWorkoutTypeIdentifier]
    )

    /// The maximum number of changes examined; beyond it, everything is recomputed.
    private static let mostChanges = 10_000

    /// Computes the days that a filter may match: all of them, or only the changed ones if earlier days are known.
    ///
    /// - Parameters:
    ///   - filter: The days to compute.
    ///   - known: The days computed earlier, or `nil` the first time.
    /// - Returns: The days that have samples.
    /// - Throws: Any error from reading the store.
    func days(_ filter: SummaryFilter, known: ActivityDays?) throws -> ActivityDays {
        var days = ActivityDays(
            changeNumber: try reader.store.currentAnchor,
            priorities: try Self.quantities.map { try reader.sourcePriority(of: $0.identifier) },
            timeZone: calendar.timeZone
        )
        let bounds = bounds(filter.days.first, filter.days.last)
        guard bounds.startUpper > bounds.endLower else { return days }
        if let known, known.priorities == days.priorities, known.timeZone == days.timeZone,
            let touched = try touched(since: known.changeNumber)
        {
            days.sums = known.sums
            guard let touched else { return days }
            let (first, last) = (day(touched.lowerBound), day(touched.upperBound))
            for day in known.sums.keys where first <= day && day <= last { days.sums[day] = nil }
            var part = self.bounds(first, last)
            part.endLower = max(part.endLower, bounds.endLower)
            part.startUpper = min(part.startUpper, bounds.startUpper)
            for (day, sums) in try sums(part) where first <= day && day <= last { days.sums[day] = sums }
        } else {
            days.sums = try sums(bounds)
        }
        return days
    }

    private func sums(_ bounds: TimeBounds) throws -> [CalendarDay: DaySums] {
        guard bounds.startUpper > bounds.endLower else { return [:] }
        var days: [CalendarDay: DaySums] = [:]
        try add(HKQuantityType(.activeEnergyBurned), .kilocalorie(), bounds, \.energy, to: &days)
        try add(HKQuantityType(.appleMoveTime), .minute(), bounds, \.moveMinutes, to: &days)
        try add(HKQuantityType(.appleExerciseTime), .minute(), bounds, \.exerciseMinutes, to: &days)
        try addWorkouts(bounds, to: &days)
        try addStandHours(bounds, to: &days)
        return days
    }

    /// The time range of added and deleted samples: `.some(nil)` for none, `nil` if unknown.
    private func touched(since changeNumber: Int64) throws -> ClosedRange<Double>?? {
        let ids = try Self.types.compactMap { try reader.typeID($0) }
        for type in Self.quantities where try reader.hasRelayedSums(of: type) { return nil }
        guard !ids.isEmpty else { return .some(nil) }
        let changes = try reader.store.changes(after: changeNumber, types: Array(ids), limit: Self.mostChanges)
        guard changes.items.count < Self.mostChanges else { return nil }
        if changes.items.isEmpty { return .some(nil) }
        return changes.times.map { .some($0) }
    }

    /// The time bounds of a range of days.
    private func bounds(_ first: CalendarDay?, _ last: CalendarDay?) -> TimeBounds {
        var bounds = TimeBounds.unbounded
        if let first, let date = start(of: first) { bounds.endLower = date.timeIntervalSinceReferenceDate }
        if let last, let date = start(of: last) {
            let next = calendar.civilDate(byAdding: .day, value: 1, to: date)
            bounds.startUpper = next.timeIntervalSinceReferenceDate.nextDown
        }
        return bounds
    }

    private func start(of day: CalendarDay) -> Date? {
        calendar.date(from: DateComponents(era: day.era, year: day.year, month: day.month, day: day.day))
            .map { calendar.civilStartOfDay(for: $0) }
    }

    private func day(_ time: Double) -> CalendarDay {
        CalendarDay(calendar.civilStartOfDay(for: Date(timeIntervalSinceReferenceDate: time)), in: calendar)
    }

    private func add(
        _ type: HKQuantityType,
        _ unit: HKUnit,
        _ bounds: TimeBounds,
        _ path: WritableKeyPath<DaySums, Double>,
        to days: inout [CalendarDay: DaySums]
    ) throws {
        let intervals = try dayIntervals()
        var request = FetchRequest(type: type, bounds: bounds)
        var range: ClosedRange<Double>?
        if try reader.hasRelayedSums(of: type), bounds.endLower <= bounds.startUpper {
            // The amount that a sum adds depends on all samples of its span.
            range = bounds.endLower...bounds.startUpper
            request.bounds.endLower -= ObjectReader.longestSum
            request.bounds.startUpper += ObjectReader.longestSum
        }
        let found = try reader.statistics(
            request,
            type,
            options: .cumulativeSum,
            intervals: intervals,
            range: range
        )
        for statistics in found {
            guard let sum = statistics.sumQuantity() else { continue }
            days[CalendarDay(statistics.startDate, in: calendar), default: DaySums()][keyPath: path] +=
                sum.doubleValue(for: unit)
        }
    }

    private func dayIntervals() throws -> IntervalCalendar {
        let anchor = calendar.civilStartOfDay(for: Date(timeIntervalSinceReferenceDate: 0))
        return try IntervalCalendar(anchor: anchor, components: DateComponents(calendar: calendar, day: 1))
    }

    /// Adds the time of workouts that a watch didn't record; a watch measures exercise itself (R6.5).
    ///
    /// Time that exercise samples or another workout also cover counts only once.
    private func addWorkouts(_ bounds: TimeBounds, to days: inout [CalendarDay: DaySums]) throws {
        var workouts: [HKWorkout] = []
        try reader.forEachRecord(FetchRequest(type: HKObjectType.workoutType(), bounds: bounds)) { record in
            if let workout = try reader.object(record) as? HKWorkout,
                !(workout.sourceRevision.productType ?? "").hasPrefix("Watch")
            {
                workouts.append(workout)
            }
            return true
        }
        guard !workouts.isEmpty else { return }
        let type = HKQuantityType(.appleExerciseTime)
        let sources = try reader.sources(FetchRequest(type: type, bounds: bounds), type)
        let covered = try sources.filter { $0.addition == nil }
            .reduce(CoveredTime()) { $0.union(CoveredTime(try $1.columns())) }
        let intervals = try dayIntervals()
        var added = try addedMinutes(type, sources, intervals)
        var countedUntil = -Double.infinity
        for workout in workouts {
            let start = workout.startDate.timeIntervalSinceReferenceDate
            let end = workout.endDate.timeIntervalSinceReferenceDate
            guard end > start, end - start < 31_622_400 else { continue }
            let active = min(1, workout.duration / (end - start))
            var time = max(start, countedUntil)
            countedUntil = max(countedUntil, end)
            while time < end {
                let interval = intervals.interval(containing: time)
                let to = min(end, interval.end)
                let free = to - time - covered.length(from: time, to: to)
                let minutes = max(0, free) * active / 60
                let day = day(interval.start)
                // A sum that a file reports for the day has its workouts already.
                let known = min(minutes, added[day] ?? 0)
                added[day]? -= known
                days[day, default: DaySums()].exerciseMinutes += minutes - known
                time = to
            }
        }
    }

    /// The minutes that sums add to the samples of each day (R5.29).
    private func addedMinutes(
        _ type: HKQuantityType,
        _ sources: [StatisticsCalculator.Source],
        _ intervals: IntervalCalendar
    ) throws -> [CalendarDay: Double] {
        var minutes: [CalendarDay: Double] = [:]
        let scale = type.canonicalUnit.conversion(to: .minute())?.scale ?? 1
        for source in sources where !source.isExcluded {
            guard let runs = try source.addition?(false) else { continue }
            while let run = try runs.next() {
                for row in 0..<run.count {
                    let (start, end) = (run.starts[row], run.ends[row])
                    var time = start
                    while time < end {
                        let interval = intervals.interval(containing: time)
                        let to = min(end, interval.end)
                        let part = (to - time) / (end - start)
                        minutes[day(interval.start), default: 0] += run.values[row] * part * scale
                        time = to
                    }
                }
            }
        }
        return minutes
    }

    /// Counts the clock hours in which the person stood (R6.4).
    private func addStandHours(_ bounds: TimeBounds, to days: inout [CalendarDay: DaySums]) throws {
        var hours: [CalendarDay: Set<Int>] = [:]
        let stood = Double(HKCategoryValueAppleStandHour.stood.rawValue)
        try reader.forEachRow(FetchRequest(type: HKCategoryType(.appleStandHour), bounds: bounds)) { row in
            guard row.value == stood, abs(row.start) < 1e12 else { return true }
            hours[day(row.start), default: []].insert(Int((row.start / 3600).rounded(.down)))
            return true
        }
        for (day, hours) in hours { days[day, default: DaySums()].standHours = hours.count }
    }
}
