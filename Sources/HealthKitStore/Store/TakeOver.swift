import CHealthKitStoreFileSystem
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Hears of stores of earlier formats that became stores of this one.
package enum FormatChange {
    /// Gets the file, the format that it had and the one that it has.
    package typealias Listener = @Sendable (_ path: String, _ from: Int, _ to: Int) -> Void

    private static let listener = Mutex<Listener?>(nil)

    /// Sets this process's listener; nil for none.
    package static func setListener(_ new: Listener?) { listener.withLock { $0 = new } }

    static func report(_ path: String, from old: Int, to new: Int) { listener.withLock { $0 }?(path, old, new) }
}

/// Makes of a store of an earlier format one of this format, at its place.
///
/// Its contents are written into a new file next to it, which replaces it when it is complete: a crash at any moment
/// leaves one or the other. No other process can have the store open meanwhile.
struct TakeOver {
    let path: String
    let fileSystem: StoreFileSystem
    /// The settings for opening the existing store.
    let opening: StoreFileSystem.Opening

    private var new: String { path + "-new" }

    private var copying: StoreCopying { StoreCopying(path: path, fileSystem: fileSystem) }

    /// Takes the store over.
    ///
    /// - Returns: Whether it was upgraded. It stays unchanged, and still works, while another program has it open, when
    ///   there is no room for both, and when its folder can't be written.
    /// - Throws: ``StoreError/Code/damaged`` and other errors that opening it would meet as well.
    func run() throws -> Bool {
        do {
            try replace()
            return true
        } catch let error as StoreError where TakeOver.isObstacle(error) {
            copying.remove(new)
            return false
        } catch let error as DatabaseError {
            copying.remove(new)
            let mapped = StoreError(sqlite: error.extendedResultCode.rawValue, error.message ?? "no detail")
            if TakeOver.isObstacle(mapped) { return false }
            throw mapped
        } catch {
            copying.remove(new)
            throw error
        }
    }

    private static func isObstacle(_ error: StoreError) -> Bool {
        [.busy, .diskFull, .readOnly, .cannotOpen, .notPermitted].contains(error.code)
    }

    private func replace() throws {
        let queue = try DatabaseQueue(
            path: fileSystem.uri(path, opening),
            configuration: StoreCopying.configuration("PRAGMA synchronous = FULL")
        )
        defer { queue.release() }
        try queue.inDatabase { try copying.hold($0) }
        copying.remove(new)
        try make()
        try queue.inDatabase { database in
            let settings = "PRAGMA new.locking_mode = NORMAL"
            try copying.copyRows(database, to: new, newOpening(), settings: settings, leavesOutDeletions: true)
            try packTombstones(of: database)
        }
        try putInPlace(queue)
        queue.release()
        // A connection that keeps its lock keeps its journal too, emptied.
        for journal in [path + "-journal", new + "-undo"] { fileSystem.remove(journal) }
    }

    /// Writes the deletions into the new file, packed.
    private func packTombstones(of database: Database) throws {
        let rows = try Row.fetchCursor(
            database,
            sql:
                "SELECT anchor, uuid, type, source, deleted, payload FROM tombstone WHERE length(uuid) = 16 ORDER BY anchor"
        )
        guard var row = try rows.next() else { return }
        var opening = try newOpening()
        opening.mayMake = false
        let queue = try DatabaseQueue(
            path: fileSystem.uri(new, opening),
            configuration: StoreConnections.configuration(StoreOptions())
        )
        try queue.inDatabase { target in
            try target.inTransaction(.immediate) {
                let writer = try StoreWriter(
                    target,
                    dictionaryCache: DictionaryCache(),
                    identityFilter: IdentityFilterBox(),
                    options: StoreOptions()
                )
                while true {
                    try writer.bury(row)
                    guard let next = try rows.next() else { break }
                    row = next
                }
                try writer.settleTombstones()
                return .commit
            }
        }
        try queue.close()
    }

    /// The new file is of the same store, and of the same key.
    private func newOpening() throws -> StoreFileSystem.Opening {
        var new = StoreFileSystem.Opening()
        new.key = opening.key
        if !opening.isEarlier { new.store = try fileSystem.fileHeader(path).storeID }
        return new
    }

    /// Creates an empty store next to the path.
    private func make() throws {
        let queue = try DatabaseQueue(
            path: fileSystem.uri(new, newOpening()),
            configuration: StoreConnections.configuration(StoreOptions())
        )
        try queue.inDatabase { try StoreFormat.create($0) }
        try queue.close()
    }

    /// Moves the new file to the place.
    ///
    /// A program of an earlier version that waits to open the old one finds that it is of a later version, and leaves it.
    private func putInPlace(_ queue: DatabaseQueue) throws {
        if fileSystem.isStandard { StoreFile.copyMode(of: path, to: new) }
        let version = try queue.inDatabase { database in
            let version = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(StoreFormat.version)")
            return version
        }
        do {
            // The old file's journal must not be taken for the new one's.
            if !opening.isEarlier { for end in ["-undo", "-log"] { fileSystem.remove(path + end) } }
            try fileSystem.move(new, to: path)
        } catch {
            // The error is what counts; a store with the mark left is taken over when it is next opened.
            try? queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = \(version)") }
            throw error
        }
    }
}

extension StoreWriter {
    /// Keeps a deletion of a store of an earlier format at its place.
    fileprivate func bury(_ row: Row) throws {
        let uuid: Data = row[1]
        guard let identifier = uuid.withUnsafeBytes({ Identifier(bytes: $0) }) else {
            throw StoreError.damaged("an identifier has a wrong length")
        }
        let origin = TombstoneOrigin(
            type: TypeID(number: Int32(truncatingIfNeeded: row[2] as Int64)),
            source: SourceID(number: Int32(truncatingIfNeeded: row[3] as Int64))
        )
        let payload: Data = row[5]
        try bury(identifier, of: origin, at: row[0], time: row[4], [UInt8](payload))
    }
}
