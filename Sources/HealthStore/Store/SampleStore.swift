import CStoreFileSystem
import Foundation
import GRDB
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
/// Reads see one consistent snapshot and run beside each other and beside a write. A write that returned is on the
/// disk. Several processes may have the same file open.
package final class SampleStore: Sendable {
    /// The store's file, or nil for a store in memory.
    package let path: String?

    private let options: StoreOptions
    private let database: StoreConnections
    private let dictionaryCache = DictionaryCache()
    private let identityFilter = IdentityFilterBox()
    private let notifier: ChangeNotifier

    /// Opens a store, and makes it when there is none.
    ///
    /// - Parameters:
    ///   - location: where it keeps its data.
    ///   - options: how to open it.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `notAStore`, `newerFormat`, `readOnly`,
    ///   `busy`, `diskFull` or `damaged`.
    package init(at location: StoreLocation, options: StoreOptions = .init()) throws {
        self.options = options
        switch location {
        case .memory:
            path = nil
            database = try StoreError.mapped(path: nil) { try SampleStore.openMemory(options) }
        case .file(let given):
            let path = URL(fileURLWithPath: given).standardizedFileURL.path
            self.path = path
            let fileSystem = options.fileSystem
            database = try StoreError.mapped(path: path) {
                let uri = try fileSystem.uri(path, verifies: options.verifiesPages)
                return try SampleStore.openFile(path, uri, options)
            }
        }
        notifier = ChangeNotifier(walPath: path.map { $0 + "-wal" })
    }

    deinit {
        notifier.stop()
        database.close()
    }

    static func configuration(_ options: StoreOptions) -> Configuration {
        var configuration = Configuration()
        configuration.label = "HealthStore"
        configuration.busyMode = .timeout(max(options.busyTimeout, 0))
        configuration.readonly = options.isReadOnly
        configuration.maximumReaderCount = max(options.maximumReaderCount, 1)
        configuration.foreignKeysEnabled = false
        let checkpointPages = max(options.checkpointPages, 1)
        configuration.prepareDatabase { try StoreFormat.configure($0, checkpointPages: checkpointPages) }
        return configuration
    }

    private static func openMemory(_ options: StoreOptions) throws -> StoreConnections {
        let connections = try StoreConnections(inMemory: configuration(options))
        try connections.write { try StoreFormat.create($0) }
        return connections
    }

    private static func openFile(_ path: String, _ uri: String, _ options: StoreOptions) throws -> StoreConnections {
        if options.fileSystem.isStandard {
            if options.isReadOnly { try StoreFile.requireExisting(path) } else { try StoreFile.prepare(path) }
        }
        try check(uri, options)
        return try StoreConnections(uri: uri, configuration: configuration(options))
    }

    /// Looks at the file before anything is changed in it, and makes the tables when it is empty.
    private static func check(_ uri: String, _ options: StoreOptions) throws {
        var configuration = configuration(options)
        configuration.prepareDatabase { database in
            guard let handle = database.sqliteConnection else { return }
            // What is only looked at stays as it is, its log included.
            store_file_system_keep_log(UnsafeMutableRawPointer(handle))
        }
        let queue = try DatabaseQueue(path: uri, configuration: configuration)
        defer { try? queue.close() }
        switch try queue.read({ try StoreFormat.examine($0) }) {
        case .store(let version) where version > StoreFormat.version:
            let message = "The store was written by a newer version (format \(version)); this one reads up to format "
            throw StoreError(.newerFormat, message + "\(StoreFormat.version). Nothing was changed. Use the newer one.")
        case .store:
            break
        case .empty where !options.isReadOnly:
            try queue.inDatabase { try StoreFormat.create($0) }
        case .empty, .foreign:
            throw StoreError(.notAStore, "The file is not a health store. Nothing was changed.")
        }
    }

    /// Closes the store.
    ///
    /// What comes after fails with ``StoreError/Code/closed``.
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
    /// - Throws: what `body` throws, and ``StoreError``.
    package func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
        try StoreError.mapped(path: path) {
            try database.read { database in
                let reader = StoreReader(database, dictionaryCache: dictionaryCache)
                if database.isInsideTransaction { return try body(reader) }
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
    /// - Throws: what `body` throws, and ``StoreError``.
    package func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        try StoreError.mapped(path: path) {
            if options.isReadOnly { throw StoreError(.readOnly, "The store was opened for reading only.") }
            return try database.write { database in
                if database.isInsideTransaction {
                    throw StoreError(.notPermitted, "A write can't begin inside another transaction of its store.")
                }
                return try transact(Connection(database), body)
            }
        }
    }

    private func transact<T>(_ connection: Connection, _ body: (StoreWriter) throws -> T) throws -> T {
        try connection.query(.beginWrite).run()
        do {
            let writer = try StoreWriter(
                connection.database,
                dictionaryCache: dictionaryCache,
                identityFilter: identityFilter,
                options: options
            )
            let result = try body(writer)
            guard try writer.finish() else {
                SampleStore.end(.rollback, connection)
                return result
            }
            try connection.query(.commit).run()
            writer.publish()
            notifier.committed(
                StoreChange(types: writer.touchedTypes, namespaces: writer.touchedNamespaces, isLocal: true),
                commit: writer.state.commits
            )
            return result
        } catch {
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
            try? connection.query(.rollback).run()
        }
    }

    /// Begins a bulk import that recognises what is stored already.
    /// - Throws: ``StoreError``.
    package func beginImport() throws -> ImportSession {
        try ImportSession(self)
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
            try? database.read { try CommitLog.changes(in: $0, after: commit) }
        }
    }
}
