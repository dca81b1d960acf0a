import Foundation

/// A file that is created completely or not at all: written under another name in the same folder, then renamed.
///
/// The code that makes it ends it, with ``finish()``, `release()` or ``discard()``. A file left by a killed process is removed by
/// the next process that makes a file or opens a store in the folder.
package struct NewFile: Sendable {
    /// The file's final path.
    package let path: String
    /// The path at which it is written.
    package let temporaryPath: String
    private let replaces: Bool
    private let lock: PartialFile

    /// Checks that the file may be created and creates an empty one (mode 0600) next to its path.
    ///
    /// - Parameters:
    ///   - path: where the file is to be.
    ///   - replaces: whether it may take the place of a file that is there.
    ///   - original: a file that it must not replace, as it is made from it.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `readOnly` or `diskFull`.
    package init(at path: String, replacing replaces: Bool, madeFrom original: String?) throws {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        try NewFile.requirePlace(path, replaces, original)
        try self.init(beside: path, replacing: replaces)
    }

    /// Creates an empty file (mode 0600) next to a path, whether or not that exists.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `readOnly` or `diskFull`.
    init(beside path: String, replacing replaces: Bool) throws {
        self.path = path
        self.replaces = replaces
        PartialFile.removeAbandoned(in: StoreFile.folder(of: path))
        lock = try OpenStores.making { try PartialFile(beside: path) }
        temporaryPath = lock.path
    }

    private static func requirePlace(_ path: String, _ replaces: Bool, _ original: String?) throws {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        let folder = (path as NSString).deletingLastPathComponent
        guard manager.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw StoreError(.cannotOpen, "The folder \(folder) does not exist.", path: path)
        }
        // A log that is left would be taken for the new file's own, and ruin it.
        let logs = ["-log", "-undo", "-wal", "-journal"].map { path + $0 }
        if let log = logs.first(where: { StoreFile.size(of: $0) > 0 }) {
            let message = "\(log) exists: a store of this name is open or wasn't closed. Choose another name."
            throw StoreError(.cannotOpen, message, path: path)
        }
        guard try StoreFile.requireRegular(path, wanted: "a file that can be replaced") else { return }
        if let original, isSame(path, original) {
            throw StoreError(.cannotOpen, "This is the store itself. Choose another name.", path: path)
        }
        guard replaces else {
            throw StoreError(
                .cannotOpen,
                "The file exists. Choose another name, or replace it with --force.",
                path: path
            )
        }
    }

    static func isSame(_ left: String, _ right: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(left, &first) == 0, stat(right, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Syncs the file to the disk and renames it.
    ///
    /// - Throws: ``StoreError``; the file's place is then as it was.
    package func finish() throws {
        for suffix in StoreFile.companions { unlink(temporaryPath + suffix) }
        let descriptor = open(temporaryPath, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFile.failure(path, doing: "write the file") }
        let isSynced = fsync(descriptor) == 0
        close(descriptor)
        guard isSynced else { throw StoreFile.failure(path, doing: "write the file") }
        if replaces {
            guard rename(temporaryPath, path) == 0 else { throw StoreFile.failure(path, doing: "make the file") }
        } else {
            // Unlike a rename, a link fails if another process created the file meanwhile.
            guard link(temporaryPath, path) == 0 || (errno != EEXIST && rename(temporaryPath, path) == 0) else {
                throw StoreFile.failure(path, doing: "make the file")
            }
            unlink(temporaryPath)
        }
        release()
        StoreFile.syncFolder(StoreFile.folder(of: path))
    }

    /// Forgets the file, which has been moved away.
    func release() {
        OpenStores.remove(unfinished: temporaryPath)
        lock.release()
    }

    /// Removes the temporary file.
    package func discard() {
        OpenStores.remove(unfinished: temporaryPath)
        lock.remove()
        lock.release()
    }
}
