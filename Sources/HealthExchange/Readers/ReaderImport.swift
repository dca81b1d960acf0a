import Foundation
import Glibc
import HealthKit

/// Imports files of other programs than the Health app.
package struct ReaderImport: Sendable {
    /// The formats that are known, in the order in which they are tried.
    package static let readers: [any Reader] = [
        CardReader(), CertificateReader(), HealthAutoExportReader(), ElectrocardiogramReader(),
    ]

    /// How the names of files end that are imported: exports of the Health app, the formats that are known, and tables.
    package static let endings = readers.reduce(into: Set([".zip", ".xml"]).union(TableFile.endings)) {
        $0.formUnion($1.endings)
    }

    /// The most bytes of a file that is read whole.
    package static let largest = 512 << 20

    private let person: PersonAccess
    private let restoresDeleted: Bool
    private let isForced: Bool
    private let zone: TimeZone

    /// Makes an import.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - restoresDeleted: Whether what the person deleted after an earlier import comes back.
    ///   - isForced: Whether values are stored that nobody has.
    ///   - zone: Where the person is, for what a file leaves open, such as how long a day was.
    package init(
        _ person: PersonAccess,
        restoresDeleted: Bool = false,
        isForced: Bool = false,
        zone: TimeZone = .current
    ) {
        self.person = person
        self.restoresDeleted = restoresDeleted
        self.isForced = isForced
        self.zone = zone
    }

    /// The reader for a file; `nil` for one that none knows, such as an export of the Health app.
    ///
    /// - Parameter path: The file.
    /// - Returns: The first reader that takes it for its own.
    package static func reader(for path: String) -> (any Reader)? {
        beginning(of: path).flatMap { reader(for: $0, named: URL(fileURLWithPath: path).lastPathComponent) }
    }

    /// The first 64 KiB of a file; `nil` for what is no plain file, and for one that can't be read.
    ///
    /// - Parameter path: The file.
    /// - Returns: The bytes.
    package static func beginning(of path: String) -> [UInt8]? {
        // What is read of a pipe is gone from it.
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        // What can't be read is told when it is imported.
        return (try? file.read(upToCount: 1 << 16)).map { [UInt8]($0) }
    }

    /// The reader for bytes; `nil` for what none knows.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of a file, or all of them.
    ///   - name: What the file is called.
    /// - Returns: The first reader that takes it for its own.
    package static func reader(for bytes: [UInt8], named name: String) -> (any Reader)? {
        let beginning = Array(bytes.prefix(1 << 16))
        return readers.first { $0.recognizes(beginning, fileName: name) }
    }

    /// Whether a file looks like an export of the Health app: an archive, or XML.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it does; `false` for a file that is empty.
    package static func looksLikeExport(_ beginning: [UInt8]) -> Bool {
        if beginning.starts(with: [0x50, 0x4B]) { return true }
        return firstLetter(of: beginning) == Byte.less
    }

    /// Whether a file may be a table, as far as its first letter tells: neither an archive nor XML nor JSON.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it may.
    package static func mayBeTable(_ beginning: [UInt8]) -> Bool {
        guard !looksLikeExport(beginning), let first = firstLetter(of: beginning) else { return false }
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }

    /// The first byte of a text behind white space and the mark of its encoding.
    private static func firstLetter(of beginning: [UInt8]) -> UInt8? {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
        return beginning.prefix(1 << 12).first { !Byte.isSpace($0) && !marks.contains($0) }
    }

    /// Reads standard input as far as it takes to tell what it is: its beginning of an export, else all of it.
    ///
    /// - Returns: The bytes, and whether they are all.
    /// - Throws: ``ImportError`` for what can't be read, or is larger than ``largest``.
    package static func standardInput() throws -> (bytes: [UInt8], isWhole: Bool) {
        var bytes: [UInt8] = []
        while bytes.count <= largest {
            let piece = try piece(of: STDIN_FILENO, most: bytes.count < 1 << 16 ? (1 << 16) - bytes.count : 1 << 20)
            if piece.isEmpty { return (bytes, true) }
            bytes += piece
            if bytes.count == 1 << 16, looksLikeExport(bytes) { return (bytes, false) }
        }
        throw ImportError("standard input: only an export of the Health app may be larger than \(largest >> 20) MiB")
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

    /// Finds out whether anything can be imported into the store.
    ///
    /// - Throws: `HKError` for a store that can't be opened or written.
    package func tryStore() throws {
        try person.beginImport(ExportSpelling.forms1, restoresDeleted: false, named: "").finish()
    }

    /// Imports a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reader: What reads it.
    ///   - isCancelled: Asked now and then; the import stops after the current transaction.
    /// - Returns: What it brought.
    /// - Throws: ``ImportError`` for a file that makes no sense, `HKError`, and `CancellationError`.
    package func run(
        path: String,
        with reader: any Reader,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> ImportSummary {
        let bytes = try Self.contents(of: path, as: reader.name)
        let url = URL(fileURLWithPath: path)
        let posted = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? Date()
        return try run(bytes, from: path, with: reader, posted: posted, isCancelled: isCancelled)
    }

    /// All bytes of a file, which are held once.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - format: What the format is called in errors.
    /// - Returns: The bytes.
    /// - Throws: ``ExportSourceError`` for a file that can't be opened, ``ImportError`` for one that can't be read, or is larger
    ///   than ``largest``.
    package static func contents(of path: String, as format: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw ExportSourceError(code: .unreadable, path: path, reason: FileReader.systemMessage())
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard status.st_size <= largest else {
            throw ImportError("\(path): files of \(format) are read up to \(largest >> 20) MiB")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        do {
            while bytes.count <= largest, let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
                bytes.append(contentsOf: piece)
            }
        } catch {
            throw ImportError("\(path): can't be read: \(error.localizedDescription)")
        }
        return bytes
    }

    /// Imports what came in another way than by a file.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - path: What errors call it; the last part of it names the import in the log of steps.
    ///   - reader: What reads it.
    ///   - posted: When it was written or came: of two values for the same time that of the later one stays.
    ///   - aggregation: The span of time that each value stands for, in the words of who sent it.
    ///   - isCancelled: Asked now and then; the import stops after the current transaction.
    /// - Returns: What it brought.
    /// - Throws: ``ImportError`` for bytes that make no sense, `HKError`, and `CancellationError`.
    package func run(
        _ bytes: [UInt8],
        from path: String,
        with reader: any Reader,
        posted: Date = Date(),
        aggregation: String? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> ImportSummary {
        let began = Date()
        let name = URL(fileURLWithPath: path).lastPathComponent
        let session = try person.beginImport(ExportSpelling.forms1, restoresDeleted: restoresDeleted, named: name)
        // What came in before an error stays, on the disk too. A good end is the sink's, which throws.
        defer { try? session.finish() }
        let hints = ReaderHints(posted: posted, aggregation: aggregation, isForced: isForced, zone: zone)
        var sink = ReaderSink(session, fileName: name, hints: hints, isCancelled: isCancelled)
        do {
            try reader.read(bytes, into: &sink)
        } catch let error as ImportError {
            throw ImportError("\(path): \(reader.name): \(error.description)")
        }
        var summary = try sink.finish()
        summary.bytes = UInt64(bytes.count)
        summary.seconds = Date().timeIntervalSince(began)
        return summary
    }
}
