import Foundation
import Glibc
import HealthKit

/// Imports files of programs other than the Health app, and what archives and folders hold of them.
package struct ReaderImport: Sendable {
    /// The known formats, in the order in which they are tried.
    package static var readers: [any Reader] { KnownReaders.all }

    /// How the names of files end that are imported: exports of the Health app, the formats that are known, and tables.
    package static let endings = readers.reduce(into: Set([".zip", ".xml", ".gz"]).union(TableFile.endings)) {
        $0.formUnion($1.endings)
    }

    private let person: PersonAccess
    private let restoresDeleted: Bool
    private let isForced: Bool
    private let zone: TimeZone
    private let answers: ReaderAnswers
    /// The formats of files in containers.
    var readers = KnownReaders.all
    /// Whether the summary explains the result of each file.
    package var explains = false

    /// Makes an import.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - restoresDeleted: Whether to restore samples that the person deleted after an earlier import.
    ///   - isForced: Whether to store implausible values.
    ///   - zone: The person's time zone, for details that a file leaves open, such as a day's length.
    ///   - answers: What the person said of the files.
    package init(
        _ person: PersonAccess,
        restoresDeleted: Bool = false,
        isForced: Bool = false,
        zone: TimeZone = .current,
        answers: ReaderAnswers = ReaderAnswers()
    ) {
        self.person = person
        self.restoresDeleted = restoresDeleted
        self.isForced = isForced
        self.zone = zone
        self.answers = answers
    }

    /// The reader for a file, or `nil` if no reader knows it, such as an export of the Health app.
    ///
    /// - Parameter path: The file.
    /// - Returns: The first reader that recognizes it.
    package static func reader(for path: String) -> (any Reader)? {
        WholeFile.beginning(of: path)
            .flatMap { reader(for: $0, named: URL(fileURLWithPath: path).lastPathComponent) }
    }

    /// The reader for bytes, or `nil` if no reader knows them.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of a file, or all of them.
    ///   - name: The file's name.
    /// - Returns: The first reader that recognizes them.
    package static func reader(for bytes: [UInt8], named name: String) -> (any Reader)? {
        KnownReaders.reader(for: Array(bytes.prefix(1 << 16)), named: name)
    }

    /// Whether a file looks like an export of the Health app: an archive, or XML.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it does; `false` for an empty file.
    package static func looksLikeExport(_ beginning: [UInt8]) -> Bool { WholeFile.looksLikeExport(beginning) }

    /// Whether a file may be a table, judging by its first letter: neither an archive nor XML nor JSON.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it may.
    package static func mayBeTable(_ beginning: [UInt8]) -> Bool { WholeFile.mayBeTable(beginning) }

    /// Reads as much of standard input as needed to identify it: the beginning of an export or an archive, otherwise all of
    /// it.
    ///
    /// - Returns: The bytes, and whether they are all.
    /// - Throws: ``ImportError`` if it can't be read or is larger than files may be that are read whole.
    package static func standardInput() throws -> (bytes: [UInt8], isWhole: Bool) {
        var bytes: [UInt8] = []
        while bytes.count <= WholeFile.largest {
            let piece = try piece(of: STDIN_FILENO, most: bytes.count < 1 << 16 ? (1 << 16) - bytes.count : 1 << 20)
            if piece.isEmpty { return (bytes, true) }
            bytes += piece
            guard bytes.count == 1 << 16, reader(for: bytes, named: "") == nil else { continue }
            if looksLikeExport(bytes) || ReadableKind.isCompressed(bytes) { return (bytes, false) }
        }
        let most = WholeFile.largest >> 20
        throw ImportError("standard input: only exports of the Health app and archives may be larger than \(most) MiB")
    }

    private static func piece(of descriptor: Int32, most: Int) throws -> [UInt8] {
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
                let read = Glibc.read(descriptor, buffer.baseAddress, most)
                failure = read < 0 ? errno : 0
                count = max(0, read)
            }
            if failure == 0 { return piece }
            if failure != EINTR {
                throw ImportError("standard input: can't be read: \(String(cString: strerror(failure)))")
            }
        }
    }

    /// Checks that the store can be opened and written.
    ///
    /// - Throws: `HKError` for a store that can't be opened or written.
    package func tryStore() throws {
        try person.beginImport(ExportSpelling.forms1, restoresDeleted: false, named: "").finish()
    }

    // MARK: One file

    /// Imports a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reader: Its reader.
    ///   - isCancelled: Polled now and then; the import stops after the current transaction.
    /// - Returns: A summary of the import.
    /// - Throws: ``ImportError`` for an invalid file, `HKError`, and `CancellationError`.
    package func run(
        path: String,
        with reader: any Reader,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> ImportSummary {
        let url = URL(fileURLWithPath: path)
        func changed() throws -> Date {
            try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? Date()
        }
        guard reader is any StreamReader || reader is any GroupReader else {
            let bytes = try WholeFile.contents(of: path, as: reader.name)
            return try run(bytes, from: path, with: reader, posted: changed(), isCancelled: isCancelled)
        }
        let beginning = WholeFile.beginning(of: path) ?? []
        let (descriptor, _) = try FileReader.open(path, as: path)
        let posted = try changed()
        let file = try MemberFile(descriptor: descriptor, path: url.lastPathComponent, changed: posted)
        return try run(path, reader, beginning, posted, nil, UInt64(file.size), isCancelled) { sink in
            try MemberReading.read(reader, file.stream(), file: { file }, into: &sink)
        }
    }

    /// Imports data that didn't come from a file.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - path: The name to use in errors; its last component names the import in the undo history.
    ///   - reader: Its reader.
    ///   - posted: The time it was written or received: of two values for the same time, the later one's stays.
    ///   - aggregation: The time span of each value, in the sender's words.
    ///   - isCancelled: Polled now and then; the import stops after the current transaction.
    /// - Returns: A summary of the import.
    /// - Throws: ``ImportError`` for invalid bytes, `HKError`, and `CancellationError`.
    package func run(
        _ bytes: [UInt8],
        from path: String,
        with reader: any Reader,
        posted: Date = Date(),
        aggregation: String? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> ImportSummary {
        try run(path, reader, bytes, posted, aggregation, UInt64(bytes.count), isCancelled) { sink in
            try reader.read(bytes, into: &sink)
        }
    }

    private func run(
        _ path: String,
        _ reader: any Reader,
        _ beginning: [UInt8],
        _ posted: Date,
        _ aggregation: String?,
        _ size: UInt64,
        _ isCancelled: @escaping @Sendable () -> Bool,
        _ read: (inout ReaderSink) throws -> Void
    ) throws -> ImportSummary {
        let began = Date()
        let name = URL(fileURLWithPath: path).lastPathComponent
        let writer = ImportWriter(
            try person.beginImport(ExportSpelling.forms1, restoresDeleted: restoresDeleted, named: name)
        )
        let hints = hints(posted: posted, aggregation)
        var sink = ReaderSink(writer, fileName: name, hints: hints, isCancelled: isCancelled)
        do {
            try read(&sink)
            try sink.flush()
        } catch {
            // Samples that were handed over before an error stay, also on the disk.
            writer.stop()
            throw Self.named(error, "\(path): \(reader.name)")
        }
        let outcome = try writer.finish()
        var summary = sink.summary
        summary.types = sink.types.count
        summary.add(outcome)
        summary.bytes = size
        summary.seconds = Date().timeIntervalSince(began)
        if explains {
            var file = FileExplanation(path, Array(beginning.prefix(1 << 16)), reader)
            file.types = sink.types.since(TypeTally())
            summary.explain(file)
        }
        return summary
    }

    /// An error with the name of the file.
    private static func named(_ error: any Error, _ name: String) -> any Error {
        switch error {
        case let error as ImportError: ImportError("\(name): \(error.description)")
        case let open as OpenQuestion: ImportError("\(name): \(open.question.description)")
        default: error
        }
    }

    private func hints(posted: Date, _ aggregation: String? = nil) -> ReaderHints {
        ReaderHints(posted: posted, aggregation: aggregation, isForced: isForced, zone: zone, answers: answers)
    }

    /// The questions that a file leaves open, before it is imported.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reader: Its reader.
    /// - Returns: The question, or `nil` if it leaves nothing open, or can't be read.
    package func question(path: String, for reader: any Reader) -> ReaderQuestion? {
        guard reader.asksQuestions, let (descriptor, _) = try? FileReader.open(path, as: path),
            let file = try? MemberFile(descriptor: descriptor, path: path, changed: Date())
        else { return nil }
        var sink = ReaderSink(nil, fileName: path, hints: hints(posted: Date()), isCancelled: { false })
        do {
            try MemberReading.read(reader, file.stream(), file: { file }, into: &sink)
        } catch let open as OpenQuestion {
            return open.question
        } catch {
            // The import reports it.
            return nil
        }
        return nil
    }

    // MARK: Many files

    /// The questions that the files of a container leave open, before they are imported.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - isCancelled: Asked before each file.
    /// - Returns: The questions, and what the tables mean.
    /// - Throws: `HKError`, and `CancellationError`.
    package func inquire(
        _ container: FileContainer,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> FileInquiry {
        let work = try work(nil, takesTables: false, isCancelled) { _ in }
        _ = try work.read(container)
        return work.inquiry
    }

    /// Imports the files of a container, as one import that one step undoes.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - takesTables: Whether tables are imported that leave nothing open.
    ///   - isCancelled: Polled now and then; the import stops after the current transaction.
    ///   - progress: Called now and then with the progress.
    /// - Returns: A summary of the import.
    /// - Throws: ``ExportSourceError`` if none of its files is of a known format, `HKError`, and `CancellationError`.
    package func run(
        _ container: FileContainer,
        takesTables: Bool,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let began = Date()
        let writer = ImportWriter(
            try person.beginImport(ExportSpelling.forms1, restoresDeleted: restoresDeleted, named: container.name)
        )
        var summary: ImportSummary
        do {
            let work = try work(writer, takesTables: takesTables, isCancelled, progress)
            summary = try work.read(container)
            if work.isEmpty { throw container.failure(limit: work.limit, unread: work.unread) }
        } catch {
            writer.stop()
            throw error
        }
        summary.add(try writer.finish())
        summary.seconds = Date().timeIntervalSince(began)
        return summary
    }

    /// Imports the export of the Health app that a container is.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - progress: Called now and then with the progress.
    /// - Returns: A summary of the import.
    /// - Throws: As ``ExportImporter/run(path:beginning:isCancelled:progress:)``.
    package func run(
        export container: FileContainer,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> ImportSummary {
        var importer = ExportImporter(person, restoresDeleted: restoresDeleted)
        importer.explains = explains
        return try importer.run(container.export(), named: OpenedExport.standardInput, progress: progress)
    }

    private func work(
        _ writer: ImportWriter?,
        takesTables: Bool,
        _ isCancelled: @escaping @Sendable () -> Bool,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> ContainerImport {
        let folder = try person.storePath.map { ($0 as NSString).deletingLastPathComponent } ?? NSTemporaryDirectory()
        return ContainerImport(
            ExportImporter(person, restoresDeleted: restoresDeleted),
            writer,
            ContainerImport.Rules(
                answers: answers,
                readers: readers,
                zone: zone,
                takesTables: takesTables,
                spoolFolder: folder,
                explains: explains
            ),
            hints: hints(posted: Date()),
            isCancelled: isCancelled,
            progress: progress
        )
    }
}
