import CHealthKitStoreFileSystem
import Foundation
import GRDB

/// A bulk import that recognises by content what the store holds already.
///
/// The k-th row of some content is a duplicate exactly when the store holds k such rows that this import did not add.
/// So importing a file again adds nothing, duplicates inside one file are both kept, an interrupted import continues
/// where it stopped, and two imports of one file at once, in two processes too, store it once. Use a session from one
/// thread at a time.
package final class ImportSession {
    private let store: SampleStore
    private let matcher: ImportMatcher
    private let options: ImportOptions
    private var hasLongLog = false
    private var isSynced = true
    /// The number of pages that the connection had written when the log was last copied.
    private var pagesCopied = 0

    /// The factor by which the log is longer during an import: the rows after the last batch of a group are rewritten by each
    /// transaction, and go into the file once for each time that the log is emptied.
    private static let logFactor = 8

    /// The amount of the file that the connection keeps in memory during an import, in kilobytes.
    private static let keptKilobytes = 4096

    init(_ store: SampleStore, _ options: ImportOptions) throws {
        self.store = store
        self.options = options
        matcher = ImportMatcher(beginning: try store.read { try $0.currentAnchor }, options: options)
    }

    /// Members that were stored by ``resolve(members:)`` and haven't come at top level.
    package var pendingMembers: Int { matcher.pendingMembers }

    /// The change numbers of those that weren't counted as added.
    package var uncountedMembers: AnchorRanges { matcher.uncountedMembers }

    /// Runs a transaction of the import: its additions are stored when it returns, or not at all.
    ///
    /// - Parameter body: gets the transaction.
    /// - Returns: what `body` returns.
    /// - Throws: The errors of `body`, and ``StoreError``; the session is then unchanged.
    package func write<T>(_ body: (ImportTransaction) throws -> T) throws -> T {
        do {
            var anchor: Int64 = 0
            var hasWritten = false
            let result = try throttling {
                try store.write(syncing: !options.syncsAtEnd) { writer in
                    writer.throttle = options.throttle
                    try useLongLog(writer)
                    try matcher.begin(writer)
                    let changes = writer.connection.database.totalChangesCount
                    let result = try run(writer, body)
                    hasWritten = writer.connection.database.totalChangesCount != changes
                    anchor = writer.currentAnchor
                    return result
                }
            }
            matcher.commit(anchor)
            // An import without new data has nothing to sync, which would take longer than everything else about a small file.
            isSynced = isSynced && !(options.syncsAtEnd && hasWritten)
            return result
        } catch {
            matcher.undo()
            throw error
        }
    }

    /// Runs what writes to files, throttled: emptying the log takes a tenth of a second at a time.
    private func throttling<T>(_ body: () throws -> T) throws -> T {
        try withExtendedLifetime(self) {
            store_file_system_set_throttle(
                { context in
                    guard let context else { return }
                    Unmanaged<ImportSession>.fromOpaque(context).takeUnretainedValue().options.throttle()
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
            defer { store_file_system_set_throttle(nil, nil) }
            return try body()
        }
    }

    /// Syncs the rest of this import to the disk.
    ///
    /// - Throws: ``StoreError``.
    package func finish() throws {
        if isSynced { return }
        try store.syncLog()
        isSynced = true
    }

    /// Copies the log into the file once it is long enough: to be called while there is nothing to write, so that less is left
    /// to copy at the end.
    ///
    /// - Throws: ``StoreError``; data written before is stored.
    package func tidy() throws {
        guard hasLongLog else { return }
        let pages = max(store.options.checkpointPages / 2, 1)
        try throttling { pagesCopied = try store.copyLog(after: pagesCopied + pages) ?? pagesCopied }
    }

    /// Lets the connection empty its log less often from now on, and keep fewer pages: an import comes by each of them once.
    private func useLongLog(_ writer: StoreWriter) throws {
        if hasLongLog { return }
        hasLongLog = true
        let pages = Self.logFactor * max(store.options.checkpointPages, 1)
        let kilobytes = min(Self.keptKilobytes, store.options.keptKilobytes)
        try writer.connection.database.execute(
            sql: "PRAGMA wal_autocheckpoint = \(pages); PRAGMA cache_size = -\(kilobytes)"
        )
    }

    private func run<T>(_ writer: StoreWriter, _ body: (ImportTransaction) throws -> T) throws -> T {
        let transaction = ImportTransaction(writer, matcher)
        guard let around = options.around else { return try body(transaction) }
        var result: T?
        try around(writer) { result = try body(transaction) }
        guard let result else { throw StoreError(.notPermitted, "A transaction of an import was not run.") }
        return result
    }

    /// Adds samples in one transaction.
    /// - Throws: ``StoreError``.
    package func add(_ rows: [NewSample]) throws -> ImportCounts {
        try write { try $0.add(rows) }
    }

    /// Adds records in one transaction.
    /// - Throws: ``StoreError``.
    package func add(records: [NewRecord]) throws -> [ImportedRecord] {
        try write { transaction in try records.map { try transaction.add($0) } }
    }

    /// Finds the rows that members of a correlation are, in one transaction; stores those that aren't there.
    ///
    /// - Returns: their UUIDs; nil for one that stays deleted.
    /// - Throws: ``StoreError``.
    package func resolve(members: [NewSample]) throws -> [UUID?] {
        try write { try $0.resolve(members: members) }
    }
}
