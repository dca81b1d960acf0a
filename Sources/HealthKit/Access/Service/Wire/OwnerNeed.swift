/// The proof that the person has to give before a call at the owner's socket is carried out, if the service requires any.
package enum OwnerNeed: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing: the call adds, ends or locks, or reveals nothing about the stored data.
    case none
    /// The secret once, for all of the owner's connections from a terminal, until a period of inactivity there.
    case session
    /// The secret for this call alone.
    case each
    /// The secret that the call carries.
    case carried
}
