import ArgumentParser
import Foundation
import Glibc
import HealthExchange
import HealthKit
import Synchronization

/// Imports Apple Health exports.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an Apple Health export: the zip, its xml, or the unpacked folder.",
        discussion: """
            Importing a file again, or a later export, adds only what is new. What was read before an error or an \
            interruption is kept; running the import again goes on from there.
            """
    )

    @Argument(help: "The exports.")
    var files: [String]

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if files.isEmpty { throw ValidationError("name a file to import") }
    }

    func run() throws {
        let person = store.open()
        for file in files { try report(summary(file, person), file) }
    }

    private func summary(_ file: String, _ person: PersonAccess) throws -> ImportSummary {
        let line = ImportProgressLine(file)
        defer { line.clear() }
        return try ExportImporter(person).run(path: file, progress: { line.show($0) })
    }

    private func report(_ summary: ImportSummary, _ file: String) throws {
        if format.json { return try StandardOutput.shared.line(Self.json(summary).line) }
        var lines = ["\(file.printable): \(summary.records.read.of("record")) of \(summary.types.of("type"))"]
        let groups = [
            ("records", summary.records), ("correlations", summary.correlations), ("workouts", summary.workouts),
            ("activity summaries", summary.activitySummaries),
        ]
        for (name, tally) in groups where tally.read > 0 {
            var parts = ["\(tally.added) added", "\(tally.duplicate) there already"]
            if tally.refused > 0 { parts.append("\(tally.refused) refused") }
            lines.append("  \(name): \(parts.joined(separator: ", "))")
        }
        for skipped in summary.notImported {
            let place = skipped.firstLine.map { ", first in line \($0)" } ?? ""
            lines.append("  not imported yet: \(skipped.kind.printable), \(skipped.count)\(place)")
        }
        if summary.isTruncated { lines.append("  the export ends too early; what came before is imported") }
        for line in lines { try StandardOutput.shared.line(line) }
        for warning in summary.warnings.prefix(20) { StandardError.line("healthtui: \(warning)") }
        if summary.warningCount > 20 { StandardError.line("healthtui: \(summary.warningCount - 20) more warnings") }
    }

    private static func json(_ summary: ImportSummary) -> JSONValue {
        let groups: [(key: String, value: JSONValue)] = [
            ("records", json(summary.records)), ("correlations", json(summary.correlations)),
            ("workouts", json(summary.workouts)), ("activitySummaries", json(summary.activitySummaries)),
        ]
        let counts: [(key: String, value: JSONValue)] = [
            ("types", .integer(summary.types)), ("twins", .integer(summary.twins)),
            ("linkedMembers", .integer(summary.linkedMembers)),
            ("notImported", .array(summary.notImported.map(json))),
        ]
        let rest: [(key: String, value: JSONValue)] = [
            ("truncated", .bool(summary.isTruncated)), ("bytes", .integer(Int(clamping: summary.bytes))),
            ("seconds", .number(summary.seconds)), ("warnings", .texts(summary.warnings)),
            ("warningCount", .integer(summary.warningCount)),
        ]
        return .object(groups + counts + rest)
    }

    private static func json(_ skipped: ImportSummary.Skipped) -> JSONValue {
        let line: JSONValue = skipped.firstLine.map { .integer($0) } ?? .null
        return .object([("kind", .text(skipped.kind)), ("count", .integer(skipped.count)), ("firstLine", line)])
    }

    private static func json(_ tally: ImportTally) -> JSONValue {
        .object([
            ("read", .integer(tally.read)), ("added", .integer(tally.added)),
            ("duplicate", .integer(tally.duplicate)), ("refused", .integer(tally.refused)),
        ])
    }
}

/// The line on standard error that says how far an import is, when a person looks at it.
private final class ImportProgressLine: Sendable {
    private let name: String
    private let began = Date()
    private let shown = Mutex(Date.distantPast)
    private let isShown = StandardError.isTerminal

    init(_ file: String) { name = URL(fileURLWithPath: file).lastPathComponent.printable }

    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        let now = Date()
        let isDue = shown.withLock { last in
            guard now.timeIntervalSince(last) >= 0.1 else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        var text = "\(name): \(progress.records.of("record"))"
        if let total = progress.bytesTotal, total > 0 {
            let part = Double(progress.bytesRead) / Double(total)
            text += String(format: ", %.0f %%", part * 100)
            let seconds = now.timeIntervalSince(began)
            if part > 0.02, seconds > 1 { text += String(format: ", %.0f s left", seconds / part - seconds) }
        }
        StandardError.write("\r\(text)\u{1B}[K")
    }

    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
