import HealthKitStore

extension Gate {
    /// Encrypts the store, which is closed meanwhile.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase that will unlock it.
    ///   - progress: Called from time to time with the progress.
    /// - Returns: The recovery key.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`.
    func setPassphrase(_ passphrase: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws -> String {
        try handle.whileClosed {
            try StorePassphrase(path: $0, agent: handle.agent).set(passphrase, progress: progress)
        }
    }

    /// Decrypts the store, which is closed meanwhile.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - progress: Called from time to time with the progress.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`.
    func removePassphrase(with secret: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws {
        try handle.whileClosed {
            try StorePassphrase(path: $0, agent: handle.agent).remove(with: secret, progress: progress)
        }
    }

    /// The passphrase of the store, for operations that leave it open.
    ///
    /// - Returns: The passphrase's operations.
    /// - Throws: `errorDatabaseInaccessible` for a store in memory.
    func passphrase() throws -> StorePassphrase {
        guard let path = try personsDatabase().path else {
            throw HKError.error(.errorDatabaseInaccessible, "The store is kept in memory, and has no file.")
        }
        return StorePassphrase(path: path, agent: handle.agent)
    }
}
