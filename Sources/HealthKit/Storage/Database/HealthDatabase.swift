import Foundation
import HealthStore
import Synchronization

/// The store as HealthKit sees it: objects in, objects out, and word of every change.
///
/// One instance a file, shared by all `HKHealthStore`s of the process.
package final class HealthDatabase: SaveTarget, Sendable {
    /// The store's file; `nil` for a store in memory.
    package let path: String?
    package let changes: ChangeHub
    /// The open store; `nil` while it is locked.
    private let opened: Mutex<SampleStore?>
    // A transaction is used by the one thread that carries out calls within it.
    nonisolated(unsafe) let kind: Kind
    /// Whether the data can be reached now; shared by all callers.
    package let state = HKStoreState()
    /// The saves of apps that wait for each other.
    let saves = SaveQueue()
    private let knownMembers = KnownMembers()
    private let knownEntries = Mutex<(store: UInt64, entries: KnownEntries)>((0, KnownEntries()))
    /// The workout sessions whose process lives.
    let sessionMarks: ByteMarks
    /// What apps do, for the person to see.
    package let audit: AuditLog

    /// Carries out a call that waited, in a database that is open.
    typealias CarryOut = @Sendable (WaitingCall, HealthDatabase) throws -> Void

    /// Where the data is, and with that who locks it.
    enum Kind {
        /// A plain file, or a copy: nobody locks it.
        case plain
        /// An encrypted file, which opens and closes with the key that the agent keeps; and what carries out calls that waited.
        case encrypted(StoreEncryption, CarryOut)
        /// A store in memory, which tests lock; and what carries out calls that waited.
        case inMemory(MemoryEncryption, CarryOut)
        /// A transaction of another database, which all reads and writes are part of.
        case within(ObjectWriter)
    }

    private static let open = Mutex<[String: WeakDatabase]>([:])

    /// Copies of an encrypted store that are read.
    private let copies = Mutex<[WeakStore]>([])

    private struct WeakStore: Sendable {
        weak var store: SampleStore?
    }

    private struct WeakDatabase: Sendable {
        weak var database: HealthDatabase?
    }

    /// Wraps an open store.
    package convenience init(_ store: SampleStore) { self.init(store, path: store.path, .plain) }

    /// A database whose reads and writes are parts of one transaction, which is not its own.
    convenience init(_ store: SampleStore, within transaction: ObjectWriter) {
        self.init(store, path: store.path, .within(transaction))
    }

    /// An encrypted store that is locked.
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
            // What is carried out within a transaction is counted by a log of its own, for as long as that takes.
            audit = AuditLog(store, path: nil)
        } else {
            audit = AuditLog(store, path: path)
            flushAudit(beforeEndOf: store)
        }
    }

    /// What is kept of an encrypted store while it is locked; `nil` for one that is not encrypted.
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

    /// Whether the store is open: not while it is locked.
    package var isOpen: Bool { opened.withLock { $0 != nil } }

    /// Takes the open store away.
    func takeStore() -> SampleStore? {
        audit.turn(to: nil)
        return opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
    }

    /// Puts an open store in place.
    func put(_ store: SampleStore) {
        opened.withLock { $0 = store }
        audit.turn(to: store)
        flushAudit(beforeEndOf: store)
    }

    /// Forgets what was kept of what was read, and closes copies.
    func forgetWhatWasRead() {
        knownMembers.forget()
        knownEntries.withLock { $0 = (0, KnownEntries()) }
        let open = copies.withLock { copies in
            defer { copies = [] }
            return copies.compactMap(\.store)
        }
        for copy in open { copy.lock() }
    }

    /// Has an encrypted copy of the store locked when the store is.
    func adopt(_ copy: SampleStore) throws {
        guard encryption != nil else { return }
        copies.withLock { copies in
            copies.removeAll { $0.store == nil }
            copies.append(WeakStore(store: copy))
        }
        // Locked in between, it was not among those that were closed.
        _ = try store
    }

    /// Closes the store for good: whoever asks for the file next has it opened anew.
    func end() {
        Self.open.withLock { open in open = open.filter { $0.value.database !== self } }
        guard let encryption else {
            let store = takeStore()
            changes.turn(to: nil)
            store?.close()
            return
        }
        encryption.isEnded.store(true, ordering: .sequentiallyConsistent)
        // Not let go within the lock: its thread may be about to ask for it.
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
        // Of what can't be looked at nobody knows that it is still there: whoever asks opens what is.
        return (try? StoreLock.read(at: encryption.path)).flatMap { $0 }?.fileID == encryption.lock.fileID
    }

    deinit { audit.finish() }

    /// Opens the store file at a path, or gives the instance that this process has open.
    ///
    /// An encrypted store follows the agent that keeps its key: it opens when the store is unlocked and closes when it is
    /// locked. While it is locked apps save into a journal beside it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isReadOnly: Whether it is only read.
    ///   - agent: Where the agent is.
    ///   - carryOut: Carries out a call that waited for the store to be unlocked.
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    static func shared(
        path: String,
        isReadOnly: Bool,
        agent: AgentAddress,
        carryOut: @escaping CarryOut
    ) throws -> HealthDatabase {
        let key = (isReadOnly ? "r:" : "w:") + URL(fileURLWithPath: path).standardizedFileURL.path
        return try open.withLock { open in
            if let database = open[key]?.database, database.isInPlace { return database }
            // Plain data may be among what a killed program left, also where the store is locked, or is only read now.
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
            // What a process left that ended while it was locked. It waits on where that fails: reading must go on.
            if !isReadOnly {
                HealthLog.attempt("anchors") { try database.upgradeAnchorKey() }
                HealthLog.attempt("cases") { try database.takeKnownCases() }
                HealthLog.attempt("journal") { try database.storeJournal() }
            }
            open[key] = WeakDatabase(database: database)
            return database
        }
    }

    /// Opens a store's file; on a full disk for reading alone, so that what is there can be seen and exported.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - options: How to open it.
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
                // Room on the disk mends no damage. Else, what can't be read either lacks that room.
                throw other.code == .damaged ? other : error
            }
        }
    }

    /// Leaves every store that this process has open whole, as its end does; what comes after fails.
    package static func closeAll() { OpenStores.closeAll() }

    /// A store in memory that nobody else sees.
    ///
    /// - Parameter carryOut: Carries out a call that waited for the store to be unlocked.
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` when there is no memory for it.
    static func inMemory(carryOut: @escaping CarryOut) throws -> HealthDatabase {
        try HKError.translating {
            HealthDatabase(try SampleStore(at: .memory), path: nil, .inMemory(try MemoryEncryption(), carryOut))
        }
    }

    /// Reads one consistent state of the store, with everything in it.
    package func read<T>(_ body: (ObjectReader) throws -> T) throws -> T { try read(caller: nil, body) }

    /// Reads one consistent state of the store, as far as an app may see it; `nil` for everything.
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

    /// Checks that what was read may be told: what was read before the store was locked is not told after.
    func checkOpen() throws { if encryption != nil, !isOpen { throw HKError(lockedError) } }

    /// What readings know of an open store: in one that takes its place other numbers stand for other entries.
    private func knownEntries(of store: SampleStore) -> KnownEntries {
        knownEntries.withLock { known in
            if known.store != store.number { known = (store.number, KnownEntries()) }
            return known.entries
        }
    }

    /// Runs a body; what fails because the store was locked meanwhile says so.
    private func unlessLocked<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            if encryption != nil, !isOpen { throw HKError(lockedError) }
            throw error
        }
    }

    /// Changes the store, wholly or not at all.
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
    /// Turns the store's errors into HealthKit's.
    package static func translating<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw HKError(error)
        }
    }

    /// The error that an app gets for one of the store: a wrong argument, or a store that cannot be used.
    init(_ error: StoreError) {
        let code: HKError.Code =
            switch error.code {
            case .duplicateUUID, .invalidArgument: .errorInvalidArgument
            default: .errorDatabaseInaccessible
            }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error])
    }

    /// What an app is told that asks for data while they are locked.
    static var protectedData: HKError {
        HKError(
            .errorDatabaseInaccessible,
            userInfo: [
                NSLocalizedDescriptionKey: "Protected health data is inaccessible",
                NSUnderlyingErrorKey: StoreError.locked(nil),
            ]
        )
    }

    /// Whether it says that the store is locked.
    package var saysLocked: Bool { (userInfo[NSUnderlyingErrorKey] as? StoreError)?.code == .locked }
}

extension StoreError {
    /// The error of a store that is locked.
    static func locked(_ path: String?) -> StoreError {
        StoreError(.locked, "The store is locked. Unlock it with: healthtui unlock", path: path)
    }
}
