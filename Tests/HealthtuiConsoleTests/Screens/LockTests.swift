import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import LockTesting
import Testing

/// The console on a store that is locked and unlocked.
@Suite struct LockTests {
    @Test("On a locked store the console asks for the passphrase; a wrong one is said, the right one opens it")
    func begins() async throws {
        let locked = try EncryptedStore.watched()
        let console = try await Console.start(try locked.environment())
        console.expectRow("store locked")
        console.expectRow("Passphrase")
        console.expectNone("Steps")
        // No key leads past it, and letters are typed.
        try await console.press("2", "Q", .escape, .control("l"))
        console.expectRow("Passphrase")
        try await console.press(.control("u")).type("vermilion otter sing").press(.enter)
        #expect(console.expectRow("assphrase").isEmpty == false)
        try await console.waitFor("wrong")
        console.expectNone("otter")
        try await console.type("vermilion otter singa").press(.backspace).type("e").press(.backspace, .backspace)
            .type("gs")
            .press(.enter)
        try await console.waitFor("Summary")
        console.expectNone("Passphrase")
    }

    @Test("A key locks the store; nothing of it stays on the screen, and it comes back after the passphrase")
    func keyLocks() async throws {
        let locked = try EncryptedStore.watched()
        try locked.unlock()
        let store = try locked.store()
        try store.save([try store.quantity(.bodyMass, 71.5, .gramUnit(with: .kilo), 0, 12)], from: TestStore.phone)
        let console = try await Console.start(try locked.environment())
        try await console.press(":").type("weight").press(.enter)
        try await console.waitFor("71.5")
        try await console.press(.control("k"))
        try await console.waitFor("store locked at")
        console.expectNone("71.5")
        console.expectNone("Weight")
        try await console.type(EncryptedStore.passphrase).press(.enter)
        try await console.waitFor("Browse").settle()
        console.expectNone("Passphrase")
    }

    @Test("What another program does to the lock shows by itself, with how many saves wait")
    func elsewhere() async throws {
        let locked = try EncryptedStore.watched()
        try locked.unlock()
        let store = try locked.store()
        try store.person.setGrants(
            ["HKQuantityTypeIdentifierStepCount": Grant(read: true, share: true)],
            app: "test.app"
        )
        let app = HKHealthStore(
            sharing: store.store,
            principal: .app(AppIdentity(bundleIdentifier: "test.app", name: "App"))
        )
        let console = try await Console.start(try locked.environment())
        console.expectNone("Passphrase")
        try locked.lock()
        try await console.waitFor("Passphrase")
        try await app.save(try store.quantity(.stepCount, 12, .count(), 0, 12))
        try await console.type("x").press(.backspace)
        try await console.waitFor("1 save waits, sealed")
        try locked.unlock()
        try await console.waitFor("Summary")
        console.expectNone("Passphrase")
    }

    @Test("What a person was typing is there again after the unlock")
    func typedText() async throws {
        let locked = try EncryptedStore.watched()
        try locked.unlock()
        let console = try await Console.start(try locked.environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("72")
        console.expectRow("72")
        try locked.lock()
        try await console.waitFor("Passphrase")
        console.expectNone("72")
        try locked.unlock()
        try await console.waitFor("72")
    }

    @Test("A plain store is not locked, and the console says why")
    func plain() async throws {
        let console = try await Console.start(try TestStore.filled().environment())
        try await console.press(.control("k"))
        try await console.waitFor("not locked: The store isn't encrypted")
    }
}
