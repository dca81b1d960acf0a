import CHealthKitStoreFileSystem
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The connections to one store: one that writes, and some that read at the same time.
///
/// GRDB's own pool looks for the log next to the path that it was given, and writes when it doesn't find it; a store's
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
    private let hasWritten = Atomic(false)
    /// A closure that is called when these are closed.
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)
    /// A closure that is called first when the process ends.
    private let lastWords = Mutex<(@Sendable () -> Void)?>(nil)
    /// The state of the file when it was last looked at.
    private let file = Mutex(store_file_state())
    private let readerCount: Int
    /// The key that connections name, which stays as long as one may be opened.
    private let key: StoreKeyHandle?
    /// Takes away what only a connection that writes could when it goes, and the last to go was none.
    private let tidy: @Sendable () -> Void

    /// Opens a file's connections; readers are opened when they are first needed.
    ///
    /// - Parameters:
    ///   - uri: the file.
    ///   - configuration: how connections are set up.
    ///   - key: the key that the file's name speaks of, when it is encrypted.
    ///   - isExclusive: whether there is one connection, which reads, as ``configuration(_:isExclusive:)`` sets it up.
    ///   - tidy: called when a connection was the last of these to go.
    /// - Throws: the database's error.
    init(
        uri: String,
        configuration: Configuration,
        key: StoreKeyHandle? = nil,
        isExclusive: Bool = false,
        tidy: @escaping @Sendable () -> Void
    ) throws {
        self.tidy = tidy
        self.key = key
        readerCount = isExclusive ? 1 : configuration.maximumReaderCount
        writer = try DatabaseQueue(path: uri, configuration: configuration)
        guard !isExclusive else {
            makeReader = nil
            places = DispatchSemaphore(value: 1)
            return
        }
        if !configuration.readonly {
            try writer.unsafeReentrantWrite {
                try StoreConnections.enterLogMode($0, timeout: configuration.busyMode.duration)
            }
        }
        var reading = configuration
        reading.readonly = true
        reading.busyMode = .timeout(10)
        if key != nil {
            // Decrypted pages are kept: reading a page again costs no more than reading one of a plain file.
            reading.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -65536") }
        }
        let readingConfiguration = reading
        makeReader = { try DatabaseQueue(path: uri, configuration: readingConfiguration) }
        places = DispatchSemaphore(value: configuration.maximumReaderCount)
    }

    deinit { close() }

    /// Opens a database in memory, which has one connection.
    /// - Throws: the database's error.
    init(inMemory configuration: Configuration) throws {
        tidy = {}
        key = nil
        readerCount = 1
        writer = try DatabaseQueue(configuration: configuration)
        makeReader = nil
        places = DispatchSemaphore(value: 1)
    }

    /// Puts the database into log mode, and makes sure that there is a log for readers to open.
    ///
    /// The busy handler isn't asked when the mode changes, and two processes may make a store at the same time.
    private static func enterLogMode(_ database: Database, timeout: Double) throws {
        let deadline = SuspendingClock.now + .seconds(timeout)
        while true {
            do {
                guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                    throw StoreError(.cannotOpen, "The store's log can't be used on this file system.")
                }
                // The log's file is made by the first read, and observers watch it from the start.
                _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && SuspendingClock.now < deadline
            {
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
        let queue = try reader ?? newReader(makeReader)
        defer { putBack(queue) }
        return try queue.unsafeRead { database in
            try using(queue) { try body(database) }
        }
    }

    /// Opens one more reader.
    ///
    /// If the file was moved or removed, the error reports that and not the new file at its path: the connection that
    /// writes has had the file open from the start.
    private func newReader(_ makeReader: () throws -> DatabaseQueue) throws -> DatabaseQueue {
        do {
            return try makeReader()
        } catch {
            try StoreConnections.require(writer.unsafeReentrantRead { fate($0) })
            throw error
        }
    }

    /// Runs `body` with the connection that writes.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        if try current() === writer { return try writer.unsafeReentrantWrite(body) }
        hasWritten.store(true, ordering: .relaxed)
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
        guard isLate else { return }
        reader.release()
        tidy()
    }

    /// Closes all connections; a reader that is in use closes when it has finished.
    ///
    /// Copies the log into the file first, so that the file alone is complete, even if other processes have it open. The readers
    /// close before the writer: the last connection to close removes the log, and must be able to.
    ///
    /// - Parameter isEnd: whether the process ends, which interrupts readers and waits for them for a while: they would
    ///   keep the log, and not live to remove it.
    func close(isEnd: Bool = false) {
        if isEnd { lastWords.withLock { $0 }?() }
        let (idle, isFirst) = state.withLock { state in
            defer { (state.isClosed, state.idle) = (true, []) }
            return (state.idle, !state.isClosed)
        }
        guard isFirst else { return }
        for reader in idle { reader.release() }
        if isEnd { interruptReaders() }
        // Anything that isn't copied now stays in the log, and the next process to open the store reads it there.
        if hasWritten.load(ordering: .relaxed) { try? writer.inDatabase { try emptyLog($0) } }
        writer.release()
        tidy()
        listener.withLock { $0 }?()
    }

    /// Waits until there are no more readers, for two seconds at most.
    private func interruptReaders() {
        guard makeReader != nil else { return }
        let deadline = DispatchTime.now() + 2
        var free = 0
        defer { for _ in 0..<free { places.signal() } }
        while free < readerCount, DispatchTime.now() < deadline {
            let used = state.withLock { Array($0.current.values) }
            for queue in used where queue !== writer { queue.interrupt() }
            while free < readerCount, places.wait(timeout: .now() + 0.02) == .success { free += 1 }
        }
    }

    /// Has `listener` called once, when all connections are closed or about to be.
    func whenClosed(_ listener: @escaping @Sendable () -> Void) { self.listener.withLock { $0 = listener } }

    /// Has `words` called once, when the process ends, before these are closed.
    func whenEnding(_ words: @escaping @Sendable () -> Void) { lastWords.withLock { $0 = words } }

    /// Copies the log into the file and empties it, as far as others let go of it soon.
    private func emptyLog(_ database: Database) throws {
        guard let handle = database.sqliteConnection else { return }
        sqlite3_busy_timeout(handle, 500)
        // A file that was moved is completed where it is; one that was overwritten is no longer ours to write to.
        guard fate(database) != STORE_FILE_REPLACED else { return }
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The fate of the file that a connection has open.
    func fate(_ database: Database) -> store_file_fate {
        guard let handle = database.sqliteConnection else { return STORE_FILE_IN_PLACE }
        return file.withLock { file in
            store_file_system_examine(UnsafeMutableRawPointer(handle), &file)
            return file.fate
        }
    }

    /// Ends a call on a store whose file is no longer where it was opened, or is another.
    func requirePlace(_ database: Database, hasSaved: Bool = false) throws {
        guard makeReader != nil else { return }
        try StoreConnections.require(fate(database), hasSaved: hasSaved)
    }

    private static func require(_ fate: store_file_fate, hasSaved: Bool = false) throws {
        let what: String
        switch fate {
        case STORE_FILE_MOVED: what = "The store's file was moved or removed while it was open"
        case STORE_FILE_REPLACED: what = "The store's file was replaced by another while it was open"
        default: return
        }
        let saved = hasSaved ? "; what was being saved may be lost" : ". Nothing was saved"
        throw StoreError(.moved, "\(what)\(saved). End the program, put the store in place and start again.")
    }

    /// Whether this thread is using a connection.
    var isUsedHere: Bool { state.withLock { $0.current[StoreConnections.thread] != nil } }
}

extension Database.BusyMode {
    /// The time to wait for a busy database, in seconds.
    fileprivate var duration: Double {
        if case .timeout(let duration) = self { return duration }
        return 0
    }
}

extension StoreConnections {
    /// The configuration of connections for a store's options.
    ///
    /// - Parameters:
    ///   - options: the options.
    ///   - isExclusive: whether the connection reads the store by itself: without an index of the log that others share,
    ///     which needs room on the disk, and with a lock that keeps others from changing the store meanwhile.
    /// - Returns: the configuration.
    static func configuration(_ options: StoreOptions, isExclusive: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = "HealthStore"
        configuration.busyMode = .timeout(max(options.busyTimeout, 0))
        // The lock is one for writing.
        configuration.readonly = options.isReadOnly && !isExclusive
        configuration.maximumReaderCount = max(options.maximumReaderCount, 1)
        configuration.foreignKeysEnabled = false
        let checkpointPages = max(options.checkpointPages, 1)
        let keptKilobytes = max(options.keptKilobytes, 64)
        configuration.prepareDatabase { database in
            // Before anything is read, which would make the index.
            if isExclusive { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try StoreFormat.configure(database, checkpointPages: checkpointPages, keptKilobytes: keptKilobytes)
            guard isExclusive, let handle = database.sqliteConnection else { return }
            try database.execute(sql: "PRAGMA query_only = ON")
            store_file_system_keep_log(UnsafeMutableRawPointer(handle))
        }
        return configuration
    }
}
