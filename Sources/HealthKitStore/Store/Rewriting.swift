import CHealthKitStoreFileSystem
import Foundation
import GRDB
import GRDBSQLite

/// The progress of rewriting a store.
package enum RewritingStep: Sendable, Hashable {
    /// The bytes of the new file written so far, and about how many there will be.
    case writing(Int, of: Int)
    /// The new file is read back.
    case checking
    /// The bytes of the old file overwritten so far, and how many there are; the new file is in its place.
    case overwriting(Int, of: Int)
}

/// Rewrites a store at its path, encrypted or not: to encrypt it, or to remove the encryption.
///
/// Its contents are written into a new file next to it, which is read again completely and then replaces it: a crash at
/// any moment leaves one or the other. No other process can have the store open meanwhile. A new file left by a crash
/// is removed by the next program that opens a store in the folder for writing, or makes one.
struct Rewriting {
    let path: String
    let fileSystem: StoreFileSystem
    /// The key of the old file, if it is encrypted.
    let old: StoreKeyHandle?
    /// The key of the new file, if it will be encrypted.
    let new: StoreKeyHandle?
    /// Called from time to time with the progress; an error before the new file is in place ends the work.
    let progress: (RewritingStep) throws -> Void
    /// Hears the identity of the new file right before it takes the old one's place.
    var willReplace: ([UInt8]) -> Void = { _ in }

    /// Rewrites the store.
    /// - Throws: The errors of `progress`, and ``StoreError``, with code `busy` while another program has it open; the
    ///   store is then unchanged.
    func run() throws {
        let file = fileSystem.isStandard ? try NewFile(beside: path, replacing: true) : nil
        let target = file?.temporaryPath ?? path + "-new"
        do {
            try StoreError.mapped(path: path) { try rewrite(target) }
            file?.release()
        } catch {
            file?.discard()
            if file == nil { copying.remove(target) }
            throw error
        }
    }

    private var copying: StoreCopying { StoreCopying(path: path, fileSystem: fileSystem) }

    /// The settings for opening a file; a missing file is made only if that is requested.
    ///
    /// The new file already exists. The end of the process removes it, and opening it after that would create an empty
    /// store.
    private func opening(_ key: StoreKeyHandle?, store: [UInt8]? = nil, mayMake: Bool = false)
        -> StoreFileSystem.Opening
    {
        var opening = StoreFileSystem.Opening()
        opening.key = key
        opening.store = store
        opening.mayMake = mayMake
        return opening
    }

    private func rewrite(_ target: String) throws {
        let id = try fileSystem.fileHeader(path).storeID
        let queue = try DatabaseQueue(
            path: fileSystem.uri(path, opening(old)),
            configuration: StoreCopying.configuration("PRAGMA synchronous = FULL")
        )
        defer { queue.release() }
        try queue.inDatabase { try copying.hold($0) }
        do {
            if !fileSystem.isStandard { copying.remove(target) }
            try make(target, store: id)
            try queue.inDatabase { try copy($0, to: target) }
            try check(target)
            try progress(.checking)
            // A person who ends the program meanwhile waits for a while, so that the old file does not stay as it was.
            try OpenStores.finishing { try putInPlace(target, queue) }
        } catch {
            // Restores the old mode, as far as the disk allows.
            try? queue.inDatabase { try $0.execute(sql: "PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL") }
            throw error
        }
    }

    /// The new file doesn't have to survive a crash until it is moved to its place, which syncs it.
    private static let careless = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"

    private func make(_ target: String, store: [UInt8]?) throws {
        let queue = try DatabaseQueue(
            path: fileSystem.uri(target, opening(new, store: store, mayMake: !fileSystem.isStandard)),
            configuration: StoreCopying.configuration(Rewriting.careless)
        )
        defer { queue.release() }
        try queue.inDatabase { try StoreFormat.create($0) }
    }

    private func copy(_ database: Database, to target: String) throws {
        let total = size(path)
        try copying.copyRows(
            database,
            to: target,
            opening(new),
            settings: "PRAGMA new.locking_mode = NORMAL; PRAGMA new.journal_mode = OFF; PRAGMA new.synchronous = OFF",
            check: { try progress(.writing(min(size(target), total), of: total)) }
        )
    }

    private func size(_ path: String) -> Int { fileSystem.isStandard ? StoreFile.size(of: path) : 0 }

