import ArgumentParser
import Foundation
import HealthKit

/// Lists the activity summaries of days.
struct SummariesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summaries",
        abstract: "List the activity summaries that imports brought: the rings of each day.",
        discussion:
            "Energy comes in the unit of the export, time in minutes. Days are those of the calendar, without a zone."
    )

    @Option(name: .long, help: ArgumentHelp("The first day, such as 2024-01-31.", valueName: "day"))
    var from: String?

    @Option(name: .long, help: ArgumentHelp("The day to end before.", valueName: "day"))
    var to: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        for (name, day) in [("--from", from), ("--to", to)] {
            if let day, CalendarDay(text: day) == nil {
                throw ValidationError("\(name): \(day) is no day like 2024-01-31")
            }
        }
    }

    func run() throws {
        var writer = ListWriter(
            format.format,
            keys: ["day"] + Self.facts.flatMap { [$0.key, $0.key + "Goal"] } + ["energyUnit"],
            columns: [.left("Day"), .right("Move"), .right("Exercise"), .right("Stand")],
            emptyText: "There are no activity summaries."
        )
        for summary in try store.openForReading().activitySummaries() {
            if let from, summary.day < from { continue }
            if let to, summary.day >= to { continue }
            try writer.append(Self.row(summary))
        }
        try writer.finish()
    }

    private typealias Fact = KeyPath<ActivitySummaryContent, QuantityText?>

    private static var facts: [(key: String, value: Fact, goal: Fact)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned, \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime, \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime, \.appleExerciseTimeGoal),
            ("appleStandHours", \.appleStandHours, \.appleStandHoursGoal),
        ]
    }

    private static func row(_ summary: ActivitySummaryContent) -> ListRow {
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
