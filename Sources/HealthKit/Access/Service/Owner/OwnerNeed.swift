/// What the person has to prove before a call at the owner's socket is carried out, where the service asks for it.
package enum OwnerNeed: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing: the call adds, ends or locks, or says nothing of what is stored.
    case none
    /// The secret once, for all of the owner's connections from a terminal, until nothing is done there for a while.
    case session
    /// The secret for this call alone.
    case each
    /// The secret that the call carries.
    case carried
}
