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
