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

    /// The facts of a day's summary.
    ///
    /// - Parameter summary: The stored summary.
    /// - Returns: All facts of ``keys``, in their order; null for those it doesn't have.
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
