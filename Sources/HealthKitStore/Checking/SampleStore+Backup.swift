import Foundation
import GRDB

extension SampleStore {
    /// Writes a copy of the store as it is at one moment, while others continue reading and writing.
    ///
    /// The copy is a complete store: restoring it means opening it. It has mode 0600 and is completely on the disk when
    /// this returns. The copy of an encrypted store is encrypted too, with the same key, passphrase and recovery key,
    /// and with a cipher that every processor supports.
    ///
    /// - Parameters:
    ///   - path: where the copy is to be.
    ///   - replaces: whether it may take the place of a file that is there.
    ///   - omitted: namespaces whose values are not in the copy, nor left in its free pages.
    ///   - pagesPerStep: how many pages are copied before progress is reported.
    ///   - progress: called with the bytes that were copied and all there are, now and then; an error from it ends the
    ///     copying.
    /// - Returns: the size of the copy in bytes.
    /// - Throws: The errors of `progress`, and ``StoreError``; then there is no copy, and an earlier file is still
    ///   there.
    @discardableResult
    package func backUp(
        to path: String,
        replacing replaces: Bool = false,
        leavingOut omitted: Set<String> = [],
        pagesPerStep: Int32 = 1024,
        progress: @escaping (_ copied: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws -> Int {
        let file = try NewFile(at: path, replacing: replaces, madeFrom: self.path)
        do {
            try copyPages(to: file.temporaryPath, leavingOut: omitted, pagesPerStep, progress)
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
        return StoreFile.size(of: file.path)
    }

    /// A copy is of the store's format, and has the same store's identity.
    private func copyOpening(_ cipher: StoreCipher) throws -> StoreFileSystem.Opening {
        var opening = StoreFileSystem.Opening()
        // It is there already, unless the end of the process removed it.
        opening.mayMake = false
        opening.isEarlier = isEarlier
        if !isEarlier, let path { opening.store = try options.fileSystem.fileHeader(path).storeID }
        if let key, let path {
            opening.key = try StoreKeyHandle(copying: key, cipher: cipher, slots: options.fileSystem.slots(of: path))
        }
        return opening
    }

    /// Copies page by page within one read: commits by others meanwhile neither appear nor restart it.
    func copyPages(
        to path: String,
        leavingOut omitted: Set<String> = [],
        cipher: StoreCipher = .xchacha,
        _ pagesPerStep: Int32,
        _ progress: @escaping (Int, Int) throws -> Void
    ) throws {
        try read { reader in
            try reader.keepingLittle { try copyPages(of: reader, to: path, omitted, cipher, pagesPerStep, progress) }
        }
    }

    private func copyPages(
        of reader: StoreReader,
        to path: String,
        _ omitted: Set<String>,
        _ cipher: StoreCipher,
        _ pagesPerStep: Int32,
        _ progress: @escaping (Int, Int) throws -> Void
    ) throws {
        // The first look at a table fixes the moment.
        _ = try reader.currentAnchor
        let source = reader.connection.database
        let pageSize = try Int.fetchOne(source, sql: "PRAGMA page_size") ?? 4096
        try StoreError.mapped(path: path) {
            var options = StoreOptions()
            // Its pages are written one after the other.
            options.keptKilobytes = 1024
            var configuration = StoreConnections.configuration(options)
            configuration.prepareDatabase { database in
                // Losing the copy doesn't matter before it is moved to its path.
                try database.execute(
                    sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY"
                )
            }
            let opening = try copyOpening(cipher)
            let uri = try StoreFileSystem.standard.uri(path, opening)
            let copy = try DatabaseQueue(path: uri, configuration: configuration)
            defer { copy.release() }
            do {
                try copy.inDatabase { target in
                    try source.backup(to: target, pagesPerStep: pagesPerStep) { state in
                        let copied = state.totalPageCount - state.remainingPageCount
                        try progress(copied * pageSize, state.totalPageCount * pageSize)
                    }
                    try Self.remove(omitted, from: target)
                }
            } catch let error as DatabaseError {
                // The copy is only written, never read, so damage is the store's.
                let mapped = StoreError(sqlite: error.extendedResultCode.rawValue, error.message ?? "no detail")
                throw mapped.at(mapped.code == .damaged ? self.path : path)
            }
        }
    }

    /// Removes values from a copy, and overwrites their bytes.
    private static func remove(_ namespaces: Set<String>, from copy: Database) throws {
        if namespaces.isEmpty { return }
        try copy.execute(sql: "PRAGMA secure_delete = ON")
        for namespace in namespaces {
            let name = Data(namespace.utf8)
            try copy.execute(sql: "DELETE FROM value WHERE namespace = ?", arguments: [name])
            try copy.execute(sql: "DELETE FROM namespace WHERE name = ?", arguments: [name])
        }
    }
}
