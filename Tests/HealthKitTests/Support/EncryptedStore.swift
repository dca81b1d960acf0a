import Foundation
import HealthStore
import Testing

@testable import HealthKit

/// An encrypted store in a folder of its own, with an agent on a thread of the test and programs that find both.
final class EncryptedStore: @unchecked Sendable {
    static let passphrase = "vermilion otter sings"

    let folder: String
    let path: String
    let key: SecretBytes
    let agent: AgentAddress
    private var server: AgentServer?
    private let hasEnded = DispatchSemaphore(value: 0)

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/locked-\(UUID().uuidString)"
        try #require(mkdir(folder, 0o700) == 0)
        path = folder + "/health.store"
        agent = AgentAddress(folder: folder + "/healthtui")
        key = try SecretBytes.random(count: 32)
        var options = StoreOptions()
        options.key = key
        var slots = try KeySlots.make(for: key)
        var passphrase = Array(Self.passphrase.utf8)
        try slots.set(.passphrase, to: SecretBytes(taking: &passphrase), key: key, cost: .least)
        options.slots = slots
        try SampleStore(at: .file(path), options: options).close()
    }

    deinit {
        endAgent()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var client: AgentClient { AgentClient(agent) }

    /// The store as this process has it, following the agent.
    func database(isReadOnly: Bool = false) throws -> HealthDatabase {
        try HealthDatabase.shared(
            path: path,
            isReadOnly: isReadOnly,
            agent: agent,
            carryOut: HealthDatabase.throughGate
        )
    }

    /// The store as the person has it.
    func person() throws -> PersonAccess {
        var configuration = HKHealthStoreConfiguration.person(location: .file(path))
        configuration.handle = DatabaseHandle(try database())
        return PersonAccess(HKHealthStore(configuration: configuration))
    }

    /// The store as an app of this process has it.
    func app(_ bundle: String) throws -> HKHealthStore {
        HKHealthStore(
            sharing: try person().store,
            principal: .app(AppIdentity(bundleIdentifier: bundle, name: "App \(bundle)", version: "1"))
        )
    }

    func startAgent() throws {
        var surroundings = AgentServer.Surroundings()
        // Among a thousand tests a step of one may take longer than an agent waits for something to keep.
        surroundings.idleTime = 3600
        surroundings.sleepPrograms = []
        let server = try #require(try AgentServer(agent, surroundings: surroundings))
        self.server = server
        nonisolated(unsafe) let running = server
        Thread.detachNewThread { [hasEnded] in
            running.run()
            hasEnded.signal()
        }
    }

    func endAgent() {
        guard let server else { return }
        server.stop()
        hasEnded.wait()
        self.server = nil
    }

    /// Unlocks the store for every program.
    func unlock() throws {
        if server == nil { try startAgent() }
        let lock = try #require(try StoreLock.look(at: path))
        #expect(try client.keep(key, for: lock.id, seconds: nil))
    }

    /// Locks the store for every program.
    func lock() throws {
        let locked = try client.lock(nil)
        #expect(locked?.silent == 0)
    }

    /// Lets apps read and save steps and workouts.
    func grant(_ bundles: String...) throws {
        let types = ["HKQuantityTypeIdentifierStepCount", "HKWorkoutTypeIdentifier"]
        for bundle in bundles {
            let grants = Dictionary(uniqueKeysWithValues: types.map { ($0, Grant(read: true, share: true)) })
            try person().setGrants(grants, app: bundle)
        }
    }

    /// An app that is a process of its own.
    func program(_ bundle: String) throws -> RunningProgram {
        try RunningProgram("WorkoutRunner", [path, bundle], environment: ["XDG_RUNTIME_DIR": folder])
    }

    /// Waits until this process has the store open, or no longer.
    func waitUntil(open isOpen: Bool, _ database: HealthDatabase) -> Bool {
        for _ in 0..<2000 {
            if database.isOpen == isOpen { return true }
            usleep(10_000)
        }
        return false
    }
}
