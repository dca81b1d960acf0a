import CHealthtuiArchive
import Foundation
import Glibc
import HealthKit
import Synchronization

/// The reason a file couldn't be written.
package struct ExportError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    package var description: String

    package init(_ description: String) { self.description = description }

    package var errorDescription: String? { description }
}

/// Writes a zip as a stream: appended data is compressed on a separate thread while the caller prepares more.
///
/// At most a few pieces wait, so memory use stays flat regardless of the members' sizes. Sizes follow the members'
/// data, in 64 bits, as in exports from phones.
final class ZipWriter: @unchecked Sendable {
    /// The compressing thread's next task.
    private enum Task {
        case begin(name: String)
        case data([UInt8])
        case end
    }

    // Unchecked, because each part has one owner. Guarded by `condition`, since a mutex can't wait:
    private let condition = NSCondition()
    private var tasks: [Task] = []
    private var waiting = 0
    private var isEnded = false
    private var hasStopped = false
    private var failure: ExportError?

    // Used only by the compressing thread, once it runs.
    private let archive: OpaquePointer
    private let entry: OpaquePointer
    private let path: String
    private let date: Date

    // Used only by the caller.
    private var piece: [UInt8] = []

    /// The size of a piece, and the number of bytes that may wait.
    private static let pieceSize = 1 << 17
    private static let mostWaiting = 1 << 20

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - path: The file, which exists and is empty.
    ///   - name: The file's name in errors.
    ///   - date: The time of the members.
    /// - Throws: ``ExportError``.
    init(path: String, name: String, date: Date) throws {
        self.path = name
        self.date = date
        guard let archive = archive_write_new(), let entry = archive_entry_new() else {
            let reason = archive_problem().map { String(cString: $0) } ?? "not enough memory to write an archive"
            throw ExportError("\(name): \(reason)")
        }
        self.archive = archive
        self.entry = entry
        piece.reserveCapacity(Self.pieceSize)
        let steps: [() -> Int32] = [
            { archive_write_set_format_zip(archive) },
            {
                archive_write_set_options(
                    archive,
                    "zip:compression=deflate,zip:compression-level=6,zip:hdrcharset=UTF-8"
                )
            },
            // Whole blocks would leave zeros after the archive's end.
            { archive_write_set_bytes_in_last_block(archive, 1) },
            { archive_write_open_filename(archive, path) },
        ]
        for step in steps where step() < ARCHIVE_WARN {
            let why = Self.message(archive)
            archive_write_free(archive)
            archive_entry_free(entry)
            throw ExportError("\(name): \(why)")
        }
        let thread = Thread { [self] in run() }
        thread.name = "healthkit.export"
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Begins a member, ending the previous one.
    ///
    /// - Parameter name: Its path inside the archive.
    /// - Throws: ``ExportError`` for an earlier write.
    func begin(_ name: String) throws {
        try flush()
        try hand(.begin(name: name), size: 0)
    }

    /// Appends to the current member.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Throws: ``ExportError`` for an earlier write.
    func append(_ bytes: [UInt8]) throws {
        piece.append(contentsOf: bytes)
        if piece.count >= Self.pieceSize { try flush() }
    }

    /// Ends the archive and waits until it is completely written.
    ///
    /// - Throws: ``ExportError``.
    func finish() throws {
        try flush()
        try hand(.end, size: 0)
        stop()
        if let failure = condition.withLock({ failure }) { throw failure }
    }

    /// Ends the thread, even if not everything is written.
    func stop() {
        condition.lock()
        isEnded = true
        condition.broadcast()
        while !hasStopped { condition.wait() }
        condition.unlock()
    }

    private func flush() throws {
        guard !piece.isEmpty else { return }
        try hand(.data(piece), size: piece.count)
        piece = []
        piece.reserveCapacity(Self.pieceSize)
    }

    private func hand(_ task: Task, size: Int) throws {
        condition.lock()
        defer { condition.unlock() }
        while waiting > Self.mostWaiting, failure == nil { condition.wait() }
        if let failure { throw failure }
        tasks.append(task)
        waiting += size
        condition.broadcast()
    }

    // MARK: The compressing thread

    private func run() {
        var isOpen = true
        while let task = next() {
            do {
                switch task {
                case .begin(let name): try beginMember(name)
                case .data(let bytes): try write(bytes)
                case .end:
                    isOpen = false
                    try check(archive_write_close(archive))
                }
            } catch {
                condition.withLock {
                    failure = error
                    condition.broadcast()
                }
                break
            }
        }
        // An abandoned archive isn't finished: its contents are discarded.
        if isOpen { archive_write_fail(archive) }
        archive_write_free(archive)
        archive_entry_free(entry)
        condition.withLock {
            hasStopped = true
            condition.broadcast()
        }
    }

    private func next() -> Task? {
        condition.lock()
        defer { condition.unlock() }
        while tasks.isEmpty, !isEnded { condition.wait() }
        guard !tasks.isEmpty else { return nil }
        let task = tasks.removeFirst()
        if case .data(let bytes) = task { waiting -= bytes.count }
        condition.broadcast()
        return task
    }

    private func beginMember(_ name: String) throws(ExportError) {
        archive_entry_clear(entry)
        archive_entry_set_pathname_utf8(entry, name)
        // A regular file.
        archive_entry_set_filetype(entry, UInt32(0o100000))
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, time_t(date.timeIntervalSince1970), 0)
        try check(UTF8Locale.run { archive_write_header(archive, entry) })
    }

    private func write(_ bytes: [UInt8]) throws(ExportError) {
        let written = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw failed() }
    }

    private func check(_ status: Int32) throws(ExportError) {
        guard status >= ARCHIVE_WARN else { throw failed() }
    }

    private func failed() -> ExportError {
        let number = archive_errno(archive)
        let why = number > 0 ? String(cString: strerror(number)) : Self.message(archive)
        return ExportError("\(path): \(why)")
    }

    private static func message(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0) } ?? "the archive can't be written"
    }
}
