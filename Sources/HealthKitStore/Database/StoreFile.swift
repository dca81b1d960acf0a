import Foundation

/// The file of a store and the folders above it.
enum StoreFile {
    /// The suffixes of files that may be next to a store's file, in this format and in earlier ones.
    static let companions = ["-log", "-undo", "-mark", "-shm", "-wal", "-journal"]

    /// Makes the file (mode 0600) and the missing folders above it (mode 0700), or looks whether it may be used.
    /// - Throws: ``StoreError/Code/cannotOpen`` or ``StoreError/Code/notPermitted``.
    static func prepare(_ path: String) throws {
        let folder = folder(of: path)
        if try requireRegular(path) {
            try requireOwn(folder, isFolder: true)
            try requireOwn(path, isFolder: false)
            return
        }
        try makeFolder(folder)
        try requireOwn(folder, isFolder: true)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, doing: "make the store") }
        close(descriptor)
        try requireOwn(path, isFolder: false)
        syncFolder(folder)
    }

    /// Checks that a store that is to be read is there.
    /// - Throws: ``StoreError/Code/cannotOpen``.
    static func requireExisting(_ path: String) throws {
        guard try requireRegular(path) else { throw StoreError(.cannotOpen, "Store not found.", path: path) }
        guard access(path, R_OK) == 0 else {
            throw StoreError(.notPermitted, "The file may not be read.", path: path)
        }
    }

    /// Rejects existing paths that can't be a store: opening a pipe would wait forever.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - wanted: what should be there, for the error.
    /// - Returns: whether there is anything.
    /// - Throws: ``StoreError/Code/cannotOpen``.
    @discardableResult
    static func requireRegular(_ path: String, wanted: String = "a store") throws -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw failure(path, doing: "open the store")
        }
        let what: String
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_nlink > 1:
            what = "The file has a second name (a hard link), which would have its own log. Remove one of them."
        case S_IFREG: return true
        case S_IFDIR: what = "This is a folder, not \(wanted)."
        case S_IFLNK: what = "This is a symbolic link, not \(wanted). Name the file that it leads to."
        case S_IFIFO: what = "This is a pipe, not \(wanted)."
        case S_IFSOCK: what = "This is a socket, not \(wanted)."
        default: what = "This is a device, not \(wanted)."
        }
        throw StoreError(.cannotOpen, what, path: path)
    }

    /// Refuses a file or folder made by another user, who could read the stored data or replace it.
    static func requireOwn(_ path: String, isFolder: Bool) throws {
        var status = stat()
        guard stat(path.isEmpty ? "/" : path, &status) == 0 else { throw failure(path, doing: "open the store") }
        let (me, owner, mode) = (geteuid(), status.st_uid, status.st_mode)
        let isOpen = mode & (isFolder && mode & S_ISVTX != 0 ? 0 : 0o022) != 0
        // System folders belong to root, which every user trusts; root may act for other users.
        let isForeign = owner != me && (owner != 0 ? me != 0 || isOpen : isFolder && mode & 0o002 != 0 && isOpen)
        guard isForeign else { return }
        let name = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "number \(owner)"
        let what = isFolder ? "The store's folder belongs" : "The file belongs"
        let open = isOpen ? " and others may write to it" : ""
        throw StoreError(
            .notPermitted,
            "\(what) to another user (\(name))\(open): it isn't used. Choose another location.",
            path: path
        )
    }

    /// Rejects a store with a log of another name next to it, or without the log that its mark refers to.
    static func refuseForeignLogs(_ path: String, isEarlier: Bool) throws {
        let hasEarlierLog = size(of: path + "-wal") > 0
        if !isEarlier, hasEarlierLog { throw StoreError.logForeign.at(path) }
        if isEarlier, !hasEarlierLog, hasMark(path) { throw StoreError.logMissing.at(path) }
    }

    /// Whether a store that is only read must be read without its log and without locks, as its folder can't be written.
    /// - Throws: ``StoreError/Code/readOnly`` when there are changes in its log.
    static func isAlone(_ path: String, _ logInUse: Bool, _ isEarlier: Bool) throws -> Bool {
        let folder = folder(of: path)
        if access(folder.isEmpty ? "/" : folder, W_OK) == 0 || size(of: path + "-shm") > 0 { return false }
        if logInUse || (isEarlier && size(of: path + "-wal") > 0) {
            let what = "The store's folder can't be written, and reading the latest changes from its log needs that."
            throw StoreError(.readOnly, what + " Copy the store and its log to a folder of your own.", path: path)
        }
        return true
    }

    /// Whether no program has a store open, and none left anything behind in its log.
    static func isUnused(_ path: String, _ logInUse: Bool) -> Bool {
        !logInUse && companions.allSatisfy { $0 == "-mark" || size(of: path + $0) == 0 }
    }

    /// Removes an empty log and its index, unless a process has the store open.
    ///
    /// Opening a store creates both; the last process to close it removes them, unless it may only read.
    static func removeEmptyLog(of path: String) {
        let logs = ["-log", "-wal"].map { path + $0 }
        func isLeft() -> Bool { access(path + "-shm", F_OK) == 0 && logs.allSatisfy { size(of: $0) == 0 } }
        guard isLeft(), access(path, W_OK) == 0 else { return }
        // Somebody has it open then, and removes it.
        try? StoreFileSystem.standard.holding(path) {
            guard isLeft() else { return }
            unlink(path + "-shm")
            if !hasMark(path) { unlink(path + "-mark") }
            for log in logs { unlink(log) }
        }
    }

    /// Whether the mark of a store refers to commits in its log.
    private static func hasMark(_ path: String) -> Bool {
        FileManager.default.contents(atPath: path + "-mark")?.prefix(4) == Data("HKM1".utf8)
    }

    /// The size of a file; 0 when there is none.
    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Gives a new file the mode of another.
    static func copyMode(of path: String, to target: String) {
        var status = stat()
        if stat(path, &status) == 0 { chmod(target, status.st_mode & 0o777) }
    }

    static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// Makes sure that a new name in a folder outlives a crash, where the file system can be asked to.
    static func syncFolder(_ path: String) { try? WholeFile.sync(folder: path.isEmpty ? "/" : path) }

    static func makeFolder(_ path: String) throws {
        if path.isEmpty || FileManager.default.fileExists(atPath: path) { return }
        let parent = folder(of: path)
        try makeFolder(parent)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path, doing: "make the folder") }
        syncFolder(parent)
    }

    static func failure(_ path: String, doing what: String) -> StoreError {
        let reason = String(cString: strerror(errno))
        switch errno {
        case ENOSPC, EDQUOT: return StoreError(.diskFull, "Can't \(what): \(reason).", path: path)
        case EROFS: return StoreError(.readOnly, "Can't \(what): \(reason).", path: path)
        case EACCES, EPERM: return StoreError(.notPermitted, "Can't \(what): \(reason).", path: path)
        default: return StoreError(.cannotOpen, "Can't \(what): \(reason).", path: path)
        }
    }
}
