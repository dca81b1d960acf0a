import Foundation
import HealthKit

/// Imports the files of a container as one import: each goes to the reader that its bytes call for.
///
/// A file that can't be read is reported with its path, and the others are imported.
final class ContainerImport {
    /// How files are read.
    struct Rules {
        /// The person's answers.
        var answers: ReaderAnswers
        /// The formats, in the order in which they are tried.
        var readers: [any Reader]
        /// The zone of tables whose times name none.
        var zone: TimeZone
        /// Whether tables with unconfirmed columns are imported.
        var takesTables: Bool
        /// The folder on whose disk archives in archives are unpacked.
        var spoolFolder: String
        /// Whether the result of each file is recorded.
        var explains = false
    }

    private let rules: Rules
    private let exports: ExportImporter
    /// `nil` while the files are only asked for their questions.
    private let writer: ImportWriter?
    private let isCancelled: @Sendable () -> Bool
    private let progress: @Sendable (ImportProgress) -> Void
    private var sink: ReaderSink
    private var groups: [Group] = []
    /// Holds the files of groups, where their readers allow it.
    private var spool: SharedSpool?
    private var unknown = 0
    private var links = 0
    private var files: [FileExplanation] = []
    /// The current file, if its result is recorded.
    private var current: FileExplanation?
    private var bytes: UInt64 = 0
    /// Whether no file was of a format that is read.
    private(set) var isEmpty = true
    /// The reasons, with their locations, that files couldn't be read.
    private(set) var unread: [String] = []
    /// The first limit that was reached, with its location; `nil` if none was.
    private(set) var limit: String?
    /// The questions that the files leave open.
    private(set) var inquiry = FileInquiry()

    /// Files that are read together.
    private struct Group {
        let name: String
        let reader: any GroupReader
        var files: [MemberFile]
    }

    /// The name under which files of no known format are counted.
    private static let unknownFiles = "files of other formats"

    init(
        _ exports: ExportImporter,
        _ writer: ImportWriter?,
        _ rules: Rules,
        hints: ReaderHints,
        isCancelled: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) {
        self.exports = exports
        self.writer = writer
        self.rules = rules
        self.isCancelled = isCancelled
        self.progress = progress
        sink = ReaderSink(writer, fileName: "", hints: hints, isCancelled: isCancelled)
    }

    /// Reads everything in a container.
    ///
    /// - Parameter container: The container.
    /// - Returns: The counts of imported and skipped objects.
    /// - Throws: The error that stopped the writer, and `CancellationError`.
    func read(_ container: FileContainer) throws -> ImportSummary {
        do {
            try container.walk(spoolFolder: rules.spoolFolder, isCancelled: isCancelled) { [self] in try visit($0) }
        } catch let error as ContainerError {
            let damage = "\(error.place ?? container.name): \(error.reason)"
            sink.summary.damage = damage
            sink.summary.warn(damage)
            unread.append(damage)
            limit = limit ?? damage
        }
        for group in groups {
            try begin(group.files[0].path, group.files.map(\.changed).max() ?? Date())
            try explaining {
                note(FileExplanation(group.files.map(\.path), of: group.reader))
                try report { try group.reader.read(group.files, into: &sink) }
            }
        }
        groups = []
        spool = nil
        try sink.flush()
        var summary = sink.summary
        summary.types = sink.types.count
        summary.bytes = bytes
        summary.skip(Self.unknownFiles, unknown, isData: false)
        summary.skip(ImportSummary.Skipped.outsideFiles, links)
        summary.joinSkipped()
        if rules.explains { summary.files = files }
        return summary
    }

    private func visit(_ found: MemberWalk.Found) throws {
        switch found {
        case .file(let member): try explaining { try take(member) }
        case .export(let member, let descriptor): try explaining { try take(export: member, descriptor) }
        case .unreadable(let path, let reason):
            explaining {
                note(FileExplanation(path: path, reader: nil, because: reason))
                note(unread: path, reason)
                sink.summary.leaveOut(1, "\(path): \(reason). Skipped.")
            }
        case .link(let path):
            links += 1
            sink.summary.warn("link \(path) leads out of the folder and isn't followed; copy the file in its place")
        }
        if let writer {
            progress(ImportProgress(bytesRead: bytes, bytesTotal: nil, records: writer.recordsWritten))
        }
    }

    // MARK: Files

