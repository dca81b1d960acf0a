import GRDBSQLite

/// The numbers of a table's rows in the order of a column, some at a time.
///
/// SQLite would sort whole rows in memory, whose number and size a damaged file can make arbitrary. Here a pass over
/// the table keeps the smallest of those that come next; a table has a few passes if it has millions of rows.
final class ForeignKeys {
    /// A row and its sort key.
    private struct Entry: Comparable {
        var value: Int64
        var row: Int64

        static func < (one: Entry, other: Entry) -> Bool {
            (one.value, one.row) < (other.value, other.row)
        }
    }

    private let connection: ForeignConnection
    private let table: ForeignTable
    private let column: String
    private let statement: OpaquePointer
    private let chunkSize: Int
    private var entries: [Entry] = []
    private var next = 0
    private var last: Entry?
    private var isComplete = false

    /// Takes a statement that gives the numbers of rows and the column, by the numbers.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - table: The table.
    ///   - column: The column.
    ///   - statement: The statement, finalized when this is deallocated.
    ///   - chunkSize: How many are sorted at a time.
    init(
        _ connection: ForeignConnection,
        _ table: ForeignTable,
        _ column: String,
        _ statement: OpaquePointer,
        chunkSize: Int
    ) {
        self.chunkSize = max(1, chunkSize)
        self.connection = connection
        self.table = table
        self.column = column
        self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    /// Whether the rows are in this order as they are stored.
    ///
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func areStoredInOrder() throws -> Bool {
        var last: Int64?
        var isInOrder = true
        try forEach { value, _ in
            if let last, value < last { isInOrder = false }
            last = value
            return isInOrder
        }
        return isInOrder
    }

    /// The number of the next row, or nil after the last.
    ///
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func nextRow() throws -> Int64? {
        if next == entries.count {
            if isComplete { return nil }
            try fill()
            if entries.isEmpty { return nil }
        }
        defer { next += 1 }
        return entries[next].row
    }

    private func fill() throws {
        last = entries.last ?? last
        entries.removeAll(keepingCapacity: true)
        next = 0
        isComplete = true
        try forEach { value, row in
            let entry = Entry(value: value, row: row)
            if let last, entry <= last { return true }
            entries.append(entry)
            if entries.count == 2 * chunkSize { shorten() }
            return true
        }
        shorten()
    }

    private func shorten() {
        entries.sort()
        guard entries.count > chunkSize else { return }
        entries.removeLast(entries.count - chunkSize)
        isComplete = false
    }

    private func forEach(_ body: (_ value: Int64, _ row: Int64) -> Bool) throws {
        sqlite3_reset(statement)
        defer { sqlite3_reset(statement) }
        // Rows are looked up one by one after it.
        connection.beginPass(columns: 16, times: 8)
        var row: Int64?
        while try connection.step(statement) {
            let key = sqlite3_column_int64(statement, 0)
            if let row, key <= row { throw connection.damaged("rows are out of order") }
            row = key
            guard sqlite3_column_type(statement, 1) == SQLITE_INTEGER else {
                throw ForeignDatabaseError(
                    .cell,
                    connection.file.name,
                    ForeignDatabaseError.place(table.name, key, column)
                        + " isn't a whole number, by which rows are ordered"
                )
            }
            guard body(sqlite3_column_int64(statement, 1), key) else { return }
        }
    }
}
