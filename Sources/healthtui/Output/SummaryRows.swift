import HealthKit
import HealthtuiFacts

/// Turns the activity summaries of days into rows of a list.
enum SummaryRows {
    /// The row of a day.
    ///
    /// - Parameter summary: What the store keeps of the day.
    /// - Returns: Its facts and its table cells.
    static func row(_ summary: ActivitySummaryContent) -> ListRow {
        // A ring that counts minutes has no goal for energy.
        let countsTime = (summary.appleMoveTimeGoal?.value ?? 0) > 0
        let move =
            countsTime
            ? text(summary.appleMoveTime, summary.appleMoveTimeGoal, "min")
            : text(summary.activeEnergyBurned, summary.activeEnergyBurnedGoal, summary.activeEnergyBurned?.unit ?? "")
        return ListRow(
            fields: DaySummaryFacts.fields(of: summary),
            cells: [
                summary.day, move, text(summary.appleExerciseTime, summary.appleExerciseTimeGoal, "min"),
                text(summary.appleStandHours, summary.appleStandHoursGoal, "h"),
            ]
        )
    }

    /// A value and its goal: `512/600 kcal`.
    private static func text(_ value: QuantityText?, _ goal: QuantityText?, _ unit: String) -> String {
        guard let value else { return "" }
        let number = ValueText.number(value.value, decimals: 0)
        let goal = goal.map { "/" + ValueText.number($0.value, decimals: 0) } ?? ""
        return "\(number)\(goal) \(unit)"
    }
}
