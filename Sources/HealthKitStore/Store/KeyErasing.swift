import CHealthKitStoreFileSystem
import Foundation

extension SampleStore {
    /// Erases the keys of an encrypted store, which is unreadable from then on.
    ///
    /// Every slot of the file's header is emptied, together with the store's public key and the saves sealed to it. No
    /// key is needed, and the erasure can be repeated: a crash in the middle leaves one of both headers. A disk may
    /// keep traces of what it overwrites, and copies of the file keep their keys.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - fileSystem: The layer that it is written through.
    /// - Throws: ``StoreError``, with code `busy` while a program has the store open and `notEncrypted` for one without keys; it
    ///   is then as it was.
    package static func eraseKeys(_ path: String, fileSystem: StoreFileSystem = .standard) throws {
        let path = try requireOwnFile(path, fileSystem)
        try fileSystem.holding(path) {
            guard try fileSystem.fileHeader(path).cipher != 0 else {
                throw StoreError(.notEncrypted, "The store isn't encrypted: it has no keys.", path: path)
            }
            try fileSystem.eraseSlots(of: path)
        }
    }

    /// Whether a store is encrypted, whether its keys were erased or not.
    /// - Throws: ``StoreError`` where it can't be looked at.
    package static func isEncrypted(_ path: String, fileSystem: StoreFileSystem = .standard) throws -> Bool {
        try fileSystem.fileHeader(requireOwnFile(path, fileSystem)).cipher != 0
    }

    /// The other files of a store in its folder, which its keys open too: backups and copies.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - fileSystem: The layer that they are read through.
    /// - Returns: Their paths, in order.
    /// - Throws: ``StoreError`` where the store or its folder can't be looked at.
    package static func copies(
        beside path: String,
        fileSystem: StoreFileSystem = .standard
    ) throws -> [String] {
        let path = try requireOwnFile(path, fileSystem)
        let folder = StoreFile.folder(of: path)
        let own = try fileSystem.fileHeader(path).storeID
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "/" : folder)
        } catch {
            throw StoreError(.cannotOpen, "The folder can't be listed.", path: folder)
        }
        return names.sorted().map { folder + "/" + $0 }
            .filter { other in
                var status = stat()
                guard other != path, lstat(other, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    return false
                }
                // A file that can't be read as a store is none of its copies.
                return (try? fileSystem.fileHeader(other).storeID) == own
            }
    }
}

extension StoreError {
    /// The error for a store whose keys were erased.
    static let keysErased = StoreError(
        .cannotOpen,
        "The keys of this store were erased: nobody can read it any more. Restore a backup with healthtui restore, or delete the "
            + "file and begin anew with healthtui passphrase accept."
    )
}
