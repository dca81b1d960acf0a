import Foundation

extension SampleStore {
    /// Puts a copy of a backup in the place of a store.
    ///
    /// The copy is read completely before anything is moved. The previous file is kept under another name, with its log if it has
    /// one. The resulting store is another file of the backup's store: a log left from before isn't taken for its own.
    ///
    /// - Parameters:
    ///   - backup: the file of the backup, which is only read.
    ///   - path: where the store is, or is to be.
    ///   - key: the key of an encrypted backup; nil for the one that the process was given otherwise.
    ///   - progress: called with the bytes that were copied and all there are, now and then.
    ///   - confirm: called when the backup was read and found whole, before a store is replaced; an error from it ends it.
    ///   - willReplace: Called right before it is moved, with the public key of an encrypted copy, or the identity of a
    ///     plain one.
    /// - Returns: where the store that was there is kept; nil when there was none.
    /// - Throws: ``StoreError``, with code `busy` while another program has the store open; the store is then as it was.
    package static func restore(
        _ backup: String,
        to path: String,
        key: SecretBytes? = nil,
        progress: @escaping (_ copied: Int, _ total: Int) throws -> Void = { _, _ in },
        confirm: () throws -> Void = {},
        willReplace: (_ identity: [UInt8]) -> Void = { _ in }
    ) throws -> String? {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        try requireOther(backup, path)
        try StoreFile.prepareFolder(of: path)
        let copy = try NewFile(beside: path, replacing: true)
        do {
            try copyBackup(backup, to: copy.temporaryPath, key, progress)
            if FileManager.default.fileExists(atPath: path) { try confirm() }
            let file = try StoreFileSystem.standard.fileHeader(copy.temporaryPath).fileID
            willReplace(try StoreLock.read(at: copy.temporaryPath)?.slots.publicKey ?? file)
            let kept = try place(copy.temporaryPath, at: path)
            copy.release()
            // If the note of it remains, a check reports that the store is an earlier one, which it is.
            if let id = try? StoreFileSystem.standard.fileHeader(path).storeID { SeenStores.forget(id) }
            return kept
        } catch {
            copy.discard()
            throw error
        }
    }

    /// Moves the copy to its place.
    /// - Returns: where the store that was there is kept.
    private static func place(_ copy: String, at path: String) throws -> String? {
        for end in StoreFile.companions { unlink(copy + end) }
        guard try StoreFile.requireRegular(path) else {
            try StoreFile.refuseLogs(beside: path)
            try StoreFileSystem.standard.move(copy, to: path)
            return nil
        }
        // The log left by a killed program goes into the file that is kept. A damaged file can't be opened; its log
        // stays next to it.
        if let left = try? SampleStore(at: .file(path)) { left.close() }
        return try StoreFileSystem.standard.holding(path) {
            let kept = StoreFile.unusedName(path + ".replaced")
            try StoreFile.setAside(path, kept)
            do {
                try StoreFileSystem.standard.move(copy, to: path)
            } catch {
                StoreFile.takeBack(path, kept)
                throw error
            }
            return kept
        }
    }

    private static func requireOther(_ backup: String, _ path: String) throws {
        try StoreFile.requireExisting(backup)
        if NewFile.isSame(backup, path) {
            throw StoreError(.cannotOpen, "This is the store itself, not a backup of it.", path: backup)
        }
    }

    private static func copyBackup(
        _ backup: String,
        to copy: String,
        _ key: SecretBytes?,
        _ progress: @escaping (Int, Int) throws -> Void
    ) throws {
        var options = StoreOptions()
        options.isReadOnly = true
        options.key = key
        let source = try SampleStore(at: .file(backup), options: options)
        defer { source.close() }
        try source.copyPages(to: copy, cipher: .aes, 1024, progress)
        let found = try inspect(path: copy, key: key).findings
        guard let first = found.first else { return }
        let what = "The backup is damaged: \(first.text). Nothing was changed."
        throw StoreError(.damaged, what + " healthtui doctor --store says what can be saved of it.", path: backup)
    }
}

extension StoreFile {
    /// Makes the folder of a file, and looks whether both may be used.
    /// - Throws: ``StoreError``.
    static func prepareFolder(of path: String) throws {
        try requireRegular(path)
        try makeFolder(folder(of: path))
        try requireOwn(folder(of: path), isFolder: true)
    }

    /// Rejects a path with a log but without its file.
    static func refuseLogs(beside path: String) throws {
        if ["-log", "-wal"].contains(where: { size(of: path + $0) > 0 }) { throw StoreError.logForeign.at(path) }
    }

    /// A name that nothing has, beginning with another.
    static func unusedName(_ name: String) -> String {
        var candidate = name
        var number = 1
        while FileManager.default.fileExists(atPath: candidate) {
            number += 1
            candidate = "\(name)-\(number)"
        }
        return candidate
    }

    /// Gives a store's file a second name, under which it stays when another takes its place; its log goes along.
    static func setAside(_ path: String, _ kept: String) throws {
        guard link(path, kept) == 0 || rename(path, kept) == 0 else { throw failure(path, doing: "keep the old store") }
        unlink(path + "-shm")
        for end in companions { rename(path + end, kept + end) }
    }

    /// Undoes that.
    static func takeBack(_ path: String, _ kept: String) {
        for end in companions { rename(kept + end, path + end) }
        if FileManager.default.fileExists(atPath: path) { unlink(kept) } else { rename(kept, path) }
    }
}
