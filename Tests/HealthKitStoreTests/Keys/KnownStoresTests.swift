import Foundation
import Testing

@testable import HealthKitStore

/// The encrypted stores that a user's programs remember, whichever `HOME` they run with.
@Suite("Stores that are known to be encrypted") struct KnownStoresTests {
    private static func slots() throws -> KeySlots { try KeySlots.make(for: SecretBytes.random(count: 32)) }

    /// The notes of programs with the account's own home, and of one with another.
    private static func notes(_ folder: ScratchFolder) -> (own: KnownStores, other: KnownStores) {
        let (home, elsewhere) = (folder.path("home"), folder.path("elsewhere"))
        func address(_ home: String) -> AgentAddress { .standard(["HOME": home], account: folder.path("home")) }
        return (address(home).known, address(elsewhere).known)
    }

    @Test("A program with another HOME knows which stores are encrypted, and by whose key")
    func anotherHome() throws {
        try ScratchFolder.with { folder in
            let (own, other) = Self.notes(folder)
            let path = folder.path("health.store")
            let slots = try Self.slots()
            #expect(other.entry(of: path) == nil)
            own.remember(path, store: [1], slots: slots)
            #expect(other.entry(of: path) == own.entry(of: path))
            try other.requireKey(slots.publicKey, of: path)
            let foreign = try Self.slots()
            let error = #expect(throws: StoreError.self) { try other.requireKey(foreign.publicKey, of: path) }
            #expect(error?.code == .foreignKey)
            // Nothing of it is in the other home until it has opened the store itself.
            #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
        }
    }

    @Test("Of two notes on one store the newer counts, whoever wrote it", arguments: [true, false])
    func newer(isOwnNewer: Bool) throws {
        try ScratchFolder.with { folder in
            let (own, other) = Self.notes(folder)
            let path = folder.path("health.store")
            let (first, second) = (try Self.slots(), try Self.slots())
            (isOwnNewer ? other : own).remember(path, store: [1], slots: first)
            // Long before.
            let names = ["home", "elsewhere"].map { folder.path($0) + "/.local/state/healthtui/stores" }
            for name in names {
                for file in (try? FileManager.default.contentsOfDirectory(atPath: name)) ?? [] {
                    let times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
                    #expect(utimensat(AT_FDCWD, name + "/" + file, times, 0) == 0)
                }
            }
            (isOwnNewer ? own : other).remember(path, store: [1], slots: second)
            try other.requireKey(second.publicKey, of: path)
            #expect(throws: StoreError.self) { try other.requireKey(first.publicKey, of: path) }
        }
    }

    @Test("A program with another HOME that accepts a plain file forgets the store everywhere")
    func forgotten() throws {
        try ScratchFolder.with { folder in
            let (own, other) = Self.notes(folder)
            let path = folder.path("health.store")
            own.remember(path, store: [1], slots: try Self.slots())
            other.remember(path, store: [1], slots: try Self.slots())
            #expect(other.forget(path))
            #expect(own.entry(of: path) == nil && other.entry(of: path) == nil)
            #expect(!other.forget(path))
        }
    }
}
