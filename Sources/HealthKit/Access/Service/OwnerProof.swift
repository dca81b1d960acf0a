/// Decides whether a connection to the owner's socket acts for the person.
///
/// The system says who is at the other end, and ``StoreService/Surroundings/admits`` decides who may be. What a connection has to
/// prove beyond that, as by a secret that only the person knows, is asked for here, before each of its calls.
package protocol OwnerProof: Sendable {
    /// Checks that a call is the person's.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - peer: Who makes it.
    /// - Throws: `errorAuthorizationDenied`, with what is to be proven first.
    func check(_ call: any StoreCall, of peer: ServicePeer) throws
}

/// Whoever is admitted is the person: a service of the same user keeps nothing from the programs of that user.
package struct SameUserProof: OwnerProof {
    package init() {}

    package func check(_ call: any StoreCall, of peer: ServicePeer) throws {}
}
