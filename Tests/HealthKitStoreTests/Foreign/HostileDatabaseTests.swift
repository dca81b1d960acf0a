import Foundation
import HealthKitStore
import RandomTesting
import Testing

/// Databases that are made to do harm, or are damaged: errors with words, and nothing that the file doesn't store.
@Suite struct HostileDatabaseTests {
    private func opened(_ statements: [String], _ body: (ForeignDatabase) throws -> Void) throws {
        try ScratchFolder.with { folder in
            try ForeignScene.make(folder.path("other.db"), statements)
            try body(try ForeignDatabase(path: folder.path("other.db")))
        }
    }

    private func error(_ body: () throws -> Void) throws -> ForeignDatabaseError {
        try #require(throws: ForeignDatabaseError.self, performing: body)
    }

    @Test("A cell of another type is an error with its table, row and column, and never with its value")
    func wrongTypes() throws {
        let statements = [
            "CREATE TABLE t (id INTEGER PRIMARY KEY, x)",
            "INSERT INTO t VALUES (1, '123456'), (2, 9e999), (3, 1.5), (4, x'414243'), (5, 9007199254740993)",
            "INSERT INTO t VALUES (6, NULL), (7, CAST(x'FF41' AS TEXT)), (8, -9e999)",
        ]
        try opened(statements) { database in
            let rows = try database.rows(of: "t", ["x"])
            var wholes: [Int64] = []
            var numbers: [Int64] = []
            var texts: [Int64] = []
            while try rows.next() {
                func note(_ list: inout [Int64], _ read: () throws -> Void) throws {
                    do { try read() } catch let error as ForeignDatabaseError {
                        #expect(error.code == .cell && error.reason.hasPrefix("table t, row \(rows.row): x is "))
                        #expect(!"\(error)".contains("123456") && !"\(error)".contains("ABC"))
                        list.append(rows.row)
                    }
                }
                try note(&wholes) { _ = try rows.integer(0) }
                try note(&numbers) { _ = try rows.number(0) }
                try note(&texts) { _ = try rows.text(0) }
            }
            #expect(wholes == [1, 2, 3, 4, 6, 7, 8])
            #expect(numbers == [1, 2, 4, 5, 6, 7, 8])
            #expect(texts == [2, 3, 4, 5, 6, 7, 8])
        }
    }

