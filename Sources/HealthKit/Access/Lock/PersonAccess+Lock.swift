import Foundation
import HealthStore

/// Whether the store can be read.
package enum StoreLockState: Sendable, Hashable {
    /// It is not encrypted.
    case plain
    case unlocked
    /// It is locked: since when, as far as this process saw that, how many saves wait, and what is in the way of unlocking it
    /// by the agent.
    case locked(since: Date?, waiting: Int, problem: String?)

    package var isLocked: Bool {
        if case .locked = self { return true }
        return false
    }
}

/// What came of locking.
package struct LockOutcome: Sendable, Hashable {
    /// How many stores were unlocked until now.
    package var stores: Int
    /// How many programs did not say in time that they have closed theirs.
    package var silent: Int
}

/// How a store is unlocked for the whole session.
package struct UnlockPlan: Sendable {
    /// For how many seconds; `nil` until it is locked.
    package var seconds: Double?
    /// The program that keeps the key.
    package var agent: String

    /// - Parameters:
    ///   - seconds: For how long; `nil` until it is locked.
    ///   - agent: The program that keeps the key, with the argument `agent`.
    package init(seconds: Double?, agent: String = Machine.executablePath) {
        self.seconds = seconds
        self.agent = agent
    }
}

extension PersonAccess {
    /// Whether the store can be read.
    ///
    /// - Returns: The state.
    /// - Throws: `errorDatabaseInaccessible` for a store that cannot be looked at.
    package func lockState() throws -> StoreLockState {
        let database = try store.gate.personsDatabase()
        guard database.isEncrypted else { return .plain }
        guard let locked = database.lockedState else { return .unlocked }
        return .locked(since: locked.since, waiting: locked.waiting, problem: database.lockProblem?.message)
    }

    /// Unlocks the store for every program of the session, and stores what waited.
    ///
    /// Trying a secret takes about half a second.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - plan: For how long, and by whom the key is kept.
    /// - Returns: What became of the saves that waited; `nil` when it was unlocked already.
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong; nothing was changed then.
    package func unlock(_ secret: StoreSecret, _ plan: UnlockPlan) throws -> UnlockReport? {
        let database = try store.gate.personsDatabase()
        return try HKError.translating {
            guard let path = database.path, let lock = try StoreLock.look(at: path) else { throw Self.notEncrypted }
            let key =
                switch secret.kind {
                case .passphrase: try lock.unlock(passphrase: secret.bytes)
                case .recoveryKey: try lock.unlock(recoveryKey: secret.bytes)
                }
            let address = database.agent
            try AgentLauncher(program: plan.agent).ensure(at: address)
            // Before anybody else can open the store, so that they find all of it at once.
            let report = try database.unlockStore(key)
            let seconds = plan.seconds.map { UInt32(min(max($0.rounded(.up), 1), 4e9)) }
            do {
                guard try AgentClient(address).keep(key, for: lock.id, seconds: seconds) else {
                    throw StoreError(.cannotOpen, "The agent that keeps the key has ended. Try again.")
                }
            } catch {
                if report != nil { database.lockStore() }
                throw error
            }
            return report
        }
    }

    /// Locks the store: every program closes it and forgets its key.
    ///
    /// - Returns: What came of it; no store when it was locked before.
    /// - Throws: `errorDatabaseInaccessible` for a store that is not encrypted, and for an agent that does not answer.
    package func lock() throws -> LockOutcome {
        let database = try store.gate.personsDatabase()
        return try HKError.translating {
            guard let path = database.path, let lock = try StoreLock.look(at: path) else { throw Self.notEncrypted }
            return try Self.lock(lock.id, database.agent)
        }
    }

    /// Locks every store of this user.
    ///
    /// - Returns: What came of it.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer.
    package static func lockAll() throws -> LockOutcome {
        try HKError.translating { try lock(nil, StoreKeeper.address) }
    }

    private static func lock(_ store: UUID?, _ agent: AgentAddress) throws -> LockOutcome {
        let locked = try AgentClient(agent).lock(store)
        return LockOutcome(stores: locked?.stores ?? 0, silent: locked?.silent ?? 0)
    }

    private static let notEncrypted = StoreError(
        .notPermitted,
        "The store is not encrypted: it has no passphrase. Give it one with: healthtui passphrase set"
    )
}

/// What the agent says of a store whose key it keeps.
package struct KeptKey: Sendable, Hashable {
    /// For how many seconds more; `nil` until it is locked.
    package var seconds: Int?
    /// How many programs have the store open, this one included.
    package var programs: Int
    /// Whether it is forgotten before the machine sleeps; else when it wakes.
    package var endsBeforeSleep: Bool
}

extension PersonAccess {
    /// What the agent says of the store; `nil` when it does not keep its key.
    ///
    /// - Returns: What it says.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer, or is of somebody else.
    package func keptKey() throws -> KeptKey? {
        let database = try store.gate.personsDatabase()
        return try HKError.translating {
            guard let id = database.vault?.id, let status = try AgentClient(database.agent).status() else { return nil }
            return status.stores.first { $0.id == id }
                .map { kept in
                    KeptKey(
                        seconds: kept.seconds.map { Int($0) },
                        programs: Int(kept.programs),
                        endsBeforeSleep: status.hearsOfSleep
                    )
                }
        }
    }
}

/// The agent, for the program that is it.
package enum StoreAgent {
    /// Keeps keys until there are none to keep.
    ///
    /// - Returns: Whether it did: not when another agent is there already.
    /// - Throws: `errorDatabaseInaccessible` when it cannot listen.
    package static func run() throws -> Bool {
        try HKError.translating {
            guard let server = try AgentServer(StoreKeeper.address) else { return false }
            server.run()
            return true
        }
    }
}
