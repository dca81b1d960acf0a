import Foundation
import HealthKit
import HealthKitStore
import Synchronization
import Testing
import WaitTesting

/// An encrypted store in a folder of its own, with an agent on a thread of the test and programs that find both.
package final class EncryptedStore: Sendable {
    package static let passphrase = "vermilion otter sings"

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let folder: String
    package let path: String
    package let key: SecretBytes
    package let agent: AgentAddress
    private let running = Mutex<RunningAgent?>(nil)

    /// Makes an empty one, which is locked.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/locked-\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { throw Failure(description: "no folder \(folder)") }
        path = folder + "/health.store"
        // Where its programs find both.
        agent = AgentAddress(folder: folder + "/healthtui", known: KnownStores(folder: folder + "/healthtui/stores"))
        key = try Self.make(path)
    }

    deinit {
        endAgent()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Makes an empty store with a passphrase that costs little to try.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - passphrase: The passphrase.
    /// - Returns: The store's key.
    /// - Throws: An error if the store can't be made.
    package static func make(_ path: String, passphrase: String = EncryptedStore.passphrase) throws -> SecretBytes {
        let key = try SecretBytes.random(count: 32)
        var options = StoreOptions()
        options.key = key
        var slots = try KeySlots.make(for: key)
        var bytes = Array(passphrase.utf8)
        try slots.set(.passphrase, to: SecretBytes(taking: &bytes), key: key, cost: .least)
        options.slots = slots
        try SampleStore(at: .file(path), options: options).close()
        return key
    }

    package var client: AgentClient { AgentClient(agent) }

    /// The store as this process has it, following the agent.
    package func database(isReadOnly: Bool = false) throws -> HealthDatabase {
        try DatabaseHandle.shared(path: path, isReadOnly: isReadOnly, agent: agent)
    }

    /// The store as the person has it.
    ///
    /// - Parameter clock: What the time is.
    /// - Returns: The person's access.
    /// - Throws: An error if the store can't be opened.
    package func person(clock: @escaping @Sendable () -> Date = { Date() }) throws -> PersonAccess {
        var configuration = HKHealthStoreConfiguration.person(location: .file(path), clock: clock)
        configuration.handle = DatabaseHandle(try database(), agent: agent)
        return PersonAccess(HKHealthStore(configuration: configuration))
    }

    package func startAgent() throws {
        let new = try RunningAgent(agent)
        running.withLock { $0 = new }
    }

    package func endAgent() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.end()
    }

    /// Unlocks the store for every program.
    package func unlock() throws {
        if running.withLock({ $0 == nil }) { try startAgent() }
        guard let lock = try StoreLock.read(at: path) else { throw Failure(description: "\(path) is plain") }
        // Among a thousand tests the agent's thread may answer too late for one question.
        for _ in 0..<20 where try client.keep(key, for: lock.id, seconds: nil) { return }
        throw Failure(description: "the agent does not take the key")
    }

    /// Locks the store for every program.
    ///
    /// - Returns: How many programs did not say that they have closed it.
    @discardableResult
    package func lock() throws -> Int {
        guard let outcome = try client.lock(nil) else { throw Failure(description: "no agent runs") }
        return outcome.silent
    }

    /// Waits until this process has the store open, or no longer.
    package func waitUntil(
        open isOpen: Bool,
        _ database: HealthDatabase,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        eventuallyBlocking("the store to be \(isOpen ? "open" : "closed")", sourceLocation: sourceLocation) {
            database.isOpen == isOpen
        }
    }
}
