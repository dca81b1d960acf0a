import Foundation
import HealthKitStore

/// Makes daily summaries: the stored one if it exists, otherwise one computed from samples (R6.4, R6.5).
///
/// The last imported day was still in progress when it was exported, so each of its rings uses the larger of the stored value
/// and the total of its samples (R6.9).
struct ActivitySummaryCalculator {
    let reader: ObjectReader
    let calendar: Calendar

    /// Creates a calculator whose days begin and end according to a time zone.
    init(_ reader: ObjectReader, timeZone: TimeZone = .current) {
        self.reader = reader
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// The first day that is completely at or after a time; `nil` for all days.
    ///
    /// A day that begins earlier would reveal data from before that time.
    func firstDay(since: Double) -> CalendarDay? {
        guard since > -.infinity else { return nil }
        let date = Date(timeIntervalSinceReferenceDate: max(-SampleTimes.limit, min(since, SampleTimes.limit)))
        guard let day = calendar.dateInterval(of: .day, for: date), day.start < date else {
            return CalendarDay(date, in: calendar)
        }
        return CalendarDay(day.end, in: calendar)
    }

    /// The summaries of the days that match a filter, in order; days without data have none.
    ///
    /// - Parameters:
    ///   - filter: The days to summarize.
    ///   - known: The totals computed earlier; updated on return.
    /// - Returns: The summaries.
    /// - Throws: Any error from reading the store.
    func summaries(_ filter: SummaryFilter, known: inout ActivityDays?) throws -> [ActivitySummaryContent] {
        let days = try ActivityDayCalculator(reader: reader, calendar: calendar).days(filter, known: known)
        known = days
        let rules = try rules()
        let stored = rules.stored
        var found: [CalendarDay: ActivitySummaryContent] = [:]
        for (day, bytes) in stored.days where filter.matches(day) {
            guard var content = StoredSummaryDays.decoded(bytes) else { continue }
            if day == stored.last?.day { rules.complete(&content, day, days.sums[day]) }
            if rules.pauses.cover(day) { content.isPaused = true }
            found[day] = content
        }
        for (day, sums) in days.sums where found[day] == nil && filter.matches(day) {
            found[day] = rules.content(day, sums)
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The ring goals in effect on a day.
    func goals(on day: CalendarDay) throws -> ActivityGoals {
        let rules = try rules()
        let stored = rules.stored.days.last { $0.day == day }.flatMap { StoredSummaryDays.decoded($0.bytes) }
        guard var content = stored else { return rules.goals(day) }
        if rules.stored.last?.day == day { rules.complete(&content, day, nil) }
        return ActivityGoals(content)
    }

    private func rules() throws -> DayRules {
        DayRules(
            stored: try reader.storedSummaryDays(),
            chosen: try reader.chosenGoals(),
            pauses: try reader.ringPauses(),
            moveMode: try moveMode()
        )
    }

    private func moveMode() throws -> HKActivityMoveMode {
        let values = try reader.value(
            CharacteristicValues.self,
            StoreNamespace.characteristics,
            CharacteristicValues.key
        )
        return values?.activityMoveMode.flatMap { HKActivityMoveMode(rawValue: $0) } ?? .activeEnergy
    }
}

/// The settings that apply to a day's rings, apart from its samples.
private struct DayRules {
    let stored: StoredSummaryDays
    /// Sorted by day.
    let chosen: [(day: CalendarDay, goals: ActivityGoals)]
    let pauses: [(first: CalendarDay, pause: RingPause)]
    let moveMode: HKActivityMoveMode

    /// The goals of a day: those of the last stored day before it, or those that the person set by then, whichever is later
    /// (R6.6).
    func goals(_ day: CalendarDay) -> ActivityGoals {
        let set = chosen.last { $0.day <= day }
        let last = stored.latest(before: day)
        let before = last.flatMap { StoredSummaryDays.decoded($0.bytes) }.map { ActivityGoals($0) } ?? ActivityGoals()
        guard let set else { return before.filled(with: .usual) }
        let isLater = last.map { set.day >= $0.day } ?? true
        return (isLater ? set.goals.filled(with: before) : before.filled(with: set.goals)).filled(with: .usual)
    }

    func content(_ day: CalendarDay, _ sums: DaySums) -> ActivitySummaryContent {
        var content = ActivitySummaryContent(day: day.text)
        content.moveMode = moveMode.rawValue
        content.activeEnergyBurned = QuantityText(value: sums.energy, unit: "kcal")
        content.appleMoveTime = QuantityText(value: sums.moveMinutes, unit: "min")
        content.appleExerciseTime = QuantityText(value: sums.exerciseMinutes, unit: "min")
        content.appleStandHours = QuantityText(value: Double(sums.standHours), unit: "count")
        set(goals(day), in: &content)
        if pauses.cover(day) { content.isPaused = true }
        return content
    }

    /// Completes the last stored day with the totals of its samples so far, and with goals set that day.
    func complete(_ content: inout ActivitySummaryContent, _ day: CalendarDay, _ sums: DaySums?) {
        if let own = chosen.last(where: { $0.day == day }) {
            set(own.goals.filled(with: ActivityGoals(content)), in: &content)
        }
        guard let sums else { return }
        func larger(_ text: QuantityText?, _ value: Double, _ unit: String) -> QuantityText? {
            let known = text?.quantity?.converted(to: HKUnit(from: unit)) ?? 0
            return value > known ? QuantityText(value: value, unit: unit) : text
        }
        content.activeEnergyBurned = larger(content.activeEnergyBurned, sums.energy, "kcal")
        content.appleMoveTime = larger(content.appleMoveTime, sums.moveMinutes, "min")
        content.appleExerciseTime = larger(content.appleExerciseTime, sums.exerciseMinutes, "min")
        content.appleStandHours = larger(content.appleStandHours, Double(sums.standHours), "count")
    }

    private func set(_ goals: ActivityGoals, in content: inout ActivitySummaryContent) {
        func text(_ value: Double?, _ unit: String) -> QuantityText? {
            value.map { QuantityText(value: $0, unit: unit) }
        }
        content.activeEnergyBurnedGoal = text(goals.energy, "kcal")
        content.appleMoveTimeGoal = text(goals.moveTime, "min")
        content.appleExerciseTimeGoal = text(goals.exercise, "min")
        content.appleStandHoursGoal = text(goals.stand, "count")
    }
}
