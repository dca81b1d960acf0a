import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts

/// Prints the latest values of the pinned types.
struct SummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "Show the latest of the pinned types, or of those you use most.",
        discussion: """
            Numbers are in the unit that you use for the type, as on the screen; durations are in seconds. stats has them in \
            the canonical unit.
            """
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() async throws {
        var writer = ListWriter(
            format.format,
            keys: [
                "type", "name", "value", "secondValue", "minimum", "maximum", "unit", "date", "text", "note", "trend",
                "values", "highlights",
            ],
            columns: [.flexible("Type"), .right("Value"), .left("Unit"), .left("Of"), .left("Trend")],
            emptyText: "There is no data yet."
        )
        for row in try await SummaryRow.read(store.environment(zone.zone)) {
            try writer.append(
                ListRow(
                    fields: [
                        ("type", .text(row.type.identifier)), ("name", .text(row.type.entry.name)),
                        ("value", .number(row.numbers.value)), ("secondValue", .number(row.numbers.second)),
                        ("minimum", .number(row.numbers.minimum)), ("maximum", .number(row.numbers.maximum)),
                        ("unit", .text(row.numbers.unit)),
                        ("date", row.numbers.date.map(zone.timestamps.json) ?? .null),
                        ("text", .text(Self.text(row))), ("note", .text(row.note)),
                        ("trend", .text(Self.name(row.trend))), ("values", .array(row.values.map { .number($0) })),
                        ("highlights", .array(row.highlights.map { .text($0.text) })),
                    ],
                    cells: [row.type.entry.name, row.value, row.unit, row.note, Self.name(row.trend) ?? ""]
                )
            )
        }
        try writer.finish()
    }

    /// The value as people read it, with its unit.
    private static func text(_ row: SummaryRow) -> String? {
        guard !row.value.isEmpty else { return nil }
        return row.unit.isEmpty ? row.value : row.value + " " + row.unit
    }

    private static func name(_ trend: SummaryRow.Trend?) -> String? {
        switch trend?.direction {
        case .rising?: "rising"
        case .falling?: "falling"
        case .steady?: "steady"
        case nil: nil
        }
    }
}
