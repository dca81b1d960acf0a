import Foundation
import HealthKit

/// Reads an Apple Health export into the store.
///
/// Samples already in the store are recognized by their content: importing an export again, or a later one that holds
/// the same samples, adds only what is new. Everything is written in whole transactions, so running an interrupted
/// import again continues where it stopped.
package struct ExportImporter: Sendable {
    package let person: PersonAccess
    package let restoresDeleted: Bool
    /// Whether the summary explains the result of the file.
    package var explains = false
    /// The largest number of locations in a route; a longer one is imported as several of the same workout.
    var longestRoute = GPXReader.mostPlaces
    /// The largest clinical document that is held in memory, in bytes.
    var largestDocument = CDAFile.largestInMemory

    /// Makes an importer.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - restoresDeleted: Whether to restore samples that the person deleted after an earlier import.
    package init(_ person: PersonAccess, restoresDeleted: Bool = false) {
        self.person = person
        self.restoresDeleted = restoresDeleted
    }

    /// Imports the export at a path: a zip, an xml file, an unpacked folder, or `-` for standard input.
    ///
    /// - Parameters:
    ///   - path: The export's path.
    ///   - beginning: The bytes already read from standard input to detect the format.
    ///   - isCancelled: Polled now and then; the import stops after the current transaction.
    ///   - progress: Called now and then with the progress.
    /// - Returns: A summary of the import.
    /// - Throws: ``ImportError`` or ``ExportSourceError`` for a file that isn't an export or can't be read, `HKError`
    ///   for a store that cannot be opened, ``ImportInterruption`` for one that cannot be written, `CancellationError`.
    package func run(
        path: String,
        beginning: [UInt8] = [],
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        var companionWarning: String?
        switch try takeCompanion(path, isCancelled: isCancelled, progress: progress) {
        case .imported(var summary):
            if explains { summary.explain(path, because: Self.companionReason) }
            return summary
        case .readOn(let warning): companionWarning = warning
        }
        return try run(
            ExportSource(path: path, beginning: beginning),
            named: URL(fileURLWithPath: path).lastPathComponent,
            warning: companionWarning,
            isCancelled: isCancelled,
            progress: progress
        )
    }

    /// Imports an export that was opened.
    ///
    /// - Parameters:
    ///   - source: The export.
    ///   - name: The import's name in the undo history.
    ///   - warning: What was said of it before.
    ///   - isCancelled: Polled now and then; the import stops after the current transaction.
    ///   - progress: Called now and then with the progress.
    /// - Returns: A summary of the import.
    /// - Throws: ``ImportError`` for a file that isn't an export, `HKError` for a store that cannot be opened,
    ///   ``ImportInterruption`` for one that cannot be written, `CancellationError`.
    func run(
        _ source: ExportSource,
        named name: String,
        warning: String? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let began = Date()
        let session = try person.beginImport(ExportSpelling.forms1, restoresDeleted: restoresDeleted, named: name)
        let writer = ImportWriter(session)
        var summary: ImportSummary
        do {
            summary = try read(source, writer, warning: warning, isCancelled: isCancelled, progress: progress).summary
        } catch {
            writer.stop()
            throw Self.translated(error, writer.recordsWritten)
        }
        do {
            summary.add(try writer.finish())
        } catch {
            throw Self.translated(error, writer.recordsWritten)
        }
        summary.seconds = Date().timeIntervalSince(began)
        if explains { summary.explain(source.path, because: Self.reason(source)) }
        return summary
    }

    private static let companionReason = "it has a copy of a store of this program"

    /// Why a source is read as an export.
    static func reason(_ source: ExportSource) -> String {
        "\(source.mainName) has a <HealthData> element, as exports of the Health app have"
    }

    /// Reads an export that may be one of several files of an import.
    ///
    /// - Parameters:
    ///   - source: The export.
    ///   - writer: Stores the objects; it isn't finished by this call.
    ///   - startsFile: Whether other files of the same import came before.
    ///   - warning: What was said of it before.
    ///   - isCancelled: Polled now and then.
    ///   - progress: Called now and then with the progress.
    /// - Returns: What was read, and the types among the records.
    /// - Throws: ``ImportError`` for a file that isn't an export, the error that stopped the writer, `CancellationError`.
    func read(
        _ source: ExportSource,
        _ writer: ImportWriter,
        startsFile: Bool = false,
        warning: String? = nil,
        isCancelled: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> (summary: ImportSummary, types: Set<String>) {
        let path = source.path
        let storePath = try person.storePath
        var sink = ImportSink(
            writer,
            fileName: source.mainName,
            startsFile: startsFile,
            longestRoute: longestRoute,
            largestDocument: largestDocument,
            spoolFolder: storePath.map { ($0 as NSString).deletingLastPathComponent } ?? NSTemporaryDirectory(),
            isCancelled: isCancelled
        )
        let throttle = ImportThrottle(storePath: storePath)
        let report = try source.scan(into: &sink) { now in
            throttle.giveWay()
            progress(
                ImportProgress(bytesRead: now.bytesRead, bytesTotal: now.totalBytes, records: writer.recordsWritten)
            )
        }
        sink.endFiles()
        try sink.flush()
        var summary = sink.takeSummary()
        if let warning { summary.warn(warning) }
        summary.add(report, source)
        summary.skip(ExportContents.Kind.attachment.rawValue, sink.unreferencedFiles, isData: false)
        guard report.foundRoot else {
            throw ImportError("\(path): not an Apple Health export: no <HealthData> element in it")
        }
        if let damage = source.damage {
            summary.damage = damage
            summary.warn("\(path): \(damage)")
        }
        if report.isTruncated, summary.isEmpty {
            throw ImportError("\(path): the export ends before its first record")
        }
        return (summary, sink.builder.definitions.typesMet)
    }

    /// The name of the format.
    static let formatName = "Apple Health export"

    /// The error to show: the store's message, and the number of records imported.
    private static func translated(_ error: any Error, _ recordsIn: Int) -> any Error {
        (error as? HKError).map { ImportInterruption(cause: $0, recordsIn: recordsIn) } ?? error
    }
}

extension ImportSummary {
    /// Notes that the only file of the import is an export of the Health app.
    fileprivate mutating func explain(_ path: String, because reason: String) {
        explain(FileExplanation(path: path, reader: ExportImporter.formatName, because: reason))
    }

    /// Records the result of the only file of the import.
    mutating func explain(_ file: FileExplanation) {
        var file = file
        file.take(self, since: FileExplanation.Mark())
        files = [file]
    }

    /// Whether nothing was read.
    var isEmpty: Bool { total(\.read) == 0 }

    mutating func add(_ outcome: ImportOutcome) {
        counts = counts + outcome.tallies
        linkedMembers += outcome.linkedMembers
        duplicates += outcome.duplicates
        if outcome.isUnseen == true { isUnseen = true }
        parts = outcome.parts
        for kind in ImportKind.allCases where outcome.tallies[kind].refused > 0 {
            warn("\(kind.name): \(outcome.tallies[kind].refused) refused: the store could not read them back")
        }
    }

    mutating func add(_ report: ScanReport, _ source: ExportSource) {
        bytes = report.bytes
        isTruncated = report.isTruncated
        unreadable += ScanWarning.losses.reduce(0) { $0 + (report.warningCounts[$1] ?? 0) }
        for warning in report.warnings { warn("\(source.mainName):\(warning.line): \(warning.text)") }
        warningCount += report.warningCounts.values.reduce(0, +) - report.warnings.count
        notImported = report.notUnderstood.map { Skipped(kind: $0.name, count: $0.count, firstLine: $0.firstLine) }
        let contents = source.contents
        // Everything else is counted by its contents.
        for kind in [ExportContents.Kind.furtherExport, .other] {
            skip(kind.rawValue, contents.counts[kind] ?? 0, isData: kind == .furtherExport)
        }
        skip(Skipped.closedFiles, contents.closed.count)
        skip(Skipped.outsideFiles, contents.links.count + contents.refusedCount)
        for name in contents.furtherExports {
            warn("\(name): another export in the same place; import it separately to add what only it contains")
        }
        for name in contents.closed { warn("\(Self.folder(of: source.path))/\(name): can't be read. Skipped.") }
        for name in contents.links {
            warn("\(source.path): link \(name) leads out of the folder and isn't followed; copy the file in its place")
        }
        for name in contents.refused { warn("\(source.path): member \(name) refused: its path leaves the archive") }
    }

    /// The folder that holds an export's files: the export itself, or the folder of its main file.
    private static func folder(of path: String) -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        // Foundation traps on the folder of an empty path, which standard input has.
        if !exists || isFolder.boolValue { return path }
        return (path as NSString).deletingLastPathComponent
    }
}

extension ScanWarning {
    /// The event, without the line.
    fileprivate var text: String { kind.text + (subject.isEmpty ? "" : " (\(subject))") }
}
