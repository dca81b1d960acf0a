/// The changes that a query observes.
struct ChangeInterest: Sendable {
    /// Identifiers of types whose samples are added or removed.
    var types: Set<String>
    /// Namespaces of values that are set.
    var namespaces: Set<String> = []
    /// Whether the unlocking of the machine counts as a change.
    var whenReopened = true

    /// The namespaces of the person's decisions, which affect every caller's view.
    static let rights: Set<String> = [
        StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.approvals, StoreNamespace.assistants,
    ]

    func includes(_ change: DatabaseChange) -> Bool {
        (whenReopened && change.isReopened) || !types.isDisjoint(with: change.types)
            || !namespaces.isDisjoint(with: change.namespaces)
    }
}
