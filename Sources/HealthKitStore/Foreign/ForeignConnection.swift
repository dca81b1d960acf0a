import CHealthKitStoreFileSystem
import GRDBSQLite

/// SQLite's handle on another program's database: what its statements may name, and how long they may take.
final class ForeignConnection {
    /// The tables that a statement may use.
    enum Scope {
        case nothing
        /// The list of tables.
        case schema
        /// The columns of a table.
        case columns(of: String)
        /// Cells of a table.
        case cells(of: String, Set<String>)
    }

    let handle: OpaquePointer
    let file: ForeignFile
    private let isCancelled: () -> Bool
    private var scope = Scope.nothing
    private var wasCancelled = false
    private var steps: Int64 = 0
    private var pages: Int64 = 0
    private var stepLimit: Int64 = 0
    private var pageLimit: Int64 = 0

    /// The number of steps of SQLite's machine between two checks: some twenty rows.
    private static let checkedSteps: Int32 = 200

    init(_ file: ForeignFile, isCancelled: @escaping () -> Bool) throws {
        self.file = file
        self.isCancelled = isCancelled
        var raw: UnsafeMutableRawPointer?
        let code = foreign_database_open(file.descriptor, &raw)
        guard code == SQLITE_OK, let raw else {
            throw ForeignDatabaseError(
                .cannotOpen,
                file.name,
                "can't be opened: \(String(cString: sqlite3_errstr(code)))"
            )
        }
        handle = OpaquePointer(raw)
        // Before the authorizer, which allows no statement of this kind. None of them reads the file.
        for pragma in ["cell_size_check = ON", "query_only = ON", "temp_store = MEMORY", "cache_size = -2048"] {
            sqlite3_exec(handle, "PRAGMA \(pragma)", nil, nil, nil)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, schema, view in
                guard let context else { return SQLITE_DENY }
                let connection = Unmanaged<ForeignConnection>.fromOpaque(context).takeUnretainedValue()
                return connection.allows(action, first, second, schema, view) ? SQLITE_OK : SQLITE_DENY
            },
            context
        )
        sqlite3_progress_handler(
            handle,
            Self.checkedSteps,
            { context in
                guard let context else { return 1 }
                return Unmanaged<ForeignConnection>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
            },
            context
        )
    }

    deinit { sqlite3_close(handle) }

    private func allows(
        _ action: Int32,
        _ first: UnsafePointer<CChar>?,
        _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?,
        _ view: UnsafePointer<CChar>?
    ) -> Bool {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        guard view == nil, schema == nil || text(schema) == "main" else { return false }
        switch (scope, action) {
        case (.schema, SQLITE_SELECT), (.cells, SQLITE_SELECT): return true
        case (.schema, SQLITE_READ): return text(first) == "sqlite_master"
        case (.columns(let table), SQLITE_PRAGMA): return text(first) == "table_xinfo" && text(second) == table
        case (.cells(let table, let columns), SQLITE_READ):
            // Without a name it asks whether the table's rows may be counted.
            return text(first) == table && (text(second).isEmpty || columns.contains(text(second)))
        default: return false
        }
    }

    private func mayGoOn() -> Bool {
        steps += Int64(Self.checkedSteps)
        pages += foreign_database_take_page_count(UnsafeMutableRawPointer(handle))
        wasCancelled = isCancelled()
        return !wasCancelled && steps <= stepLimit && pages <= pageLimit
    }

    /// Begins a pass, which must not take longer than any sound file can make it.
    ///
    /// - Parameters:
    ///   - columns: The number of columns that are read.
    ///   - times: How often each row may be read.
    func beginPass(columns: Int, times: Int64 = 1) {
        // A row takes four bytes at least.
        let rows = file.size / 4
        limit(
            steps: 1_000_000 + rows * Int64(columns + 12) * times,
            pages: 100_000 + (file.size / file.pageSize * Int64(columns + 8) + rows * 4) * times
        )
    }

    /// Limits the following statements.
    ///
    /// - Parameters:
    ///   - steps: The number of steps of SQLite's machine.
    ///   - pages: The number of pages that it asks for.
    func limit(steps: Int64, pages: Int64) {
        _ = foreign_database_take_page_count(UnsafeMutableRawPointer(handle))
        (self.steps, self.pages, stepLimit, pageLimit) = (0, 0, steps, pages)
    }

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - scope: What it may name.
    /// - Returns: The statement, to be finalized.
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func prepare(_ sql: String, _ scope: Scope) throws -> OpaquePointer {
        self.scope = scope
        defer { self.scope = .nothing }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure(code) }
        return statement
    }

    /// Moves a statement to its next row.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: False if there is none.
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func step(_ statement: OpaquePointer) throws -> Bool {
        let code = sqlite3_step(statement)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw failure(code) }
        return false
    }

    /// The error for a result code.
    private func failure(_ code: Int32) -> any Error {
        // SQLite's own messages contain names of tables, which can be any content of a damaged file.
        let said = String(cString: sqlite3_errstr(code))
        let isAboutSchema = String(cString: sqlite3_errmsg(handle)).hasPrefix("malformed database schema")
        func error(_ code: ForeignDatabaseError.Code, _ reason: String) -> ForeignDatabaseError {
            ForeignDatabaseError(code, file.name, reason)
        }
        switch code & 0xFF {
        case SQLITE_INTERRUPT:
            if wasCancelled { return CancellationError() }
            return damaged("reading it doesn't come to an end")
        case SQLITE_NOTADB: return error(.notADatabase, "isn't a SQLite database, or is an encrypted one")
        case SQLITE_TOOBIG:
            return error(.tooLarge, "a cell is larger than 1 MiB, or the definition of a table than 64 KiB")
        case SQLITE_FULL: return error(.tooLarge, "the definitions of its tables are larger than 4 MiB")
        case SQLITE_IOERR where code != Self.shortRead: return error(.cannotOpen, "can't be read: \(said)")
        case SQLITE_NOMEM: return error(.tooLarge, "there isn't enough memory to read it")
        default: return damaged(isAboutSchema ? "the definition of a table, an index or a view is invalid" : said)
        }
    }

    /// SQLite's code for a read behind the end of the file (`SQLITE_IOERR_SHORT_READ`).
    private static let shortRead = SQLITE_IOERR | 2 << 8

    /// The error for contents that contradict themselves.
    ///
    /// - Parameter what: What is wrong.
    /// - Returns: The error.
    func damaged(_ what: String) -> ForeignDatabaseError {
        ForeignDatabaseError(.damaged, file.name, "is damaged: \(what)")
    }
}
