import GRDB
import Testing

@testable import HealthKitStore

/// How much of a file a connection keeps in memory.
@Suite struct KeptPagesTests {
    private static func kept(_ reader: StoreReader) throws -> Int? {
        try Int.fetchOne(reader.connection.database, sql: "PRAGMA cache_size")
    }

    @Test("What goes through an encrypted store once keeps two megabytes of it, and the next reader what it had")
    func encrypted() throws {
        try ScratchFolder.with { folder in
            var options = StoreOptions()
            options.key = TestKey.secret
            let store = try SampleStore(at: .file(folder.path("health.store")), options: options)
            for _ in 0..<2 {
                try store.read { reader in
                    #expect(try Self.kept(reader) == -65_536)
                    let anchor = try reader.keepingLittle { () -> Int64 in
                        #expect(try Self.kept(reader) == -2_048)
                        return try reader.currentAnchor
                    }
                    #expect(anchor == 0)
                    #expect(try Self.kept(reader) == -65_536)
                }
                struct Stop: Error {}
                try store.read { reader in
                    #expect(throws: Stop.self) { try reader.keepingLittle { throw Stop() } }
                    let kept = try Self.kept(reader)
                    #expect(kept == -65_536)
                }
            }
        }
    }

    @Test("An index of the log that cannot grow is a full disk, and other errors of the disk are not")
    func fullDisk() {
        #expect(StoreError(sqlite: 4_874, "disk I/O error").code == .diskFull)
        #expect(StoreError(sqlite: 13, "database or disk is full").code == .diskFull)
        #expect(StoreError(sqlite: 778, "disk I/O error").code == .ioError)
    }
}