    private func take(_ member: FoundMember) throws {
        defer { bytes += member.stream.count }
        let fileName = member.name
        guard let reader = rules.readers.first(where: { $0.recognizes(member.beginning, fileName: fileName) }) else {
            return try takeTable(member)
        }
        isEmpty = false
        if writer == nil, !reader.asksQuestions { return }
        if let reader = reader as? any GroupReader, let name = reader.group(of: member.path) {
            return try report(member.path) { try add(file(of: member, for: reader), to: name, reader) }
        }
        note(FileExplanation(member.path, member.beginning, reader))
        try begin(member.path, member.changed)
        try report {
            try MemberReading.read(
                reader,
                member.stream,
                file: { try member.file(in: rules.spoolFolder) },
                into: &sink
            )
        }
    }

    private func file(of member: FoundMember, for reader: any GroupReader) throws -> MemberFile {
        guard reader.sharesSpool else { return try member.file(in: rules.spoolFolder) }
        let spool = try spool ?? SharedSpool(in: rules.spoolFolder)
        self.spool = spool
        return try member.file(in: spool)
    }

    private func add(_ file: MemberFile, to name: String, _ reader: any GroupReader) {
        if let index = groups.firstIndex(where: { $0.name == name && $0.reader.name == reader.name }) {
            groups[index].files.append(file)
        } else {
            groups.append(Group(name: name, reader: reader, files: [file]))
        }
    }

    private func takeTable(_ member: FoundMember) throws {
        guard !member.beginning.isEmpty, TableFile.mayBe(member.beginning, named: member.name) else {
            unknown += 1
            note(.unknown(member.path))
            return
        }
        try begin(member.path, member.changed)
        try report {
            let bytes = try MemberReading.bytes(of: member.stream, as: "CSV")
            // A file may have the name of a table and be none.
            let file = try? TableFile.guess(bytes, named: member.name, rules.answers)
            guard let file, file.problem == nil else {
                unknown += 1
                note(.unknown(member.path))
                if writer != nil, TableFile.isNamedTable(member.name) {
                    sink.note(file?.problem ?? "not a table with a header row")
                }
                return
            }
            isEmpty = false
            if writer == nil { return inquiry.add(file, of: member.path) }
            note(FileExplanation(member.path, of: file))
            if let doubt = file.doubt { throw ImportError(doubt) }
            guard rules.takesTables else { throw ImportError("add --yes to import the table as it was understood") }
            try TableReader(file, zone: rules.zone, source: "CSV").read(bytes, into: &sink)
        }
    }

    private func take(export member: FoundMember, _ descriptor: Int32) throws {
        isEmpty = false
        guard let writer else { return }
        try sink.flush()
        let before = bytes
        try report(member.path) {
            do {
                let source = try ExportSource(name: member.path, descriptor: descriptor)
                note(
                    FileExplanation(
                        path: member.path,
                        reader: ExportImporter.formatName,
                        because: ExportImporter.reason(source)
                    )
                )
                let (part, types) = try exports.read(
                    source,
                    writer,
                    startsFile: true,
                    isCancelled: isCancelled,
                    progress: progress
                )
                sink.summary.add(part, of: member.path)
                sink.types.formUnion(types)
                bytes = before + part.bytes
            } catch let error as ExportSourceError {
                throw ImportError(error.reason)
            }
        }
        sink.renew(writer)
    }

    // MARK: Reports

    /// Runs a closure that imports a file, and records the result.
    private func explaining(_ body: () throws -> Void) rethrows {
        guard rules.explains else { return try body() }
        current = nil
        let (before, types) = (FileExplanation.Mark(sink.summary), sink.types)
        try body()
        guard var file = current else { return }
        file.types = sink.types.since(types)
        file.take(sink.summary, since: before)
        files.append(file)
    }

    /// Notes that a file can't be read.
    private func note(unread path: String, _ reason: String) {
        unread.append("\(path): \(reason)")
        if reason == ContainerLimits.tooMuch { limit = limit ?? unread.last }
    }

    /// Says how the file is read that is being taken.
    private func note(_ file: @autoclosure () -> FileExplanation) { if rules.explains { current = file() } }

    private func begin(_ path: String, _ changed: Date) throws { try sink.begin(file: path, posted: changed) }

    /// Runs a closure that reads a file; its errors are reported, and other files continue.
    private func report(_ path: String? = nil, _ body: () throws -> Void) throws {
        let path = path ?? sink.fileName
        do {
            try body()
        } catch let error as ImportError {
            note(unread: path, error.description)
            sink.summary.leaveOut(1, "\(path): \(error.description)")
        } catch let open as OpenQuestion {
            if writer == nil { return inquiry.add(open.question) }
            sink.summary.leaveOut(1, "\(path): \(open.question.description)")
        }
    }
}
