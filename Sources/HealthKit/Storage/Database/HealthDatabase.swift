import Foundation
import HealthKitStore
import Synchronization

/// The store as HealthKit sees it: saves and reads objects, and reports every change.
///
/// There is one instance per file, shared by all `HKHealthStore`s of the process.
package final class HealthDatabase: SaveTarget, Sendable {
    /// The path of the store's file; `nil` for a store in memory.
    package let path: String?
    package let changes: ChangeHub
    /// The open store; `nil` while it is locked.
    private let opened: Mutex<SampleStore?>
    // Only the one thread that carries out calls within a transaction uses it.
    nonisolated(unsafe) let kind: Kind
    /// Whether the data is accessible; shared by all callers.
    package let state = HKStoreState()
    /// The queue of app saves.
    let saves = SaveQueue()
    private let knownMembers = KnownMembers()
    private let knownEntries = Mutex<(store: UInt64, entries: KnownEntries)>((0, KnownEntries()))
    /// The workout sessions whose process is alive.
    let sessionMarks: ByteMarks
    /// The audit of app activity, for the person to see.
    package let audit: AuditLog

    /// Carries out a call that waited, in an open database.
    typealias CarryOut = @Sendable (WaitingCall, HealthDatabase) throws -> Void

    /// The kind of storage, which determines how it is locked.
    enum Kind {
        /// A plain file or a copy, which is never locked.
        case plain
        /// An encrypted file, opened and closed with the key that the agent keeps, and the closure that carries out waiting
        /// calls.
        case encrypted(StoreEncryption, CarryOut)
        /// A store in memory that tests lock, and the closure that carries out waiting calls.
        case inMemory(MemoryEncryption, CarryOut)
        /// A transaction of another database, to which all reads and writes belong.
        case within(ObjectWriter)
    }

    private static let open = Mutex<[String: WeakDatabase]>([:])

    /// The encrypted store's copies that are being read.
    private let copies = Mutex<[WeakStore]>([])

    private struct WeakStore: Sendable {
        weak var store: SampleStore?
    }

    private struct WeakDatabase: Sendable {
        weak var database: HealthDatabase?
    }

    /// Creates a database for an open store.
    package convenience init(_ store: SampleStore) { self.init(store, path: store.path, .plain) }

    /// Creates a database whose reads and writes belong to another database's transaction.
    convenience init(_ store: SampleStore, within transaction: ObjectWriter) {
        self.init(store, path: store.path, .within(transaction))
    }

    /// Creates a database for a locked encrypted store.
    convenience init(_ encryption: StoreEncryption, carryOut: @escaping CarryOut) {
        self.init(nil, path: encryption.path, .encrypted(encryption, carryOut))
        changes.beginHolding()
        state.setLocked(true)
    }

    private init(_ store: SampleStore?, path: String?, _ kind: Kind) {
        self.path = path
        self.kind = kind
        opened = Mutex(store)
        changes = ChangeHub(store)
        sessionMarks = ByteMarks(storePath: path, suffix: "-sessions")
        if case .within = kind {
            // Calls within a transaction are counted in a separate log that lives as long as the transaction.
            audit = AuditLog(store, path: nil)
        } else {
            audit = AuditLog(store, path: path)
            flushAudit(beforeEndOf: store)
        }
    }

    /// The state kept for an encrypted store while it is locked; `nil` for a store that isn't encrypted.
    var encryption: StoreEncryption? {
        if case .encrypted(let encryption, _) = kind { return encryption }
        return nil
    }

    private func flushAudit(beforeEndOf store: SampleStore?) {
        store?.beforeEnd { [weak audit] in audit?.flush() }
    }

    /// The open store.
    ///
    /// - Throws: ``StoreError/Code/locked``.
    package var store: SampleStore {
        get throws {
            if let store = opened.withLock({ $0 }) { return store }
            if encryption != nil, openIfUnlocked(), let store = opened.withLock({ $0 }) { return store }
            throw lockedError
        }
    }

    /// Whether the store is open; false while it is locked.
    package var isOpen: Bool { opened.withLock { $0 != nil } }

    /// Removes and returns the open store.
    func takeStore() -> SampleStore? {
        audit.turn(to: nil)
        return opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
    }

    /// Installs an open store.
    func put(_ store: SampleStore) {
        opened.withLock { $0 = store }
        audit.turn(to: store)
        flushAudit(beforeEndOf: store)
    }

    /// Discards cached reads and closes copies.
    func forgetWhatWasRead() {
        knownMembers.forget()
        knownEntries.withLock { $0 = (0, KnownEntries()) }
        let open = copies.withLock { copies in
            defer { copies = [] }
            return copies.compactMap(\.store)
        }
        for copy in open { copy.lock() }
    }

    /// Registers an encrypted copy so that it is locked together with the store.
    func adopt(_ copy: SampleStore) throws {
        guard encryption != nil else { return }
        copies.withLock { copies in
            copies.removeAll { $0.store == nil }
            copies.append(WeakStore(store: copy))
        }
        // If the store was locked in the meantime, the copy wasn't among those that were closed.
        _ = try store
    }

    /// Closes the store for good; the next use of the file opens it again.
    func end() {
        Self.open.withLock { open in open = open.filter { $0.value.database !== self } }
        guard let encryption else {
            let store = takeStore()
            changes.turn(to: nil)
            store?.close()
            return
        }
        encryption.isEnded.store(true, ordering: .sequentiallyConsistent)
        // Released outside the lock, because its thread may be about to acquire that lock.
        let watch = encryption.watch.withLock { watch in
            defer { watch = nil }
            return watch
        }
        withExtendedLifetime(watch) {}
        closeEncrypted(encryption)
    }

    /// Whether the file is still the one that was opened.
    private var isInPlace: Bool {
        if let store = opened.withLock({ $0 }) { return store.isInPlace }
        guard let encryption else { return false }
        // An inaccessible file can't be confirmed as still there; the next use opens the current one.
        return (try? StoreLock.read(at: encryption.path)).flatMap { $0 }?.fileID == encryption.lock.fileID
    }

    deinit { audit.finish() }

    /// Opens the store file at a path, or returns the instance that this process has open.
    ///
    /// An encrypted store follows the agent that keeps its key: it opens when the store is unlocked and closes when it
    /// is locked. While it is locked, apps save into a journal next to it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isReadOnly: Whether to open it for reading only.
    ///   - agent: The agent's address.
    ///   - carryOut: Carries out a call that waited for the store to be unlocked.
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` with a description of the problem and the file.
    static func shared(
        path: String,
        isReadOnly: Bool,
        agent: AgentAddress,
        carryOut: @escaping CarryOut
    ) throws -> HealthDatabase {
        let key = (isReadOnly ? "r:" : "w:") + URL(fileURLWithPath: path).standardizedFileURL.path
        return try open.withLock { open in
            if let database = open[key]?.database, database.isInPlace { return database }
            // A killed program may have left plain data, even if the store is locked or opened read-only now.
            SampleStore.removeAbandonedFiles(beside: path)
            if let lock = try HKError.translating({ try StoreLock.read(at: path) }) {
                let database = HealthDatabase(
                    StoreEncryption(lock, isReadOnly: isReadOnly, agent: agent),
                    carryOut: carryOut
                )
                database.follow()
                open[key] = WeakDatabase(database: database)
                return database
            }
            try HKError.translating {
                try agent.known.requirePlain(path, exists: FileManager.default.fileExists(atPath: path))
            }
            var options = StoreOptions()
            options.isReadOnly = isReadOnly
            let database = try HealthLog.measured(
                "open",
                isRare: true,
                ["path": "\(path)", "readOnly": "\(isReadOnly)"]
            ) {
                try HKError.translating { HealthDatabase(try store(at: path, options)) }
            }
            // Stores the saves of a process that ended while the store was locked. On failure they keep waiting, because
            // reading must continue.
            if !isReadOnly {
                HealthLog.attempt("anchors") { try database.upgradeAnchorKey() }
                HealthLog.attempt("cases") { try database.takeKnownCases() }
                HealthLog.attempt("journal") { try database.storeJournal() }
            }
            open[key] = WeakDatabase(database: database)
            return database
        }
    }

    /// Opens a store's file; on a full disk, opens it for reading only so that its data can be seen and exported.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - options: The options for opening it.
    /// - Returns: The store.
    /// - Throws: ``StoreError``.
    static func store(at path: String, _ options: StoreOptions) throws -> SampleStore {
        do {
            return try SampleStore(at: .file(path), options: options)
        } catch let error as StoreError where error.code == .diskFull && !options.isReadOnly {
            var reading = options
            reading.isReadOnly = true
            do {
                return try SampleStore(at: .file(path), options: reading)
            } catch let other as StoreError {
                HealthLog.failed("read", other)
                // More disk space doesn't repair damage. Any other failure to read as well comes from the lack of space.
                throw other.code == .damaged ? other : error
            }
        }
    }

    /// Closes every open store of this process in a consistent state, as at exit; later use fails.
    package static func closeAll() { OpenStores.closeAll() }

    /// Creates a private store in memory.
    ///
    /// - Parameter carryOut: Carries out a call that waited for the store to be unlocked.
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` if there isn't enough memory.
    static func inMemory(carryOut: @escaping CarryOut) throws -> HealthDatabase {
        try HKError.translating {
            HealthDatabase(try SampleStore(at: .memory), path: nil, .inMemory(try MemoryEncryption(), carryOut))
        }
    }

    /// Reads one consistent state of the store without access restrictions.
    package func read<T>(_ body: (ObjectReader) throws -> T) throws -> T { try read(caller: nil, body) }

    /// Reads one consistent state of the store as visible to an app; `nil` for unrestricted access.
    func read<T>(caller: AppIdentity?, _ body: (ObjectReader) throws -> T) throws -> T {
        if case .within(let transaction) = kind {
            let reader = ObjectReader(transaction.writer, caller: caller)
            let result = try body(reader)
            try reader.checkLookups()
            return result
        }
        let result = try unlessLocked {
            try HealthLog.measured("read") {
                try HKError.translating {
                    let store = try store
                    let known = knownEntries(of: store)
                    return try store.read { reader in
                        let reader = ObjectReader(reader, caller: caller, knownMembers: knownMembers, known: known)
                        #if DEBUG
                        reader.skippedCheck = state.skippedCheck
                        #endif
                        let result = try body(reader)
                        try reader.checkLookups()
                        return result
                    }
                }
            }
        }
        try checkOpen()
        return result
    }

    /// Checks that data may be reported: data read before the store was locked is never reported afterward.
    func checkOpen() throws { if encryption != nil, !isOpen { throw HKError(lockedError) } }

    /// The entries that readers know of an open store; a store that replaces it numbers its entries differently.
    private func knownEntries(of store: SampleStore) -> KnownEntries {
        knownEntries.withLock { known in
            if known.store != store.number { known = (store.number, KnownEntries()) }
            return known.entries
        }
    }

    /// Runs a closure, and reports the store as locked if it fails because the store was locked meanwhile.
    private func unlessLocked<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            if encryption != nil, !isOpen { throw HKError(lockedError) }
            throw error
        }
    }

    /// Changes the store atomically.
    package func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T {
        if case .within(let transaction) = kind {
            let result = try body(transaction)
            try transaction.checkLookups()
            return result
        }
        return try unlessLocked {
            try HealthLog.measured("write") {
                try HKError.translating {
                    try store.write { writer in
                        let writer = ObjectWriter(writer)
                        #if DEBUG
                        writer.skippedCheck = state.skippedCheck
                        #endif
                        let result = try body(writer)
                        try writer.checkLookups()
                        return result
                    }
                }
            }
        }
    }
}

extension HKError {
    /// Converts the store's errors to HealthKit's.
    package static func translating<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw HKError(error)
        }
    }

    /// Converts a store error to the error for apps: an invalid argument or an inaccessible store.
    init(_ error: StoreError) {
        let code: HKError.Code =
            switch error.code {
            case .duplicateUUID, .invalidArgument: .errorInvalidArgument
            default: .errorDatabaseInaccessible
            }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error])
    }

    /// The error for apps that request data while it is locked.
    static var protectedData: HKError {
        HKError(
            .errorDatabaseInaccessible,
            userInfo: [
                NSLocalizedDescriptionKey: "Protected health data is inaccessible",
                NSUnderlyingErrorKey: StoreError.locked(nil),
            ]
        )
    }

    /// Whether the error means that the store is locked.
    package var saysLocked: Bool { (userInfo[NSUnderlyingErrorKey] as? StoreError)?.code == .locked }
}

extension StoreError {
    /// The error of a locked store.
    static func locked(_ path: String?) -> StoreError {
        StoreError(.locked, "The store is locked. Unlock it with: healthtui unlock", path: path)
    }
}
