import CHealthKitStoreFileSystem
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// An embedded store of health samples: batches of columns inside an SQLite file.
///
/// ```swift
/// let store = try SampleStore(at: .file(path))
/// try store.write { writer in
///     let type = try writer.intern(.type, Array("steps".utf8))
///     let source = try writer.intern(.source, Array("phone".utf8))
///     try writer.insert([NewSample(type: type, source: source, start: 0, end: 60, value: 80, creation: 60)])
/// }
/// let latest = try store.read { try $0.summaries() }
/// ```
///
/// Reads see one consistent snapshot and run concurrently with each other and with a write. A write that returned is on
/// the disk. Several processes may have the same file open.
package final class SampleStore: Sendable {
    /// The store's file, or nil for a store in memory.
    package let path: String?
    /// Tells this open store from every other of the process, and from one that takes its place.
    package let number = SampleStore.opened.add(1, ordering: .relaxed).newValue
    private static let opened = Atomic<UInt64>(0)

    let options: StoreOptions
    /// Whether the store is only read, as its disk had no room for the index of its log.
    let isOnFullDisk: Bool
    /// Whether the file is of a format before 3.
    let isEarlier: Bool
    private let database: StoreConnections
    private let dictionaryCache = DictionaryCache()
    private let knownIndexes = OriginIndexes.Knowledge()
    private let decodingPool: DecodingPool
    private let identityFilter = IdentityFilterBox()
    private let notifier: ChangeNotifier
    /// The key of a file that is encrypted.
    let key: StoreKeyHandle?
    /// Tells how far the store has come, where its file is encrypted.
    private let seen: SeenStore?
    /// Whether the store is a copy in memory of another, which is locked with that one.
    private let isScratch: Bool
    private let lockedFlag = Atomic(false)
    /// Whether the connection that writes waits for the disk with each commit.
    private let syncing = Atomic(true)
    /// Whether the indexes by source could not be made yet: each write tries again.
    private let lacksIndexes = Atomic(false)

    /// Opens a store, and makes it when there is none.
    ///
    /// - Parameters:
    ///   - location: where it keeps its data.
    ///   - options: how to open it.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `notAStore`, `newerFormat`, `readOnly`,
    ///   `busy`, `diskFull` or `damaged`.
    package init(at location: StoreLocation, options: StoreOptions = .init()) throws {
        var kept = options
        // From here on the layer below has it, where a lock wipes it.
        kept.key = nil
        decodingPool = DecodingPool(options)
        isScratch = false
        switch location {
        case .memory:
            path = nil
            self.options = kept
            isOnFullDisk = false
            database = try StoreError.mapped(path: nil) { try SampleStore.openMemory(options) }
            isEarlier = false
            key = nil
            seen = nil
            notifier = ChangeNotifier(walPath: nil)
        case .file(let given):
            let path = URL(fileURLWithPath: given).standardizedFileURL.path
            self.path = path
            let opened = try SampleStore.open(path, options)
            isOnFullDisk = opened.isExclusive
            self.options = kept
            database = opened.connections
            isEarlier = opened.isEarlier
            key = opened.key
            seen = opened.seen
            notifier = ChangeNotifier(
                walPath: path + (opened.isEarlier ? "-wal" : "-log"),
                markPath: opened.isEarlier ? nil : path + "-mark"
            )
            lacksIndexes.store(opened.lacksIndexes, ordering: .relaxed)
            OpenStores.add(database)
        }
    }

    /// Makes a store in memory from another's pages.
    ///
    /// - Parameters:
    ///   - options: how to open it.
    ///   - fill: copies the pages into the connection that it gets.
    /// - Throws: ``StoreError``, and what `fill` throws.
    init(inMemory options: StoreOptions, filledBy fill: (Database) throws -> Void) throws {
        path = nil
        self.options = options
        isOnFullDisk = false
        isEarlier = false
        key = nil
        seen = nil
        isScratch = true
        decodingPool = DecodingPool(options)
        notifier = ChangeNotifier(walPath: nil)
        database = try StoreError.mapped(path: nil) {
            let connections = try StoreConnections(inMemory: StoreConnections.configuration(options))
            try connections.write(fill)
            return connections
        }
        lacksIndexes.store(!OriginIndexes.add(to: database), ordering: .relaxed)
    }

    deinit {
        notifier.stop()
        database.close()
    }

    private static func openMemory(_ options: StoreOptions) throws -> StoreConnections {
        let connections = try StoreConnections(inMemory: StoreConnections.configuration(options))
        try connections.write { try StoreFormat.create($0) }
        return connections
    }

    /// A file's connections.
    private struct Opened {
        var connections: StoreConnections
        var isEarlier: Bool
        var key: StoreKeyHandle?
        var seen: SeenStore?
        var lacksIndexes: Bool
        var isExclusive = false
    }

    /// Opens a file; a read-only one without disk space for shared files is opened alone.
    private static func open(_ path: String, _ options: StoreOptions) throws -> Opened {
        do {
            return try StoreError.mapped(path: path, .opening) { try openFile(path, options) }
        } catch let error as StoreError where error.code == .diskFull && options.isReadOnly {
            guard let opened = try? openFile(path, options, isExclusive: true) else { throw error }
            return opened
        }
    }

    /// Opens a file, again when another process has meanwhile put another in its place.
    private static func openFile(
        _ path: String,
        _ options: StoreOptions,
        isExclusive: Bool = false
    ) throws -> Opened {
        let fileSystem = options.fileSystem
        if fileSystem.isStandard {
            if options.isReadOnly { try StoreFile.requireExisting(path) } else { try StoreFile.prepare(path) }
            if !options.isReadOnly { PartialFile.removeAbandoned(in: StoreFile.folder(of: path)) }
        }
        var attempts = 0
        while true {
            attempts += 1
            let fileHeader = try fileSystem.fileHeader(path)
            do {
                if let opened = try open(path, fileHeader, options, isExclusive) { return opened }
            } catch {
                guard attempts < 5, try fileSystem.fileHeader(path).isOther(than: fileHeader) else { throw error }
            }
            if attempts >= 5 { throw StoreError(.moved, "The store is being replaced again and again.") }
        }
    }

    /// - Returns: nil when the file became another.
    private static func open(
        _ path: String,
        _ fileHeader: store_file_look,
        _ options: StoreOptions,
        _ isExclusive: Bool
    ) throws -> Opened? {
        let fileSystem = options.fileSystem
        if fileHeader.kind == STORE_FILE_NEWER { throw StoreError.newerFile(fileHeader) }
        if fileHeader.kind == STORE_FILE_UNKNOWN { throw notAStore }
        var opening = StoreFileSystem.Opening()
        opening.isEarlier = fileHeader.kind == STORE_FILE_EARLIER
        opening.verifies = options.verifiesPages
        if options.readsOnlyUnused {
            guard options.isReadOnly, fileHeader.cipher == 0, !opening.isEarlier,
                StoreFile.isUnused(path, fileHeader.log_in_use)
            else { throw StoreError(.busy, "The store is in use, encrypted or of an earlier format.", path: path) }
            opening.isAlone = true
        }
        opening.key = try StoreKeys.handle(path, fileHeader, options)
        if fileSystem.isStandard {
            try StoreFile.refuseForeignLogs(path, isEarlier: opening.isEarlier)
            if options.isReadOnly, !options.readsOnlyUnused, !opening.isEarlier,
                StoreFile.size(of: path + "-undo") > 0
            {
                takeBack(try fileSystem.uri(path, opening), options)
            }
            if options.isReadOnly, !options.readsOnlyUnused {
                opening.isAlone = try StoreFile.isAlone(path, fileHeader.log_in_use, opening.isEarlier)
            }
        }
        // A store whose creation in an earlier format was rolled back is created in this one.
        let configuration = StoreConnections.configuration(options, isExclusive: isExclusive)
        let uri = try fileSystem.uri(path, opening)
        guard let version = try check(uri, options, configuration, isEarlier: opening.isEarlier) else { return nil }
        // A copy of an earlier store is a file of this format with the tables of that one.
        let isOlder = version < StoreFormat.version || fileHeader.isOlder
        if isOlder, !options.isReadOnly {
            if try TakeOver(path: path, fileSystem: fileSystem, opening: opening).run() {
                let old = fileHeader.isOlder ? Int(fileHeader.format) : Int(version)
                FormatChange.report(
                    path,
                    from: old,
                    to: Int(fileHeader.cipher == 0 ? STORE_FORMAT : STORE_LOCKED_FORMAT)
                )
                return nil
            }
        }
        // A store that was just made says only now which it is.
        let id = opening.key == nil ? nil : try fileSystem.fileHeader(path).storeID
        let seen = id.map { SeenStore($0) }
        // The closure lives as long as the connections: it must not keep the key that the options have.
        let removesLog = fileSystem.isStandard && !options.readsOnlyUnused
        let connections = try StoreConnections(
            uri: fileSystem.uri(path, opening),
            configuration: configuration,
            key: opening.key,
            isExclusive: isExclusive
        ) {
            seen?.note()
            if removesLog { StoreFile.removeEmptyLog(of: path) }
        }
        guard try connections.read({ connections.fate($0) }) == STORE_FILE_IN_PLACE else {
            connections.close()
            return nil
        }
        let needsIndexes = !options.isReadOnly && !opening.isEarlier
        return Opened(
            connections: connections,
            isEarlier: opening.isEarlier,
            key: opening.key,
            seen: seen,
            lacksIndexes: needsIndexes && !OriginIndexes.add(to: connections),
            isExclusive: isExclusive
        )
    }

    /// Rolls back the transaction of a program that ended, which needs write access.
    ///
    /// If the file can't be written, or another program is working on it, opening it reports that.
    static func takeBack(_ uri: String, _ options: StoreOptions) {
        var writing = options
        writing.isReadOnly = false
        guard let queue = try? DatabaseQueue(path: uri, configuration: StoreConnections.configuration(writing)) else {
            return
        }
        _ = try? queue.inDatabase { try StoreFormat.examine($0) }
        queue.release()
    }

    private static let notAStore = StoreError(.notAStore, "The file is not a health store. Nothing was changed.")

    /// Looks at the file before anything is changed in it, and makes the tables when it is empty.
    /// - Returns: the version of its tables; nil when it is empty, and of an earlier format.
    private static func check(
        _ uri: String,
        _ options: StoreOptions,
        _ configuration: Configuration,
        isEarlier: Bool
    ) throws -> Int64? {
        var configuration = configuration
        configuration.prepareDatabase { database in
            guard let handle = database.sqliteConnection else { return }
            // A file that is only examined stays as it is, including its log.
            store_file_system_keep_log(UnsafeMutableRawPointer(handle))
        }
        let queue = try DatabaseQueue(path: uri, configuration: configuration)
        defer { queue.release() }
        switch try queue.read({ try StoreFormat.examine($0) }) {
        case .store(let version):
            try StoreFormat.requireReadable(version)
            return version
        case .empty where !options.isReadOnly && isEarlier: return nil
        case .empty where !options.isReadOnly:
            try queue.inDatabase { try StoreFormat.create($0) }
            return StoreFormat.version
        case .empty, .foreign: throw notAStore
        }
    }

    /// Whether the file is still the one that was opened, at its place.
    package var isInPlace: Bool {
        guard path != nil else { return true }
        let connections = database
        // A file that can't be looked at may or may not be there: the caller opens whatever is.
        return (try? connections.read { connections.fate($0) }) == STORE_FILE_IN_PLACE
    }

    /// Has something written when the process ends in good order, while the store is still open.
    ///
    /// - Parameter body: Called on a separate thread; the end of the process waits for it for a few seconds. The last
    ///   one replaces earlier ones.
    package func beforeEnd(_ body: @escaping @Sendable () -> Void) { database.whenEnding(body) }

    /// Whether the file is encrypted.
    package var isEncrypted: Bool { key != nil }

    /// Wipes the key from memory and closes the store; does nothing to one that isn't encrypted, nor a copy in memory of one.
    ///
    /// Calls in progress fail with ``StoreError/Code/locked``, and so do later ones. A write that wasn't committed yet is lost.
    /// Decrypted and decoded data is wiped with the connections and readers that hold it, those that are in use when they end;
    /// see <doc:Encryption>.
    package func lock() {
        guard key != nil || isScratch else { return }
        lockedFlag.store(true, ordering: .sequentiallyConsistent)
        key?.forget()
        decodingPool.close()
        dictionaryCache.forget()
        close()
    }

    private func requireUnlocked() throws {
        if lockedFlag.load(ordering: .sequentiallyConsistent) { throw StoreError.locked }
    }

    /// Closes the store.
    ///
    /// Later calls fail with ``StoreError/Code/closed``.
    package func close() {
        notifier.stop()
        database.close()
    }
}

