/// The changes that a query wants to hear of.
struct ChangeInterest: Sendable {
    /// Identifiers of types whose samples come or go.
    var types: Set<String>
    /// Namespaces of values that are set.
    var namespaces: Set<String> = []
    /// Whether the unlocking of the machine counts as a change.
    var whenReopened = true

    /// What the person decides changes what everybody sees.
    static let rights: Set<String> = [
        StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.approvals,
    ]

    func includes(_ change: DatabaseChange) -> Bool {
        (whenReopened && change.isReopened) || !types.isDisjoint(with: change.types)
            || !namespaces.isDisjoint(with: change.namespaces)
    }
}
