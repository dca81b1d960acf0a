import HealthKit

/// The facts of the activity summary of a day.
package enum DaySummaryFacts {
    private typealias Fact = KeyPath<ActivitySummaryContent, QuantityText?>

    private static var facts: [(key: String, value: Fact, goal: Fact)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned, \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime, \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime, \.appleExerciseTimeGoal),
            ("appleStandHours", \.appleStandHours, \.appleStandHoursGoal),
        ]
    }

    /// The names of the facts, in the order of columns.
    package static var keys: [String] { ["day"] + facts.flatMap { [$0.key, $0.key + "Goal"] } + ["energyUnit"] }

    /// What the summary of a day says.
    ///
    /// - Parameter summary: What the store keeps of the day.
    /// - Returns: All facts of ``keys``, in their order; null where the summary has none.
    package static func fields(of summary: ActivitySummaryContent) -> JSONValue.Fields {
        var fields: JSONValue.Fields = [("day", .text(summary.day))]
        for fact in facts {
            fields.append((fact.key, .number(summary[keyPath: fact.value]?.value)))
            fields.append((fact.key + "Goal", .number(summary[keyPath: fact.goal]?.value)))
        }
        fields.append(("energyUnit", .text(summary.activeEnergyBurned?.unit)))
        return fields
    }
}
