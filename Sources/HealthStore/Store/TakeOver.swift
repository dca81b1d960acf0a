import CStoreFileSystem
import Foundation
import GRDB
import GRDBSQLite

/// Makes of a store of an earlier format one of this format, at its place.
///
/// What stands in it is written into a new file beside it, which takes its place when it is complete: a crash at any
/// moment leaves one or the other. Meanwhile nobody else can have the store open.
struct TakeOver {
    let path: String
    let fileSystem: StoreFileSystem

    private var new: String { path + "-new" }

    /// Takes the store over.
    ///
    /// - Returns: whether it was. It stays what it is, and works as it did, while another program has it open, when there
    ///   is no room for both, and when its folder can't be written.
    /// - Throws: ``StoreError/Code/damaged`` and other errors that opening it would meet as well.
    func run() throws -> Bool {
        do {
            try replace()
            return true
        } catch let error as StoreError where TakeOver.isObstacle(error) {
            removeNew()
            return false
        } catch let error as DatabaseError {
            removeNew()
            let mapped = StoreError(sqlite: error.extendedResultCode.rawValue, error.message ?? "no detail")
            if TakeOver.isObstacle(mapped) { return false }
            throw mapped
        } catch {
            removeNew()
            throw error
        }
    }

    private static func isObstacle(_ error: StoreError) -> Bool {
        [.busy, .diskFull, .readOnly, .cannotOpen, .notPermitted].contains(error.code)
    }

    private func removeNew() {
        for end in ["-undo", "-log", ""] { fileSystem.remove(new + end) }
    }

    private func replace() throws {
        var configuration = Configuration()
        configuration.label = "HealthStore"
        configuration.busyMode = .timeout(0.2)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY")
        }
        var opening = StoreFileSystem.Opening()
        opening.isEarlier = true
        let queue = try DatabaseQueue(path: fileSystem.uri(path, opening), configuration: configuration)
        defer { try? queue.close() }
        try queue.inDatabase { try hold($0) }
        removeNew()
        try make()
        try queue.inDatabase { try copy($0) }
        try putInPlace(queue)
        try? queue.close()
        // A connection that keeps its lock keeps its journal too, emptied.
        for journal in [path + "-journal", new + "-undo"] { fileSystem.remove(journal) }
    }

    /// Empties the log into the file, and keeps everybody else out until the connection closes.
    private func hold(_ database: Database) throws {
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
            throw StoreError(.busy, "Another process is using the store.")
        }
        try database.execute(sql: "BEGIN EXCLUSIVE")
        try database.execute(sql: "COMMIT")
    }

    /// Makes an empty store beside the place.
    private func make() throws {
        let queue = try DatabaseQueue(
            path: fileSystem.uri(new, StoreFileSystem.Opening()),
            configuration: SampleStore.configuration(StoreOptions())
        )
        try queue.inDatabase { try StoreFormat.create($0) }
        try queue.close()
    }

    /// Copies all rows; equal tables are copied by SQLite as they lie, in the order of their keys.
    private func copy(_ database: Database) throws {
        try database.execute(sql: "ATTACH ? AS new", arguments: [fileSystem.uri(new, StoreFileSystem.Opening())])
        try database.execute(sql: "PRAGMA new.locking_mode = NORMAL")
        let tables = try String.fetchAll(
            database,
            sql: "SELECT name FROM new.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        try database.execute(sql: "BEGIN")
        do {
            for table in tables {
                try database.execute(sql: "DELETE FROM new.\(table)")
                try database.execute(sql: "INSERT INTO new.\(table) SELECT * FROM main.\(table)")
            }
            try database.execute(sql: "COMMIT")
        } catch {
            try? database.execute(sql: "ROLLBACK")
            throw error
        }
        try database.execute(sql: "DETACH new")
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
            try fileSystem.move(new, to: path)
        } catch {
            try? queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = \(version)") }
            throw error
        }
    }
}
