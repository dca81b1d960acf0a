import CHealthKitStoreFileSystem
import GRDB

extension SampleStore {
    /// Reads everything in the store and checks it against its own checksums, counts, dictionaries, links and index.
    ///
    /// - Parameters:
    ///   - options: what counts as wrong.
    ///   - progress: called with the samples read so far, now and then.
    /// - Returns: the findings; damage isn't an error.
    /// - Throws: ``StoreError`` when the store can't be read at all.
    package func inspect(
        _ options: InspectionOptions = InspectionOptions(),
        progress: @escaping (Int) -> Void = { _ in }
    ) throws -> StoreInspection {
        try read { reader in
            try StoreInspector.run(reader.connection.database, options, progress).inspection
        }
    }

    /// Does the same for the file of a store that may be too damaged to open.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - key: the key of an encrypted one; nil for the one that the process was given otherwise.
    ///   - options: what counts as wrong.
    ///   - progress: called with the samples read so far, now and then.
    /// - Returns: the findings; damage isn't an error.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `notAStore`, `newerFormat`, `locked` or
    ///   `wrongKey`.
    package static func inspect(
        path: String,
        key: SecretBytes? = nil,
        _ options: InspectionOptions = InspectionOptions(),
        progress: @escaping (Int) -> Void = { _ in }
    ) throws -> StoreInspection {
        try StoreError.mapped(path: path) {
            switch try DamagedFile.open(path, key: key) {
            case .readable(let queue, let findings):
                defer {
                    queue.release()
                    StoreFile.removeEmptyLog(of: path)
                }
                var inspection = try queue.inSnapshot { try StoreInspector.run($0, options, progress).inspection }
                inspection.findings.insert(contentsOf: findings, at: 0)
                inspection.commitsSeen = laterCommits(path, than: inspection.commits)
                return inspection
            case .unreadable(let reason):
                var inspection = StoreInspection()
                inspection.findings = [StoreFinding(.file, "the file can't be read as a database: \(reason)")]
                return inspection
            }
        }
    }
}

extension SampleStore {
    /// The number of transactions that had changed an encrypted store when it was last written to here, if that is more.
    private static func laterCommits(_ path: String, than commits: Int64?) -> Int64? {
        // It was opened just now, so a file that is inaccessible by now was removed, not replaced by an earlier one.
        guard let commits, let fileHeader = try? StoreFileSystem.standard.fileHeader(path), fileHeader.cipher != 0,
            let id = fileHeader.storeID, let seen = SeenStores.commits(of: id), seen > commits
        else { return nil }
        return seen
    }
}

extension DatabaseQueue {
    /// Reads one consistent state, outside of the library's own transactions, which damage can upset.
    func inSnapshot<T>(_ body: (Database) throws -> T) throws -> T {
        try inDatabase { database in
            try database.execute(sql: "BEGIN DEFERRED")
            // Nothing was changed, so that nothing can be lost at the end.
            defer { try? database.execute(sql: "COMMIT") }
            return try body(database)
        }
    }
}
