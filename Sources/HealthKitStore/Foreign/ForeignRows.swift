import GRDBSQLite

/// The rows of a table of another program's database, one after the other.
///
/// Cells are those of the row that ``next()`` moved to, by their place among the columns that were asked for.
package final class ForeignRows {
    /// The table.
    package let table: ForeignTable

    /// The number of the row; for a table whose rows have none, how many rows came before it and itself.
    package private(set) var row: Int64 = 0

    let columns: [String]
    let connection: ForeignConnection
    let statement: OpaquePointer
    /// The first column that was asked for.
    let first: Int32
    private let keys: ForeignKeys?
    private var count: Int64 = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - connection: The connection.
    ///   - table: The table.
    ///   - columns: The columns, which the table stores.
    ///   - selection: The rows.
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    init(
        _ connection: ForeignConnection,
        _ table: ForeignTable,
        _ columns: [String],
        _ selection: ForeignSelection
    ) throws {
        self.connection = connection
        self.table = table
        self.columns = columns
        first = table.key == nil ? 0 : 1
        let query = ForeignQuery(connection, table, selection)
        keys = try query.keys()
        statement = try query.cells(columns, isOfOneRow: keys != nil)
        connection.beginPass(columns: columns.count, times: keys == nil ? 1 : 8)
    }

    deinit { sqlite3_finalize(statement) }

    /// Moves to the next row.
    ///
    /// - Returns: False if there is none.
    /// - Throws: ``ForeignDatabaseError`` for a file that is damaged or was changed meanwhile, and `CancellationError`.
    package func next() throws -> Bool {
        guard !isAtEnd else { return false }
        guard try (keys == nil ? connection.step(statement) : find()) else {
            isAtEnd = true
            try connection.file.requireUnchanged()
            return false
        }
        count += 1
        guard first == 1 else {
            row = count
            // A row takes four bytes at least: more of them come from pages that are read twice.
            guard count <= connection.file.size / 4 else {
                throw connection.damaged("pages are in more than one place")
            }
            return true
        }
        let number = sqlite3_column_int64(statement, 0)
        // A cycle of pages returns rows that were already visited.
        guard count == 1 || number > row || keys != nil else { throw connection.damaged("rows are out of order") }
        row = number
        return true
    }

    /// Moves to the row that is next in an order that isn't the stored one.
    private func find() throws -> Bool {
        guard let wanted = try keys?.nextRow() else { return false }
        sqlite3_reset(statement)
        sqlite3_bind_int64(statement, 1, wanted)
        guard try connection.step(statement) else { throw connection.damaged("a row isn't found by its number") }
        return true
    }
}
