import Foundation
import Testing

@testable import HealthKitStore

@Suite("Another key for a store") struct RenewedKeyTests {
    private static func slots(_ key: SecretBytes, _ passphrase: String) throws -> KeySlots {
        var slots = try KeySlots.make(for: key)
        var bytes = Array(passphrase.utf8)
        try slots.set(.passphrase, to: SecretBytes(taking: &bytes), key: key, cost: .least)
        return slots
    }

    private static func make(_ path: String, _ key: SecretBytes) throws {
        var options = StoreOptions()
        options.key = key
        options.slots = try slots(key, "old")
        let store = try SampleStore(at: .file(path), options: options)
        try store.write { try $0.setValue([1, 2, 3], "settings", "known") }
        store.close()
    }

    private static func value(_ path: String, _ key: SecretBytes?) throws -> [UInt8]? {
        var options = StoreOptions()
        options.key = key
        let store = try SampleStore(at: .file(path), options: options)
        defer { store.close() }
        return try store.read { try $0.value("settings", "known") }
    }

    @Test("It opens the store, and what opens an earlier copy opens nothing else") func renewed() throws {
        try ScratchFolder.with { folder in
            let (path, copy) = (folder.path("health.store"), folder.path("copy.store"))
            let (old, new) = (try SecretBytes.random(count: 32), try SecretBytes.random(count: 32))
            try Self.make(path, old)
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let before = try #require(try StoreLock.read(at: path))
            try SampleStore.renewKey(path, from: old, to: new, slots: Self.slots(new, "new"))
            let after = try #require(try StoreLock.read(at: path))
            #expect(after.storeID == before.storeID && after.publicKey != before.publicKey)
            #expect(try Self.value(path, new) == [1, 2, 3])
            #expect { try Self.value(path, old) } throws: { ($0 as? StoreError)?.code == .wrongKey }
            #expect(try Self.value(copy, old) == [1, 2, 3])
            #expect(try folder.names().sorted() == ["copy.store", "health.store"])
        }
    }

    @Test("It is refused while saves wait that are sealed to the key there is") func waiting() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let (old, new) = (try SecretBytes.random(count: 32), try SecretBytes.random(count: 32))
            try Self.make(path, old)
            let lock = try #require(try StoreLock.read(at: path))
            try SealedJournal(storePath: path).append([1], of: "app", isStranger: false, publicKey: lock.publicKey)
            #expect {
                try SampleStore.renewKey(path, from: old, to: new, slots: Self.slots(new, "new"))
            } throws: {
                ($0 as? StoreError)?.code == .notPermitted
            }
            #expect(try Self.value(path, old) == [1, 2, 3])
        }
    }
}