    @Test("A number that is none is an empty cell, and never a number")
    func notANumber() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("other.db")
            try ForeignScene.make(path, ["CREATE TABLE t (x REAL)", "INSERT INTO t VALUES (1234.5678)"])
            var bytes = [UInt8](try Data(contentsOf: folder.url("other.db")))
            let wanted = withUnsafeBytes(of: (1234.5678).bitPattern.bigEndian) { Array($0) }
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) })
            bytes.replaceSubrange(place..<place + 8, with: [0x7F, 0xF8, 0, 0, 0, 0, 0, 1])
            try Data(bytes).write(to: folder.url("other.db"))
            let rows = try ForeignDatabase(path: path).rows(of: "t", ["x"])
            #expect(try rows.next())
            #expect(rows.isNull(0))
            #expect(throws: ForeignDatabaseError.self) { try rows.number(0) }
        }
    }

    @Test("Texts and bytes have a largest size, and a cell of more than a megabyte isn't read")
    func sizes() throws {
        let statements = [
            "CREATE TABLE t (name TEXT, icon BLOB)", "INSERT INTO t VALUES ('abcdef', zeroblob(3000000))",
        ]
        try opened(statements) { database in
            let rows = try database.rows(of: "t", ["name"])
            #expect(try rows.next())
            #expect(try rows.text(0, atMost: 6) == "abcdef")
            #expect(throws: ForeignDatabaseError.self) { try rows.text(0, atMost: 5) }
            #expect(throws: ForeignDatabaseError.self) { try rows.optionalBytes(0, atMost: 6) }
            let error = try error { try database.forEachRow(of: "t", ["icon"]) { _ in } }
            #expect(error.code == .tooLarge)
        }
    }

    private static let table = [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, "
            + "v INTEGER AS (length(hex(zeroblob(50000000)))), s INTEGER AS (a + 1) STORED)",
        "INSERT INTO t (id, a) VALUES (1, 10)",
    ]

    @Test("Views, triggers, virtual tables and generated columns aren't there")
    func onlyTables() throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        let statements = [
            "CREATE VIEW view AS \(endless)", "CREATE TRIGGER trigger AFTER INSERT ON t BEGIN DELETE FROM t; END",
            "PRAGMA writable_schema = ON",
            "INSERT INTO sqlite_master VALUES "
                + "('table', 'virtual', 'virtual', 0, 'CREATE VIRTUAL TABLE virtual USING fts5(x)')",
        ]
        try opened(Self.table + statements) { database in
            #expect(database.tables == ["t"])
            #expect(try database.table("t")?.columns == ["id", "a"])
            for name in ["view", "virtual", "trigger", "sqlite_master"] {
                #expect(try !database.has(name), "\(name)")
                #expect(throws: ForeignDatabaseError.self) { try database.rows(of: name, []) }
            }
            for column in ["v", "s"] {
                let error = try error { _ = try database.rows(of: "t", [column]) }
                #expect(error.code == .notFound)
            }
            let rows = try database.rows(of: "t", ["a"])
            #expect(try rows.next() && rows.integer(0) == 10)
        }
    }

    @Test(
        "A list of tables that lies makes no table of what is none",
        arguments: [
            "('table', 'x', 'x', 0, 'CREATE VIEW x AS SELECT 1 AS a')",
            "('table', 'x', 'x', 2, 'CREATE VIEW x AS SELECT 1 AS a')",
            "('table', 'x', 'x', 2, 'CREATE TABLE y (a)')",
            "('table', 'x', 'x', 2, 'CREATE TABLE  x AS SELECT 1 AS a')",
            "('table', 'x', 'x', 0, 'CREATE/**/VIRTUAL TABLE x USING fts5(a)')",
            "('table', 'x', 'x', 0, 'CREATE TABLE y (a)'), ('view', 'z', 'z', 0, 'CREATE VIEW x AS SELECT 1 AS a')",
            "('table', 'x', 'x', 99999, 'CREATE TABLE x (a)')", "('table', 'x', 'x', 3, 'SELECT 1')",
        ]
    )
    func lyingList(_ rows: String) throws {
        let statements = ["PRAGMA writable_schema = ON", "INSERT INTO sqlite_master VALUES \(rows)"]
        do {
            try opened(Self.table + statements) { database in
                guard let table = try database.table("x") else { return }
                try database.forEachRow(of: "x", table.columns) { _ in Issue.record("\(rows)") }
            }
        } catch let error as ForeignDatabaseError {
            #expect([.damaged, .tooLarge, .notFound].contains(error.code))
        }
    }

    @Test(
        "Changes in a file beside it are an error that says what to do; an empty one and a journal that is done are none"
    )
    func companions() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("other.db")
            try ForeignScene.make(path, ForeignScene.rows(10))
            for ending in ["-wal", "-journal"] {
                try Data([0x37, 0x7F, 6, 0x82, 1]).write(to: folder.url("other.db" + ending))
                let error = try error { _ = try ForeignDatabase(path: path) }
                #expect(error.code == .incomplete && error.reason.contains("other.db" + ending))
                #expect(error.reason.contains("PRAGMA journal_mode = DELETE"))
                try Data(repeating: 0, count: 512).write(to: folder.url("other.db" + ending))
                _ = try ForeignDatabase(path: path)
                try Data().write(to: folder.url("other.db" + ending))
                _ = try ForeignDatabase(path: path)
            }
        }
    }

    @Test("What is no database says so, and nothing waits for a pipe")
    func noDatabase() throws {
        try ScratchFolder.with { folder in
            try Data().write(to: folder.url("empty"))
            try Data("time,value\n1,2\n".utf8).write(to: folder.url("table"))
            try Data("SQLite format 3\0".utf8).write(to: folder.url("short"))
            try (Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 4_096)).write(to: folder.url("head"))
            #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
            for name in ["empty", "table", "short", "head"] {
                #expect(try error { _ = try ForeignDatabase(path: folder.path(name)) }.code == .notADatabase, "\(name)")
            }
            for name in ["pipe", "", "missing"] {
                #expect(try error { _ = try ForeignDatabase(path: folder.path(name)) }.code == .cannotOpen, "\(name)")
            }
            #expect(try error { _ = try ForeignDatabase(descriptor: -1, name: "none") }.code == .cannotOpen)
        }
    }

    @Test("A file that is written while it is read is an error")
    func changed() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("other.db")
            try ForeignScene.make(path, ForeignScene.rows(2_000))
            let database = try ForeignDatabase(path: path)
            let rows = try database.rows(of: "sample", ["time"])
            #expect(try rows.next())
            try ForeignScene.make(path, ["INSERT INTO sample (time) SELECT time FROM sample"])
            let error = try error { while try rows.next() {} }
            #expect([.changed, .damaged].contains(error.code))
        }
    }

    @Test("Definitions of megabytes are an error and take no memory")
    func largeSchema() throws {
        // Comments are kept in the list of tables.
        let filler = String(repeating: "x", count: 60_000)
        let statements = (0..<80).map { "CREATE TABLE t\($0) (a /* \(filler) */)" }
        try ScratchFolder.with { folder in
            try ForeignScene.make(folder.path("other.db"), statements)
            #expect(try error { _ = try ForeignDatabase(path: folder.path("other.db")) }.code == .tooLarge)
        }
    }

    /// A table whose root has pages below it, the place of the root, and those of the pointers in it.
    private func withPages(_ body: (_ bytes: inout [UInt8], _ root: Int, _ pointers: [Int]) -> Void) throws -> any Error
    {
        try ScratchFolder.with { folder in
            try ForeignScene.make(folder.path("other.db"), ForeignScene.rows(60))
            var bytes = [UInt8](try Data(contentsOf: folder.url("other.db")))
            // The first table has the second page.
            let root = 512
            try #require(bytes[root] == 5)
            let count = Int(bytes[root + 3]) << 8 | Int(bytes[root + 4])
            let cells = (0..<count)
                .map { root + (Int(bytes[root + 12 + 2 * $0]) << 8 | Int(bytes[root + 13 + 2 * $0])) }
            body(&bytes, root, cells + [root + 8])
            try Data(bytes).write(to: folder.url("other.db"))
            return try #require(throws: (any Error).self) {
                let database = try ForeignDatabase(path: folder.path("other.db"))
                try database.forEachRow(of: "sample", ["time", "note"]) { _ in }
            }
        }
    }

    @Test("Pages in a circle, in two places, or outside of the file are an error")
    func pages() throws {
        func set(_ bytes: inout [UInt8], _ place: Int, _ page: UInt32) {
            withUnsafeBytes(of: page.bigEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
        }
        let changes: [(inout [UInt8], Int, [Int]) -> Void] = [
            { bytes, root, pointers in set(&bytes, pointers[1], UInt32(root / 512 + 1)) },
            { bytes, root, pointers in set(&bytes, pointers[pointers.count - 1], UInt32(root / 512 + 1)) },
            { bytes, _, pointers in
                bytes.replaceSubrange(pointers[1]..<pointers[1] + 4, with: bytes[pointers[0]..<pointers[0] + 4])
            },
            { bytes, _, pointers in set(&bytes, pointers[1], 4_000_000) },
            { bytes, _, pointers in set(&bytes, pointers[1], 1) },
        ]
        for (index, change) in changes.enumerated() {
            let error = try withPages(change) as? ForeignDatabaseError
            #expect(error?.code == .damaged, "\(index): \(String(describing: error))")
        }
    }

    @Test("Pages of a table without row numbers that are in many places come to an end")
    func pagesWithoutKeys() throws {
        try ScratchFolder.with { folder in
            let statements = [
                "PRAGMA page_size = 512",
                "CREATE TABLE t (a INTEGER, b TEXT, PRIMARY KEY (a)) WITHOUT ROWID",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                    + "INSERT INTO t SELECT i, 'text ' || i FROM n",
            ]
            try ForeignScene.make(folder.path("other.db"), statements)
            let original = [UInt8](try Data(contentsOf: folder.url("other.db")))
            // Every inner page leads to the first of its pages again and again.
            var bytes = original
            for page in 1..<bytes.count / 512 where bytes[page * 512] == 2 {
                let head = page * 512
                let count = Int(bytes[head + 3]) << 8 | Int(bytes[head + 4])
                let first = head + (Int(bytes[head + 12]) << 8 | Int(bytes[head + 13]))
                guard count > 0, first + 4 <= head + 512 else { continue }
                for cell in 0..<count {
                    let place = head + (Int(bytes[head + 12 + 2 * cell]) << 8 | Int(bytes[head + 13 + 2 * cell]))
                    guard place + 4 <= head + 512 else { continue }
                    bytes.replaceSubrange(place..<place + 4, with: bytes[first..<first + 4])
                }
            }
            try Data(bytes).write(to: folder.url("other.db"))
            var count = 0
            let database = try ForeignDatabase(path: folder.path("other.db"))
            try? database.forEachRow(of: "t", ["a"]) { _ in count += 1 }
            #expect(count <= bytes.count / 4)
        }
    }

    @Test("Damaged files end in rows or in an error, and errors hold nothing of the file")
    func mutants() throws {
        var random = SeededGenerator("damaged foreign databases")
        try ScratchFolder.with { folder in
            let more = [
                "CREATE TABLE other (a INTEGER, b TEXT, PRIMARY KEY (a)) WITHOUT ROWID",
                "INSERT INTO other SELECT time, note FROM sample",
                "CREATE INDEX place ON sample (time)",
                "CREATE TABLE large (x)", "INSERT INTO large VALUES (randomblob(5000)), ('secret'), (1e300)",
            ]
            try ForeignScene.make(folder.path("seed.db"), ForeignScene.rows(300) + more)
            let original = [UInt8](try Data(contentsOf: folder.url("seed.db")))
            var (rows, errors) = (0, 0)
            for round in 0..<Soak.count(300, soak: 20_000) {
                var bytes = original
                ForeignScene.mutate(&bytes, pageSize: 512, &random)
                let path = folder.path("mutant.db")
                try Data(bytes).write(to: folder.url("mutant.db"))
                do {
                    let database = try ForeignDatabase(path: path)
                    rows += try ForeignScene.readAll(database)
                    let order = ForeignSelection(order: .column("time"))
                    try database.forEachRow(of: "sample", ["id"], order) { _ in rows += 1 }
                } catch let error as ForeignDatabaseError {
                    errors += 1
                    #expect(!"\(error)".contains("secret"), "round \(round), seed \(random.seed): \(error)")
                }
            }
            #expect(rows > 0 && errors > 0)
        }
    }
}
