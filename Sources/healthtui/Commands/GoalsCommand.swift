import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// The goals of types: lists them with days met and streaks, sets and removes them.
struct GoalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goals",
        abstract: "List your goals with days met and streaks; set a goal for a type, or remove it.",
        discussion: """
            The goals of the activity rings are set by healthtui profile --set.
            """,
        subcommands: [ListGoalsCommand.self, SetGoalCommand.self, RemoveGoalCommand.self],
        defaultSubcommand: ListGoalsCommand.self
    )
}

/// Lists goals.
struct ListGoalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your goals with days met and streaks.",
        discussion: """
            A day or a week is met when its total is at least, or at most, the goal; of what doesn't add up, such as \
            weight, its average. A goal holds for past days too. A day that isn't over is open until it can't change. \
            A day without data is not met by a goal of at least for what adds up, such as steps; events, such as \
            symptoms, count as 0; other days without data count neither way.
            """
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() async throws {
        let environment = try store.environment(zone.zone)
        try GoalRows.write(try await GoalFacts.read(environment), format.format, zone, environment)
    }
}

/// Sets the goal of a type.
struct SetGoalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the goal of a type.",
        discussion: """
              healthtui goals set steps 8000
              healthtui goals set sleepAnalysis 7 h 30 min
              healthtui goals set bodyMass 70 kg --at-most
              healthtui goals set bloodPressure 130/80
              healthtui goals set workouts 150 min --per week
            Without --at-least or --at-most a goal for what adds up is at least, and one for what is measured at most. A \
            number without a unit is in the unit you use for the type. healthtui undo takes it back.
            """
    )

    @Argument(help: "The type.", completion: .goalType)
    var type: String

    @Argument(help: ArgumentHelp("The amount and its unit.", valueName: "amount"))
    var amount: [String]

    @Flag(name: .long, help: "The amount is the least.")
    var atLeast = false

    @Flag(name: .long, help: "The amount is the most.")
    var atMost = false

    @Option(name: .long, help: "The time that the amount is of: day or week.")
    var per = GoalPeriodArgument.day

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if atLeast, atMost { throw ValidationError("--at-least and --at-most can't be combined") }
    }

    func run() async throws {
        let type = try Names.sampleType(type)
        guard TypeGoal.isOf(type) else {
            throw CommandFailure.usage(self.type, "\(type.entry.name) can't have a goal")
        }
        let person = store.open()
        let environment = try store.environment(zone.zone, person: person)
        let phrase = GoalPhrase(type, environment.entryContext)
        let bound = atLeast ? .atLeast : atMost ? .atMost : phrase.usualBound
        let goal: TypeGoal
        do {
            goal = try phrase.goal(amount.joined(separator: " "), bound, per: per.period)
        } catch let error as EntryError {
            throw CommandFailure.usage(self.type, error.text)
        } catch let error as HKError where error.code == .errorInvalidArgument {
            throw CommandFailure.usage(self.type, Failure(error).text)
        }
        try person.setGoal(goal, for: type)
        let facts = try await GoalFacts.read(type, environment)
        try GoalRows.write(facts.map { [$0] } ?? [], format.format, zone, environment)
    }
}

/// Removes the goal of a type.
struct RemoveGoalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the goal of a type.",
        discussion: "healthtui undo brings it back."
    )

    @Argument(help: "The type.", completion: .goalType)
    var type: String

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() async throws {
        let type = try Names.sampleType(type)
        let environment = try store.environment(zone.zone)
        guard try environment.person.typeGoals()[type.identifier] != nil else {
            throw CommandFailure(self.type, "\(type.entry.name) has no goal")
        }
        try store.open().setGoal(nil, for: type)
        try GoalRows.write(try await GoalFacts.read(environment), format.format, zone, environment)
    }
}

/// The time that a goal is of, as a person types it.
enum GoalPeriodArgument: String, ExpressibleByArgument, CaseIterable {
    case day
    case week

    fileprivate var period: TypeGoal.Period { self == .day ? .day : .week }
}

/// Goals as rows of a list.
private enum GoalRows {
    private static let keys = [
        "type", "name", "bound", "value", "secondValue", "unit", "per", "text", "start", "current", "secondCurrent",
        "state", "met", "of", "streak", "longest", "longestEnd",
    ]

    static func write(
        _ goals: [GoalFacts],
        _ format: OutputFormat,
        _ zone: TimeZoneArguments,
        _ environment: ConsoleEnvironment
    ) throws {
        var writer = ListWriter(
            format,
            keys: keys,
            columns: [
                .flexible("Type"), .flexible("Goal"), .right("Now"), .left(""), .right("Met"), .right("Streak"),
                .right("Longest"),
            ],
            emptyText: "There are no goals; healthtui goals set sets one."
        )
        for goal in goals { try writer.append(row(goal, zone, GoalText(goal.type, environment))) }
        try writer.finish()
    }

    private static func row(_ facts: GoalFacts, _ zone: TimeZoneArguments, _ text: GoalText) -> ListRow {
        let (history, times) = (facts.history, zone.timestamps)
        let state = facts.current.flatMap { name($0.state) }
        let streak = history.streak
        func length(_ count: Int) -> String { GoalText.length(facts.goal.period, count) }
        return ListRow(
            fields: [
                ("type", .text(facts.type.identifier)), ("name", .text(facts.type.entry.name)),
                ("bound", .text(facts.goal.bound.rawValue)), ("value", .number(history.limit)),
                ("secondValue", .number(history.secondLimit)), ("unit", .text(facts.unit.json)),
                ("per", .text(facts.goal.period.rawValue)), ("text", .text(text.text(facts.goal))),
                ("start", facts.current.map { times.json($0.interval.start) } ?? .null),
                ("current", .number(facts.current?.value)), ("secondCurrent", .number(facts.current?.second)),
                ("state", .text(state)), ("met", .integer(facts.recent.met)), ("of", .integer(facts.recent.judged)),
                ("streak", .integer(streak.current)), ("longest", .integer(streak.longest)),
                ("longestEnd", streak.longestEnd.map { times.json($0.end) } ?? .null),
            ],
            cells: [
                facts.type.entry.name, text.text(facts.goal), facts.current.flatMap(text.value) ?? "",
                state ?? "", "\(facts.recent.met) of \(facts.recent.judged)", length(streak.current),
                length(streak.longest),
            ]
        )
    }

    private static func name(_ state: GoalHistory.State) -> String? {
        switch state {
        case .met: "met"
        case .missed: "missed"
        case .open: "open"
        case .unknown: nil
        }
    }
}
