import Foundation
import GRDBSQLite
import HealthKitStore
import RandomTesting

/// Databases as other programs write them, made by SQLite itself.
enum ForeignScene {
    /// The reason that a statement failed.
    struct Failure: Error {
        let message: String
    }

    /// Makes a database, or goes on with one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - statements: What is done to it.
    /// - Throws: SQLite's message.
    static func make(_ path: String, _ statements: [String]) throws {
        var database: OpaquePointer?
        let opened = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        defer { sqlite3_close(database) }
        guard opened == SQLITE_OK else { throw Failure(message: "\(opened)") }
        for statement in statements where sqlite3_exec(database, statement, nil, nil, nil) != SQLITE_OK {
            throw Failure(message: String(cString: sqlite3_errmsg(database)))
        }
    }

    /// A table of so many rows with a whole number, a number and a text.
    static func rows(_ count: Int, pageSize: Int = 512) -> [String] {
        [
            "PRAGMA page_size = \(pageSize)",
            "CREATE TABLE sample (id INTEGER PRIMARY KEY, time INTEGER, value REAL, note TEXT)",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) "
                + "INSERT INTO sample SELECT i, 1000 * i, i * 0.5, 'secret ' || i FROM n",
        ]
    }

    /// Reads every cell of every table, as whatever it is.
    ///
    /// - Parameter database: The database.
    /// - Returns: The number of rows.
    /// - Throws: The database's errors.
    static func readAll(_ database: ForeignDatabase) throws -> Int {
        var count = 0
        for name in database.tables {
            guard let table = try database.table(name) else { continue }
            try database.forEachRow(of: name, table.columns) { row in
                count += 1
                for column in table.columns.indices { try? read(row, column) }
            }
        }
        return count
    }

    private static func read(_ row: ForeignRows, _ column: Int) throws {
        if (try? row.optionalNumber(column)) != nil { return }
        if (try? row.optionalText(column)) != nil { return }
        _ = try row.optionalBytes(column, atMost: 1 << 20)
    }

    /// Changes bytes of a file: single ones, those of pages' heads and of their cells' places, and whole pages.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - pageSize: The size of its pages.
    ///   - random: What decides.
    static func mutate(_ bytes: inout [UInt8], pageSize: Int, _ random: inout SeededGenerator) {
        let pages = bytes.count / pageSize
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let page = Int.random(in: 0..<pages, using: &random)
            let head = page * pageSize + (page == 0 ? 100 : 0)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[head + Int.random(in: 0..<12, using: &random)] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes[head + Int.random(in: 8..<60, using: &random)] = UInt8.random(in: 0...255, using: &random)
            default:
                let other = Int.random(in: 0..<pages, using: &random) * pageSize
                let copy = Array(bytes[other..<other + pageSize])
                bytes.replaceSubrange(page * pageSize..<(page + 1) * pageSize, with: copy)
            }
        }
    }
}
