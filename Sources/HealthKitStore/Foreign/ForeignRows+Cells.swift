import Foundation
import GRDBSQLite

extension ForeignRows {
    /// Whether a cell holds nothing.
    ///
    /// - Parameter column: The column's place among those that were asked for.
    /// - Returns: Whether it is empty.
    package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    /// A whole number.
    ///
    /// - Parameter column: The column's place among those that were asked for.
    /// - Returns: The number.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else.
    package func integer(_ column: Int) throws -> Int64 {
        guard let number = try optionalInteger(column) else { throw wrong(column, "a whole number") }
        return number
    }

    /// A whole number, or nil for a cell that holds nothing.
    ///
    /// - Parameter column: The column's place among those that were asked for.
    /// - Returns: The number, or nil.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else.
    package func optionalInteger(_ column: Int) throws -> Int64? {
        switch type(column) {
        case SQLITE_INTEGER: return sqlite3_column_int64(statement, index(column))
        case SQLITE_NULL: return nil
        case SQLITE_FLOAT:
            guard let number = Int64(exactly: sqlite3_column_double(statement, index(column))) else {
                throw wrong(column, "a whole number")
            }
            return number
        default: throw wrong(column, "a whole number")
        }
    }

    /// A number that is finite.
    ///
    /// - Parameter column: The column's place among those that were asked for.
    /// - Returns: The number.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else, and for a whole number that no `Double` is.
    package func number(_ column: Int) throws -> Double {
        guard let number = try optionalNumber(column) else { throw wrong(column, "a number") }
        return number
    }

    /// A number that is finite, or nil for a cell that holds nothing.
    ///
    /// - Parameter column: The column's place among those that were asked for.
    /// - Returns: The number, or nil.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else, and for a whole number that no `Double` is.
    package func optionalNumber(_ column: Int) throws -> Double? {
        switch type(column) {
        case SQLITE_FLOAT:
            let number = sqlite3_column_double(statement, index(column))
            guard number.isFinite else { throw wrong(column, "a finite number") }
            return number
        case SQLITE_INTEGER:
            guard let number = Double(exactly: sqlite3_column_int64(statement, index(column))) else {
                throw wrong(column, "a number of at most 53 bits")
            }
            return number
        case SQLITE_NULL: return nil
        default: throw wrong(column, "a number")
        }
    }

    /// A text, or nil for a cell that holds nothing.
    ///
    /// - Parameters:
    ///   - column: The column's place among those that were asked for.
    ///   - size: The largest number of bytes.
    /// - Returns: The text, or nil.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else, for a longer one, and for one that isn't UTF-8.
    package func optionalText(_ column: Int, atMost size: Int = 4_096) throws -> String? {
        switch type(column) {
        case SQLITE_NULL: return nil
        case SQLITE_TEXT:
            // SQLite counts the bytes of what it returned last.
            let bytes = sqlite3_column_text(statement, index(column))
            let count = Int(sqlite3_column_bytes(statement, index(column)))
            guard count <= size else { throw wrong(column, "a text of at most \(size) bytes") }
            let buffer = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
            guard let text = String(validating: buffer, as: UTF8.self) else { throw wrong(column, "a text in UTF-8") }
            return text
        default: throw wrong(column, "a text")
        }
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - column: The column's place among those that were asked for.
    ///   - size: The largest number of bytes.
    /// - Returns: The text.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else, for a longer one, and for one that isn't UTF-8.
    package func text(_ column: Int, atMost size: Int = 4_096) throws -> String {
        guard let text = try optionalText(column, atMost: size) else { throw wrong(column, "a text") }
        return text
    }

    /// Bytes, or nil for a cell that holds nothing.
    ///
    /// - Parameters:
    ///   - column: The column's place among those that were asked for.
    ///   - size: The largest number of bytes.
    /// - Returns: The bytes, or nil.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else, and for more of them.
    package func optionalBytes(_ column: Int, atMost size: Int) throws -> [UInt8]? {
        switch type(column) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, index(column))
            let count = Int(sqlite3_column_bytes(statement, index(column)))
            guard count <= size else { throw wrong(column, "at most \(size) bytes") }
            return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
        default: throw wrong(column, "bytes")
        }
    }

    /// A UUID of sixteen bytes, or nil for a cell that holds nothing.
    ///
    /// - Parameter column: The column's place among those that were asked for.
    /// - Returns: The UUID, or nil.
    /// - Throws: ``ForeignDatabaseError/Code/cell`` for anything else.
    package func optionalUUID(_ column: Int) throws -> UUID? {
        switch type(column) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(statement, index(column)),
                Int(sqlite3_column_bytes(statement, index(column))) == MemoryLayout<uuid_t>.size
            else { throw wrong(column, "sixteen bytes") }
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        default: throw wrong(column, "bytes")
        }
    }

    private func index(_ column: Int) -> Int32 { first + Int32(truncatingIfNeeded: column) }

    private func type(_ column: Int) -> Int32 { sqlite3_column_type(statement, index(column)) }

    /// The error for a cell that isn't what it should be: its type, and never its value.
    private func wrong(_ column: Int, _ wanted: String) -> ForeignDatabaseError {
        let found =
            switch type(column) {
            case SQLITE_INTEGER: "a whole number"
            case SQLITE_FLOAT: "a number"
            case SQLITE_TEXT: "a text"
            case SQLITE_BLOB: "bytes"
            default: "empty"
            }
        let name = columns.indices.contains(column) ? columns[column] : "column \(column)"
        let reason = ForeignDatabaseError.place(table.name, row, name) + " is \(found) where \(wanted) is expected"
        return ForeignDatabaseError(.cell, connection.file.name, reason)
    }
}
