import Foundation
import HealthStore

/// Makes the summaries of days: the stored one where there is one, else one computed from samples (R6.4, R6.5).
struct ActivitySummaryCalculator {
    let reader: ObjectReader
    let calendar: Calendar

    /// Goals of a person who set none: half an hour of exercise, twelve hours with some standing (R6.6).
    private static let exerciseGoal = QuantityText(value: 30, unit: "min")
    private static let standGoal = QuantityText(value: 12, unit: "count")

    /// Days begin and end where the clocks show the time of a zone.
    init(_ reader: ObjectReader, timeZone: TimeZone = .current) {
        self.reader = reader
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// The summaries of the days of a filter, in order; days without any data have none.
    func summaries(_ filter: SummaryFilter) throws -> [ActivitySummaryContent] {
        let stored = try reader.storedActivitySummaries()
        var days = stored.filter { filter.matches($0.key) }
        let goals = Goals(stored)
        let moveMode = try moveMode()
        for (day, sums) in try computed(filter) where stored[day] == nil && filter.matches(day) {
            days[day] = content(day, sums, goals.latest(before: day), moveMode)
        }
        return days.sorted { $0.key < $1.key }.map(\.value)
    }

    private func moveMode() throws -> HKActivityMoveMode {
        let values = try reader.value(
            CharacteristicValues.self,
            StoreNamespace.characteristics,
            CharacteristicValues.key
        )
        return values?.activityMoveMode.flatMap { HKActivityMoveMode(rawValue: $0) } ?? .activeEnergy
    }

    private func content(
        _ day: CalendarDay,
        _ sums: DaySums,
        _ goals: ActivitySummaryContent?,
        _ moveMode: HKActivityMoveMode
    ) -> ActivitySummaryContent {
        var content = ActivitySummaryContent(day: day.text)
        content.moveMode = moveMode.rawValue
        content.activeEnergyBurned = QuantityText(value: sums.energy, unit: "kcal")
        content.appleMoveTime = QuantityText(value: sums.moveMinutes, unit: "min")
        content.appleExerciseTime = QuantityText(value: sums.exerciseMinutes, unit: "min")
        content.appleStandHours = QuantityText(value: Double(sums.standHours), unit: "count")
        content.activeEnergyBurnedGoal = goals?.activeEnergyBurnedGoal
        content.appleMoveTimeGoal = goals?.appleMoveTimeGoal
        content.appleExerciseTimeGoal = goals?.appleExerciseTimeGoal ?? Self.exerciseGoal
        content.appleStandHoursGoal = goals?.appleStandHoursGoal ?? Self.standGoal
        return content
    }
}

/// What the samples of a day add up to.
private struct DaySums {
    var energy = 0.0
    var moveMinutes = 0.0
    var exerciseMinutes = 0.0
    var standHours = 0
}

/// The goals of the stored summaries: those of a day hold until the next stored day.
private struct Goals {
    private let ordered: [(day: CalendarDay, content: ActivitySummaryContent)]

    init(_ stored: [CalendarDay: ActivitySummaryContent]) {
        ordered = stored.map { ($0.key, $0.value) }.sorted { $0.day < $1.day }
    }

    func latest(before day: CalendarDay) -> ActivitySummaryContent? {
        var low = 0
        var high = ordered.count
        while low < high {
            let middle = (low + high) / 2
            if ordered[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? ordered[low - 1].content : nil
    }
}

extension ActivitySummaryCalculator {
    /// The sums of all days that have samples and may match.
    private func computed(_ filter: SummaryFilter) throws -> [CalendarDay: DaySums] {
        let bounds = bounds(filter)
        guard bounds.startUpper > bounds.endLower else { return [:] }
        var days: [CalendarDay: DaySums] = [:]
        try add(HKQuantityType(.activeEnergyBurned), .kilocalorie(), bounds, \.energy, to: &days)
        try add(HKQuantityType(.appleMoveTime), .minute(), bounds, \.moveMinutes, to: &days)
        try add(HKQuantityType(.appleExerciseTime), .minute(), bounds, \.exerciseMinutes, to: &days)
        try addWorkouts(bounds, to: &days)
        try addStandHours(bounds, to: &days)
        return days
    }

    /// The time of the days that the filter may match.
    private func bounds(_ filter: SummaryFilter) -> TimeBounds {
        let (first, last) = filter.days
        var bounds = TimeBounds.unbounded
        if let first, let date = start(of: first) { bounds.endLower = date.timeIntervalSinceReferenceDate }
        if let last, let date = start(of: last), let next = calendar.date(byAdding: .day, value: 1, to: date) {
            bounds.startUpper = next.timeIntervalSinceReferenceDate.nextDown
        }
        return bounds
    }

    private func start(of day: CalendarDay) -> Date? {
        calendar.date(from: DateComponents(era: day.era, year: day.year, month: day.month, day: day.day))
            .map { calendar.startOfDay(for: $0) }
    }

    private func day(_ time: Double) -> CalendarDay {
        CalendarDay(Date(timeIntervalSinceReferenceDate: time), in: calendar)
    }

    private func add(
        _ type: HKQuantityType,
        _ unit: HKUnit,
        _ bounds: TimeBounds,
        _ path: WritableKeyPath<DaySums, Double>,
        to days: inout [CalendarDay: DaySums]
    ) throws {
        let intervals = try dayIntervals()
        let request = FetchRequest(type: type, bounds: bounds)
        for statistics in try reader.statistics(request, type, options: .cumulativeSum, intervals: intervals) {
            guard let sum = statistics.sumQuantity() else { continue }
            days[CalendarDay(statistics.startDate, in: calendar), default: DaySums()][keyPath: path] +=
                sum.doubleValue(for: unit)
        }
    }

    private func dayIntervals() throws -> IntervalCalendar {
        let anchor = calendar.startOfDay(for: Date(timeIntervalSinceReferenceDate: 0))
        return try IntervalCalendar(anchor: anchor, components: DateComponents(calendar: calendar, day: 1))
    }

    /// Adds the time of workouts that were not recorded by a watch: a watch measures exercise itself (R6.5).
    ///
    /// Time that exercise samples or another workout cover counts once.
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
        let covered = try reader.sources(FetchRequest(type: type, bounds: bounds), type)
            .reduce(CoveredTime()) { $0.union(CoveredTime(try $1.columns())) }
        let intervals = try dayIntervals()
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
                days[day(interval.start), default: DaySums()].exerciseMinutes += max(0, free) * active / 60
                time = to
            }
        }
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
