import Foundation
import HealthConsole
import HealthStore
import TerminalUI
import Testing

@testable import HealthKit

/// An encrypted store with a passphrase, and an agent on a thread of the test.
final class LockedStore: @unchecked Sendable {
    static let passphrase = "open sesame"

    private let folder: String
    let path: String
    let key: SecretBytes
    private let address: AgentAddress
    private let server: AgentServer

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/console-\(UUID().uuidString)"
        try #require(mkdir(folder, 0o700) == 0)
        path = folder + "/health.store"
        address = AgentAddress(folder: folder + "/healthtui")
        key = try SecretBytes.random(count: 32)
        var options = StoreOptions()
        options.key = key
        var slots = try KeySlots.make(for: key)
        var passphrase = Array(Self.passphrase.utf8)
        try slots.set(.passphrase, to: SecretBytes(taking: &passphrase), key: key, cost: .least)
        options.slots = slots
        try SampleStore(at: .file(path), options: options).close()
        var surroundings = AgentServer.Surroundings()
        // Among a thousand tests a step of one may take longer than an agent waits for something to keep.
        surroundings.idleTime = 3600
        surroundings.sleepPrograms = []
        server = try #require(try AgentServer(address, surroundings: surroundings))
        nonisolated(unsafe) let running = server
        Thread.detachNewThread { running.run() }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The store as a process has it that begins now.
    func store() throws -> TestStore {
        let database = try HealthDatabase.shared(
            path: path,
            isReadOnly: false,
            agent: address,
            carryOut: HealthDatabase.throughGate
        )
        var configuration = HKHealthStoreConfiguration.person(location: .file(path), clock: { TestStore.now })
        configuration.handle = DatabaseHandle(database)
        return TestStore(PersonAccess(HKHealthStore(configuration: configuration)))
    }

    func environment(theme: Theme = .plain) throws -> ConsoleEnvironment {
        var environment = try store().environment(theme: theme)
        environment.unlock = { [self] person, secret in
            try withExtendedLifetime(self) { try Self.unlock(person, secret) }
        }
        return environment
    }

    private static func unlock(_ person: PersonAccess, _ secret: StoreSecret) throws -> UnlockReport? {
        try person.unlock(secret, UnlockPlan(seconds: nil, agent: "/nonexistent"))
    }

    /// Unlocks it as another program does.
    func unlockElsewhere() throws {
        let lock = try #require(try StoreLock.look(at: path))
        // Among a thousand tests the agent's thread may answer too late for one question.
        var isKept = false
        for _ in 0..<20 where !isKept { isKept = try AgentClient(address).keep(key, for: lock.id, seconds: nil) }
        #expect(isKept)
    }

    /// Locks it as another program does.
    func lockElsewhere() throws { try #require(try AgentClient(address).lock(nil)) }
}
