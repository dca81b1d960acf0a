import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Lists the types that have data, or all there are.
struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "List the types with data, their counts and dates."
    )

    @Flag(name: .long, help: "List all types, with or without data.")
    var all = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        // The list of all types needs no store.
        let stored = all && !store.exists ? [] : try store.openForReading().types()
        var writer = ListWriter(
            format.format,
            keys: TypeFacts.keys,
            columns: all
                ? [.flexible("Type"), .left("Kind"), .left("Unit"), .right("Samples")]
                : [
                    .flexible("Type"), .left("Unit"), .right("Samples"), .left("First"), .left("Last"),
                    .right("Sources"),
                ],
            emptyText: "There is no data yet."
        )
        let known = Set(HKObjectType.all.map(\.identifier))
        let byIdentifier = Dictionary(stored.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        for type in HKObjectType.all where all || byIdentifier[type.identifier] != nil {
            try writer.append(row(type.identifier, type.entry, byIdentifier[type.identifier]))
        }
        // Types without an identifier published by Apple, such as verifiable records, which the person may have anyway.
        for summary in stored where !known.contains(summary.identifier) {
            let type = HKSampleType.ofStored(summary.identifier)
            try writer.append(row(summary.identifier, type is UnknownSampleType ? nil : type?.entry, summary))
        }
        try writer.finish()
    }

    private func row(_ identifier: String, _ entry: CatalogueEntry?, _ summary: TypeSummary?) -> ListRow {
        let times = zone.timestamps
        let fields = TypeFacts.fields(of: identifier, entry, summary, times)
        let kind = entry?.kind.rawValue ?? "unknown"
        let name = entry?.name ?? identifier
        let unit = entry?.unit ?? ""
        let count = (summary?.count ?? 0).grouped
        guard !all, let summary else { return ListRow(fields: fields, cells: [name, kind, unit, count]) }
        return ListRow(
            fields: fields,
            cells: [name, unit, count, times.day(summary.first), times.day(summary.last), String(summary.sources)]
        )
    }
}
