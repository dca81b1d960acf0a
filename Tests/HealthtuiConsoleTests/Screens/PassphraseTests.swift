import Foundation
import HealthKitStore
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import LockTesting
import Synchronization
import Testing

@testable import HealthKit

/// The passphrase of the store, set, changed and removed in the console that has it open.
@Suite struct PassphraseTests {
    private static let weight = HKQuantityType(.bodyMass)

    /// The console on the page of an encrypted store that is unlocked and has a sample.
    private func page(_ locked: EncryptedStore, unlock: Bool = true) async throws -> Console {
        if unlock { try locked.unlock() }
        let store = try locked.store()
        try store.save([try store.quantity(.bodyMass, 71.5, .gramUnit(with: .kilo), 0, 12)], from: TestStore.phone)
        let console = try await Console.start(try locked.environment())
        return try await openPage(console)
    }

    @discardableResult
    private func openPage(_ console: Console) async throws -> Console {
        try await console.press("8")
        for _ in 0..<20 where !console.cursorRow.contains("Lock") { try await console.press("j") }
        return try await console.press(.enter)
    }

    private func remove(_ console: Console, with passphrase: String = EncryptedStore.passphrase) async throws {
        try await console.press("G", .enter)
        console.expectRow("Decrypt the store?")
        try await console.press("y").type(passphrase).press(.enter)
    }

    @Test(
        "It is removed in the console, which goes on with the plain store; and set again, with a recovery key shown once"
    )
    func removedAndSet() async throws {
        let locked = try EncryptedStore.watched()
        let console = try await page(locked)
        console.expectRow("The store is encrypted.")
        try await remove(console)
        try await console.waitFor("the store is no longer encrypted")
        #expect(try StoreLock.read(at: locked.path) == nil)
        console.expectRow("The store isn’t encrypted")
        // It still reads and hears.
        try await console.press("1")
        try await console.waitFor("71.5")
        try await openPage(console).press(.enter).type("nine pale lanterns").press(.enter).type("nine pale")
            .press(.enter)
        console.expectRow("don’t match")
        try await console.type("nine pale lanterns").press(.enter).type("nine pale lanterns").press(.enter)
        try await console.waitFor("Write it down")
        console.expectNone("lanterns")
        let lock = try #require(try StoreLock.read(at: locked.path))
        let key = try #require(console.screen.rows.first { $0.filter { $0 == "-" }.count >= 4 })
            .trimmingCharacters(in: .whitespaces)
        // It is not lost by a slip.
        try await console.press("2", .escape)
        console.expectRow("Have you written the recovery key down?")
        try await console.press("n")
        console.expectRow(key)
        try await console.press(.enter, "y")
        console.expectNone(key)
        for (kind, text) in [(StoreSecret.Kind.passphrase, "nine pale lanterns"), (.recoveryKey, key)] {
            let entry = try StoreSecret.Entry()
            for byte in text.utf8 { #expect(entry.add(byte)) }
            _ = try entry.take(kind).key(of: lock, known: locked.agent.known)
        }
        // It is unlocked, and another console's word is heard.
        try await console.press("1")
        try await console.waitFor("71.5")
        let store = TestStore(try locked.person { TestStore.now })
        try store.save([try store.quantity(.bodyMass, 70.2, .gramUnit(with: .kilo), 0, 13)], from: TestStore.phone)
        try await console.waitFor("70.2")
    }

    @Test("It is changed, and the recovery key renewed, while the store stays open; a wrong one changes nothing")
    func changed() async throws {
        let locked = try EncryptedStore.watched()
        let console = try await page(locked)
        try await console.press(.enter).type("vermilion").press(.enter).type("a").press(.enter).type("a").press(.enter)
        try await console.waitFor("wrong")
        try await console.press(.enter).type(EncryptedStore.passphrase).press(.enter).type("new words").press(.enter)
            .type("new words").press(.enter)
        try await console.waitFor("the passphrase was changed")
        try await console.press("g", "j", .enter).type("new words").press(.enter)
        try await console.waitFor("Write it down")
        try await console.press("q", "y", "1")
        try await console.waitFor("71.5")
        try await openPage(console)
        try await remove(console, with: EncryptedStore.passphrase)
        try await console.waitFor("wrong")
        #expect(try StoreLock.read(at: locked.path) != nil)
        try await console.press("q", "1")
        try await console.waitFor("71.5")
    }

    @Test("A weak passphrase needs a second yes; if strength can't be judged, the screen says so")
    func weak() async throws {
        let locked = try EncryptedStore.watched()
        try locked.unlock()
        var environment = try locked.environment()
        environment.strength = { secret in
            secret.bytes.withBytes { bytes in
                switch String(decoding: bytes, as: UTF8.self) {
                case "weak": .weak
                case "odd": .unknown("no library")
                default: .good
                }
            }
        }
        let console = try await openPage(try await Console.start(environment))
        try await console.press(.enter).type(EncryptedStore.passphrase).press(.enter)
        console.expectRow("New passphrase")
        try await console.type("weak").press(.enter)
        console.expectRow("Weak passphrase")
        try await console.press("n")
        console.expectRow("New passphrase")
        try await console.type("odd").press(.enter)
        console.expectRow("isn’t checked: no library")
        console.expectRow("The same again")
        try await console.type("other").press(.enter)
        console.expectRow("don’t match")
        try await console.type("weak").press(.enter, "y")
        console.expectRow("The same again")
        try await console.type("weak").press(.enter)
        try await console.waitFor("the passphrase was changed")
    }

    @Test("While another program has the store open it stays unchanged, and the console explains it and continues")
    func busy() async throws {
        let locked = try EncryptedStore.watched()
        let console = try await page(locked)
        var options = StoreOptions()
        options.key = locked.key
        let other = try SampleStore(at: .file(locked.path), options: options)
        defer { other.close() }
        _ = try other.read { _ in 0 }
        try await remove(console)
        try await console.waitFor("is using the store")
        #expect(try StoreLock.read(at: locked.path) != nil)
        try await console.press("q", "1")
        try await console.waitFor("71.5")
    }

    @Test("Nothing is typed into it by leaving; a console that only reads, and a store in memory, change nothing")
    func nothing() async throws {
        let locked = try EncryptedStore.watched()
        let console = try await page(locked)
        try await console.press(.enter).type("some").press(.escape)
        console.expectRow("Change the passphrase")
        console.expectNone("some")
        let inMemory = try await openPage(try await Console.start(try TestStore.filled().environment()))
        try await inMemory.press(.enter).type("a").press(.enter).type("a").press(.enter)
        try await inMemory.waitFor("kept in memory")
        let reading = try await Console.start(try TestStore.filled().environment(isReadOnly: true))
        try await openPage(reading)
        reading.expectNone("Set a passphrase")
    }
}
