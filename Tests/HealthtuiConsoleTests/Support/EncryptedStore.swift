import Foundation
import HealthKitStore
import HealthtuiConsole
import HealthtuiTerminalUI
import LockTesting
import Testing

@testable import HealthKit

extension EncryptedStore {
    /// One whose agent runs.
    static func watched() throws -> EncryptedStore {
        let store = try EncryptedStore()
        try store.startAgent()
        return store
    }

    /// The store as a process has it that begins now.
    func store() throws -> TestStore { TestStore(try person { TestStore.now }) }

    func environment(theme: Theme = .plain) throws -> ConsoleEnvironment {
        var environment = try store().environment(theme: theme)
        environment.unlock = { [self] person, secret in
            try withExtendedLifetime(self) { try Self.unlockHere(person, secret) }
        }
        return environment
    }

    private static func unlockHere(_ person: PersonAccess, _ secret: StoreSecret) throws -> UnlockReport? {
        try person.unlock(secret, UnlockPlan(seconds: nil, agent: "/nonexistent"))
    }
}
