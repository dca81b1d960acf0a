import Foundation
import HealthKitStore
import RandomTesting
import Testing

/// Databases of other programs that are sound: what is read, in which order, and that nothing is written.
@Suite struct ForeignDatabaseTests {
    private func opened<T>(_ statements: [String], _ body: (ForeignDatabase, ScratchFolder) throws -> T) throws -> T {
        try ScratchFolder.with { folder in
            try ForeignScene.make(folder.path("other.db"), statements)
            return try body(try ForeignDatabase(path: folder.path("other.db")), folder)
        }
    }

    private func numbers(
        _ database: ForeignDatabase,
        _ table: String,
        _ column: String,
        _ selection: ForeignSelection = .all
    ) throws -> [Int64] {
        var found: [Int64] = []
        try database.forEachRow(of: table, [column], selection) { found.append(try $0.integer(0)) }
        return found
    }

    @Test("Cells come as they are stored, by the names of their columns, row by row")
    func cells() throws {
        let statements = [
            "CREATE TABLE t (id INTEGER PRIMARY KEY, whole INTEGER, real REAL, text TEXT, bytes BLOB, any)",
            "INSERT INTO t VALUES (7, -3, 0.1, 'Zürich', x'00FF', NULL), (9, 9007199254740992, 5, '', x'', 2.0)",
            "PRAGMA user_version = 16",
        ]
        try opened(statements) { database, _ in
            #expect(database.tables == ["t"] && database.userVersion == 16)
            #expect(try database.table("t")?.columns == ["id", "whole", "real", "text", "bytes", "any"])
            #expect(try database.has("t", ["real", "any"]) && !database.has("t", ["other"]) && !database.has("u"))
            let rows = try database.rows(of: "t", ["bytes", "whole", "real", "text", "any"])
            #expect(try rows.next() && rows.row == 7)
            #expect(try rows.optionalBytes(0, atMost: 2) == [0, 255])
            #expect(try rows.integer(1) == -3 && rows.number(1) == -3 && rows.number(2) == 0.1)
            #expect(try rows.text(3) == "Zürich" && rows.isNull(4))
            #expect(try rows.optionalInteger(4) == nil && rows.optionalNumber(4) == nil && rows.optionalText(4) == nil)
            #expect(try rows.next() && rows.row == 9)
            #expect(try rows.number(1) == 9_007_199_254_740_992 && rows.number(2) == 5 && rows.text(3).isEmpty)
            #expect(try rows.optionalBytes(0, atMost: 0) == [] && rows.integer(4) == 2)
            #expect(try !rows.next())
            #expect(try !rows.next())
        }
    }

