import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What every export among the fixtures holds, what of it came in, and what goes out again: a page of the documentation.
@Suite struct FixtureTableTests {
    private static let page = Fixtures.own.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/Fixtures.md")

    /// Files that are no export, or none that can be read.
    private static let unreadable = [
        "bad-checksum.zip", "encrypted.zip", "no-xml.zip", "not-an-export.zip", "exports/cut.zip", "exports/empty.zip",
    ]

    @Test("Of every fixture, all it holds was read or is missing, and what came in goes out again; the page says so")
    func table() throws {
        var lines = [Self.head]
        var reported: [String] = []
        for name in CountsAddUpTests.fixtures {
            let (rows, warnings) = try Self.rows(name, Fixtures.own.appending(path: name).path)
            lines += rows
            if !warnings.isEmpty { reported += ["", "`\(name)`:", ""] + warnings.map { "- \($0)" } }
        }
        lines += ["", "## What is said of them"] + reported
        lines += ["", "## What cannot be read, or only in part", "", "| file | what is said |", "| --- | --- |"]
        for name in Self.unreadable { lines.append("| `\(name)` | \(Self.words(name)) |") }
        lines += ["", Self.differences]
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            try Data(text.utf8).write(to: Self.page)
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        for (new, old) in zip(text.split(separator: "\n"), written.split(separator: "\n")) where new != old {
            Issue.record("the page says “\(old)”, the program “\(new)”; UPDATE_DOCUMENTATION=1 writes the page anew")
            return
        }
        #expect(text == written, "UPDATE_DOCUMENTATION=1 writes the page anew")
    }

    @Test("The same holds of every export in the folder EXPORTS, whose table is printed")
    func others() throws {
        guard let folder = ProcessInfo.processInfo.environment["EXPORTS"] else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        where name.hasSuffix(".xml") || name.hasSuffix(".zip") {
            do {
                for row in try Self.rows(name, folder + "/" + name).rows { print(row) }
            } catch { print("| `\(name)` | \(error) |") }
        }
    }

    /// A row of each kind that a file holds, and what was said about it.
    private static func rows(_ name: String, _ path: String) throws -> (rows: [String], warnings: [String]) {
        let person = HKHealthStore.person(location: .memory).person
        let held = try? ExportCounts(path: path)
        let summary = try ExportImporter(person).run(path: path)
        let folder = try TemporaryFolder()
        let out = folder.url.appending(path: "out.zip").path
        let written = try AppleExporter(person, isPlain: true).run(ExportRequest(path: out))
        let after = try ExportCounts(path: out)
        var rows: [String] = []
        for kind in ImportKind.allCases {
            let tally = summary.counts[kind]
            let holds = held.map { "\($0[kind])" } ?? "?"
            guard (held?[kind] ?? 0) + tally.read + tally.missing > 0 else { continue }
            if let held { #expect(tally.read + tally.missing == held[kind], "\(name): \(kind): \(tally)") }
            #expect(tally.read == tally.settled, "\(name): \(kind): \(tally)")
            // A record that stands in correlations alone is not counted among those of the file, and is one of the store.
            let alone = kind == .records ? held?.memberOnly ?? (written.counts[kind] ?? 0) - tally.added : 0
            #expect(written.counts[kind] ?? 0 == tally.added + alone, "\(name): \(kind): what came in goes out")
            // Beats go out as the metadata of their record, which the count below sees.
            #expect(after[kind] == written.counts[kind] ?? 0, "\(name): \(kind): what the exporter says is there")
            let numbers = [tally.read, tally.added, tally.duplicate, tally.refused, tally.missing, after[kind]]
            let cells = numbers.map { $0 == 0 ? "" : "\($0)" }
            rows.append("| `\(name)` | \(kind.name) | \(holds) | \(cells.joined(separator: " | ")) |")
        }
        return (rows, summary.warnings.prefix(8).map { $0.replacing(path, with: name) })
    }

    private static func words(_ name: String) -> String {
        let path = Fixtures.own.appending(path: name).path
        do {
            let summary = try ExportImporter(HKHealthStore.person(location: .memory).person).run(path: path)
            let warning = summary.warnings.last ?? ""
            return "\(summary.records.added) records came in: \(warning)".replacing(path, with: name)
        } catch { return "\(error)".replacing(path, with: name) }
    }

    private static let head = """
        # Fixtures

        What the exports of `Tests/Fixtures` hold, what of it comes in, and what goes out again by `healthtui export --plain`. A
        test writes this page and compares it with what the program does. *Holds* and *goes out* are counted by a reader for
        tests that shares nothing with the importer, over the file and over the export; *read* and what follows it is what
        `healthtui import` says. `?` is a zip that a strict reader refuses.

        | file | kind | holds | read | added | there already | refused | missing | goes out |
        | --- | --- | --- | --- | --- | --- | --- | --- | --- |
        """

    /// The differences that a comparison of elements as multisets allows.
    private static var differences: String {
        var lines = [
            "## What may differ", "",
            "The elements of a file and of the export of its import are compared as multisets (`ElementMultisetTests`). They are",
            "equal but for these differences of all files:", "",
        ]
        lines += ElementForm.differences.map { "- \($0)" }
        lines += ["", "and these of single files:", ""]
        for (file, known) in ElementMultisetTests.known.sorted(by: { $0.key < $1.key }) {
            lines.append("- `\(file)`: \(known.missing) elements come out otherwise: \(known.why)")
        }
        return lines.joined(separator: "\n")
    }
}
