import HealthKit

/// A tool that assistants can call; there are always the same ones, whatever the person allowed.
package enum AssistantTool: String, Sendable, CaseIterable {
    case listTypes = "list_types"
    case daily
    case compare
    case workouts
    case samples
    case draft

    /// The name by which it is called.
    package var name: String { rawValue }

    /// An argument.
    struct Argument {
        let name: String
        /// Its JSON schema.
        let schema: JSONValue
        var isRequired = false
    }

    /// What it answers.
    package var summary: String {
        switch self {
        case .listTypes:
            """
            What may be read of the person's health data: names, units, by days or weeks, which days, how many have data. \
            Call it first.
            """
        case .daily:
            """
            Numbers of whole days, weeks or months, and over all: total, mean, least, most, gaps. Means are of days with \
            data and leave out today; a day that is not listed has no data, which is not 0.
            """
        case .compare: "How closely two types move together: a coefficient, and what it doesn't prove."
        case .workouts: "Time and distance of workouts by day, and totals by activity."
        case .samples: "Single samples with times, of the few types for which the person allowed it; at most 200."
        case .draft:
            "Drafts an entry that the person confirms later; nothing is stored. Only say what the person told you."
        }
    }

    var arguments: [Argument] {
        switch self {
        case .listTypes: []
        case .daily:
            [
                Argument(
                    name: "types",
                    schema: .object([
                        ("type", .text("array")), ("items", .object([("type", .text("string"))])),
                        ("minItems", .integer(1)), ("maxItems", .integer(Self.mostTypes)),
                    ]),
                    isRequired: true
                ),
                Argument(name: "first_day", schema: Self.text("2026-11-28, today, yesterday or 30d; 30d if left out")),
                Argument(name: "last_day", schema: Self.text("Counts too; today if left out")),
                Argument(
                    name: "by",
                    schema: .object([("type", .text("string")), ("enum", .texts(Self.periods))])
                ),
                Argument(name: "at_least", schema: Self.number("Also count the days that reach this")),
            ]
        case .compare:
            [
                Argument(name: "first", schema: Self.text("A name from list_types"), isRequired: true),
                Argument(name: "second", schema: Self.text("Another"), isRequired: true),
                Argument(name: "days", schema: Self.text("A day or 90d, the last 90; 90d if left out")),
            ]
        case .workouts: [Argument(name: "days", schema: Self.text("A day or 30d, the last 30; 30d if left out"))]
        case .samples:
            [
                Argument(name: "type", schema: Self.text("A name from list_types"), isRequired: true),
                Argument(name: "days", schema: Self.text("A day or 7d, the last 7; 7d if left out")),
            ]
        case .draft:
            [
                Argument(name: "type", schema: Self.text("Such as weight or blood pressure"), isRequired: true),
                Argument(
                    name: "value",
                    schema: .object([
                        ("type", .texts(["number", "string"])), ("description", .text("Blood pressure: \"128/82\"")),
                    ]),
                    isRequired: true
                ),
                Argument(name: "unit", schema: Self.text("Never guessed: kg, mmHg, %"), isRequired: true),
                Argument(
                    name: "when",
                    schema: Self.text("now, or day and time: 2026-11-28 07:30, in the person's zone"),
                    isRequired: true
                ),
            ]
        }
    }

    /// The most types of one question.
    static let mostTypes = 8
    /// What rows can be of.
    static let periods = ["day", "week", "month"]

    private static func text(_ description: String) -> JSONValue {
        .object([("type", .text("string")), ("description", .text(description))])
    }

    private static func number(_ description: String) -> JSONValue {
        .object([("type", .text("number")), ("description", .text(description))])
    }

    /// The tool as the protocol describes one.
    package var description: JSONValue {
        let required = arguments.filter(\.isRequired).map(\.name)
        var schema: JSONValue.Fields = [("type", .text("object"))]
        if !arguments.isEmpty { schema.append(("properties", .object(arguments.map { ($0.name, $0.schema) }))) }
        if !required.isEmpty { schema.append(("required", .texts(required))) }
        schema.append(("additionalProperties", .bool(false)))
        let isReadOnly = self != .draft
        return .object([
            ("name", .text(name)), ("description", .text(summary)), ("inputSchema", .object(schema)),
            (
                "annotations",
                .object([
                    ("readOnlyHint", .bool(isReadOnly)), ("destructiveHint", .bool(false)),
                    ("idempotentHint", .bool(true)), ("openWorldHint", .bool(false)),
                ])
            ),
        ])
    }

    /// What a model is told of all of them.
    package static let instructions = """
        Answers questions about one person's health data from whole days or weeks, as far as the person allowed it. Call \
        list_types first: it says what may be read. Both ends of a span count. Names and units are in each answer; say them, \
        and say which days have no data. This is no medical advice.
        """
}
