import GRDB
import GRDBSQLite

extension StoreError {
    /// SQLite's code for a read that gave other bytes than were written (`SQLITE_IOERR_DATA`).
    private static let failedChecksum = SQLITE_IOERR | 32 << 8

    /// SQLite's code for an index of the log that cannot grow (`SQLITE_IOERR_SHMSIZE`), as on a full disk.
    private static let noRoomForIndex = SQLITE_IOERR | 19 << 8

    /// The work in progress when SQLite reported an error.
    enum Work {
        case changing, reading, opening

        /// The message for a full disk.
        var fullDisk: String {
            switch self {
            case .changing: "The disk is full: this change was not stored. Free some room and try again."
            case .reading: "The disk is full, and reading the store needs a little room. Free some and try again."
            case .opening: "The disk is full, and opening the store needs a little room. Free some and try again."
            }
        }
    }

    /// The error for a result code of SQLite.
    init(sqlite code: Int32, _ detail: String, _ work: Work = .changing) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.busy, "Another process is using the store. Try again when it has finished.")
        case SQLITE_FULL,
            SQLITE_IOERR where code == StoreError.noRoomForIndex:
            self.init(.diskFull, work.fullDisk)
        case SQLITE_IOERR where code == StoreError.failedChecksum:
            self = .damagedPage()
        case SQLITE_IOERR, SQLITE_PROTOCOL:
            self.init(.ioError, "The disk reported an error (\(code): \(detail)): this was not done.")
        case SQLITE_CORRUPT:
            self = .damaged("\(detail) (\(code))")
        case SQLITE_NOTADB:
            self.init(.notAStore, "The file is not a health store.")
        case SQLITE_READONLY:
            self.init(.readOnly, "The store can only be read: its file or folder is write-protected.")
        case SQLITE_CANTOPEN:
            self.init(.cannotOpen, "The store can't be opened. Check that the folder exists and may be written.")
        case SQLITE_PERM, SQLITE_AUTH:
            self.init(.notPermitted, "Access to the store is not permitted.")
        case SQLITE_MISUSE:
            self.init(.closed, "The store is closed.")
        case SQLITE_TOOBIG:
            self.init(.invalidArgument, "A value is larger than the store can hold.")
        default:
            self.init(.ioError, "The store could not do this (\(code): \(detail)).")
        }
    }

    /// Runs `body`, turning errors of the database library into errors of the store.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - work: The operation.
    ///   - body: does it.
    /// - Returns: what `body` returns.
    /// - Throws: ``StoreError``, and what else `body` throws.
    static func mapped<T>(path: String?, _ work: Work = .changing, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw error.at(path)
        } catch let error as DatabaseError {
            let code = error.extendedResultCode.rawValue
            throw StoreError(sqlite: code, error.message ?? "no detail", work).at(path)
        }
    }
}
