import Foundation
import Synchronization

/// The saves to store once a locked store is unlocked: a file next to the store that anyone may add to, and that only a
/// holder of the store's key can read.
///
/// Entries are only added, in the order in which they come, by one process at a time; one that is damaged does not keep those
/// behind it from being found. What is sealed says for which journal and which place it was sealed. The bytes are described
/// at `JournalBeginning`, `JournalHead` and `JournalEnvelope`.
package final class SealedJournal: Sendable {
    /// The journal's path; `:memory:` for one without a file.
    package let path: String
    /// Its bytes, when no file holds them.
    private let memory: MemoryFile?
    private let form: JournalForm
    private let limits: JournalLimits
    /// The end of the last entry, as this process left it, in a file of that size.
    private let known = Mutex<Known?>(nil)

    private struct Known {
        var beginning: JournalBeginning
        var inode: ino_t
        var size: UInt64
        var last: UInt64
        var tallies = JournalTallies()
    }

    /// The journal of a store.
    ///
    /// - Parameters:
    ///   - storePath: The store's file.
    ///   - limits: How much may wait in it.
    package init(storePath: String, limits: JournalLimits = .standard) {
        path = storePath + Self.suffixes[0]
        memory = nil
        form = .bound
        self.limits = limits
    }

    private init(_ memory: MemoryFile) {
        path = ":memory:"
        self.memory = memory
        form = .bound
        limits = .standard
    }

    /// The journal of a store in memory, which this process alone has.
    ///
    /// - Returns: The journal, empty.
    package static func inMemory() -> SealedJournal { SealedJournal(MemoryFile()) }

    private init(earlierOf storePath: String) {
        path = storePath + Self.suffixes[1]
        memory = nil
        form = .first
        limits = .standard
    }

    /// The journal that version 0.2 wrote, which is only read.
    ///
    /// - Parameter storePath: The store's file.
    /// - Returns: The journal.
    package static func earlier(storePath: String) -> SealedJournal { SealedJournal(earlierOf: storePath) }

    /// The suffixes of a store's journals: the current one, and that of version 0.2.
    ///
    /// They differ, so that a program of that version, which removes unknown journals, does not find this one.
    package static let suffixes = ["-waiting", "-saves"]

    /// Whether saves wait next to a store.
    static func isWaiting(beside storePath: String) -> Bool {
        suffixes.contains { StoreFile.size(of: storePath + $0) > 0 }
    }

    /// Adds a call; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - owner: The app that made it.
    ///   - isStranger: Whether the app is not known to share anything with the store.
    ///   - publicKey: The store's public key, to which it is sealed.
    /// - Throws: ``StoreError`` with code `notPermitted`, also when too much waits, `readOnly`, `diskFull`, `busy`, `ioError`,
    ///   `damaged` or `invalidArgument`; then the call is not there.
    package func append(_ call: [UInt8], of owner: String, isStranger: Bool, publicKey: [UInt8]) throws {
        var head = JournalHead(length: call.count + JournalEnvelope.overhead(owner))
        guard form == .bound, head.length <= JournalHead.longestEntry else {
            throw StoreError(.invalidArgument, "This is too much to be kept while the store is locked.", path: path)
        }
        head.isStranger = isStranger
        head.keyHint = SealedBox.hint(publicKey)
        _ = try withFile(makes: true) { file in
            var state = try begin(file)
            known.withLock { $0 = state }
            let id = withUnsafeBytes(of: state.beginning.id.uuid) { Array($0) }
            head.group = SealedBox.hash(Array(owner.utf8), key: id)[0]
            head.sequence = state.last + 1
            do { try state.tallies.requireRoom(for: head, limits) } catch let error as StoreError {
                throw error.at(path)
            }
            let envelope = JournalEnvelope(
                journal: state.beginning.id,
                sequence: head.sequence,
                owner: owner,
                call: call
            )
            let sealed = try SealedBox.seal(envelope.bytes, to: publicKey)
            do {
                try JournalFile.write(head.bytes(form) + sealed, to: file, at: state.size)
                guard fsync(file) == 0 else { throw JournalFile.failure(doing: "save") }
            } catch {
                ftruncate(file, off_t(state.size))
                throw (error as? StoreError)?.at(path) ?? error
            }
            state.size += UInt64(form.headSize + sealed.count)
            state.last = head.sequence
            state.tallies.add(head)
            known.withLock { $0 = state }
        }
    }

    /// The number of entries, as far as their heads are readable; 0 if the file can't be read, which ``Mishap``
    /// reports.
    package var count: Int {
        let found = Mishap.attempt("journal") {
            try withFile(makes: false) { file in
                var reading = try JournalReading(file, form)
                var count = 0
                while try reading.skip() != nil { count += 1 }
                return count
            }
        }
        return (found ?? nil) ?? 0
    }

    /// Lends the entries, and on success removes those that aren't to be kept; none can be added meanwhile.
    ///
    /// - Parameter body: takes the entries in, and returns the places of those that are to be kept.
    /// - Returns: The result of `body`; nil if there is no journal.
    /// - Throws: The errors of `body`, which leaves the journal as it is, and ``StoreError``.
    package func takeIn<T>(_ body: (inout JournalReading) throws -> (T, kept: Set<UInt64>)) throws -> T? {
        try withFile(makes: false) { file in
            var reading = try JournalReading(file, form)
            guard try reading.isSound || form == .first || JournalFile.status(file).size < UInt64(form.firstEntry)
            else {
                throw Self.damagedBeginning.at(path)
            }
            let (result, kept) = try body(&reading)
            if kept.isEmpty {
                try remove(file)
            } else if form == .bound, memory == nil {
                // Taking in the kept entries skips the rest, so nothing depends on this.
                try? keepOnly(kept, of: file)
            }
            return result
        }
    }

    private func remove(_ file: Int32) throws {
        guard memory == nil else {
            guard ftruncate(file, 0) == 0 else { throw JournalFile.failure(doing: "empty the journal of saves") }
            return
        }
        unlink(path)
        StoreFile.syncFolder(StoreFile.folder(of: path))
    }

    private static let damagedBeginning = StoreError(
        .damaged,
        "The beginning of the journal of saves is damaged, so its saves can't be told from those of another journal."
            + " Move the file away to go on without them."
    )

    /// Writes the entries that are kept into a journal of the same id, which takes this one's place.
    private func keepOnly(_ kept: Set<UInt64>, of file: Int32) throws {
        let target = path + "-new"
        unlink(target)
        let new = open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard new >= 0 else { throw JournalFile.failure(doing: "write the journal of saves") }
        defer { close(new) }
        do {
            var all = try JournalReading(file, form)
            while try all.skip() != nil {}
            try JournalFile.write(JournalBeginning(id: all.id, base: all.lastSequence).bytes, to: new, at: 0)
            var end = UInt64(form.firstEntry)
            var reading = try JournalReading(file, form)
            while let entry = try reading.next() {
                guard kept.contains(entry.place) else { continue }
                let bytes = entry.head.bytes(form) + entry.sealed
                try JournalFile.write(bytes, to: new, at: end)
                end += UInt64(bytes.count)
            }
            guard fsync(new) == 0, rename(target, path) == 0 else {
                throw JournalFile.failure(doing: "write the journal of saves")
            }
            StoreFile.syncFolder(StoreFile.folder(of: path))
        } catch {
            unlink(target)
            throw error
        }
    }

    /// Opens the file and keeps others from it until `body` returns.
    private func withFile<T>(makes: Bool, _ body: (Int32) throws -> T) throws -> T? {
        if let memory { return try memory.lend(makes: makes, body) }
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
            // The previous holder may have taken everything in, and removed the file.
            guard lstat(path, &named) == 0, named.st_ino == held.st_ino, named.st_dev == held.st_dev else { continue }
            if held.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
            return try body(file)
        }
    }

    /// Makes the beginning where there is none, and takes away an entry that was not written whole.
    /// - Returns: The position of the next entry, and the existing ones.
    private func begin(_ file: Int32) throws -> Known {
        let (inode, size) = try JournalFile.status(file)
        guard size >= UInt64(form.firstEntry) else {
            ftruncate(file, 0)
            let beginning = JournalBeginning()
            try JournalFile.write(beginning.bytes, to: file, at: 0)
            if memory == nil { StoreFile.syncFolder(StoreFile.folder(of: path)) }
            return Known(beginning: beginning, inode: inode, size: UInt64(form.firstEntry), last: 0)
        }
        let start = try JournalFile.read(file, 0, form.firstEntry)
        guard let beginning = JournalBeginning(start, form) else { throw Self.damagedBeginning.at(path) }
        var state = Known(beginning: beginning, inode: inode, size: UInt64(form.firstEntry), last: beginning.base)
        let earlier = known.withLock { $0 }
        if let earlier, earlier.beginning == beginning, earlier.inode == inode, earlier.size <= size {
            state = earlier
            if earlier.size == size { return state }
        }
        // Entries that others have added since.
        var reading = try JournalReading(file, form, from: state.size)
        while let head = try reading.skip() {
            state.tallies.add(head)
            state.last = max(state.last, head.sequence)
        }
        state.size = size
        guard let cut = reading.cut else { return state }
        guard ftruncate(file, off_t(cut)) == 0 else { throw JournalFile.failure(doing: "mend the journal of saves") }
        state.size = cut
        return state
    }
}
