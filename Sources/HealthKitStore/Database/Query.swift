import Foundation
import GRDBSQLite

/// A prepared statement in use: bind, step, read columns, reset.
///
/// It goes round the database library's row decoding because the hot paths can't pay for it. The statement belongs
/// to the connection's cache; a query must be reset before the same statement is used again, so none is left open
/// while a caller's closure runs.
struct Query {
    let handle: OpaquePointer

    func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(handle, index, value)
    }

    func bind<Entry>(_ value: EntryID<Entry>, at index: Int32) {
        sqlite3_bind_int64(handle, index, Int64(value.number))
    }

    func bind(_ value: Int, at index: Int32) {
        sqlite3_bind_int64(handle, index, Int64(value))
    }

    func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(handle, index, value)
    }

    /// Binds bytes that are copied.
    func bind(_ bytes: [UInt8], at index: Int32) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else {
                sqlite3_bind_zeroblob(handle, index, 0)
                return
            }
            sqlite3_bind_blob64(handle, index, base, UInt64(buffer.count), transient)
        }
    }

    /// Binds bytes that stay where they are until the statement has run.
    func bind(unowned buffer: UnsafeRawBufferPointer, at index: Int32) {
        guard let base = buffer.baseAddress else {
            sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        sqlite3_bind_blob64(handle, index, base, UInt64(buffer.count), nil)
    }

    func bind(_ identifier: Identifier, at index: Int32) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        withUnsafeBytes(of: identifier.uuid.uuid) { buffer in
            _ = sqlite3_bind_blob64(handle, index, buffer.baseAddress, 16, transient)
        }
    }

    func bindNull(at index: Int32) {
        sqlite3_bind_null(handle, index)
    }

    /// Moves to the next row.
    /// - Returns: false when there is none; the statement is then reset.
    /// - Throws: the database's error, with the statement reset.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE {
            sqlite3_reset(handle)
            return false
        }
        let connection = sqlite3_db_handle(handle)
        let detail = String(cString: sqlite3_errmsg(connection))
        let extended = sqlite3_extended_errcode(connection)
        sqlite3_reset(handle)
        throw StoreError(sqlite: extended & 0xFF == code & 0xFF ? extended : code, detail)
    }

    /// Runs a statement that gives no rows, or whose rows don't matter.
    /// - Throws: the database's error, with the statement reset.
    func run() throws {
        while try step() {}
    }

    func reset() {
        sqlite3_reset(handle)
    }

    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func entryID<Entry>(_ column: Int32) -> EntryID<Entry> {
        EntryID(number: Int32(truncatingIfNeeded: sqlite3_column_int64(handle, column)))
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The column's bytes, valid until the next step or reset.
    func unownedBytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let base = sqlite3_column_blob(handle, column)
        let count = sqlite3_column_bytes(handle, column)
        guard let base else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: base, count: Int(count))
    }

    func bytes(_ column: Int32) -> [UInt8] { [UInt8](unownedBytes(column)) }

    /// The column's sixteen bytes as an identifier.
    /// - Throws: ``StoreError/Code/damaged`` when there are fewer or more.
    func identifier(_ column: Int32) throws -> Identifier {
        guard let identifier = Identifier(bytes: unownedBytes(column)) else {
            throw StoreError.damaged("an identifier has a wrong length")
        }
        return identifier
    }
}
