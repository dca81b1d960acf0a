import CHealthKitStoreFileSystem
import Foundation
import GRDB
import Testing
@testable import HealthKitStore

/// Stores that earlier versions wrote, and stores that later ones will.
///
/// `HEALTHSTORE_FIXTURES=yes swift test --filter writeTheFixtureOfThisFormat` writes the store of this version's format beside the
/// earlier ones. It is done once, when a format is new.
@Suite struct StoreFormatTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/stores")

    private static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["HEALTHSTORE_FIXTURES"] != nil))
    func writeTheFixtureOfThisFormat() throws {
        let path = Self.folder.appendingPathComponent("format-\(StoreFormat.version).store").path
        try #require(!FileManager.default.fileExists(atPath: path), "there is one already")
        let store = try SampleStore(at: .file(path))
        try FormatExample.write(to: store)
        store.close()
    }

    @Test(arguments: [2, 3, 5]) func aStoreOfEachFormatIsReadWhole(_ version: Int) throws {
        try Self.inFolder { folder in
            let path = folder.appendingPathComponent("health.store").path
            let fixture = Self.folder.appendingPathComponent("format-\(version).store")
            try FileManager.default.copyItem(at: fixture, to: URL(fileURLWithPath: path))
            let wanted = try SampleStore(at: .memory)
            try FormatExample.write(to: wanted)
            let store = try SampleStore(at: .file(path))
            let contents = try StoreContents(store, namespaces: FormatExample.namespaces)
            #expect(contents == (try StoreContents(wanted, namespaces: FormatExample.namespaces)))
            #expect(contents.changes.count > 300)
            #expect(try store.read { try contents.contradictions($0) } == [])
            // It goes on as a store of this format.
            #expect(try StoreFileSystem.standard.fileHeader(path).format == UInt32(STORE_FORMAT))
            try store.write { try $0.setValue([1], "settings", "later") }
            store.close()
            let again = try SampleStore(at: .file(path))
            #expect(try again.read { try $0.value("settings", "later") } == [1])
            again.close()
        }
    }

    private static let passphrase = "vermilion otter sings"

    private static func secret(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try SecretBytes(taking: &bytes)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["HEALTHSTORE_FIXTURES"] != nil))
    func writeTheFixtureOfTheEncryptedFormat() throws {
        let path = Self.folder.appendingPathComponent("format-\(STORE_LOCKED_FORMAT).store").path
        try #require(!FileManager.default.fileExists(atPath: path), "there is one already")
        let key = try SecretBytes.random(count: 32)
        var slots = try KeySlots.make(for: key)
        try slots.set(.passphrase, to: Self.secret(Self.passphrase), key: key, cost: .least)
        var options = StoreOptions()
        (options.key, options.slots) = (key, slots)
        let store = try SampleStore(at: .file(path), options: options)
        try FormatExample.write(to: store)
        store.close()
    }

    @Test(arguments: [4, 6]) func anEncryptedStoreIsReadWholeWithItsPassphrase(_ format: Int) throws {
        try Self.inFolder { folder in
            let path = folder.appendingPathComponent("health.store").path
            let fixture = Self.folder.appendingPathComponent("format-\(format).store")
            try FileManager.default.copyItem(at: fixture, to: URL(fileURLWithPath: path))
            let lock = try #require(try StoreLock.read(at: path))
            #expect(throws: StoreError.self) { try lock.unlock(passphrase: Self.secret("vermilion otter sinks")) }
            var options = StoreOptions()
            options.key = try lock.unlock(passphrase: Self.secret(Self.passphrase))
            let wanted = try SampleStore(at: .memory)
            try FormatExample.write(to: wanted)
            for _ in 0..<2 {
                let store = try SampleStore(at: .file(path), options: options)
                let contents = try StoreContents(store, namespaces: FormatExample.namespaces)
                #expect(contents == (try StoreContents(wanted, namespaces: FormatExample.namespaces)))
                #expect(try store.read { try contents.contradictions($0) } == [])
                // It goes on as an encrypted store.
                try store.write { try $0.setValue([1], "elsewhere", "later") }
                store.close()
                #expect(try StoreLock.read(at: path) != nil)
                #expect(try StoreFileSystem.standard.fileHeader(path).format == UInt32(STORE_LOCKED_FORMAT))
            }
        }
    }

    @Test(arguments: [true, false]) func aNewerFormatIsRefusedKindlyAndLeftAsItIs(_ hasLog: Bool) throws {
        try Self.inFolder { folder in
            let path = folder.appendingPathComponent("health.store").path
            let newer = StoreFormat.version + 1
            let store = try SampleStore(at: .file(path))
            try FormatExample.write(to: store)
            store.close()
            let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(path))
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(newer)") }
            let copy = folder.appendingPathComponent("copy.store").path
            if hasLog {
                // The copy of a store in use has a log that nothing has recovered.
                for suffix in ["", "-log", "-mark"] {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                }
                try queue.close()
            } else {
                try queue.close()
                try FileManager.default.copyItem(atPath: path, toPath: copy)
            }
            let before = try Self.bytes(copy)
            #expect(before.count == (hasLog ? 3 : 1))
            do {
                _ = try SampleStore(at: .file(copy))
                Issue.record("a store of format \(newer) was opened")
            } catch let error as StoreError {
                #expect(error.code == .newerFormat && error.path == copy)
                #expect(error.message.contains("format \(newer)"))
                #expect(error.message.contains("format \(StoreFormat.version)"))
            }
            #expect(try Self.bytes(copy) == before)
        }
    }

    @Test func aFormatThatNoReleaseWroteIsRefusedInWordsAndLeftAsItIs() throws {
        try Self.inFolder { folder in
            let path = folder.appendingPathComponent("health.store").path
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: StoreFormat.schema)
                try database.execute(sql: "PRAGMA application_id = \(StoreFormat.applicationID)")
                try database.execute(sql: "PRAGMA user_version = 1")
            }
            try queue.close()
            let before = try Self.bytes(path)
            for isReadOnly in [false, true] {
                var options = StoreOptions()
                options.isReadOnly = isReadOnly
                let error = #expect(throws: StoreError.self) { _ = try SampleStore(at: .file(path), options: options) }
                #expect(error?.code == .notAStore && error?.path == path)
                #expect(error?.message.contains("format 1,") == true, "\(error?.message ?? "")")
            }
            #expect(try Self.bytes(path) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["health.store"])
        }
    }

    /// The bytes of a store's files by the ends of their names.
    private static func bytes(_ path: String) throws -> [String: Data] {
        var bytes: [String: Data] = [:]
        for suffix in ["", "-log", "-mark"] where FileManager.default.fileExists(atPath: path + suffix) {
            bytes[suffix] = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
        }
        return bytes
    }
}
