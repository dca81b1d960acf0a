import Foundation

/// The file of a store and the folders above it.
enum StoreFile {
    /// Makes the file (mode 0600) and the missing folders above it (mode 0700).
    /// - Throws: ``StoreError/Code/cannotOpen`` or ``StoreError/Code/notPermitted``.
    static func prepare(_ path: String) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { throw StoreError(.cannotOpen, "This is a folder, not a store.", path: path) }
            return
        }
        let folder = (path as NSString).deletingLastPathComponent
        try makeFolder(folder)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, doing: "make the store") }
        close(descriptor)
        syncFolder(folder)
    }

    /// Makes sure that a new name in a folder outlives a crash, where the file system can be asked to.
    private static func syncFolder(_ path: String) {
        let descriptor = open(path.isEmpty ? "/" : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Checks that a store that is to be read is there.
    /// - Throws: ``StoreError/Code/cannotOpen``.
    static func requireExisting(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError(.cannotOpen, "There is no store here.", path: path)
        }
    }

    private static func makeFolder(_ path: String) throws {
        if path.isEmpty || FileManager.default.fileExists(atPath: path) { return }
        let parent = (path as NSString).deletingLastPathComponent
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
