/// A database that another program wrote, opened so that it can do nothing but be read.
///
/// The file decides what SQLite does: a view or a generated column runs its author's statements, a page can lead in a circle, a cell
/// can be of any type and size. So only cells that tables store are read, by their columns' names; all else in a file is an error or
/// isn't seen. Reading takes a few megabytes of memory, however large the file is, and time in proportion to its size.
///
/// Nothing else in the project opens a file of this kind. A database isn't safe to use from two threads at once.
package final class ForeignDatabase {
    private let connection: ForeignConnection
    private let names: Set<String>
    private var known: [String: ForeignTable?] = [:]

    /// The names of its tables, in the order in which the file has them.
    package let tables: [String]

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isCancelled: Asked now and then whether to stop, which throws a `CancellationError`.
    /// - Throws: ``ForeignDatabaseError``, and `CancellationError`.
    package convenience init(path: String, isCancelled: @escaping () -> Bool = { false }) throws {
        try self.init(ForeignFile(path: path), isCancelled)
    }

    /// Opens a file by its descriptor: one that was unpacked and has no name any more.
    ///
    /// Code that unpacks it has to look for the files of ``companions(of:)``.
    ///
    /// - Parameters:
    ///   - descriptor: The file; copied, and its position doesn't matter.
    ///   - name: The name to use in errors.
    ///   - isCancelled: Asked now and then whether to stop, which throws a `CancellationError`.
    /// - Throws: ``ForeignDatabaseError``, and `CancellationError`.
    package convenience init(
        descriptor: Int32,
        name: String,
        isCancelled: @escaping () -> Bool = { false }
    ) throws {
        try self.init(ForeignFile(descriptor: descriptor, name: name), isCancelled)
    }

    private init(_ file: ForeignFile, _ isCancelled: @escaping () -> Bool) throws {
        connection = try ForeignConnection(file, isCancelled: isCancelled)
        tables = try ForeignSchema(connection: connection).tables()
        names = Set(tables)
        try file.requireUnchanged()
    }

    /// The name that errors have for it.
    package var name: String { connection.file.name }

    /// The version that the program gave its tables.
    package var userVersion: Int32 { connection.file.userVersion }

    /// Whether a file may be a database, by its first bytes.
    ///
    /// - Parameter beginning: Sixteen bytes or more.
    /// - Returns: Whether they are those of one.
    package static func isDatabase(_ beginning: some Sequence<UInt8>) -> Bool {
        beginning.starts(with: ForeignFile.magic)
    }

    /// The names of files that hold a database's latest changes if they are there and not empty.
    ///
    /// - Parameter name: The name of the database.
    /// - Returns: Two names.
    package static func companions(of name: String) -> [String] { ForeignFile.changes.map { name + $0 } }

    /// The error for a database whose latest changes are in a file next to it.
    ///
    /// - Parameters:
    ///   - name: The name of the database.
    ///   - companion: The name of the other file, one of ``companions(of:)``.
    /// - Returns: The error.
    package static func incomplete(_ name: String, companion: String) -> ForeignDatabaseError {
        ForeignFile.incomplete(name, String(companion.dropFirst(name.count)))
    }

    /// Finds a table.
    ///
    /// - Parameter name: The name of the table.
    /// - Returns: The table with the columns that it stores, or nil if there is none: a view and a virtual table are none.
    /// - Throws: ``ForeignDatabaseError``, and `CancellationError`.
    package func table(_ name: String) throws -> ForeignTable? {
        guard names.contains(name) else { return nil }
        if let table = known[name] { return table }
        let table = try ForeignSchema(connection: connection).table(name)
        known[name] = .some(table)
        return table
    }

    /// Whether a table stores all of some columns.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - columns: The names of the columns; a generated column isn't stored.
    /// - Returns: Whether the table is there and stores them.
    /// - Throws: ``ForeignDatabaseError``, and `CancellationError`.
    package func has(_ table: String, _ columns: [String] = []) throws -> Bool {
        guard let found = try self.table(table) else { return false }
        return Set(found.columns).isSuperset(of: columns)
    }

    /// Reads cells of a table, row by row.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - columns: The names of the columns, which are numbered as they are here.
    ///   - selection: The rows.
    /// - Returns: The rows, before the first.
    /// - Throws: ``ForeignDatabaseError``, and `CancellationError`.
    package func rows(
        of table: String,
        _ columns: [String],
        _ selection: ForeignSelection = .all
    ) throws -> ForeignRows {
        guard let found = try self.table(table) else { throw missing("table \(table) isn't in it") }
        var wanted = columns
        if let column = selection.column { wanted.append(column) }
        if case .column(let column) = selection.order { wanted.append(column) }
        for column in wanted where !found.columns.contains(column) {
            throw missing("table \(table) stores no column \(column)")
        }
        return try ForeignRows(connection, found, columns, selection)
    }

    /// Reads cells of a table and hands on each row.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - columns: The names of the columns, which are numbered as they are here.
    ///   - selection: The rows.
    ///   - body: Gets each row, which is valid until it returns.
    /// - Throws: ``ForeignDatabaseError``, `CancellationError`, and what `body` throws.
    package func forEachRow(
        of table: String,
        _ columns: [String],
        _ selection: ForeignSelection = .all,
        _ body: (ForeignRows) throws -> Void
    ) throws {
        let rows = try rows(of: table, columns, selection)
        while try rows.next() { try body(rows) }
    }

    private func missing(_ what: String) -> ForeignDatabaseError {
        ForeignDatabaseError(.notFound, name, ForeignDatabaseError.printable(what))
    }
}