    /// Reads every page of the new file back from the disk.
    private func check(_ target: String) throws {
        let queue = try DatabaseQueue(
            path: fileSystem.uri(target, opening(new)),
            configuration: StoreCopying.configuration(Rewriting.careless)
        )
        defer { queue.release() }
        _ = store_file_system_take_damage()
        let found = try queue.inDatabase { database in
            try WorkWatch.during(database, { try progress(.checking) }) {
                try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
            }
        }
        guard found == ["ok"] else {
            if store_file_system_last_damage().kind != STORE_SOUND { throw StoreError.damagedPage() }
            throw StoreError(.ioError, "The new file can't be read back from the disk. Nothing was changed.")
        }
    }

    /// Moves the new file to the place, and overwrites the old one, of which the disk may keep traces all the same.
    private func putInPlace(_ target: String, _ queue: DatabaseQueue) throws {
        for end in ["-undo", "-log"] { fileSystem.remove(path + end) }
        guard fileSystem.isStandard else { return try fileSystem.move(target, to: path) }
        StoreFile.copyMode(of: path, to: target)
        let left = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        // It stays open until the connection has let go: closing it lets go of this process's locks.
        defer {
            queue.release()
            if left >= 0 { close(left) }
        }
        for end in StoreFile.companions { unlink(target + end) }
        willReplace(try fileSystem.fileHeader(target).fileID)
        try fileSystem.move(target, to: path)
        unlink(path + "-shm")
        overwrite(left)
    }

    private func overwrite(_ file: Int32) {
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0 else { return }
        let nothing = [UInt8](repeating: 0, count: 1 << 20)
        var place = 0
        while place < Int(status.st_size) {
            let count = pwrite(file, nothing, min(nothing.count, Int(status.st_size) - place), off_t(place))
            guard count > 0 else { break }
            place += count
            // The work is done whatever this throws.
            try? progress(.overwriting(place, of: Int(status.st_size)))
        }
        fsync(file)
    }
}

extension SampleStore {
    /// Encrypts a plain store at its place.
    ///
    /// The disk's blocks of the plain file are overwritten in place. That isn't guaranteed: disks move data when they
    /// write it, and copies of the file elsewhere stay as they are.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: The store's new key.
    ///   - slots: By what the key can be had again.
    ///   - cipher: What it is encrypted with, where the processor can.
    ///   - fileSystem: The layer that it is read and written through.
    ///   - progress: Hears now and then how far it is; an error from it ends the work, until the new file is in its place.
    /// - Throws: The errors of `progress`, and ``StoreError``, with code `busy` while another program has the store open and
    ///   `notPermitted` when it is encrypted; it is then as it was.
    package static func encrypt(
        _ path: String,
        key: SecretBytes,
        slots: KeySlots,
        cipher: StoreCipher = .aes,
        fileSystem: StoreFileSystem = .standard,
        progress: (RewritingStep) throws -> Void = { _ in }
    ) throws {
        let path = try requireOwnFile(path, fileSystem)
        // Upgrades a store of an earlier format, and recovers changes of a killed program.
        var options = StoreOptions()
        options.fileSystem = fileSystem
        let fileHeader = try fileSystem.fileHeader(path)
        if fileHeader.cipher != 0 { throw StoreError(.notPermitted, "The store is encrypted already.", path: path) }
        let store = try SampleStore(at: .file(path), options: options)
        store.close()
        if store.isEarlier {
            throw StoreError(.busy, "The store is of an earlier format, and another program has it open.", path: path)
        }
        let new = try StoreKeyHandle(key, cipher: cipher, slots: slots)
        try withoutActuallyEscaping(progress) { progress in
            try Rewriting(path: path, fileSystem: fileSystem, old: nil, new: new, progress: progress).run()
        }
    }

    /// Makes a plain store of an encrypted one, at its place.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: The store's key; nil for the one that the process was given otherwise.
    ///   - fileSystem: The layer that it is read and written through.
    ///   - progress: As for ``encrypt(_:key:slots:cipher:fileSystem:progress:)``.
    ///   - willReplace: Hears the identity of the plain file right before it takes the store's place.
    /// - Throws: The errors of `progress`, and ``StoreError``, with code `busy` while another program has the store open and
    ///   `notEncrypted` when it is plain; it is then as it was.
    package static func decrypt(
        _ path: String,
        key: SecretBytes? = nil,
        fileSystem: StoreFileSystem = .standard,
        progress: (RewritingStep) throws -> Void = { _ in },
        willReplace: @escaping ([UInt8]) -> Void = { _ in }
    ) throws {
        let path = try requireOwnFile(path, fileSystem)
        var options = StoreOptions()
        options.fileSystem = fileSystem
        options.key = key
        let fileHeader = try fileSystem.fileHeader(path)
        guard let old = try StoreKeys.handle(path, fileHeader, options) else {
            throw StoreError(.notEncrypted, "The store isn't encrypted.", path: path)
        }
        // Without the key, data sealed to it could never be opened.
        if fileSystem.isStandard { try requireNothingWaits(path) }
        try withoutActuallyEscaping(progress) { progress in
            var rewriting = Rewriting(path: path, fileSystem: fileSystem, old: old, new: nil, progress: progress)
            rewriting.willReplace = willReplace
            try rewriting.run()
        }
    }

