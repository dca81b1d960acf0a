import Foundation
import HealthStore
import Synchronization

/// The store as HealthKit sees it: objects in, objects out, and word of every change.
///
/// One instance a file, shared by all `HKHealthStore`s of the process.
package final class HealthDatabase: Sendable {
    package let store: SampleStore
    package let changes: ChangeHub
    /// Whether the data can be reached now; shared by all askers.
    package let state = HKStoreState()
    /// The saves of apps that wait for each other.
    let saves = SaveQueue()
    private let knownMembers = KnownMembers()
    /// The workout sessions whose process lives.
    let sessionMarks: ByteMarks
    /// What apps do, for the person to see.
    package let audit: AuditLog

    private static let open = Mutex<[String: WeakDatabase]>([:])

    private struct WeakDatabase: Sendable {
        weak var database: HealthDatabase?
    }

    /// Wraps an open store.
    package init(_ store: SampleStore) {
        self.store = store
        changes = ChangeHub(store)
        sessionMarks = ByteMarks(storePath: store.path, suffix: "-sessions")
        audit = AuditLog(store)
        store.beforeEnd { [weak audit] in audit?.flush() }
    }

    deinit { audit.finish() }

    /// Opens the store file at a path, or gives the instance that this process has open.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package static func shared(path: String, isReadOnly: Bool = false) throws -> HealthDatabase {
        let key = (isReadOnly ? "r:" : "w:") + URL(fileURLWithPath: path).standardizedFileURL.path
        return try open.withLock { open in
            if let database = open[key]?.database, database.store.isInPlace { return database }
            var options = StoreOptions()
            options.isReadOnly = isReadOnly
            let database = try HealthLog.measured(
                "open",
                isRare: true,
                ["path": "\(path)", "readOnly": "\(isReadOnly)"]
            ) {
                try HKError.translating { HealthDatabase(try SampleStore(at: .file(path), options: options)) }
            }
            // What a process left that ended while it was locked. It waits on where that fails: reading must go on.
            if !isReadOnly { try? database.storeJournal() }
            open[key] = WeakDatabase(database: database)
            return database
        }
    }

    /// Leaves every store that this process has open whole, as its end does; what comes after fails.
    package static func closeAll() { OpenStores.closeAll() }

    /// A store in memory that nobody else sees.
    package static func inMemory() throws -> HealthDatabase {
        try HKError.translating { HealthDatabase(try SampleStore(at: .memory)) }
    }

    /// Reads one consistent state of the store, with everything in it.
    package func read<T>(_ body: (ObjectReader) throws -> T) throws -> T { try read(asker: nil, body) }

    /// Reads one consistent state of the store, as far as an app may see it; `nil` for everything.
    func read<T>(asker: AppIdentity?, _ body: (ObjectReader) throws -> T) throws -> T {
        try HealthLog.measured("read") {
            try HKError.translating {
                try store.read { reader in
                    let reader = ObjectReader(reader, asker: asker, knownMembers: knownMembers)
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

    /// Changes the store, wholly or not at all.
    package func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T {
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
}