    @Test("A table without row numbers comes in the order of its key, each row numbered by its place")
    func withoutRowID() throws {
        let statements = [
            "CREATE TABLE t (time INTEGER, device INTEGER, value INTEGER, PRIMARY KEY (time, device)) WITHOUT ROWID",
            "INSERT INTO t VALUES (3, 1, 30), (1, 2, 12), (1, 1, 11)",
        ]
        try opened(statements) { database, _ in
            var found: [[Int64]] = []
            try database.forEachRow(of: "t", ["value", "time"]) {
                found.append([$0.row, try $0.integer(0), try $0.integer(1)])
            }
            #expect(found == [[1, 11, 1], [2, 12, 1], [3, 30, 3]])
            #expect(throws: ForeignDatabaseError.self) {
                try database.rows(of: "t", ["value"], ForeignSelection(order: .column("time")))
            }
        }
    }

    @Test("Names may be anything: quotes and SQL in them stay names, and rowid may be a column")
    func names() throws {
        let statements = [
            "CREATE TABLE \"a\"\" -- b\" (\"x\"\"); DROP TABLE t\" INTEGER, rowid INTEGER, oid TEXT)",
            "INSERT INTO \"a\"\" -- b\" VALUES (1, 99, 'o'), (2, 98, 'p')",
        ]
        try opened(statements) { database, _ in
            let odd = try numbers(database, "a\" -- b", "x\"); DROP TABLE t")
            #expect(odd == [1, 2])
            let named = try numbers(database, "a\" -- b", "rowid")
            #expect(named == [99, 98])
            let rows = try database.rows(of: "a\" -- b", ["oid"])
            #expect(try rows.next() && rows.row == 1 && rows.text(0) == "o")
        }
    }

    @Test(
        "Rows come in the order of a column, those with equal numbers as they are stored, however many are sorted at a time"
    )
    func order() throws {
        var random = SeededGenerator("order of a foreign table")
        let values = (0..<500).map { _ in Int64.random(in: -20...20, using: &random) }
        let rows = values.enumerated().map { "(\($0.offset + 1), \($0.element))" }.joined(separator: ",")
        try opened(["CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER)", "INSERT INTO t VALUES \(rows)"]) {
            database,
            _ in
            let expected = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }.map { Int64($0 + 1) }
            for size in [1, 7, 250, 499, 500, 1_000] {
                var selection = ForeignSelection(order: .column("k"))
                selection.sortedAtOnce = size
                let found = try numbers(database, "t", "id", selection)
                #expect(found == expected, "\(size), seed \(random.seed)")
            }
            let stored = try numbers(database, "t", "k")
            #expect(stored == values)
        }
    }

    @Test("A range has the rows whose number is in it")
    func range() throws {
        try opened(ForeignScene.rows(100)) { database, _ in
            let some = ForeignSelection(where: "time", in: 5_000...8_000)
            let times = try numbers(database, "sample", "id", some)
            #expect(times == [5, 6, 7, 8])
            let ordered = ForeignSelection(order: .column("time"), where: "id", in: 99...Int64.max)
            let last = try numbers(database, "sample", "time", ordered)
            #expect(last == [99_000, 100_000])
        }
    }

    @Test("A table can be counted without a column, and what it doesn't have is an error with its name")
    func missing() throws {
        try opened(ForeignScene.rows(321)) { database, _ in
            var count = 0
            try database.forEachRow(of: "sample", []) { _ in count += 1 }
            #expect(count == 321)
            for (table, column) in [("other", "id"), ("sample", "other"), ("sqlite_master", "sql")] {
                let error = try #require(throws: ForeignDatabaseError.self) {
                    try database.rows(of: table, [column])
                }
                #expect(error.code == .notFound && "\(error)".contains(table))
            }
        }
    }

    @Test("A file that has no name any more is read by its descriptor, wherever its position is")
    func unlinked() throws {
        try ScratchFolder.with { folder in
            try ForeignScene.make(folder.path("other.db"), ForeignScene.rows(1_000))
            let descriptor = open(folder.path("other.db"), O_RDONLY | O_CLOEXEC)
            try #require(descriptor >= 0)
            unlink(folder.path("other.db"))
            lseek(descriptor, 77, SEEK_SET)
            let database = try ForeignDatabase(descriptor: descriptor, name: "in the zip")
            close(descriptor)
            let ids = try numbers(database, "sample", "id")
            #expect(ids.count == 1_000)
            #expect(database.name == "in the zip")
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("A database in the mode with a log is read without one, and reading leaves nothing beside it")
    func logMode() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("other.db")
            try ForeignScene.make(path, ["PRAGMA journal_mode = WAL"] + ForeignScene.rows(200))
            let before = try Data(contentsOf: folder.url("other.db"))
            #expect(before[18] == 2)
            let database = try ForeignDatabase(path: path)
            let ids = try numbers(database, "sample", "id")
            #expect(ids.count == 200)
            #expect(try folder.names() == ["other.db"])
            #expect(try Data(contentsOf: folder.url("other.db")) == before)
        }
    }

    @Test("Reading stops when it is to")
    func cancelled() throws {
        try ScratchFolder.with { folder in
            try ForeignScene.make(folder.path("other.db"), ForeignScene.rows(5_000))
            var isCancelled = false
            let database = try ForeignDatabase(path: folder.path("other.db")) { isCancelled }
            var count = 0
            #expect(throws: CancellationError.self) {
                try database.forEachRow(of: "sample", ["time"]) { _ in
                    count += 1
                    isCancelled = count >= 100
                }
            }
            #expect(count < 300)
        }
    }

    @Test("What may be a database is known by its first bytes, and what may lie beside it by its name")
    func recognition() {
        #expect(ForeignDatabase.isDatabase(Array("SQLite format 3\0and more".utf8)))
        #expect(!ForeignDatabase.isDatabase(Array("SQLite format 3".utf8)))
        #expect(ForeignDatabase.companions(of: "a/b.db") == ["a/b.db-wal", "a/b.db-journal"])
        let error = ForeignDatabase.incomplete("a/b.db", companion: "a/b.db-wal")
        #expect(error.code == .incomplete && error.reason.hasPrefix("b.db-wal beside it"))
    }
}
