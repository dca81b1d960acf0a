extension PersonAccess {
    /// Whether the store can be read.
    ///
    /// - Returns: The state.
    /// - Throws: `errorDatabaseInaccessible` for a store that can't be examined.
    package func lockState() throws -> StoreLockState { try store.port.work.lockState() }

    /// Unlocks the store for every program of the session, and stores the waiting saves.
    ///
    /// Trying a secret takes about half a second.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - plan: The time for which the key is kept, and its agent.
    /// - Returns: The outcome of the waiting saves, or `nil` when it was unlocked already.
    /// - Throws: `errorDatabaseInaccessible` with a message that explains the problem; nothing was changed then.
    package func unlock(_ secret: StoreSecret, _ plan: UnlockPlan) throws -> UnlockReport? {
        try store.port.work.unlock(secret, plan)
    }

    /// Locks the store: every program closes it and forgets its key.
    ///
    /// - Returns: The outcome; it counts no store when it was locked before.
    /// - Throws: `errorDatabaseInaccessible` for a store that is not encrypted, and for an agent that does not answer.
    package func lock() throws -> LockOutcome { try store.port.work.lock() }

    /// Locks every store of this user.
    ///
    /// - Returns: The outcome.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer.
    package static func lockAll() throws -> LockOutcome { try Gate.lockAll() }

    /// The agent's state of the store's key, or `nil` when the agent doesn't keep it.
    ///
    /// - Returns: The state.
    /// - Throws: `errorDatabaseInaccessible` for an agent that does not answer, or that belongs to another user.
    package func keptKey() throws -> KeptKey? { try store.port.work.keptKey() }
}
