import HealthKit

/// Turns the activity summaries of days into rows of a list.
enum SummaryRows {
    private typealias Fact = KeyPath<ActivitySummaryContent, QuantityText?>

    private static var facts: [(key: String, value: Fact, goal: Fact)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned, \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime, \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime, \.appleExerciseTimeGoal),
            ("appleStandHours", \.appleStandHours, \.appleStandHoursGoal),
        ]
    }

    /// The names of the facts, in the order of CSV's columns.
    static var keys: [String] { ["day"] + facts.flatMap { [$0.key, $0.key + "Goal"] } + ["energyUnit"] }

    /// The row of a day.
    ///
    /// - Parameter summary: What the store keeps of the day.
    /// - Returns: Its facts and what a table shows of them.
    static func row(_ summary: ActivitySummaryContent) -> ListRow {
        var fields: [(key: String, value: JSONValue)] = [("day", .text(summary.day))]
        for fact in facts {
            fields.append((fact.key, .number(summary[keyPath: fact.value]?.value)))
            fields.append((fact.key + "Goal", .number(summary[keyPath: fact.goal]?.value)))
        }
        fields.append(("energyUnit", .text(summary.activeEnergyBurned?.unit)))
        // A ring that counts minutes has no goal for energy.
        let countsTime = (summary.appleMoveTimeGoal?.value ?? 0) > 0
        let move =
            countsTime
            ? text(summary.appleMoveTime, summary.appleMoveTimeGoal, "min")
            : text(summary.activeEnergyBurned, summary.activeEnergyBurnedGoal, summary.activeEnergyBurned?.unit ?? "")
        return ListRow(
            fields: fields,
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
