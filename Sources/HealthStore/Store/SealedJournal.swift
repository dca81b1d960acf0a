import Foundation
import Synchronization

/// What is to be stored once a locked store is unlocked: a file beside the store to which everybody may add, and of which only
/// who has the store's key understands anything.
///
/// The file begins with eight letters and 16 random bytes that tell it from others. Each entry has a head of 16 bytes (a mark,
/// its length, a checksum of both) and what was sealed. Entries are only added, in the order in which they come, by one
/// process at a time; one that is damaged does not keep those behind it from being found.
package final class SealedJournal: Sendable {
    /// Where it is.
    package let path: String
    /// The end of the last entry, as this process left it, in a file of that size.
    private let known = Mutex<Known?>(nil)

    private struct Known {
        var inode: ino_t
        var size: UInt64
    }

    private static let beginning = Array("HKSJ0001".utf8)
    private static let firstEntry: UInt64 = 24
    private static let headSize = 16
    private static let mark: UInt32 = 0x4553_4B48
    /// The longest entry.
    package static let longestEntry = 256 << 20

    /// The journal of a store.
    package init(storePath: String) { path = storePath + "-saves" }

    /// Adds an entry; it is on the disk when this returns.
    ///
    /// - Parameter sealed: what was sealed to the store's public key.
    /// - Throws: ``StoreError`` with code `notPermitted`, `readOnly`, `diskFull`, `busy`, `ioError` or `invalidArgument`; then
    ///   the entry is not there.
    package func append(_ sealed: [UInt8]) throws {
        guard sealed.count <= Self.longestEntry else {
            throw StoreError(.invalidArgument, "This is too much to be kept while the store is locked.", path: path)
        }
        _ = try withFile(makes: true) { file in
            let end = try begin(file)
            var bytes = Self.head(length: sealed.count)
            bytes += sealed
            do {
                try Self.write(bytes, to: file, at: end)
                guard fsync(file) == 0 else { throw Self.failure(doing: "save") }
            } catch {
                ftruncate(file, off_t(end))
                throw (error as? StoreError)?.at(path) ?? error
            }
            let (inode, size) = try Self.status(file)
            known.withLock { $0 = Known(inode: inode, size: size) }
        }
    }

    /// How many entries there are, as far as their heads tell.
    package var count: Int {
        let found = try? withFile(makes: false) { file in
            var reading = try Reading(file)
            var count = 0
            while try reading.skip() { count += 1 }
            return count
        }
        return (found ?? nil) ?? 0
    }

    /// Lends the entries, and removes them when that has succeeded; meanwhile nobody can add any.
    ///
    /// - Parameter body: takes the entries in.
    /// - Returns: what `body` returns; nil when there is no journal.
    /// - Throws: what `body` throws, which leaves the journal as it is, and ``StoreError``.
    package func takeIn<T>(_ body: (inout Reading) throws -> T) throws -> T? {
        try withFile(makes: false) { file in
            var reading = try Reading(file)
            let result = try body(&reading)
            unlink(path)
            StoreFile.syncFolder(StoreFile.folder(of: path))
            return result
        }
    }

    /// Opens the file and keeps others from it until `body` returns.
    private func withFile<T>(makes: Bool, _ body: (Int32) throws -> T) throws -> T? {
        let deadline = SuspendingClock.now + .seconds(20)
        while true {
            let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (makes ? O_CREAT : 0)
            let file = open(path, flags, 0o600)
            guard file >= 0 else {
                if errno == ENOENT, !makes { return nil }
                throw StoreFile.failure(path, doing: "open the journal of saves")
            }
            defer { close(file) }
            var (held, named) = (stat(), stat())
            guard fstat(file, &held) == 0, held.st_mode & S_IFMT == S_IFREG, held.st_uid == geteuid(),
                held.st_nlink <= 1
            else {
                let what = "The journal of saves isn't private to this user, so it isn't used. Remove it."
                throw StoreError(.notPermitted, what, path: path)
            }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK || errno == EINTR, SuspendingClock.now < deadline else {
                    throw StoreError(.busy, "Another program keeps the journal of saves to itself.", path: path)
                }
                usleep(2000)
                continue
            }
            // Who had it before may have taken everything in, and it away.
            guard lstat(path, &named) == 0, named.st_ino == held.st_ino, named.st_dev == held.st_dev else { continue }
            if held.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
            return try body(file)
        }
    }

    private static func status(_ file: Int32) throws -> (inode: ino_t, size: UInt64) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(doing: "look at the journal of saves") }
        return (status.st_ino, UInt64(status.st_size))
    }

    /// Makes the beginning where there is none, and takes away an entry that was not written whole.
    /// - Returns: where the next entry goes.
    private func begin(_ file: Int32) throws -> UInt64 {
        let (inode, size) = try Self.status(file)
        if let known = known.withLock({ $0 }), known.inode == inode, known.size == size { return size }
        guard size >= Self.firstEntry else {
            ftruncate(file, 0)
            var id = UUID().uuid
            try Self.write(Self.beginning + withUnsafeBytes(of: &id) { Array($0) }, to: file, at: 0)
            StoreFile.syncFolder(StoreFile.folder(of: path))
            return Self.firstEntry
        }
        var reading = try Reading(file)
        while try reading.skip() {}
        guard let cut = reading.cut else { return size }
        guard ftruncate(file, off_t(cut)) == 0 else { throw Self.failure(doing: "mend the journal of saves") }
        return cut
    }

    private static func head(length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: mark.littleEndian) { bytes += $0 }
        withUnsafeBytes(of: UInt32(length).littleEndian) { bytes += $0 }
        withUnsafeBytes(of: checksum(length).littleEndian) { bytes += $0 }
        return bytes
    }

    private static func checksum(_ length: Int) -> UInt64 {
        withUnsafeBytes(of: UInt32(length).littleEndian) { Checksum.of($0, seed: UInt64(mark)) }
    }

    private static func write(_ bytes: [UInt8], to file: Int32, at offset: UInt64) throws {
        try bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                guard let start = bytes.baseAddress else { return }
                let count = pwrite(file, start + written, bytes.count - written, off_t(offset) + written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(doing: "save") }
                written += count
            }
        }
    }

    private static func failure(doing what: String) -> StoreError { StoreFile.failure("", doing: what).at(nil) }

    /// An entry of the journal.
    package struct Entry: Sendable {
        /// What was sealed.
        package let sealed: [UInt8]
        fileprivate let start: UInt64
        /// Where the entry ends: the next begins there.
        package let end: UInt64
    }

    /// A passage through the entries.
    package struct Reading {
        /// Which journal it is.
        package let id: UUID
        /// How many places hold what is no entry, or one that was rejected.
        package private(set) var damaged = 0
        /// Where an entry begins that was not written to its end, as the last of all.
        fileprivate private(set) var cut: UInt64?
        /// Whether the last entry was not written to its end.
        package var isCut: Bool { cut != nil }

        private let file: Int32
        private let size: UInt64
        private var offset: UInt64
        private var isInGap = false

        fileprivate init(_ file: Int32) throws {
            self.file = file
            size = try SealedJournal.status(file).size
            let start = try Self.read(file, 0, Int(min(size, SealedJournal.firstEntry)))
            guard start.count == SealedJournal.firstEntry, Array(start.prefix(8)) == SealedJournal.beginning else {
                id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                offset = 0
                return
            }
            id = start.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: 8, as: uuid_t.self)) }
            offset = SealedJournal.firstEntry
        }

        /// The next entry; nil at the end.
        ///
        /// - Throws: ``StoreError`` when the file cannot be read.
        package mutating func next() throws -> Entry? {
            guard let length = try find() else { return nil }
            let start = offset
            let sealed = try Self.read(file, start + UInt64(SealedJournal.headSize), length)
            guard sealed.count == length else { throw SealedJournal.failure(doing: "read the journal of saves") }
            offset = start + UInt64(SealedJournal.headSize + length)
            return Entry(sealed: sealed, start: start, end: offset)
        }

        /// Says that an entry could not be opened: the next is looked for right behind its beginning.
        package mutating func reject(_ entry: Entry) {
            if !isInGap { damaged += 1 }
            isInGap = true
            offset = entry.start + 1
        }

        /// Passes over the next entry; false at the end.
        fileprivate mutating func skip() throws -> Bool {
            guard let length = try find() else { return false }
            offset += UInt64(SealedJournal.headSize + length)
            return true
        }

        /// Goes to the next head.
        /// - Returns: the length of its entry; nil at the end.
        private mutating func find() throws -> Int? {
            while offset + UInt64(SealedJournal.headSize) <= size {
                if let length = Self.length(try Self.read(file, offset, SealedJournal.headSize)[...]) {
                    guard offset + UInt64(SealedJournal.headSize + length) <= size else {
                        // Others may have been added behind it.
                        cut = cut ?? offset
                        offset += 1
                        continue
                    }
                    if cut != nil, !isInGap { damaged += 1 }
                    cut = nil
                    isInGap = false
                    return length
                }
                if cut == nil, !isInGap {
                    damaged += 1
                    isInGap = true
                }
                try scan()
            }
            if offset < size, cut == nil, !isInGap { cut = offset }
            return nil
        }

        /// Goes to where the next head may begin.
        private mutating func scan() throws {
            offset += 1
            while offset < size {
                let chunk = try Self.read(file, offset, Int(min(size - offset, 1 << 16)))
                let found = chunk.indices.dropLast(3)
                    .first {
                        chunk[$0] == 0x48 && chunk[$0 + 1] == 0x4B && chunk[$0 + 2] == 0x53 && chunk[$0 + 3] == 0x45
                    }
                if let found {
                    offset += UInt64(found)
                    return
                }
                guard chunk.count > 3, offset + UInt64(chunk.count) < size else {
                    offset = size
                    return
                }
                offset += UInt64(chunk.count - 3)
            }
        }

        private static func length(_ head: ArraySlice<UInt8>) -> Int? {
            guard head.count == SealedJournal.headSize else { return nil }
            return head.withUnsafeBytes { bytes in
                let mark = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
                let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
                let checksum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                guard mark == SealedJournal.mark, length <= SealedJournal.longestEntry,
                    checksum == SealedJournal.checksum(length)
                else { return nil }
                return length
            }
        }

        private static func read(_ file: Int32, _ offset: UInt64, _ count: Int) throws -> [UInt8] {
            var failed = false
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                while initialized < count {
                    guard let start = buffer.baseAddress else { return }
                    let size = pread(file, start + initialized, count - initialized, off_t(offset) + initialized)
                    if size < 0, errno == EINTR { continue }
                    if size < 0 { failed = true }
                    if size <= 0 { return }
                    initialized += size
                }
            }
            if failed { throw SealedJournal.failure(doing: "read the journal of saves") }
            return bytes
        }
    }
}
