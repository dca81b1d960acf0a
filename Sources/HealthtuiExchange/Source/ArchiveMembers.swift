import CHealthtuiArchive
import Foundation
import Glibc

/// The files in a zip archive, one after another.
///
/// Names are only shown to people: no file is written under them.
final class ArchiveMembers {
    /// A file in the archive.
    struct Entry {
        let name: String
        let changed: Date
        let isEncrypted: Bool
    }

    private let archive: OpaquePointer
    private let members: DirectMembers?
    private let limits: ContainerLimits
    private var limit = UnpackingLimit()
    /// The rest of the last block that the archive delivered, which owns its memory.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The reader of the current member, or `nil` if the library reads it.
    private var direct: DirectMember?
    private var isUntouched = false
    /// The number of bytes of the current member from the library that were delivered before.
    private var known: UInt64 = 0
    private var start: UInt64 = 0
    private var last: String?

    /// Opens an archive.
    ///
    /// - Parameters:
    ///   - descriptor: The archive, which stays open as long as this object lives.
    ///   - limits: The limits of the whole container.
    /// - Throws: ``ImportError`` if it isn't an archive.
    init(descriptor: Int32, limits: ContainerLimits) throws {
        guard lseek(descriptor, 0, SEEK_SET) == 0, let archive = archive_read_new() else {
            throw ImportError(archive_problem().map { String(cString: $0) } ?? "out of memory")
        }
        self.archive = archive
        self.limits = limits
        members = DirectMembers(descriptor: descriptor)
        archive_read_support_format_zip(archive)
        guard archive_read_open_fd(archive, descriptor, 256 << 10) == ARCHIVE_OK else {
            throw ImportError(ArchiveReader.words(ArchiveReader.message(archive)))
        }
    }

    deinit { _ = archive_read_free(archive) }

    /// Moves on to the next file.
    ///
    /// - Returns: The file, or `nil` at the end of the archive.
    /// - Throws: ``ImportError`` where the archive can't be read on, and ``ContainerError``.
    func next() throws -> Entry? {
        var entry: OpaquePointer?
        while true {
            block = UnsafeRawBufferPointer(start: nil, count: 0)
            (direct, known, isUntouched) = (nil, 0, true)
            limit.begin()
            let status = UTF8Locale.run { archive_read_next_header(archive, &entry) }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
                if status == ARCHIVE_EOF { return nil }
                let place = last.map { "after \($0)" } ?? "at its start"
                throw ImportError("\(place): \(ArchiveReader.words(ArchiveReader.message(archive)))")
            }
            let name = ArchiveReader.name(entry)
            last = name
            guard archive_entry_filetype(entry) == Glibc.S_IFREG else { continue }
            try limits.countMember()
            return Entry(
                name: name,
                changed: Date(timeIntervalSince1970: TimeInterval(archive_entry_mtime(entry))),
                isEncrypted: archive_entry_is_encrypted(entry) != 0
            )
        }
    }

    /// Reads the next bytes of the current file.
    ///
    /// - Parameter buffer: The buffer to fill.
    /// - Returns: The number of bytes, zero at the end.
    /// - Throws: `ChunkReaderFailure` where it can't be read on, and ``ContainerError``.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try unpack(into: buffer)
        let position = direct?.position ?? UInt64(max(0, archive_filter_bytes(archive, -1)))
        limit.note(count, of: position > start ? position - start : 0)
        if limit.isExceeded { throw ChunkReaderFailure(reason: ContainerLimits.tooMuch) }
        try limits.note(count)
        return count
    }

    private func unpack(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if isUntouched {
            isUntouched = false
            // The library has read the header, and is positioned at the data.
            start = UInt64(max(0, archive_filter_bytes(archive, 0)))
            direct = members?.member(at: start)
        }
        if let direct {
            if let count = direct.read(into: buffer) { return count }
            (self.direct, known) = (nil, direct.delivered)
        }
        while block.isEmpty {
            guard let next = try nextBlock() else { return 0 }
            let passed = Int(min(known, UInt64(next.count)))
            known -= UInt64(passed)
            block = UnsafeRawBufferPointer(rebasing: next[passed...])
        }
        let count = min(buffer.count, block.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
        block = UnsafeRawBufferPointer(rebasing: block[count...])
        return count
    }

    private func nextBlock() throws -> UnsafeRawBufferPointer? {
        var first: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        let status = archive_read_data_block(archive, &first, &count, &offset)
        if status == ARCHIVE_EOF { return nil }
        guard status == ARCHIVE_OK else {
            throw ChunkReaderFailure(reason: ArchiveReader.words(ArchiveReader.message(archive)))
        }
        return UnsafeRawBufferPointer(start: first, count: count)
    }
}
