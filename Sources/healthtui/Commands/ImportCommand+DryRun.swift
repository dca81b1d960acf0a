import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts

/// The output of dry runs and explained imports.
extension ImportCommand {
    /// Access whose imports go to a copy of the store in memory; if there is no store, to an empty one.
    func openForDryRun() throws -> PersonAccess {
        let person = store.exists ? try store.openForReading() : HKHealthStore.person(location: .memory).person
        do {
            return try person.forDryRun()
        } catch let error as HKError where error.ownerChallenge != nil {
            throw CommandFailure("--dry-run", "says what is stored and needs your PIN or passphrase: \(error.text)")
        }
    }

    /// The columns of the result by type and source; a narrow terminal only has the type and the numbers.
    static func dryRunColumns(hasDeleted: Bool) -> [ListColumn] {
        let source = ListColumn.names("Source", least: 10)
        return [.names("Type", least: 12), source.leaving(4), .right("New"), .right("Here")]
            + (hasDeleted ? [.right("Deleted").leaving(3)] : [])
            + [.left("From").leaving(0), .left("To").leaving(1)]
            + [.right("Sum or range").leaving(2)]
    }

    /// Prints the result by type and source; what has no place is listed above it, with whole names.
    func reportTable(_ summary: ImportSummary) throws {
        let locale = Locale.person()
        let table = ImportTable(summary, locale: locale) { ValueUnit($0, locale: locale) }
        let times = zone.timestamps
        let hasDeleted = table.total(\.deleted) > 0
        var writer = ListWriter(
            .table,
            keys: [],
            columns: Self.dryRunColumns(hasDeleted: hasDeleted),
            emptyText: "Nothing of it would be stored."
        )
        for row in table.stored {
            func figure(_ number: Int) -> String { number == 0 ? "–" : number.grouped }
            let cells =
                [row.name, row.source?.name ?? "", figure(row.new), figure(row.here)]
                + (hasDeleted ? [figure(row.deleted)] : [])
                + [
                    row.span.map { times.day($0.lowerBound) } ?? "", row.span.map { times.day($0.upperBound) } ?? "",
                    row.values,
                ]
            try writer.append(ListRow(fields: [], cells: cells))
        }
        try writer.finish()
    }

    /// Shows how a file was read, and why.
    func reportExplanation(_ file: FileExplanation) throws {
        var lines = ["\(file.path): \(file.reader ?? "not read"): \(file.reason)"]
        if file.reader != nil {
            let refused = file.refused == 0 ? "" : ", \(file.refused.grouped) refused"
            lines.append("  \(file.read.of("object")) read\(refused)")
            lines += file.types.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "  \(HKSampleType.ofStored($0.key)?.entry.name ?? $0.key): \($0.value.grouped)" }
        }
        lines += file.mapping.map { "  \($0)" }
        lines += file.notImported.map { "  \($0.isData ? "not imported yet" : "ignored"): \($0.words), \($0.count)" }
        for line in lines { try StandardOutput.shared.line(line.printable) }
    }

    /// The facts that a dry run adds.
    func dryRunFields(_ summary: ImportSummary) -> JSONValue.Fields {
        let parts = (summary.parts ?? [])
            .sorted { left, right in
                if left.added != right.added { return left.added > right.added }
                return (left.key.type, left.key.bundleIdentifier) < (right.key.type, right.key.bundleIdentifier)
            }
        let values = parts.map { ImportPartFacts.json($0, zone.timestamps) }
        return [("dryRun", .bool(true)), ("parts", summary.parts == nil ? .null : .array(values))]
    }
}
