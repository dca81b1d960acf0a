import GRDB
import GRDBSQLite

/// The database connection for the length of one transaction, with its prepared statements.
final class Connection {
    let database: Database
    private var prepared: [GRDB.Statement?]

    init(_ database: Database) {
        self.database = database
        prepared = Array(repeating: nil, count: StoreStatement.allCases.count)
    }

    /// The statement, prepared once for the life of the connection and ready for binding.
    /// - Throws: the database's error when the statement can't be prepared.
    func query(_ statement: StoreStatement) throws -> Query {
        if let known = prepared[statement.rawValue] {
            return Query(handle: known.sqliteStatement)
        }
        let new = try database.cachedStatement(sql: statement.sql)
        prepared[statement.rawValue] = new
        sqlite3_reset(new.sqliteStatement)
        // Statements outlive a transaction; their earlier steps don't count.
        sqlite3_stmt_status(new.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 1)
        return Query(handle: new.sqliteStatement)
    }

    /// The steps of SQLite's machine that the statements of this transaction took.
    var steps: Int {
        prepared.reduce(0) { steps, statement in
            steps + (statement.map { Int(sqlite3_stmt_status($0.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0)) } ?? 0)
        }
    }
}
