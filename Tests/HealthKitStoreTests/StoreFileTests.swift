import Foundation
import GRDB
import HealthKitStore
import Testing

@Suite struct StoreFileTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func aNewStoreAndItsFoldersBelongToTheirOwnerAlone() throws {
        try inFolder { folder in
            let path = folder.appendingPathComponent("a/b/health.store").path
            let store = try SampleStore(at: .file(path))
            try store.write { _ = try $0.intern(.type, [1]) }
            #expect(try mode(path) == 0o600)
            #expect(try mode(path + "-log") == 0o600)
            #expect(try mode(folder.appendingPathComponent("a").path) == 0o700)
            #expect(try mode(folder.appendingPathComponent("a/b").path) == 0o700)
            store.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-log"))
        }
    }

    @Test func aStoreMayHaveAnyName() throws {
        try inFolder { folder in
            for name in ["a b", "what?vfs=unix&check=0", "100%41", "#1;'\"\\", "Größe 🫀", "-wal"] {
                let path = folder.appendingPathComponent(name).path
                let store = try SampleStore(at: .file(path))
                try store.write { try $0.setValue([1], "n", "k") }
                #expect(try mode(path) == 0o600 && mode(path + "-log") == 0o600, "\(name)")
                store.close()
                let again = try SampleStore(at: .file(path))
                #expect(try again.read { try $0.value("n", "k") } == [1], "\(name)")
                again.close()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 6)
        }
    }

    @Test("A store opened only while unused is read without a lock or a file, and not at all while it is used")
    func unused() throws {
        try inFolder { folder in
            let path = folder.appendingPathComponent("store").path
            var quiet = StoreOptions()
            (quiet.isReadOnly, quiet.readsOnlyUnused, quiet.busyTimeout) = (true, true, 0)
            #expect(code { _ = try SampleStore(at: .file(path), options: quiet) } == .cannotOpen)
            let store = try SampleStore(at: .file(path))
            try store.write { try $0.setValue([1], "n", "k") }
            #expect(code { _ = try SampleStore(at: .file(path), options: quiet) } == .busy)
            store.close()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let reader = try SampleStore(at: .file(path), options: quiet)
            #expect(try reader.read { try $0.value("n", "k") } == [1])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store"])
            // Nobody waits for it.
            let writer = try SampleStore(at: .file(path))
            try writer.write { try $0.setValue([2], "n", "k") }
            writer.close()
            reader.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store"])
            // What a program that ended left in its log is brought back by the next that opens the store, not by this.
            try Data([1]).write(to: URL(fileURLWithPath: path + "-undo"))
            #expect(code { _ = try SampleStore(at: .file(path), options: quiet) } == .busy)
            #expect(FileManager.default.fileExists(atPath: path + "-undo"))
        }
    }

    @Test func everyPageOfAStoreIsSealedAndNoOtherDatabaseIs() throws {
        try inFolder { folder in
            let path = folder.appendingPathComponent("store").path
            try SampleStore(at: .file(path)).close()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.prefix(16) == Data([0x89] + "HealthStore\r\n\u{1A}\n".utf8))
            #expect(bytes.prefix(4096) != bytes.dropFirst(4096).prefix(4096) && bytes[8192 + 20] == 8)
            let other = folder.appendingPathComponent("other").path
            let queue = try DatabaseQueue(path: other)
            try queue.write { try $0.execute(sql: "CREATE TABLE t(x)") }
            try queue.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: other))[20] == 0)
        }
    }

    @Test func whatIsNoStoreIsRefusedAndLeftAlone() throws {
        try inFolder { folder in
            let text = folder.appendingPathComponent("text")
            try Data("Not a database, but long enough to look like one. ".utf8).write(to: text)
            let before = try Data(contentsOf: text)
            #expect(code { _ = try SampleStore(at: .file(text.path)) } == .notAStore)
            #expect(try Data(contentsOf: text) == before)
            let foreign = folder.appendingPathComponent("foreign")
            let queue = try DatabaseQueue(path: foreign.path)
            try queue.write { try $0.execute(sql: "CREATE TABLE t(x)") }
            try queue.close()
            let bytes = try Data(contentsOf: foreign)
            #expect(code { _ = try SampleStore(at: .file(foreign.path)) } == .notAStore)
            #expect(try Data(contentsOf: foreign) == bytes)
            #expect(code { _ = try SampleStore(at: .file(folder.path)) } == .cannotOpen)
        }
    }

    @Test func aStoreOpenedForReadingReadsAndRefusesToWrite() throws {
        try inFolder { folder in
            let path = folder.appendingPathComponent("store").path
            var options = StoreOptions()
            options.isReadOnly = true
            #expect(code { _ = try SampleStore(at: .file(path), options: options) } == .cannotOpen)
            let writing = try SampleStore(at: .file(path))
            try writing.write { try $0.setValue([1], "n", "k") }
            let reading = try SampleStore(at: .file(path), options: options)
            #expect(try reading.read { try $0.value("n", "k") } == [1])
            #expect(code { try reading.write { try $0.setValue([2], "n", "k") } } == .readOnly)
            try writing.write { try $0.setValue([3], "n", "k") }
            #expect(try reading.read { try $0.value("n", "k") } == [3])
        }
    }

    @Test func aClosedStoreSaysSo() throws {
        try inFolder { folder in
            let store = try SampleStore(at: .file(folder.appendingPathComponent("store").path))
            store.close()
            #expect(code { _ = try store.read { try $0.summaries() } } == .closed)
            #expect(code { try store.write { try $0.setValue([1], "n", "k") } } == .closed)
        }
    }

    @Test func aFolderThatMayNotBeWrittenIsSaidPlainly() throws {
        #expect(code { _ = try SampleStore(at: .file("/proc/no-such-place/health.store")) } != nil)
        do {
            _ = try SampleStore(at: .file("/proc/no-such-place/health.store"))
        } catch let error as StoreError {
            #expect([.cannotOpen, .notPermitted].contains(error.code))
            #expect(error.description.contains("/proc/no-such-place"))
        }
    }

    @Test func aBusyStoreIsReportedAfterTheTimeout() throws {
        let fixture = try StoreFixture(.file)
        var options = StoreOptions()
        options.busyTimeout = 0.05
        let other = try SampleStore(at: .file(fixture.path), options: options)
        try fixture.store.write { writer in
            try writer.setValue([1], "n", "k")
            #expect(code { try other.write { try $0.setValue([2], "n", "k") } } == .busy)
        }
        try other.write { try $0.setValue([2], "n", "k") }
        #expect(try fixture.read { try $0.value("n", "k") } == [2])
    }

    @Test func aDamagedBatchIsNeverReadWrongly() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { writer throws in
            try writer.insert((0..<500).map { words.step(Double($0) * 60, identity: .uuid(UUID())) })
        }
        let truth = try fixture.read { try $0.all(words.steps) }
        fixture.store.close()
        for table in ["batch_data", "batch_identity", "batch"] {
            let column = table == "batch" ? "header" : "bytes"
            let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
            let original = try queue.write { database -> Data in
                let bytes = try Data.fetchOne(database, sql: "SELECT \(column) FROM \(table)") ?? Data()
                var damaged = bytes
                damaged[bytes.count / 2] ^= 0x10
                try database.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [damaged])
                return bytes
            }
            try queue.close()
            let store = try SampleStore(at: .file(fixture.path))
            #expect(code { _ = try store.read { try $0.all(words.steps) } } == .damaged, "\(table)")
            store.close()
            let repair = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
            try repair.write { try $0.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [original]) }
            try repair.close()
        }
        try fixture.reopen()
        #expect(try fixture.read { try $0.all(words.steps) } == truth)
    }
}
