import GRDB

/// The steps that every rewriting of a store shares: other processes are excluded, and the contents are copied to a new
/// file.
struct StoreCopying {
    let path: String
    let fileSystem: StoreFileSystem

    /// The configuration for opening both files.
    ///
    /// - Parameter settings: What holds besides for a connection, as SQL.
    /// - Returns: The settings of GRDB.
    static func configuration(_ settings: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = "HealthStore"
        configuration.busyMode = .timeout(0.2)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY; \(settings)") }
        return configuration
    }

    /// Removes a new file that did not come to its place.
    func remove(_ target: String) { for end in ["-undo", "-log", ""] { fileSystem.remove(target + end) } }

    /// Empties the log into the file, and excludes other processes until the connection closes.
    /// - Throws: ``StoreError/Code/busy`` when another program has the store open, and the database's errors.
    func hold(_ database: Database) throws {
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
            throw StoreError(.busy, "Another program has the store open. End it and try again.")
        }
        try database.execute(sql: "BEGIN EXCLUSIVE")
        try database.execute(sql: "COMMIT")
    }

    /// Copies all rows into an existing new store; SQLite copies equal tables page by page, in the order of their keys.
    ///
    /// - Parameters:
    ///   - database: The connection to the store.
    ///   - target: The new store's file.
    ///   - opening: How the new store is opened. It isn't created if it was removed.
    ///   - settings: What holds for the new store, as SQL that calls it `new`.
    ///   - leavesOutDeletions: Whether deletions are left out, but for those that make no sense.
    ///   - check: Called now and then; an error from it ends it.
    /// - Throws: The errors of `check`, and the database's errors.
    func copyRows(
        _ database: Database,
        to target: String,
        _ opening: StoreFileSystem.Opening,
        settings: String,
        leavesOutDeletions: Bool = false,
        check: @escaping () throws -> Void = {}
    ) throws {
        var opening = opening
        opening.mayMake = false
        try database.execute(sql: "ATTACH ? AS new", arguments: [fileSystem.uri(target, opening)])
        // Closing the connection soon detaches it anyway.
        defer { try? database.execute(sql: "DETACH new") }
        try database.execute(sql: settings)
        let tables = try String.fetchAll(
            database,
            sql: "SELECT name FROM new.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        try database.execute(sql: "BEGIN")
        do {
            try WorkWatch.during(database, check) {
                for table in tables {
                    try database.execute(sql: "DELETE FROM new.\(table)")
                    let rows = table == "tombstone" && leavesOutDeletions ? "WHERE length(uuid) <> 16" : ""
                    try database.execute(sql: "INSERT INTO new.\(table) SELECT * FROM main.\(table) \(rows)")
                }
            }
            try database.execute(sql: "COMMIT")
        } catch {
            // SQLite may have rolled it back by itself.
            try? database.execute(sql: "ROLLBACK")
            throw error
        }
    }
}
