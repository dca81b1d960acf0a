import ArgumentParser
import Foundation
import Glibc
import HealthKit
import HealthtuiExchange
import HealthtuiFacts
import Synchronization

/// Imports Apple Health exports.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Import an Apple Health export (zip, xml or unpacked folder), or other apps' files, also in folders and zips.",
        discussion: """
            Importing a file again, or a later export, adds only what is new. What was read before an error or an \
            interruption is kept; running the import again goes on from there. What you deleted after an import stays \
            deleted, unless you ask for it with --restore-deleted. Over a service that asks for a PIN or passphrase an import needs \
            neither: it then says how many objects it took and nothing of what was stored before, and what would replace \
            something or bring it back waits until you next give the PIN. With --passphrase-file it is as without a service. Of several files, one that cannot be read does not \
            stop the rest. The file - is standard input.

            JSON of Health Auto Export, SMART Health Cards, COVID certificates of the EU (HC1:…) and single electrocardiograms (.csv) of the Health app are read too; routes and \
            health records come with their export, which says what they belong to. A folder, a zip, a zip in a zip, or a .gz \
            is one import, whatever files it holds; one that cannot be read is named, and the others come in. Tables of comma separated values \
            (.csv, .tsv) of makers that have a mapping are read by it (healthtui mapping writes one); of others the columns are guessed. \
            What they mean is shown, and nothing is read before you say yes, or --yes. --map says what a column \
            means where the guess is wrong: start, time, end, endtime, duration (with min, s, hr, h:mm or m:ss), timezone, activity, type, value, unit, source, \
            distance (of the activity), a type with a unit (--map "Gewicht=bodyMass:kg"), or nothing (--map "Note="). What \
            a table leaves open, such as a unit, whether 1.234 is more than a thousand, or whether the day or the month comes first, is asked; without a terminal it \
            is an error that says what to pass. So is what other files leave open, such as the zone of their times (--time-zone). Tables and JSON may come from - and in a .txt too, and a file may have several tables. Implausible values are refused without --force.

            --dry-run says what the import would, and what each type and source gets: what is new, what is there already, from when to when, the \
            sum or the range of all values, and what has no place. Files are read by the import's own code into a copy of the store in memory, the first before the second; nothing \
            is stored, and a store that isn't there isn't made. It says what is stored, so a service that asks for a PIN or passphrase gets it first. --explain names the format that \
            each file was read as and why, what it left out, and what the columns of tables mean.

            With --watch each file that lies in a folder, or in one inside it, or comes into it is imported once it is whole, and stays where \
            it is, until the command is ended. It asks for the PIN once, when it starts; without it, it imports as above.

            Exit codes:
            \(ExitStatus.table)
            """
    )

    @Argument(help: "The files and folders to import; - reads standard input.")
    var files: [String] = []

    @Flag(name: .long, help: "Bring back what you deleted after an earlier import.")
    var restoreDeleted = false

    @Flag(name: .long, help: "Say what an import would do, and store nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Name the format of each file, why it was read as that, and what was left out.")
    var explain = false

    @Option(
        name: .long,
        help: ArgumentHelp("Import every file in a folder, and every file that appears there.", valueName: "folder")
    )
    var watch: String?

    @OptionGroup var table: TableArguments

    @Flag(name: .long, help: "Store implausible values, such as a heart rate of 700.")
    var force = false

    @Flag(name: .long, help: "Take the guess of a table's columns without asking, where it leaves nothing open.")
    var yes = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if files.isEmpty, watch == nil { throw ValidationError("name a file to import") }
        if watch != nil, !files.isEmpty { throw ValidationError("--watch can't be combined with files") }
        if watch != nil, dryRun { throw ValidationError("--watch can't be combined with --dry-run") }
        if files.filter({ $0 == "-" }).count > 1 { throw ValidationError("standard input can only be read once") }
    }

    func run() throws {
        MappingFolder.useReporting()
        let person = try opened()
        if let watch { return try keepImporting(watch, person) }
        var codes: [Int32] = []
        var values: [JSONValue] = []
        for file in files {
            let result = Result { try summary(file, person) }
            codes.append(try Self.code(result))
            switch result {
            case .success(let summary):
                if format.json { values.append(json(summary, file)) } else { try reportText(summary, file) }
            case .failure(let error):
                StandardError.line("healthtui: \(Self.text(error))")
                values.append(
                    .object([("file", .text(file)), ("outcome", .text("failed")), ("error", .text(Self.text(error)))])
                )
            }
            // The store is at fault: the next file would fail too.
            if let last = codes.last, [ExitStatus.failure, ExitStatus.locked].contains(last) { break }
        }
        if format.json { try StandardOutput.shared.line(JSONValue.array(values).line) }
        let worst = ExitStatus.worst(codes)
        if worst != ExitStatus.success { throw ExitCode(worst) }
    }

    /// The store that files are imported into; in a dry run a copy of it.
    private func opened() throws -> PersonAccess {
        if dryRun { return try openForDryRun() }
        let person = store.open()
        try ImportProof(arguments: store.secret).give(to: person, asks: watch != nil)
        return person
    }

    /// The exit code for the result of a file.
    private static func code(_ result: Result<ImportSummary, any Error>) throws -> Int32 {
        switch result {
        case .success(let summary): return summary.outcome == .complete ? ExitStatus.success : ExitStatus.badData
        case .failure(let error as ExportSourceError):
            return error.code == .unreadable ? ExitStatus.noInput : ExitStatus.badData
        case .failure(is ImportError): return ExitStatus.badData
        // A call that makes no sense makes none for the other files either.
        case .failure(let error as CommandFailure) where error.status != ExitStatus.usage: return error.status
        case .failure(let error as HKError): return status(of: error)
        case .failure(let error as ImportInterruption): return status(of: error.cause)
        case .failure(is CocoaError): return ExitStatus.noInput
        case .failure(let error): throw error
        }
    }

    /// The exit code for an error of the store.
    static func status(of error: HKError) -> Int32 {
        error.saysLocked ? ExitStatus.locked : ExitStatus.failure
    }

    private static func text(_ error: any Error) -> String { (error as? HKError)?.text ?? "\(error)" }

    func summary(_ file: String, _ person: PersonAccess) throws -> ImportSummary {
        if file == "-" { return try standardInput(person) }
        if let container = FileContainer(path: file) { return try summary(container, file, person) }
        if let known = ReaderImport.reader(for: file) {
            let answers = try answers { try importer(person, $0).question(path: file, for: known) }
            return try importer(person, answers).run(path: file, with: known)
        }
        if let table = try tableReader(for: file) { return try importer(person).run(path: file, with: table) }
        return try export(file, person)
    }

    /// Imports the contents of a folder, an archive or a compressed file.
    func summary(_ container: FileContainer, _ file: String, _ person: PersonAccess) throws -> ImportSummary {
        let (answers, takesTables) = try confirmed(file) { try importer(person, $0).inquire(container) }
        let line = ImportProgressLine(file)
        defer { line.clear() }
        return try importer(person, answers)
            .run(container, takesTables: takesTables, progress: { line.show($0) })
    }

    /// Imports an export of the Health app from standard input.
    func export(_ container: FileContainer, _ person: PersonAccess) throws -> ImportSummary {
        let line = ImportProgressLine("-")
        defer { line.clear() }
        return try importer(person).run(export: container, progress: { line.show($0) })
    }

    /// The importer for files of other programs.
    func importer(_ person: PersonAccess, _ answers: ReaderAnswers? = nil) throws -> ReaderImport {
        var importer = ReaderImport(
            person,
            restoresDeleted: restoreDeleted,
            isForced: force,
            zone: zone.zone,
            answers: try answers ?? roles.answers()
        )
        importer.explains = explain
        return importer
    }

    /// The person's statements about the files.
    var roles: TableRoles {
        var roles = table.roles
        roles.zone = zone.timeZone
        return roles
    }

    /// Imports an export of the Health app.
    func export(_ file: String, beginning: [UInt8] = [], _ person: PersonAccess) throws -> ImportSummary {
        let line = ImportProgressLine(file)
        defer { line.clear() }
        var importer = ExportImporter(person, restoresDeleted: restoreDeleted)
        importer.explains = explain
        return try importer.run(path: file, beginning: beginning, progress: { line.show($0) })
    }

    /// Reports the result of a file, as text or as a separate JSON value.
    func report(_ summary: ImportSummary, _ file: String) throws {
        if format.json {
            try StandardOutput.shared.line(json(summary, file).line)
        } else {
            try reportText(summary, file)
        }
    }

    private func reportText(_ summary: ImportSummary, _ file: String) throws {
        let name = file == "-" ? "standard input" : file.printable
        let groups = ImportKind.allCases.map { ($0.name, summary.counts[$0]) }
        let objects = groups.reduce(0) { $0 + $1.1.read }
        let held =
            summary.records.read == 0 && objects > 0
            ? objects.of("object") : "\(summary.records.read.of("record")) of \(summary.types.of("type"))"
        var lines = [dryRun ? "\(name): \(held); a dry run, nothing is stored" : "\(name): \(held)"]
        for (name, tally) in groups where tally.read + tally.missing > 0 {
            var parts =
                summary.isUnseen
                ? ["\(tally.added) taken"] : ["\(tally.added) added", "\(tally.duplicate) there already"]
            if tally.deleted > 0 { parts.append("\(tally.deleted) deleted by you and left out") }
            if tally.refused > 0 { parts.append("\(tally.refused) refused") }
            if tally.missing > 0 { parts.append("\(tally.missing) named but not in the export") }
            lines.append("  \(name): \(parts.joined(separator: ", "))")
        }
        if groups.contains(where: { $0.1.deleted > 0 }) {
            lines.append("  --restore-deleted brings back what you deleted")
        }
        if summary.isUnseen { lines.append("  \(Self.unseen)") }
        for skipped in summary.notImported {
            let place = skipped.firstLine.map { ", first in line \($0)" } ?? ""
            let heading = skipped.isData ? "not imported yet" : "ignored"
            lines.append("  \(heading): \(skipped.words.printable), \(skipped.count)\(place)")
        }
        if summary.isTruncated { lines.append("  the export ends too early; what came before is imported") }
        switch summary.outcome {
        case .complete: break
        case .partial where summary.isTruncated || summary.damage != nil:
            lines.append("  only part of the export was imported")
        case .partial: lines.append("  \(Self.leftOut(summary)); everything else was imported")
        case .nothing: lines.append("  nothing of the file was imported")
        }
        for line in lines { try StandardOutput.shared.line(line) }
        if dryRun { try reportTable(summary) }
        for file in summary.files ?? [] { try reportExplanation(file) }
        for warning in summary.warnings.prefix(20) { StandardError.line("healthtui: \(warning)") }
        if summary.warningCount > 20 { StandardError.line("healthtui: \(summary.warningCount - 20) more warnings") }
    }

    /// The explanation of an import without the secret.
    static let unseen =
        "what was stored before isn't shown without your PIN; what would replace it waits until you give the PIN"

    /// The parts missing from an imported file, with their counts.
    private static func leftOut(_ summary: ImportSummary) -> String {
        let refused = summary.total(\.refused)
        var parts: [String] = []
        if refused > 0 { parts.append("\(refused.of("object")) refused") }
        if summary.unreadable > 0 { parts.append("\(summary.unreadable.of("unreadable part")) left out") }
        if summary.dataLeftOut > 0 { parts.append("\(summary.dataLeftOut.of("object")) not imported yet") }
        return parts.joined(separator: ", ")
    }

    func json(_ summary: ImportSummary, _ file: String) -> JSONValue {
        var fields = Self.fields(summary, file)
        if dryRun { fields += dryRunFields(summary) }
        if let files = summary.files { fields.append(("files", .array(files.map(ImportPartFacts.json)))) }
        return .object(fields)
    }

    static func json(_ summary: ImportSummary, _ file: String) -> JSONValue { .object(fields(summary, file)) }

    private static func fields(_ summary: ImportSummary, _ file: String) -> JSONValue.Fields {
        let groups: JSONValue.Fields = [
            ("file", .text(file)), ("outcome", .text(summary.outcome.rawValue)),
        ]
        let tallies = ImportKind.allCases.map { (key: $0.rawValue, value: json(summary.counts[$0], summary.isUnseen)) }
        let duplicates: JSONValue = summary.isUnseen ? .null : .integer(summary.duplicates)
        let counts: JSONValue.Fields = [
            ("types", .integer(summary.types)),
            // Scripts know it by its earlier name: that goes with the next version.
            ("duplicates", duplicates), ("twins", duplicates),
            ("linkedMembers", summary.isUnseen ? .null : .integer(summary.linkedMembers)),
            ("notImported", .array(summary.notImported.map(ImportPartFacts.json))),
        ]
        let rest: JSONValue.Fields = [
            ("partsLeftOut", .integer(summary.unreadable)),
            ("truncated", .bool(summary.isTruncated)), ("damage", .text(summary.damage)),
            ("bytes", .integer(Int(clamping: summary.bytes))), ("seconds", .number(summary.seconds)),
            ("warnings", .texts(summary.warnings)), ("warningCount", .integer(summary.warningCount)),
        ]
        return groups + tallies + counts + rest
    }

    private static func json(_ tally: ImportTally, _ isUnseen: Bool) -> JSONValue {
        /// A count that depends on previously stored data.
        func seen(_ count: Int) -> JSONValue { isUnseen ? .null : .integer(count) }
        return .object([
            ("read", .integer(tally.read)), ("taken", .integer(tally.added + tally.duplicate + tally.deleted)),
            ("added", seen(tally.added)), ("duplicate", seen(tally.duplicate)),
            ("refused", .integer(tally.refused)), ("deleted", seen(tally.deleted)),
            ("missing", .integer(tally.missing)),
        ])
    }
}

/// The progress line of an import on standard error, if that is a terminal.
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
