import Foundation
import HealthKitStore
import Testing
import WaitTesting

/// The shell of SQLite, of which every machine has a copy, on a store: it must not read, change or delete anything.
@Suite(.enabled(if: SQLiteShell.path != nil, "sqlite3 is not installed"))
struct ForeignProgramTests {
    /// What people type into it, reading, writing, mending and making whole.
    private static let statements = [
        ".tables", "SELECT * FROM state;", "PRAGMA journal_mode = DELETE;", "PRAGMA wal_checkpoint(TRUNCATE);",
        "VACUUM;",
        "CREATE TABLE t(x);", "PRAGMA integrity_check;", ".recover",
    ]

    /// Runs the shell over each of the files of a store.
    /// - Returns: what it did.
    private func run(on path: String) throws -> [String] {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let before = try bytes(folder)
        var said: [String] = []
        for end in ["", "-log"] where before[URL(fileURLWithPath: path).lastPathComponent + end] != nil {
            for statement in Self.statements {
                let child = try Child(try #require(SQLiteShell.path), [path + end, statement])
                let (status, lines) = child.end()
                let hasFailed = status != 0 || lines.contains { $0.contains("not a database") }
                if !hasFailed, statement != ".recover" { said.append("\(statement) on “\(end)”: \(lines)") }
                let changed = try bytes(folder).filter { before[$0.key] != $0.value }.map(\.key)
                if !changed.isEmpty { said.append("\(statement) changed \(changed)") }
            }
        }
        if try bytes(folder).count < before.count { said.append("a file was deleted") }
        return said
    }

    private func bytes(_ folder: String) throws -> [String: Data] {
        var bytes: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasSuffix("-shm") {
            bytes[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        }
        return bytes
    }

    @Test("sqlite3 cannot open a store, whether it is open, was closed, or was left by a program that was killed")
    func refused() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let store = try SampleStore(at: .file(path))
            try FormatExample.write(to: store)
            #expect(try run(on: path) == [])
            store.close()
            #expect(try run(on: path) == [])
        }
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let child = try Child("StoreWriter", [path, "writer", "1000000"])
            child.waitForOutput()
            eventuallyBlocking("a log", seconds: 120) { StoreLog.size(path) > 0 }
            let last = child.kill().compactMap { Int($0) }.last ?? 0
            #expect(StoreLog.size(path) > 0)
            #expect(try run(on: path) == [])
            let store = try SampleStore(at: .file(path))
            let stored = try store.read {
                try $0.value("sequence", "writer").map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(Int(stored ?? "") ?? 0 >= last && last > 0)
            #expect(try store.inspect().findings == [])
        }
    }

    /// The canary: a store of an earlier format is a database that it opens.
    @Test func anEarlierStoreIsOpenedAndChanged() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try FileManager.default.copyItem(
                at: Fixtures.stores.appendingPathComponent("format-2.store"),
                to: folder.url("health.store")
            )
            #expect(!(try run(on: path)).isEmpty)
        }
    }
}

/// SQLite's own shell, where there is one.
enum SQLiteShell {
    static let path = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The log beside a store.
enum StoreLog {
    static func size(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-log")
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
