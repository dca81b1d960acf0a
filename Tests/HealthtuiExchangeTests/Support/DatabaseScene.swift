import GRDBSQLite

/// Databases as other programs write them, made by SQLite itself.
enum DatabaseScene {
    /// The reason that a statement failed.
    struct Failure: Error {
        let message: String
    }

    /// Makes a database, or goes on with one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - statements: What is done to it.
    /// - Throws: SQLite's message.
    static func make(_ path: String, _ statements: [String]) throws {
        var database: OpaquePointer?
        let opened = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        defer { sqlite3_close(database) }
        guard opened == SQLITE_OK else { throw Failure(message: "\(opened)") }
        for statement in statements where sqlite3_exec(database, statement, nil, nil, nil) != SQLITE_OK {
            throw Failure(message: String(cString: sqlite3_errmsg(database)) + ": " + statement)
        }
    }
}
