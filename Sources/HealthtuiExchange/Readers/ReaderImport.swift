import Foundation
import Glibc
import HealthKit

/// Imports files of programs other than the Health app.
package struct ReaderImport: Sendable {
    /// The known formats, in the order in which they are tried.
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
    ///   - restoresDeleted: Whether to restore samples that the person deleted after an earlier import.
    ///   - isForced: Whether to store implausible values.
    ///   - zone: The person's time zone, for details that a file leaves open, such as a day's length.
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

    /// The reader for a file, or `nil` if no reader knows it, such as an export of the Health app.
    ///
    /// - Parameter path: The file.
    /// - Returns: The first reader that recognizes it.
    package static func reader(for path: String) -> (any Reader)? {
        beginning(of: path).flatMap { reader(for: $0, named: URL(fileURLWithPath: path).lastPathComponent) }
    }

    /// The first 64 KiB of a file, or `nil` if it isn't a regular file or can't be read.
    ///
    /// - Parameter path: The file.
    /// - Returns: The bytes.
    package static func beginning(of path: String) -> [UInt8]? {
        // Reading from a pipe consumes its bytes.
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        // The import reports a file that can't be read.
        return (try? file.read(upToCount: 1 << 16)).map { [UInt8]($0) }
    }

    /// The reader for bytes, or `nil` if no reader knows them.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of a file, or all of them.
    ///   - name: The file's name.
    /// - Returns: The first reader that recognizes them.
    package static func reader(for bytes: [UInt8], named name: String) -> (any Reader)? {
        let beginning = Array(bytes.prefix(1 << 16))
        return readers.first { $0.recognizes(beginning, fileName: name) }
    }

    /// Whether a file looks like an export of the Health app: an archive, or XML.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it does; `false` for an empty file.
    package static func looksLikeExport(_ beginning: [UInt8]) -> Bool {
        if beginning.starts(with: [0x50, 0x4B]) { return true }
        return firstLetter(of: beginning) == Byte.less
    }

    /// Whether a file may be a table, judging by its first letter: neither an archive nor XML nor JSON.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it may.
    package static func mayBeTable(_ beginning: [UInt8]) -> Bool {
        guard !looksLikeExport(beginning), let first = firstLetter(of: beginning) else { return false }
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }

    /// The first byte of a text after white space and the byte order mark.
    private static func firstLetter(of beginning: [UInt8]) -> UInt8? {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
        return beginning.prefix(1 << 12).first { !Byte.isSpace($0) && !marks.contains($0) }
    }

    /// Reads as much of standard input as needed to identify it: the beginning of an export, otherwise all of it.
    ///
    /// - Returns: The bytes, and whether they are all.
    /// - Throws: ``ImportError`` if it can't be read or is larger than ``largest``.
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

    /// Checks that the store can be opened and written.
    ///
    /// - Throws: `HKError` for a store that can't be opened or written.
    package func tryStore() throws {
        try person.beginImport(ExportSpelling.forms1, restoresDeleted: false, named: "").finish()
    }

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
        let began = Date()
        let name = URL(fileURLWithPath: path).lastPathComponent
        let session = try person.beginImport(ExportSpelling.forms1, restoresDeleted: restoresDeleted, named: name)
        // Samples imported before an error stay, also on the disk. A successful end is the sink's, which throws.
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
