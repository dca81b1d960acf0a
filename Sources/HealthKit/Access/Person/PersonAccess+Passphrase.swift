/// The passphrase of a store that this process has open.
extension PersonAccess {
    /// Encrypts the store, which is closed meanwhile and locked afterwards.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase that will unlock it.
    ///   - progress: Called from time to time with the progress; an error that it throws ends the work, until the new file is in
    ///     its place.
    /// - Returns: The recovery key, which also unlocks it and isn't stored anywhere.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`, also while another program has the store open;
    ///   it is then unchanged.
    package func setPassphrase(
        _ passphrase: StoreSecret,
        progress: (StorePassphrase.Step) throws -> Void = { _ in }
    ) throws -> String {
        try store.port.work.setPassphrase(passphrase, progress)
    }

    /// Replaces the passphrase; the store stays locked or unlocked as it is.
    ///
    /// - Parameters:
    ///   - old: The current passphrase, or the recovery key.
    ///   - new: The new passphrase.
    /// - Throws: `errorDatabaseInaccessible`; the old one then remains valid.
    package func changePassphrase(from old: StoreSecret, to new: StoreSecret) throws {
        try store.port.work.changePassphrase(from: old, to: new)
    }

    /// Replaces the recovery key; the store stays locked or unlocked as it is.
    ///
    /// - Parameter secret: The passphrase, or the current recovery key.
    /// - Returns: The new one, which isn't stored anywhere.
    /// - Throws: `errorDatabaseInaccessible`; the old one then remains valid.
    package func renewRecoveryKey(with secret: StoreSecret) throws -> String {
        try store.port.work.renewRecoveryKey(with: secret)
    }

    /// Decrypts the store, which is closed meanwhile.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - progress: As for ``setPassphrase(_:progress:)``.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`, also while another program has the store open;
    ///   it is then unchanged.
    package func removePassphrase(
        with secret: StoreSecret,
        progress: (StorePassphrase.Step) throws -> Void = { _ in }
    ) throws {
        try store.port.work.removePassphrase(with: secret, progress)
    }
}
