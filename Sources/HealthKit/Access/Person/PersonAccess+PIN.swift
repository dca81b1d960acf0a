/// What a service asks for before it acts for the person.
extension PersonAccess {
    /// What is asked for.
    ///
    /// - Returns: ``OwnerPINState/unasked`` where no service has the store open.
    /// - Throws: `errorDatabaseInaccessible`.
    package func pinState() throws -> OwnerPINState {
        guard let port = store.port as? ServicePort else { return .unasked }
        return try port.perform(OwnerPINStateCall())
    }

    /// Gives the secret that the service asks for, for all imports over this connection and those after it.
    ///
    /// - Parameter secret: The PIN or the passphrase; kept until this access ends.
    /// - Throws: `errorAuthorizationDenied` for a wrong one.
    package func proveForImports(_ secret: StoreSecret) throws {
        try (store.port as? ServicePort)?.proveForImports(secret)
    }

    /// Says that the person pressed a key, so that the secret that was given in this terminal goes on to hold.
    package func noteUse() { (store.port as? ServicePort)?.noteUse() }

    /// Has the next secret checked at once, whatever wrong ones came before; root's alone.
    ///
    /// - Throws: `errorAuthorizationDenied` for anybody else, and `errorInvalidArgument` where no service has the store open.
    package func endSecretWait() throws {
        guard let port = store.port as? ServicePort else {
            throw HKError.invalid("There is no wait where no service has the store open; see healthtui serve")
        }
        try port.perform(OwnerEndWaitCall())
    }

    /// Sets the PIN that a service of a plain store asks for, or has it ask for nothing.
    ///
    /// - Parameters:
    ///   - new: The PIN; `nil` for none.
    ///   - current: The one that there is.
    /// - Throws: `errorAuthorizationDenied` for a wrong one, `errorInvalidArgument` for what can't be one and where nothing is
    ///   asked for.
    package func setPIN(_ new: StoreSecret?, current: StoreSecret?) throws {
        guard let port = store.port as? ServicePort else {
            throw HKError.invalid("A PIN is for a store that a service has open; see healthtui serve")
        }
        try port.perform(
            OwnerPINCall(current: current.map { SecretForm($0) }, new: new.map { SecretForm($0) }, starter: .current)
        )
    }
}
