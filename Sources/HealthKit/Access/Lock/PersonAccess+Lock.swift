import Foundation

/// Whether the store can be read.
package enum StoreLockState: Codable, Sendable, Hashable {
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
package struct LockOutcome: Codable, Sendable, Hashable {
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

/// What the agent says of a store whose key it keeps.
package struct KeptKey: Codable, Sendable, Hashable {
    /// For how many seconds more; `nil` until it is locked.
    package var seconds: Int?
    /// How many programs have the store open, this one included.
    package var programs: Int
    /// Whether it is forgotten before the machine sleeps; else when it wakes.
    package var endsBeforeSleep: Bool
}

extension PersonAccess {
    /// Whether the store can be read.
    ///
    /// - Returns: The state.
    /// - Throws: `errorDatabaseInaccessible` for a store that cannot be looked at.
    package func lockState() throws -> StoreLockState { try store.port.work.lockState() }

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
        try store.port.work.unlock(secret, plan)
    }

    /// Locks the store: every program closes it and forgets its key.
    ///
    /// - Returns: What came of it; no store when it was locked before.
    /// - Throws: `errorDatabaseInaccessible` for a store that is not encrypted, and for an agent that does not answer.
    package func lock() throws -> LockOutcome { try store.port.work.lock() }

    /// Locks every store of this user.
    ///
    /// - Returns: What came of it.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer.
    package static func lockAll() throws -> LockOutcome { try Gate.lockAll() }

    /// What the agent says of the store; `nil` when it does not keep its key.
    ///
    /// - Returns: What it says.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer, or is of somebody else.
    package func keptKey() throws -> KeptKey? { try store.port.work.keptKey() }
}
