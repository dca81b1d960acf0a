import Foundation
import Glibc

/// Takes a store from the folder of one user to that of another: a copy is made and compared, gets its name, a note is left
/// where the store was, and only then the store is removed there.
///
/// Whenever it is interrupted, the store is complete at one of the two places or at both, and moving it again
/// continues.
package struct StoreMove {
    /// The store's old or new location, and the user who works there.
    package struct Side: Sendable {
        package var path: String
        package var user: uid_t
        package var group: gid_t

        package init(path: String, user: uid_t, group: gid_t) {
            (self.path, self.user, self.group) = (path, user, group)
        }
    }

    /// The steps of a move, at each of which a test can stop it.
    package enum Step: CaseIterable, Sendable {
        case copy, compare, place, note, remove
    }

    /// The suffix of the note left at the store's old location.
    package static let signpostSuffix = ".moved"

    private let from: Side
    private let to: Side
    private let note: String
    private let before: (Step) throws -> Void

    /// - Parameters:
    ///   - from: Where the store is.
    ///   - to: Where it is to be; the folder is there.
    ///   - note: What is left where the store was.
    ///   - before: Called before each step.
    package init(from: Side, to: Side, note: String, before: @escaping (Step) throws -> Void = { _ in }) {
        (self.from, self.to, self.note, self.before) = (from, to, note, before)
    }

    /// Moves the store.
    ///
    /// - Parameter progress: Called with the bytes that were copied and all there are, now and then.
    /// - Throws: ``StoreError``, with code `busy` while another program has the store open; the store is then as it was.
    package func run(progress: @escaping (_ copied: Int, _ total: Int) -> Void = { _, _ in }) throws {
        try Self.with(from) {
            try prepare()
            try StoreFileSystem.standard.holding(from.path) {
                // Opened until the end: a lock goes with the first descriptor that is closed.
                let source = try openSource()
                defer { close(source) }
                try carry(source, progress)
                try leave()
            }
        }
    }

    /// Looks whether the store can be moved, and empties its log.
    private func prepare() throws {
        try StoreFile.requireExisting(from.path)
        for suffix in SealedJournal.suffixes where StoreFile.size(of: from.path + suffix) > 0 {
            throw StoreError(
                .locked,
                "Saves wait for the store to be unlocked. Unlock it first, so that they are stored.",
                path: from.path
            )
        }
        if try StoreLock.read(at: from.path) == nil { try SampleStore(at: .file(from.path)).close() }
        let left = StoreFile.companions.filter { $0 != "-shm" && $0 != "-mark" }
        guard left.allSatisfy({ StoreFile.size(of: from.path + $0) == 0 }) else {
            // Its key is needed to write the log into the store, as whoever has it open does in the end.
            let way = "Unlock the store, then end what uses it, and try again."
            throw StoreError(.busy, "The store's log isn't empty. \(way)", path: from.path)
        }
    }

    private func openSource() throws -> Int32 {
        let source = open(from.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        var status = stat()
        guard source >= 0, fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == from.user
        else {
            let reason = source < 0 ? String(cString: strerror(errno)) : "it isn't a file of its owner"
            if source >= 0 { close(source) }
            throw StoreError(.cannotOpen, "The store can't be moved: \(reason).", path: from.path)
        }
        return source
    }

    /// Makes the copy, or finds that an earlier attempt made it.
    private func carry(_ source: Int32, _ progress: @escaping (Int, Int) -> Void) throws {
        let wanted = try FileDigest.sha256(of: source)
        try Self.with(to) {
            if try StoreFile.requireRegular(to.path) {
                guard try Self.digest(to.path) == wanted else {
                    throw StoreError(
                        .cannotOpen,
                        "Another store is there already. Move or remove one of the two first.",
                        path: to.path
                    )
                }
                return
            }
            try StoreFile.refuseLogs(beside: to.path)
            try before(.copy)
            let coming = to.path + ".coming"
            unlink(coming)
            try Self.copy(source, to: coming, progress)
            try before(.compare)
            guard try Self.digest(coming) == wanted else {
                throw StoreError(.damaged, "The copy isn't the store. The disk may be faulty; nothing was moved.")
                    .at(coming)
            }
            try before(.place)
            guard rename(coming, to.path) == 0 else { throw StoreFile.failure(to.path, doing: "name the copy") }
            StoreFile.syncFolder(StoreFile.folder(of: to.path))
            unlink(to.path + Self.signpostSuffix)
        }
    }

    /// Leaves the note and removes the store where it was.
    private func leave() throws {
        try before(.note)
        let signpost = from.path + Self.signpostSuffix
        unlink(signpost)
        let file = open(signpost, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw StoreFile.failure(signpost, doing: "write the note") }
        let text = Array((note + "\n").utf8)
        let isWritten = Glibc.write(file, text, text.count) == text.count && fsync(file) == 0
        close(file)
        guard isWritten else { throw StoreFile.failure(signpost, doing: "write the note") }
        try before(.remove)
        guard unlink(from.path) == 0 else {
            throw StoreFile.failure(from.path, doing: "remove the store that was moved")
        }
        for end in StoreFile.companions + SealedJournal.suffixes { unlink(from.path + end) }
        StoreFile.syncFolder(StoreFile.folder(of: from.path))
    }

    private static func copy(_ source: Int32, to path: String, _ progress: (Int, Int) -> Void) throws {
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { throw StoreFile.failure(path, doing: "make the copy") }
        defer { close(target) }
        var status = stat()
        let total = fstat(source, &status) == 0 ? Int(status.st_size) : 0
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while true {
            let count = pread(source, &piece, piece.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StoreFile.failure(path, doing: "read the store") }
            if count == 0 { break }
            var written = 0
            while written < count {
                let done = piece[written..<count]
                    .withUnsafeBytes {
                        pwrite(target, $0.baseAddress, $0.count, off_t(offset + written))
                    }
                if done < 0, errno == EINTR { continue }
                guard done > 0 else { throw StoreFile.failure(path, doing: "write the copy") }
                written += done
            }
            offset += count
            progress(offset, total)
        }
        guard fsync(target) == 0 else { throw StoreFile.failure(path, doing: "write the copy") }
    }

    private static func digest(_ path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw StoreFile.failure(path, doing: "read the copy") }
        defer { close(file) }
        return try FileDigest.sha256(of: file)
    }

    /// Runs a closure as the user of a side, and switches back afterwards.
    ///
    /// Links in a person's folder then lead only to files that the person may reach.
    private static func with<T>(_ side: Side, _ body: () throws -> T) throws -> T {
        let (user, group) = (geteuid(), getegid())
        guard side.user != user || side.group != group else { return try body() }
        func become(_ other: uid_t, _ group: gid_t) -> Bool {
            // Only root can change the group, and everything else.
            (geteuid() == 0 || seteuid(0) == 0) && setegid(group) == 0 && seteuid(other) == 0
        }
        guard become(side.user, side.group) else {
            throw StoreError(.notPermitted, "Only root can move a store to another user.", path: side.path)
        }
        defer {
            _ = become(user, group)
            FileGroup.useOwn()
        }
        return try body()
    }
}
