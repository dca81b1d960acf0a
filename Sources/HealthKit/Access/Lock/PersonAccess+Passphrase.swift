/// The passphrase of a store that this process has open.
extension PersonAccess {
    /// Encrypts the store, which is closed meanwhile and locked afterwards.
    ///
    /// - Parameters:
    ///   - passphrase: What is to unlock it.
    ///   - progress: Hears now and then how far it is; what it throws ends the work, until the new file is in its place.
    /// - Returns: The recovery key, which also unlocks it and is kept nowhere.
    /// - Throws: What `progress` throws, and `errorDatabaseInaccessible`, also while another program has the store open; it
    ///   is then as it was.
    package func setPassphrase(
        _ passphrase: StoreSecret,
        progress: (StorePassphrase.Step) throws -> Void = { _ in }
    ) throws -> String {
        try store.port.work.setPassphrase(passphrase, progress)
    }

    /// Puts another passphrase in place of the one there is; the store stays as open as it is.
    ///
    /// - Parameters:
    ///   - old: The passphrase that there is, or the recovery key.
    ///   - new: The one that is to be.
    /// - Throws: `errorDatabaseInaccessible`; the old one then holds.
    package func changePassphrase(from old: StoreSecret, to new: StoreSecret) throws {
        try store.port.work.changePassphrase(from: old, to: new)
    }

    /// Puts another recovery key in place of the one there is; the store stays as open as it is.
    ///
    /// - Parameter secret: The passphrase, or the recovery key that there is.
    /// - Returns: The new one, which is kept nowhere.
    /// - Throws: `errorDatabaseInaccessible`; the old one then holds.
    package func renewRecoveryKey(with secret: StoreSecret) throws -> String {
        try store.port.work.renewRecoveryKey(with: secret)
    }

    /// Makes the store plain, which is closed meanwhile.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - progress: As for ``setPassphrase(_:progress:)``.
    /// - Throws: What `progress` throws, and `errorDatabaseInaccessible`, also while another program has the store open; it
    ///   is then as it was.
    package func removePassphrase(
        with secret: StoreSecret,
        progress: (StorePassphrase.Step) throws -> Void = { _ in }
    ) throws {
        try store.port.work.removePassphrase(with: secret, progress)
    }
}
