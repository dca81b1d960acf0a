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
        try port.perform(OwnerPINCall(current: current.map { SecretForm($0) }, new: new.map { SecretForm($0) }))
    }
}