extension SampleStore {
    /// Reads from one consistent snapshot of the store.
    ///
    /// - Parameter body: gets the reader, which is good until it returns.
    /// - Returns: what `body` returns.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
        try StoreError.mapped(path: path, .reading) {
            try requireUnlocked()
            return try database.read { database in
                let reader = StoreReader(
                    database,
                    dictionaryCache: dictionaryCache,
                    decodingPool: decodingPool,
                    knownIndexes: knownIndexes
                )
                if database.isInsideTransaction { return try body(reader) }
                try self.database.requirePlace(database)
                try reader.connection.query(.beginRead).run()
                defer { SampleStore.end(.commit, reader.connection) }
                return try body(reader)
            }
        }
    }

    /// Changes the store in one transaction: when this returns all of it is on the disk; when it throws, none.
    ///
    /// - Parameter body: gets the writer, which is good until it returns. It must not call the store itself.
    /// - Returns: what `body` returns.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        try write(syncing: true, body)
    }

    /// Changes the store in one transaction that reaches the disk before this returns, or with a later sync of the log.
    ///
    /// - Parameters:
    ///   - syncs: whether it reaches the disk before this returns.
    ///   - body: as for ``write(_:)``.
    /// - Returns: what `body` returns.
    /// - Throws: The errors of `body`, and ``StoreError``.
    func write<T>(syncing syncs: Bool, _ body: (StoreWriter) throws -> T) throws -> T {
        try StoreError.mapped(path: path) {
            try requireUnlocked()
            if isOnFullDisk { throw StoreError(.diskFull, StoreError.Work.changing.fullDisk) }
            if options.isReadOnly { throw StoreError(.readOnly, "The store was opened for reading only.") }
            let result = try database.write { database in
                if database.isInsideTransaction {
                    throw StoreError(.notPermitted, "A write can't begin inside another transaction of its store.")
                }
                try self.database.requirePlace(database)
                try setSyncing(syncs, database)
                let result = try transact(Connection(database), body)
                try self.database.requirePlace(database, hasSaved: true)
                return result
            }
            if lacksIndexes.load(ordering: .relaxed), OriginIndexes.add(to: database) {
                lacksIndexes.store(false, ordering: .relaxed)
            }
            return result
        }
    }

    /// Sets whether a commit waits until the log is on the disk; where it does not, the log is synced before a checkpoint.
    private func setSyncing(_ syncs: Bool, _ database: Database) throws {
        guard path != nil, syncs != syncing.load(ordering: .relaxed) else { return }
        try database.execute(sql: "PRAGMA synchronous = \(syncs ? "FULL" : "NORMAL")")
        syncing.store(syncs, ordering: .relaxed)
    }

    /// Brings all commits to the disk.
    ///
    /// - Throws: ``StoreError``.
    func syncLog() throws {
        guard path != nil else { return }
        try StoreError.mapped(path: path) {
            try requireUnlocked()
            try database.write { database in
                var log: UnsafeMutablePointer<sqlite3_file>?
                var code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
                if code == SQLITE_OK, let log, let methods = log.pointee.pMethods {
                    code = methods.pointee.xSync(log, SQLITE_SYNC_NORMAL)
                }
                guard code == SQLITE_OK else { throw StoreError(sqlite: code, "the log could not be synced") }
            }
        }
    }

    /// Copies the log into the file, as far as others let go of it soon, so that the next commit begins another.
    func beginNewLog() {
        // If it fails, the log keeps growing, and a later commit copies it.
        _ = try? database.write { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    /// Copies as much of the log into the file as readers allow, without waiting.
    ///
    /// - Parameter pages: Nothing is done before this connection has written this many.
    /// - Returns: how many it has written; `nil` when nothing was done.
    /// - Throws: ``StoreError``; a failed sync may be reported only once, so a caller that relies on a later one has to
    ///   know.
    func copyLog(after pages: Int) throws -> Int? {
        guard path != nil else { return nil }
        return try StoreError.mapped(path: path) {
            try requireUnlocked()
            return try database.write { database in
                var (written, most): (Int32, Int32) = (0, 0)
                let code = sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &written, &most, 0)
                guard code == SQLITE_OK, written >= pages else { return nil }
                try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
                return Int(written)
            }
        }
    }

    private func transact<T>(_ connection: Connection, _ body: (StoreWriter) throws -> T) throws -> T {
        try connection.query(.beginWrite).run()
        var number: Int64?
        do {
            let writer = try StoreWriter(
                connection.database,
                dictionaryCache: dictionaryCache,
                identityFilter: identityFilter,
                options: options,
                knownIndexes: knownIndexes
            )
            let result = try body(writer)
            guard try writer.finish() else {
                SampleStore.end(.rollback, connection)
                return result
            }
            // Anyone who reads the log as soon as the commit is there has to know whose it is.
            number = writer.state.commits
            notifier.commits(writer.state.commits)
            try connection.query(.commit).run()
            number = nil
            writer.publish()
            seen?.committed(writer.state.commits)
            notifier.committed(
                StoreChange(types: writer.touchedTypes, namespaces: writer.touchedNamespaces, isLocal: true),
                commit: writer.state.commits,
                isSynced: syncing.load(ordering: .relaxed)
            )
            return result
        } catch {
            // While the transaction holds the store, no other can use this number.
            if let number { notifier.failed(number) }
            SampleStore.end(.rollback, connection)
            throw error
        }
    }

    /// Ends a transaction whose outcome is decided; SQLite may have ended it by itself after an error.
    private static func end(_ statement: StoreStatement, _ connection: Connection) {
        guard connection.database.isInsideTransaction else { return }
        do {
            try connection.query(statement).run()
        } catch {
            // SQLite has ended it itself then.
            try? connection.query(.rollback).run()
        }
    }
}

extension SampleStore {
    /// Tells of every commit to the store from here on, of this process and of others.
    ///
    /// - Parameter body: gets each change, one after the other, on a thread of the store's own. It may read the store.
    /// - Returns: the observation, which ends when it is cancelled or let go.
    package func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
        let database = database
        return notifier.add(body) { commit in
            Mishap.attempt("changes") { try database.read { try CommitLog.changes(in: $0, after: commit) } }
        }
    }
}
