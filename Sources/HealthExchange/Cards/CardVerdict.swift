import Foundation

/// What the keys of the person tell about the signature of a card.
package enum CardVerdict: Hashable, Sendable {
    /// It is the issuer's, and nothing was changed since.
    case valid(CardKey)
    /// It is that of the key's holder, and nothing was changed since; whose the key is, the person did not say.
    case validForUnknownIssuer(CardKey)
    /// It does not hold.
    case invalid(reason: String)
    /// There is no key for it.
    case notChecked(reason: String)
}

extension CardKeys {
    /// Looks at the signature of a card.
    ///
    /// - Parameters:
    ///   - data: The card as it was issued.
    ///   - issuer: Who the record says has issued it.
    /// - Returns: What the keys tell.
    package func verdict(on data: Data, issuer: String) -> CardVerdict {
        let card: SignedCard
        do { card = try SignedCard(checking: data) } catch {
            return .notChecked(reason: (error as? CardFlaw)?.reason ?? "not a card")
        }
        guard let algorithm = card.algorithm, ["ES256", "PS256"].contains(algorithm) else {
            let named = card.algorithm ?? "nothing that it names"
            return .notChecked(reason: "it is signed with \(named), not with ES256 or PS256")
        }
        // The key of the issuer first, where the person gave one to several.
        let called = keys.filter { $0.algorithm == algorithm && card.keyIdentifier.map($0.isCalled) ?? true }
            .sorted { ($0.issuer == issuer ? 0 : 1) < ($1.issuer == issuer ? 0 : 1) }
        guard !called.isEmpty else {
            return .notChecked(reason: keys.isEmpty ? "you gave no keys of issuers" : "none of your keys is called so")
        }
        guard let key = called.first(where: { $0.signed(card) }) else {
            return .invalid(reason: "it was changed after it was signed, or signed with another key")
        }
        let claims: CardClaims
        do { claims = try card.claims() } catch {
            return .invalid(reason: (error as? CardFlaw)?.reason ?? "the signed data can't be read")
        }
        guard claims.issuer == issuer else {
            return .invalid(reason: "the signed data names a different issuer: \(claims.issuer)")
        }
        guard let owner = key.issuer else { return .validForUnknownIssuer(key) }
        guard owner == issuer else {
            return .invalid(reason: "the key it is signed with belongs to another issuer: \(owner)")
        }
        return .valid(key)
    }
}
