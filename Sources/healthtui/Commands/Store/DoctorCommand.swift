import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiSync

/// Checks the whole store, and repairs a damaged one as far as possible.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the whole store, and save what can be read of a damaged one.",
        discussion: """
            Reads everything: blocks and their checksums, counts, dictionaries, links, deletions, settings and the \
            index. Exits with 1 if something is wrong. With --repair, everything readable is written to a new store, the \
            damaged store isn't changed, and the exit code is 1 if something is lost. With --compare, another store is \
            read too, such as that of another machine of a group, and the days, in UTC, are listed on which the two \
            differ; the exit code is 1 if there are any. With --where, nothing is read: it says where the store is that \
            every command, the console and apps of yours use, and exits with 1 if there is none.
            """
    )

    @Option(name: .long, help: ArgumentHelp("Save everything readable to a new store.", valueName: "new-file"))
    var repair: String?

    @Flag(name: .long, help: "Let --repair replace an existing file.")
    var force = false

    @Option(name: .long, help: ArgumentHelp("List the days that differ from another store.", valueName: "file"))
    var compare: String?

    @Flag(name: .customLong("where"), help: "Say where the store is: a file or a service.")
    var asksWhere = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if compare?.isEmpty == true { throw ValidationError("--compare: the path is empty") }
        if compare != nil, repair != nil { throw ValidationError("--compare and --repair can't be combined") }
        if force, repair == nil { throw ValidationError("--force needs --repair") }
        if repair?.isEmpty == true { throw ValidationError("--repair: the path is empty") }
        if asksWhere, compare != nil || repair != nil {
            throw ValidationError("--where can't be combined with --compare or --repair")
        }
    }

    func run() throws {
        if asksWhere {
            try sayWhere()
        } else if let compare {
            try compareStores(store.existingPath(), URL(fileURLWithPath: compare).standardizedFileURL.path)
        } else if let repair {
            try save(store.existingPath(), to: URL(fileURLWithPath: repair).standardizedFileURL.path)
        } else if store.service != nil {
            try check(store.path, store.openForReading().check)
        } else {
            let path = try store.existingPath()
            try check(path) { try StoreDoctor(path: path).check(progress: $0) }
        }
    }

    /// Says where the store is.
    private func sayWhere() throws {
        let (kind, path): (String, String)
        switch store.location.resolved {
        case .file(let file): (kind, path) = ("file", file)
        case .none(let file): (kind, path) = ("none", file)
        case .memory: (kind, path) = ("memory", "")
        case .service(.unclear(let reason)): throw CommandFailure(store.path, reason)
        case .service(let address): (kind, path) = ("service", address.name)
        }
        let output = StandardOutput.shared
        if format.json {
            try output.line(JSONValue.object([("kind", .text(kind)), ("path", .text(path))]).line)
        } else if kind == "none" {
            try output.line("\(path.printable): no store yet; healthtui import or healthtui add creates one")
        } else {
            try output.line("\(kind) \(path.printable)")
        }
        if kind == "none" { throw ExitCode(1) }
    }

    private func compareStores(_ path: String, _ other: String) throws {
        guard FileManager.default.fileExists(atPath: other) else { throw CommandFailure(other, "store not found") }
        let (here, there) = (
            try store.openForReading(), HKHealthStore.person(location: .file(other), isReadOnly: true).person
        )
        let days = try StoreComparison.differingDays(here, there)
        // If the samples differ, their totals do too.
        let totals = days.isEmpty ? try StoreComparison.differingTotals(here, there) : []
        if format.json {
            let rows = days.map { day in
                JSONValue.object([
                    ("day", .text(day.day)), ("samples", .integer(day.here)), ("otherSamples", .integer(day.there)),
                ])
            }
            let fields: JSONValue.Fields = [
                ("store", .text(path)), ("other", .text(other)), ("ok", .bool(days.isEmpty && totals.isEmpty)),
                ("days", .array(rows)), ("totals", .array(totals.map { .text($0) })),
            ]
            try StandardOutput.shared.line(JSONValue.object(fields).line)
        } else if days.isEmpty {
            try StandardOutput.shared.line("\(path.printable) and \(other.printable) have the same samples.")
            for identifier in totals {
                let type = HKObjectType.type(identifier: identifier) as? HKSampleType
                try StandardOutput.shared.line(
                    "Their sources count in another order: the totals of \((type?.entry.name ?? identifier).printable) differ."
                )
            }
        } else {
            try StandardOutput.shared.line(
                "\(path.printable) and \(other.printable) differ on \(days.count.of("day")):"
            )
            for day in days {
                let here = day.here.of("sample")
                try StandardOutput.shared.line(
                    "  \(day.day): "
                        + (day.here == day.there ? "\(here) each, not the same" : "\(here), there \(day.there.grouped)")
                )
            }
        }
        if !days.isEmpty || !totals.isEmpty { throw ExitCode(1) }
    }

    private var text: ProblemText { ProblemText(timeZone: .current) }

    private func check(_ path: String, _ check: (@escaping (Int) -> Void) throws -> StoreCheck) throws {
        let line = ProgressLine()
        defer { line.clear() }
        let check = try check { count in line.show("\(count.of("sample")) read") }
        line.clear()
        if format.json {
            try StandardOutput.shared.line(json(path, check).line)
        } else {
            let state = check.problems.isEmpty ? "intact" : "damaged"
            try StandardOutput.shared.line(
                "\(path.printable): \(state), \(check.samples.of("sample")) of \(check.types.of("type"))"
            )
            try list(check.problems.map(text.sentence))
            if let missing = check.missingChanges {
                try StandardOutput.shared.line(
                    "This file is older than the store last seen here, by \(missing.of("change")). "
                        + "If you did not put a backup in its place, somebody else did."
                )
            }
            if !check.problems.isEmpty {
                try StandardOutput.shared.line("To save what can be saved: healthtui doctor --repair NEW-FILE")
            }
        }
        if !check.problems.isEmpty { throw ExitCode(1) }
    }

    private func json(_ path: String, _ check: StoreCheck) -> JSONValue {
        var fields: JSONValue.Fields = [
            ("store", .text(path)), ("ok", .bool(check.problems.isEmpty)), ("types", .integer(check.types)),
            ("samples", .integer(check.samples)), ("problems", .array(check.problems.map(text.json))),
        ]
        if let missing = check.missingChanges { fields.append((key: "missingChanges", value: .integer(missing))) }
        return .object(fields)
    }

    private func list(_ items: [String]) throws {
        let lines = ProblemText.list(items, columns: StandardOutput.shared.columns)
        for line in lines { try StandardOutput.shared.line(line) }
    }

    private func save(_ path: String, to target: String) throws {
        let line = ProgressLine()
        defer { line.clear() }
        let summary = try StoreDoctor(path: path)
            .repair(to: target, replacing: force) { read, written in
                line.show(written == 0 ? "\(read.of("sample")) read" : "\(written.of("sample")) saved")
            }
        line.clear()
        if format.json {
            try StandardOutput.shared.line(json(path, target, summary).line)
        } else {
            try report(path, target, summary)
        }
        if !summary.lost.isEmpty || !summary.remaining.isEmpty { throw ExitCode(1) }
    }

    private func report(_ path: String, _ target: String, _ summary: StoreRepairSummary) throws {
        let output = StandardOutput.shared
        try output.line("\(path.printable): \(summary.problems.isEmpty ? "intact" : "damaged; it was left as it is")")
        let kept =
            "\(summary.samples.of("sample")), \(summary.deletions.of("deletion")), \(summary.settings.of("setting"))"
        try output.line("\(target.printable): saved, \(kept)")
        let parts = [
            ("Could not be saved:", summary.lost.map(text.loss)),
            ("Is not as it was:", summary.changed.map(text.sentence)),
            ("Is wrong with the new store:", summary.remaining.map(text.sentence)),
        ]
        for (title, items) in parts where !items.isEmpty {
            try output.line(title)
            try list(items)
        }
        if summary.lost.isEmpty { try output.line("Nothing was lost.") }
        try output.line("To use it, end every program that uses the store, then:")
        for command in Self.commands(path, target) { try output.line("  \(command)") }
    }

    /// The commands that put the new store in place of the damaged one, which is kept.
    static func commands(_ path: String, _ target: String) -> [String] {
        let aside = path + ".damaged"
        let logs = ["-log", "-mark", "-shm", "-wal"].filter { FileManager.default.fileExists(atPath: path + $0) }
        let moves = [(path, aside)] + logs.map { (path + $0, aside + $0) } + [(target, path)]
        return moves.map { "mv -n \(quoted($0)) \(quoted($1))" }
    }

    /// A path as a shell takes it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,=:@%".contains($0)) }
        return isPlain ? path : "'" + path.printable.replacing("'", with: "'\\''") + "'"
    }

    private func json(_ path: String, _ target: String, _ summary: StoreRepairSummary) -> JSONValue {
        .object([
            ("store", .text(path)), ("newStore", .text(target)),
            ("ok", .bool(summary.lost.isEmpty && summary.remaining.isEmpty)), ("samples", .integer(summary.samples)),
            ("deletions", .integer(summary.deletions)), ("settings", .integer(summary.settings)),
            ("problems", .array(summary.problems.map(text.json))), ("lost", .array(summary.lost.map(text.json))),
            ("changed", .array(summary.changed.map(text.json))),
            ("remaining", .array(summary.remaining.map(text.json))),
        ])
    }
}
