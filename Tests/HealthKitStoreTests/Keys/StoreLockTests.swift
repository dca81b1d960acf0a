import CHealthKitStoreFileSystem
import Foundation
import Testing
@testable import HealthKitStore

/// The header of an encrypted store: what it tells without the key, and the ways to the key.
@Suite struct StoreLockTests {
    /// A store in a folder, with a passphrase and a recovery key.
    private struct Locked {
        let path: String
        let key: SecretBytes
        let recovery: SecretBytes

        init(_ folder: ScratchFolder, _ name: String = "health.store", passphrase: String = "correct horse") throws {
            path = folder.path(name)
            key = try .random(count: 32)
            recovery = try RecoveryKey.random()
            var options = StoreOptions()
            options.key = key
            var slots = try KeySlots.make(for: key)
            try slots.set(.passphrase, to: secret(passphrase), key: key, cost: .least)
            try slots.set(.recoveryKey, to: recovery, key: key)
            options.slots = slots
            let store = try SampleStore(at: .file(path), options: options)
            try store.write { try $0.setValue([1, 2, 3], "settings", "known") }
            store.close()
        }
    }

    private static func secret(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try SecretBytes(taking: &bytes)
    }

    private static func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func aPlainStoreAndNoStoreHaveNoLock() throws {
        try ScratchFolder.with { folder in
            #expect(try StoreLock.read(at: folder.path("none.store")) == nil)
            let path = folder.path("plain.store")
            try SampleStore(at: .file(path)).close()
            #expect(try StoreLock.read(at: path) == nil)
        }
    }

    @Test func thePassphraseAndTheRecoveryKeyGiveTheKeyThatOpensTheStore() throws {
        try ScratchFolder.with { folder in
            let locked = try Locked(folder)
            let lock = try #require(try StoreLock.read(at: locked.path))
            #expect(lock.slots.kinds == [.passphrase, .recoveryKey])
            #expect(lock.storeID.contains { $0 != 0 } && lock.fileID != lock.storeID)
            let key = try lock.unlock(passphrase: Self.secret("correct horse"))
            #expect(key.isEqual(to: locked.key))
            let text = RecoveryKey.text(locked.recovery).lowercased().replacingOccurrences(of: "-", with: " ")
            #expect(try lock.unlock(recoveryKey: Self.secret(text)).isEqual(to: locked.key))
            #expect(try lock.isKey(key) && !lock.isKey(.random(count: 32)) && !lock.isKey(.random(count: 5)))
            var options = StoreOptions()
            options.key = key
            let store = try SampleStore(at: .file(locked.path), options: options)
            #expect(try store.read { try $0.value("settings", "known") } == [1, 2, 3])
            #expect(store.isEncrypted)
            store.close()
        }
    }

    @Test func withoutTheKeyAStoreIsLockedAndLeftAsItIs() throws {
        try ScratchFolder.with { folder in
            let locked = try Locked(folder)
            let before = try Data(contentsOf: folder.url("health.store"))
            #expect(Self.code { _ = try SampleStore(at: .file(locked.path)) } == .locked)
            var options = StoreOptions()
            options.key = try .random(count: 32)
            #expect(Self.code { _ = try SampleStore(at: .file(locked.path), options: options) } == .wrongKey)
            options.key = try .random(count: 31)
            #expect(Self.code { _ = try SampleStore(at: .file(locked.path), options: options) } == .invalidArgument)
            #expect(try Data(contentsOf: folder.url("health.store")) == before)
            #expect(try folder.names() == ["health.store"])
        }
    }

    @Test func aPassphraseThatIsWrongOrNoneIsRefusedInWords() throws {
        try ScratchFolder.with { folder in
            let lock = try #require(try StoreLock.read(at: Locked(folder).path))
            #expect(Self.code { _ = try lock.unlock(passphrase: Self.secret("correct house")) } == .wrongKey)
            for text in ["", String(repeating: "a", count: 1_000_000)] {
                #expect(Self.code { _ = try lock.unlock(passphrase: Self.secret(text)) } == .invalidArgument)
            }
            let other = RecoveryKey.text(try RecoveryKey.random())
            #expect(Self.code { _ = try lock.unlock(recoveryKey: Self.secret(other)) } == .wrongKey)
        }
    }

    @Test func theSlotsOfAnotherStoreAreToldFromAWrongPassphrase() throws {
        try ScratchFolder.with { folder in
            let (mine, other) = (try Locked(folder), try Locked(folder, "other.store", passphrase: "battery staple"))
            var bytes = try Data(contentsOf: folder.url("health.store"))
            let foreign = try Data(contentsOf: folder.url("other.store"))
            for copy in [0, 4096] {
                bytes.replaceSubrange(copy + 96..<copy + 96 + 1024, with: foreign[copy + 96..<copy + 96 + 1024])
                let sum = bytes[copy..<copy + 4088].withUnsafeBytes { store_page_checksum($0.baseAddress!, 4088, 0) }
                for byte in 0..<8 {
                    bytes[copy + 4088 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(56 - 8 * byte))
                }
            }
            try bytes.write(to: folder.url("health.store"))
            let lock = try #require(try StoreLock.read(at: mine.path))
            #expect(Self.code { _ = try lock.unlock(passphrase: Self.secret("battery staple")) } == .foreignKey)
            #expect(Self.code { _ = try lock.unlock(passphrase: Self.secret("correct horse")) } == .wrongKey)
            // And the store's own key notices that its header was changed.
            var options = StoreOptions()
            options.key = mine.key
            #expect(Self.code { _ = try SampleStore(at: .file(mine.path), options: options) } == .wrongKey)
            _ = other
        }
    }

