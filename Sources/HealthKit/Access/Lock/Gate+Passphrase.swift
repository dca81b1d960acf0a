import HealthStore

extension Gate {
    /// Encrypts the store, which is closed meanwhile.
    ///
    /// - Parameters:
    ///   - passphrase: What is to unlock it.
    ///   - progress: Hears now and then how far it is.
    /// - Returns: The recovery key.
    /// - Throws: What `progress` throws, and `errorDatabaseInaccessible`.
    func setPassphrase(_ passphrase: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws -> String {
        try handle.whileClosed {
            try StorePassphrase(path: $0, agent: handle.agent).set(passphrase, progress: progress)
        }
    }

    /// Makes the store plain, which is closed meanwhile.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - progress: Hears now and then how far it is.
    /// - Throws: What `progress` throws, and `errorDatabaseInaccessible`.
    func removePassphrase(with secret: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws {
        try handle.whileClosed {
            try StorePassphrase(path: $0, agent: handle.agent).remove(with: secret, progress: progress)
        }
    }

    /// The passphrase of the store, for what leaves it open.
    ///
    /// - Returns: What can be done with it.
    /// - Throws: `errorDatabaseInaccessible` for a store in memory.
    func passphrase() throws -> StorePassphrase {
        guard let path = try personsDatabase().path else {
            throw HKError.error(.errorDatabaseInaccessible, "The store is kept in memory, and has no file.")
        }
        return StorePassphrase(path: path, agent: handle.agent)
    }
}
