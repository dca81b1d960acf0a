import GRDBSQLite

/// The statements that read a table.
struct ForeignQuery {
    private let connection: ForeignConnection
    private let table: ForeignTable
    private let selection: ForeignSelection

    init(_ connection: ForeignConnection, _ table: ForeignTable, _ selection: ForeignSelection) {
        self.connection = connection
        self.table = table
        self.selection = selection
    }

    /// The numbers of the rows in the order that is asked for, or nil if they are stored in it.
    ///
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func keys() throws -> ForeignKeys? {
        guard case .column(let column) = selection.order else { return nil }
        guard table.key != nil else {
            throw ForeignDatabaseError(
                .notFound,
                connection.file.name,
                "table \(ForeignDatabaseError.printable(table.name)) has no row numbers to order it by"
            )
        }
        let keys = ForeignKeys(
            connection,
            table,
            column,
            try statement([column], isOfOneRow: false),
            chunkSize: selection.sortedAtOnce
        )
        return try keys.areStoredInOrder() ? nil : keys
    }

    /// A statement that gives the number of a row, if it has one, and cells.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - isOfOneRow: Whether it gives the row whose number is bound, or all that are selected.
    /// - Returns: The statement, to be finalized.
    /// - Throws: ``ForeignDatabaseError`` and `CancellationError`.
    func cells(_ columns: [String], isOfOneRow: Bool) throws -> OpaquePointer {
        try statement(columns, isOfOneRow: isOfOneRow)
    }

    private func statement(_ columns: [String], isOfOneRow: Bool) throws -> OpaquePointer {
        // With the table's name before it, a name that isn't a column's is an error and never a text.
        let names = (table.key.map { [$0] } ?? []) + columns
        let cells = names.isEmpty ? "0" : names.map { "t." + ForeignTable.quoted($0) }.joined(separator: ", ")
        var sql = "SELECT \(cells) FROM main.\(ForeignTable.quoted(table.name)) AS t NOT INDEXED"
        let column = isOfOneRow ? nil : selection.column
        if isOfOneRow, let key = table.key {
            sql += " WHERE t.\(key) = ?1"
        } else if let column {
            let name = "t." + ForeignTable.quoted(column)
            sql += " WHERE \(name) >= ?1 AND \(name) <= ?2"
        }
        if !isOfOneRow, let key = table.key { sql += " ORDER BY t.\(key)" }
        let allowed = table.keyNames.union(columns).union(column.map { [$0] } ?? [])
        let statement = try connection.prepare(sql, .cells(of: table.name, allowed))
        if column != nil {
            sqlite3_bind_int64(statement, 1, selection.range.lowerBound)
            sqlite3_bind_int64(statement, 2, selection.range.upperBound)
        }
        return statement
    }
}
