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

    private static let open = Mutex<[String: WeakDatabase]>([:])

    private struct WeakDatabase: Sendable {
        weak var database: HealthDatabase?
    }

    /// Wraps an open store.
    package init(_ store: SampleStore) {
        self.store = store
        changes = ChangeHub(store)
    }

    /// Opens the store file at a path, or gives the instance that this process has open.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package static func shared(path: String, isReadOnly: Bool = false) throws -> HealthDatabase {
        let key = (isReadOnly ? "r:" : "w:") + URL(fileURLWithPath: path).standardizedFileURL.path
        return try open.withLock { open in
            if let database = open[key]?.database { return database }
            var options = StoreOptions()
            options.isReadOnly = isReadOnly
            let database = try HKError.translating {
                HealthDatabase(try SampleStore(at: .file(path), options: options))
            }
            // What a process left that ended while it was locked. It waits on where that fails: reading must go on.
            if !isReadOnly { try? database.storeJournal() }
            open[key] = WeakDatabase(database: database)
            return database
        }
    }

    /// A store in memory that nobody else sees.
    package static func inMemory() throws -> HealthDatabase {
        try HKError.translating { HealthDatabase(try SampleStore(at: .memory)) }
    }

    /// Reads one consistent state of the store.
    package func read<T>(_ body: (ObjectReader) throws -> T) throws -> T {
        try HKError.translating { try store.read { try body(ObjectReader($0)) } }
    }

    /// Changes the store, wholly or not at all.
    package func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T {
        try HKError.translating { try store.write { try body(ObjectWriter($0)) } }
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
