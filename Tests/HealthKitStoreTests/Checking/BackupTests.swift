import Foundation
import HealthKitStore
import Testing

@Suite struct BackupTests {
    @Test(arguments: StoreKind.allCases)
    func aBackupIsTheStore(_ kind: StoreKind) throws {
        let rich = try RichStore(kind)
        let copy = rich.fixture.folder.appendingPathComponent("backup.store").path
        let size = try rich.fixture.store.backUp(to: copy)
        #expect(size > 4096)
        #expect(try WholeContents(path: copy).differences(from: rich.contents()) == [])
        #expect(try SampleStore.inspect(path: copy).findings == [])
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        // It is a store of its own: what is written there does not show here.
        let store = try SampleStore(at: .file(copy))
        try store.write { try $0.setValue([5], "settings", "new") }
        #expect(try rich.fixture.read { try $0.value("settings", "new") } == nil)
        store.close()
        let left = try FileManager.default.contentsOfDirectory(atPath: rich.fixture.folder.path)
        #expect(!left.contains { $0.contains("partial") })
    }

    @Test func aBackupDuringWritesIsOneMomentOfTheStore() throws {
        let rich = try RichStore(.file, samples: 4000)
        let other = try SampleStore(at: .file(rich.path))
        defer { other.close() }
        var written = 0
        let copy = rich.fixture.folder.appendingPathComponent("backup.store").path
        // Another connection commits each time a few pages are copied.
        try rich.fixture.store.backUp(to: copy, pagesPerStep: 3) { _, _ in
            written += 1
            try other.write { writer in
                try writer.setValue([UInt8(truncatingIfNeeded: written)], "settings", "written")
                try writer.insert([rich.words.step(Double(300_000 + written * 60))])
            }
        }
        #expect(written > 5)
        let saved = try WholeContents(path: copy)
        #expect(saved.values["settings written"] == nil)
        let now = try rich.contents()
        let isPrefix = saved.samples == now.samples.filter { $0.anchor <= saved.anchor }
        #expect(isPrefix)
        #expect(now.samples.count == saved.samples.count + written)
        #expect(try SampleStore.inspect(path: copy).findings == [])
    }

    @Test func backupsWhileAnotherThreadWritesArePrefixesOfItsTransactions() async throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        let path = fixture.path
        let writing = Task.detached {
            let store = try SampleStore(at: .file(path))
            defer { store.close() }
            for round in 0..<60 {
                try store.write { writer in
                    try writer.setValue([UInt8(round)], "settings", "round")
                    try writer.insert((0..<20).map { words.step(Double(round * 20 + $0) * 60) })
                }
            }
        }
        for turn in 0..<6 {
            let copy = fixture.folder.appendingPathComponent("backup \(turn)").path
            try fixture.store.backUp(to: copy)
            let saved = try WholeContents(path: copy)
            let rounds = saved.values["settings round"].map { Int($0[0]) + 1 } ?? 0
            #expect(saved.samples.count == rounds * 20)
        }
        try await writing.value
    }

    @Test func aBackupThatFailsLeavesWhatWasThere() throws {
        struct Stop: Error {}
        let rich = try RichStore()
        let copy = rich.fixture.folder.appendingPathComponent("backup.store").path
        try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
        #expect(throws: StoreError.self) { try rich.fixture.store.backUp(to: copy) }
        #expect(throws: Stop.self) {
            try rich.fixture.store.backUp(to: copy, replacing: true, pagesPerStep: 3) { _, _ in throw Stop() }
        }
        #expect(throws: StoreError.self) { try rich.fixture.store.backUp(to: rich.path, replacing: true) }
        #expect(throws: StoreError.self) { try rich.fixture.store.backUp(to: "/nowhere/backup") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == Data("mine".utf8))
        let left = try FileManager.default.contentsOfDirectory(atPath: rich.fixture.folder.path)
        #expect(!left.contains { $0.contains("partial") })
        try rich.fixture.store.backUp(to: copy, replacing: true)
        #expect(try WholeContents(path: copy).differences(from: rich.contents()) == [])
    }

    @Test func aLogOfAnotherStoreIsNotTakenForTheCopysOwn() throws {
        let rich = try RichStore()
        let copy = rich.fixture.folder.appendingPathComponent("backup.store").path
        try Data("log".utf8).write(to: URL(fileURLWithPath: copy + "-wal"))
        #expect(throws: StoreError.self) { try rich.fixture.store.backUp(to: copy) }
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    /// A program that is killed right after the copy took the place of an encrypted store has noted what it put there.
    @Test("A backup restored over an encrypted store is expected before it is there", arguments: StoreKind.allCases)
    func restoringIsNotedBeforehand(_ kind: StoreKind) throws {
        let rich = try RichStore(kind)
        try ScratchFolder.with { folder in
            let (path, backup) = (folder.path("health.store"), folder.path("backup.store"))
            try rich.fixture.store.backUp(to: backup)
            var options = StoreOptions()
            options.key = TestKey.secret
            try SampleStore(at: .file(path), options: options).close()
            let lock = try #require(try StoreLock.read(at: path))
            let known = KnownStores(folder: folder.path("known"))
            known.remember(path, store: lock.storeID, slots: lock.slots)
            var identities: [[UInt8]] = []
            _ = try SampleStore.restore(
                backup,
                to: path,
                willReplace: { identity in
                    #expect(throws: Never.self) { try known.requireKey(lock.slots.publicKey, of: path) }
                    known.expect(identity, at: path)
                    identities.append(identity)
                }
            )
            #expect(identities.count == 1)
            if let restored = try StoreLock.read(at: path) {
                #expect(throws: Never.self) { try known.requireKey(restored.slots.publicKey, of: path) }
            } else {
                #expect(throws: Never.self) { try known.requirePlain(path, exists: true) }
                // The note held for that file, once.
                #expect(known.entry(of: path) == nil)
            }
        }
    }

    @Test("A plain file that nobody announced in an encrypted store's place is refused")
    func unannounced() throws {
        let rich = try RichStore()
        try ScratchFolder.with { folder in
            let (path, backup) = (folder.path("health.store"), folder.path("backup.store"))
            try rich.fixture.store.backUp(to: backup)
            var options = StoreOptions()
            options.key = TestKey.secret
            try SampleStore(at: .file(path), options: options).close()
            let lock = try #require(try StoreLock.read(at: path))
            let known = KnownStores(folder: folder.path("known"))
            known.remember(path, store: lock.storeID, slots: lock.slots)
            _ = try SampleStore.restore(backup, to: path)
            #expect(throws: StoreError.self) { try known.requirePlain(path, exists: true) }
        }
    }
}