    private static func requireNothingWaits(_ path: String) throws {
        guard SealedJournal.isWaiting(beside: path) else { return }
        let what = "Apps saved data while the store was locked. Unlock the store to take it in, and try again."
        throw StoreError(.notPermitted, what, path: path)
    }

    /// Encrypts an encrypted store with another key, at its place.
    ///
    /// Earlier copies open as before, with their own passphrase; they reveal nothing of data written from now on.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: The store's key.
    ///   - key: The key that is to be.
    ///   - slots: By what the new key can be had again.
    ///   - cipher: What it is encrypted with, where the processor can.
    ///   - fileSystem: The layer that it is read and written through.
    ///   - progress: As for ``encrypt(_:key:slots:cipher:fileSystem:progress:)``.
    /// - Throws: The errors of `progress`, and ``StoreError``, with code `busy` while another program has the store
    ///   open, `notEncrypted` when it is plain and `notPermitted` when saves wait next to it; it is then unchanged.
    package static func renewKey(
        _ path: String,
        from old: SecretBytes,
        to key: SecretBytes,
        slots: KeySlots,
        cipher: StoreCipher = .aes,
        fileSystem: StoreFileSystem = .standard,
        progress: (RewritingStep) throws -> Void = { _ in }
    ) throws {
        let path = try requireOwnFile(path, fileSystem)
        var options = StoreOptions()
        options.fileSystem = fileSystem
        options.key = old
        guard let handle = try StoreKeys.handle(path, try fileSystem.fileHeader(path), options) else {
            throw StoreError(.notEncrypted, "The store isn't encrypted.", path: path)
        }
        // They are sealed to the public key that there is.
        if fileSystem.isStandard { try requireNothingWaits(path) }
        let new = try StoreKeyHandle(key, cipher: cipher, slots: slots)
        try withoutActuallyEscaping(progress) { progress in
            try Rewriting(path: path, fileSystem: fileSystem, old: handle, new: new, progress: progress).run()
        }
    }

    /// Removes files of programs that were killed while writing a new file next to a store.
    ///
    /// - Parameter path: The store's file.
    package static func removeAbandonedFiles(beside path: String) {
        PartialFile.removeAbandoned(in: StoreFile.folder(of: URL(fileURLWithPath: path).standardizedFileURL.path))
    }

    static func requireOwnFile(_ path: String, _ fileSystem: StoreFileSystem) throws -> String {
        guard fileSystem.isStandard else { return path }
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        try StoreFile.requireExisting(path)
        try StoreFile.requireOwn(StoreFile.folder(of: path), isFolder: true)
        try StoreFile.requireOwn(path, isFolder: false)
        return path
    }

    /// Changes by what the store's key can be had: another passphrase, another recovery key.
    ///
    /// The change is in the file's header and on the disk when this returns. A crash leaves the old or the new state.
    /// Others may have the store open.
    ///
    /// - Parameter change: Changes the slots. It may be slow, since nothing waits for it.
    /// - Throws: The errors of `change`, and ``StoreError`` with code `notEncrypted` for a plain store and `busy` if
    ///   another process changes them too.
    package func changeSlots(_ change: (inout KeySlots) throws -> Void) throws {
        guard isEncrypted, let path, let before = try options.fileSystem.slots(of: path) else {
            throw StoreError(.notEncrypted, "The store isn't encrypted.", path: path)
        }
        var after = before
        try change(&after)
        // A write transaction excludes other writers of the header.
        try write { writer in
            guard try options.fileSystem.slots(of: path) == before else {
                throw StoreError(.busy, "Somebody else changed the store's passphrase. Nothing was changed.")
            }
            guard let handle = writer.connection.database.sqliteConnection else { return }
            let result = store_file_system_set_slots(UnsafeMutableRawPointer(handle), after.bytes)
            if result != SQLITE_OK { throw StoreError(sqlite: result, "the header can't be written") }
        }
        // The header of before names the log of before: with later commits it is not taken any more.
        beginNewLog()
    }
}
