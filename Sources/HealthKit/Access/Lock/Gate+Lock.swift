import Foundation
import HealthKitStore

extension Gate {
    /// Whether the store can be read.
    ///
    /// - Returns: The state.
    /// - Throws: `errorAuthorizationDenied` for an app, and any error of opening the store.
    func lockState() throws -> StoreLockState {
        let database = try personsDatabase()
        guard database.isEncrypted else { return .plain }
        guard let locked = database.lockedState else { return .unlocked }
        return .locked(since: locked.since, waiting: locked.waiting, problem: database.lockProblem?.message)
    }

    /// Unlocks the store for every program of the session, and stores the waiting saves.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - plan: The time for which the key is kept, and its agent.
    /// - Returns: The outcome of the waiting saves, or `nil` when it was unlocked already.
    /// - Throws: `errorAuthorizationDenied` for an app, `errorDatabaseInaccessible`.
    func unlock(_ secret: StoreSecret, _ plan: UnlockPlan) throws -> UnlockReport? {
        let database = try personsDatabase()
        return try HKError.translating {
            let lock = try Self.lock(of: database)
            let key = try secret.key(of: lock, known: database.agent.known)
            let launcher = AgentLauncher(program: plan.agent)
            try launcher.ensure(at: database.agent)
            // A stopped agent is reported before anything is done.
            _ = try AgentClient(database.agent).status()
            // This happens before anyone else can open the store, so that they see the complete change.
            let report = try database.unlockStore(key)
            let seconds = plan.seconds.map { UInt32(min(max($0.rounded(.up), 1), 4e9)) }
            do {
                // Storing the waiting saves may outlast an agent that has no keys yet: then another one is started.
                var (isKept, attempts) = (false, 0)
                while !isKept {
                    guard attempts < 3 else {
                        throw StoreError(.cannotOpen, "The agent that keeps the key has ended. Try again.")
                    }
                    attempts += 1
                    try launcher.ensure(at: database.agent)
                    isKept = try AgentClient(database.agent).keep(key, for: lock.id, seconds: seconds)
                }
            } catch {
                if report != nil { database.lockStore() }
                throw error
            }
            return report
        }
    }

    /// Locks the store in every program.
    ///
    /// - Returns: The outcome; it counts no store when it was locked before.
    /// - Throws: `errorAuthorizationDenied` for an app, `errorDatabaseInaccessible` for a store that is not encrypted, and for an
    ///   agent that does not answer.
    func lock() throws -> LockOutcome {
        let database = try personsDatabase()
        return try HKError.translating { try Self.lock(Self.lock(of: database).id, database.agent) }
    }

    /// Locks every store of this user.
    ///
    /// - Returns: The outcome.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer.
    static func lockAll() throws -> LockOutcome { try HKError.translating { try lock(nil, KeyHolder.address) } }

    /// The agent's state of the store's key, or `nil` when the agent doesn't keep it.
    ///
    /// - Returns: The state.
    /// - Throws: `errorAuthorizationDenied` for an app, `errorDatabaseInaccessible` for an agent that does not answer.
    func keptKey() throws -> KeptKey? {
        let database = try personsDatabase()
        return try HKError.translating {
            guard let id = database.encryption?.id, let status = try AgentClient(database.agent).status() else {
                return nil
            }
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

    private static func lock(_ store: UUID?, _ agent: AgentAddress) throws -> LockOutcome {
        let locked = try AgentClient(agent).lock(store)
        return LockOutcome(stores: locked?.stores ?? 0, silent: locked?.silent ?? 0)
    }

    private static func lock(of database: HealthDatabase) throws -> StoreLock {
        guard let path = database.path, let lock = try StoreLock.read(at: path) else {
            let what = "The store isn't encrypted. To encrypt it, run: healthtui passphrase set"
            throw StoreError(.notPermitted, what)
        }
        return lock
    }
}
