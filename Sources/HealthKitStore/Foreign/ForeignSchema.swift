import CHealthKitStoreFileSystem
import GRDBSQLite

/// Finds the tables of another program's database, and leaves out what only looks like one.
///
/// Views, virtual tables and generated columns run what the file's author wrote; one cell can take any memory and time.
struct ForeignSchema {
    let connection: ForeignConnection

    /// How much of the file is read for the definitions of its tables, in bytes.
    private static let sizeLimit: Int64 = 4 << 20

    /// How SQLite itself writes down the definition of a table.
    private static let definition = "CREATE TABLE "

    private var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(connection.handle) }

    /// Reads the names of the tables, in the order in which the file has them.
    ///
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func tables() throws -> [String] {
        foreign_database_limit_reading(raw, Self.sizeLimit)
        defer { foreign_database_limit_reading(raw, -1) }
        connection.limit(steps: 20_000_000, pages: 1_000_000)
        let sql = "SELECT name, sql FROM main.sqlite_master WHERE type = 'table'"
        let statement = try connection.prepare(sql, .schema)
        defer { sqlite3_finalize(statement) }
        var names: [String] = []
        while try connection.step(statement) {
            guard let name = Self.text(statement, 0), let sql = Self.text(statement, 1),
                sql.hasPrefix(Self.definition), !name.lowercased().hasPrefix("sqlite_")
            else { continue }
            names.append(name)
        }
        return names
    }

    /// Reads the definition of a table.
    ///
    /// - Parameter name: The table's name.
    /// - Returns: The table, or nil if the name isn't a table's.
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func table(_ name: String) throws -> ForeignTable? {
        // SQLite's own interpretation decides, since the list of tables may be manipulated. There are no modules for a
        // virtual table, so that the pragma below fails for one.
        let found = sqlite3_table_column_metadata(connection.handle, "main", name, nil, nil, nil, nil, nil, nil)
        guard found == SQLITE_OK else { return nil }
        connection.limit(steps: 1_000_000, pages: 1_000_000)
        let pragma = "PRAGMA main.table_xinfo(\(ForeignTable.quoted(name)))"
        let statement = try connection.prepare(pragma, .columns(of: name))
        defer { sqlite3_finalize(statement) }
        var columns: [String] = []
        var all: Set<String> = []
        var primary: [String] = []
        while try connection.step(statement) {
            guard let column = Self.text(statement, 1) else { continue }
            all.insert(column.lowercased())
            guard sqlite3_column_int(statement, 6) == 0 else { continue }
            columns.append(column)
            if sqlite3_column_int(statement, 5) > 0 { primary.append(column) }
        }
        // SQLite speaks of a row's number by the name of the column that stands for it.
        let keyNames = Set(["ROWID"] + (primary.count == 1 ? primary : []))
        let key = ["rowid", "_rowid_", "oid"].first { !all.contains($0) }
            .flatMap { hasKey(name, $0, keyNames) ? $0 : nil }
        return ForeignTable(name: name, columns: columns, key: key, keyNames: keyNames)
    }

    /// Whether the rows of a table have numbers.
    private func hasKey(_ table: String, _ key: String, _ names: Set<String>) -> Bool {
        let sql = "SELECT t.\(key) FROM main.\(ForeignTable.quoted(table)) AS t NOT INDEXED"
        guard let statement = try? connection.prepare(sql, .cells(of: table, names)) else { return false }
        sqlite3_finalize(statement)
        return true
    }

    private static func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let text = sqlite3_column_text(statement, column)
        else { return nil }
        // A name that isn't UTF-8 can't be asked for.
        return String(validatingCString: UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
    }
}
