import CStoreFileSystem
import Foundation
import GRDB
import Synchronization

/// The connections to one store: one that writes, and some that read beside it.
///
/// GRDB's own pool looks for the log beside the path that it was given, and writes when it doesn't find it; a store's
/// path is a URI, where it never does. Opening a store must not write, so this keeps the connections itself.
final class StoreConnections: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        /// The connection that each thread is using.
        var current: [UInt: DatabaseQueue] = [:]
        var isClosed = false
    }

    private let writer: DatabaseQueue
    private let makeReader: (@Sendable () throws -> DatabaseQueue)?
    private let places: DispatchSemaphore
    private let state = Mutex(State())

    /// Opens a file's connections; readers are opened when they are first needed.
    /// - Throws: the database's error.
    init(uri: String, configuration: Configuration) throws {
        writer = try DatabaseQueue(path: uri, configuration: configuration)
        if !configuration.readonly {
            try writer.unsafeReentrantWrite {
                try StoreConnections.enterLogMode($0, timeout: configuration.busyMode.duration)
            }
        }
        var reading = configuration
        reading.readonly = true
        reading.busyMode = .timeout(10)
        let readingConfiguration = reading
        makeReader = { try DatabaseQueue(path: uri, configuration: readingConfiguration) }
        places = DispatchSemaphore(value: configuration.maximumReaderCount)
    }

    /// Opens a database in memory, which has one connection.
    /// - Throws: the database's error.
    init(inMemory configuration: Configuration) throws {
        writer = try DatabaseQueue(configuration: configuration)
        makeReader = nil
        places = DispatchSemaphore(value: 1)
    }

    /// Puts the database into log mode, and makes sure that there is a log for readers to open.
    ///
    /// The busy handler isn't asked when the mode changes, and two processes may make a store at the same time.
    private static func enterLogMode(_ database: Database, timeout: Double) throws {
        let deadline = Date().addingTimeInterval(timeout)
        while true {
            do {
                guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                    throw StoreError(.cannotOpen, "The store's log can't be used on this file system.")
                }
                // The log's file is made by the first read, and observers watch it from the start.
                _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && Date() < deadline {
                usleep(5000)
            }
        }
    }

    /// Runs `body` with a connection for reading.
    ///
    /// Inside another `read` or `write` of the same thread that is the same connection.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        guard let makeReader else { return try writer.unsafeReentrantRead(body) }
        if let current = try current() { return try current.unsafeReentrantRead(body) }
        places.wait()
        defer { places.signal() }
        let reader = try state.withLock { state in
            if state.isClosed { throw StoreConnections.closed }
            return state.idle.popLast()
        }
        let queue = try reader ?? makeReader()
        defer { putBack(queue) }
        return try queue.unsafeRead { database in
            try using(queue) { try body(database) }
        }
    }

    /// Runs `body` with the connection that writes.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        if try current() === writer { return try writer.unsafeReentrantWrite(body) }
        return try writer.unsafeReentrantWrite { database in
            try using(writer) { try body(database) }
        }
    }

    private static let closed = StoreError(.closed, "The store is closed.")

    private static var thread: UInt { UInt(pthread_self()) }

    private func current() throws -> DatabaseQueue? {
        try state.withLock { state in
            if state.isClosed { throw StoreConnections.closed }
            return state.current[StoreConnections.thread]
        }
    }

    private func using<T>(_ queue: DatabaseQueue, _ body: () throws -> T) rethrows -> T {
        let thread = StoreConnections.thread
        let outer = state.withLock { $0.current.updateValue(queue, forKey: thread) }
        defer { state.withLock { $0.current[thread] = outer } }
        return try body()
    }

    private func putBack(_ reader: DatabaseQueue) {
        let isLate = state.withLock { state in
            if !state.isClosed { state.idle.append(reader) }
            return state.isClosed
        }
        if isLate { try? reader.close() }
    }

    /// Closes all connections; a reader that is in use closes when it has finished.
    ///
    /// The readers go first: the last connection to go empties the log into the file, and it must be able to.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for reader in idle { try? reader.close() }
        try? writer.close()
    }
}

extension Database.BusyMode {
    /// How long a busy database is waited for, in seconds.
    fileprivate var duration: Double {
        if case .timeout(let duration) = self { return duration }
        return 0
    }
}
