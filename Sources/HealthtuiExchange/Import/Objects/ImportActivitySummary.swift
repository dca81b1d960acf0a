import HealthKit

/// Reads a day's activity summary as the store keeps it.
enum ImportActivitySummary {
    /// The content of an element, or `nil` if it names no day.
    static func content(_ element: ExportElement) -> ActivitySummaryContent? {
        guard let day = element[.dateComponents]?.text, CalendarDay(text: day) != nil else { return nil }
        var content = ActivitySummaryContent(day: day)
        let energy = element[.activeEnergyBurnedUnit]?.text ?? "kcal"
        content.activeEnergyBurned = quantity(element[.activeEnergyBurned], energy)
        content.activeEnergyBurnedGoal = quantity(element[.activeEnergyBurnedGoal], energy)
        content.appleMoveTime = quantity(element[.appleMoveTime] ?? element[.appleMoveMinutes], "min")
        content.appleMoveTimeGoal = quantity(element[.appleMoveTimeGoal] ?? element[.appleMoveMinutesGoal], "min")
        content.appleExerciseTime = quantity(element[.appleExerciseTime], "min")
        content.appleExerciseTimeGoal = quantity(element[.appleExerciseTimeGoal], "min")
        content.appleStandHours = quantity(element[.appleStandHours], "count")
        content.appleStandHoursGoal = quantity(element[.appleStandHoursGoal], "count")
        return content
    }

    /// The number of an element's numeric attributes that aren't numbers.
    static func unreadableNumbers(_ element: ExportElement) -> Int {
        let names: [AttributeName] = [
            .activeEnergyBurned, .activeEnergyBurnedGoal, .appleMoveTime, .appleMoveTimeGoal, .appleMoveMinutes,
            .appleMoveMinutesGoal, .appleExerciseTime, .appleExerciseTimeGoal, .appleStandHours, .appleStandHoursGoal,
        ]
        return names.count { name in
            guard let text = element[name], text.count > 0 else { return false }
            return !(text.decimal?.isFinite ?? false)
        }
    }

    private static func quantity(_ text: ByteSlice?, _ unit: String) -> QuantityText? {
        guard let value = text?.decimal, value.isFinite else { return nil }
        return QuantityText(value: value, unit: unit)
    }
}