    @Test func slotsOfALaterVersionAndForgedOnesAreRefused() throws {
        let key = try SecretBytes.random(count: 32)
        var slots = try KeySlots.make(for: key)
        try slots.set(.passphrase, to: Self.secret("a"), key: key, cost: .least)
        var later = slots.bytes
        later[128 + 3] = 9
        #expect(Self.code { _ = try KeySlots(bytes: later).open(.passphrase, with: Self.secret("a")) } == .newerFormat)
        var costly = slots.bytes
        costly[128 + 4] = 1
        #expect(Self.code { _ = try KeySlots(bytes: costly).open(.passphrase, with: Self.secret("a")) } == .damaged)
        // Any other change of the slot.
        for place in [128 + 7, 128 + 20, 128 + 40, 128 + 60, 128 + 100] {
            var changed = slots.bytes
            changed[place] ^= 2
            #expect(
                Self.code { _ = try KeySlots(bytes: changed).open(.passphrase, with: Self.secret("a")) } == .wrongKey
            )
        }
        #expect(try slots.open(.passphrase, with: Self.secret("a")).isEqual(to: key))
    }

    @Test func aKeyToAStoreThatIsNotEncryptedIsRefused() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("plain.store")
            try SampleStore(at: .file(path)).close()
            var options = StoreOptions()
            options.key = try .random(count: 32)
            #expect(Self.code { _ = try SampleStore(at: .file(path), options: options) } == .notEncrypted)
        }
    }

    @Test func whatIsSealedOpensWithTheStoresKeyAlone() throws {
        try ScratchFolder.with { folder in
            let locked = try Locked(folder)
            let lock = try #require(try StoreLock.read(at: locked.path))
            let sealed = try SealedBox.seal(Array("heart rate 61".utf8), to: lock.publicKey)
            #expect(sealed.count == 13 + SealedBox.overhead)
            #expect(Data(sealed).range(of: Data("heart".utf8)) == nil)
            let secret = try lock.secretKey(with: locked.key)
            let opened = try SealedBox.open(sealed, publicKey: lock.publicKey, secretKey: secret)
            #expect(String(decoding: opened, as: UTF8.self) == "heart rate 61")
            for place in sealed.indices {
                var changed = sealed
                changed[place] ^= 1
                let code = Self.code {
                    _ = try SealedBox.open(changed, publicKey: lock.publicKey, secretKey: secret)
                }
                #expect(code == .damaged)
            }
            #expect(
                Self.code { _ = try SealedBox.open([1, 2], publicKey: lock.publicKey, secretKey: secret) } == .damaged
            )
            #expect(Self.code { _ = try lock.secretKey(with: .random(count: 32)) } == .wrongKey)
            #expect(Self.code { _ = try SealedBox.seal([1], to: [1, 2, 3]) } == .invalidArgument)
        }
    }

    @Test func aLockedStoreAnswersNothingAnyMore() throws {
        try ScratchFolder.with { folder in
            let locked = try Locked(folder)
            var options = StoreOptions()
            options.key = locked.key
            let store = try SampleStore(at: .file(locked.path), options: options)
            #expect(try store.read { try $0.value("settings", "known") } == [1, 2, 3])
            store.lock()
            #expect(Self.code { _ = try store.read { try $0.value("settings", "known") } } == .locked)
            #expect(Self.code { try store.write { try $0.setValue([4], "settings", "known") } } == .locked)
            // Its file has lost nothing.
            let again = try SampleStore(at: .file(locked.path), options: options)
            #expect(try again.read { try $0.value("settings", "known") } == [1, 2, 3])
            again.close()
        }
    }

    @Test func aTransactionThatIsUnderWayAtTheLockIsNotThere() throws {
        try ScratchFolder.with { folder in
            let locked = try Locked(folder)
            var options = StoreOptions()
            options.key = locked.key
            let store = try SampleStore(at: .file(locked.path), options: options)
            let code = Self.code {
                try store.write { writer in
                    try writer.setValue([UInt8](repeating: 7, count: 100_000), "settings", "new")
                    store.key?.forget()
                }
            }
            #expect(code == .locked)
            store.lock()
            let again = try SampleStore(at: .file(locked.path), options: options)
            #expect(try again.read { try $0.value("settings", "new") } == nil)
            #expect(try again.inspect().findings == [])
            again.close()
        }
    }
}
