/// The secret that a service requires before it acts for the owner.
extension PersonAccess {
    /// The kind of secret that is required.
    ///
    /// - Returns: ``OwnerPINState/unasked`` if no service has the store open.
    /// - Throws: `errorDatabaseInaccessible`.
    package func pinState() throws -> OwnerPINState {
        guard let port = store.port as? ServicePort else { return .unasked }
        return try port.perform(OwnerPINStateCall())
    }

    /// Gives the secret that the service requires, for all imports over this connection and later ones.
    ///
    /// - Parameter secret: The PIN or the passphrase; kept until this access ends.
    /// - Throws: `errorAuthorizationDenied` for a wrong one.
    package func proveForImports(_ secret: StoreSecret) throws {
        try (store.port as? ServicePort)?.proveForImports(secret)
    }

    /// Reports a key press of the person, which extends the validity of the secret given in this terminal.
    package func noteUse() { (store.port as? ServicePort)?.noteUse() }

    /// Lets the next secret be checked at once, regardless of earlier wrong ones; for root only.
    ///
    /// - Throws: `errorAuthorizationDenied` for any other caller, and `errorInvalidArgument` if no service has the
    ///   store open.
    package func endSecretWait() throws {
        guard let port = store.port as? ServicePort else {
            throw HKError.invalid("There is no wait where no service has the store open; see healthtui serve")
        }
        try port.perform(OwnerEndWaitCall())
    }

    /// Sets the PIN that a plain store's service requires, or removes it.
    ///
    /// - Parameters:
    ///   - new: The PIN; `nil` for none.
    ///   - current: The current PIN.
    /// - Throws: `errorAuthorizationDenied` for a wrong one, `errorInvalidArgument` for an invalid PIN, and where no PIN is
    ///   required.
    package func setPIN(_ new: StoreSecret?, current: StoreSecret?) throws {
        guard let port = store.port as? ServicePort else {
            throw HKError.invalid("A PIN is for a store that a service has open; see healthtui serve")
        }
        try port.perform(
            OwnerPINCall(current: current.map { SecretForm($0) }, new: new.map { SecretForm($0) }, starter: .current)
        )
    }
}
