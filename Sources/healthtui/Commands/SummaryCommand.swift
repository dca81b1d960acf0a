import ArgumentParser
import Foundation
import HealthConsole
import HealthKit

/// Prints what is new of the pinned types.
struct SummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "Show the latest of the pinned types, or of those you use most."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() async throws {
        var writer = ListWriter(
            format.format,
            keys: ["type", "name", "value", "unit", "note", "trend", "values", "highlights"],
            columns: [.flexible("Type"), .right("Value"), .left("Unit"), .left("Of"), .left("Trend")],
            emptyText: "There is no data yet."
        )
        for row in try await SummaryRow.read(store.environment(zone.zone)) {
            try writer.append(
                ListRow(
                    fields: [
                        ("type", .text(row.type.identifier)), ("name", .text(row.type.entry.name)),
                        ("value", .text(row.value.isEmpty ? nil : row.value)),
                        ("unit", .text(row.unit.isEmpty ? nil : row.unit)), ("note", .text(row.note)),
                        ("trend", .text(Self.name(row.trend))), ("values", .array(row.values.map { .number($0) })),
                        ("highlights", .array(row.highlights.map { .text($0.text) })),
                    ],
                    cells: [row.type.entry.name, row.value, row.unit, row.note, Self.name(row.trend) ?? ""]
                )
            )
        }
        try writer.finish()
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
