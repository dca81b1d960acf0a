import Foundation
import HealthKit
import HealthtuiFacts

/// Prints an app's permissions, one row per type.
struct GrantRows {
    private static func word(_ isGranted: Bool?) -> String {
        switch isGranted {
        case true?: "yes"
        case false?: "no"
        case nil: "–"
        }
    }

    private static func json(_ isGranted: Bool?) -> JSONValue { isGranted.map { .bool($0) } ?? .null }

    /// Prints grants in the order of the types' names.
    ///
    /// - Parameters:
    ///   - grants: Grants by type identifier.
    ///   - format: How to print.
    ///   - times: How to print times.
    /// - Throws: ``OutputError``.
    static func write(_ grants: [String: Grant], _ format: OutputFormat, _ times: Timestamps) throws {
        var writer = ListWriter(
            format,
            keys: ["type", "read", "share", "since"],
            columns: [.flexible("Type"), .left("Read"), .left("Save")],
            emptyText: "Nothing has been decided for this app."
        )
        let named = grants.map { (identifier: $0.key, name: name($0.key), grant: $0.value) }
        for row in named.sorted(by: { ($0.name, $0.identifier) < ($1.name, $1.identifier) }) {
            let limit = row.grant.read == true ? row.grant.since : nil
            let since = limit.map { Date(timeIntervalSinceReferenceDate: $0) }
            let read = word(row.grant.read) + (since.map { ", since " + times.minute($0) } ?? "")
            try writer.append(
                ListRow(
                    fields: [
                        ("type", .text(row.identifier)), ("read", json(row.grant.read)),
                        ("share", json(row.grant.share)), ("since", since.map { times.json($0) } ?? .null),
                    ],
                    cells: [row.name, read, word(row.grant.share)]
                )
            )
        }
        try writer.finish()
    }

    /// The name of a type for people.
    static func name(_ identifier: String) -> String {
        TypeCatalogue.shared.entry(identifier: identifier)?.name ?? identifier
    }
}
