import Foundation

/// The result of checking a card's signature with the person's keys.
package enum CardVerdict: Hashable, Sendable {
    /// The signature is the issuer's, and the card is unchanged since.
    case valid(CardKey)
    /// The signature is the key holder's, and the card is unchanged since; the person didn't say whose key it is.
    case validForUnknownIssuer(CardKey)
    /// The signature is invalid.
    case invalid(reason: String)
    /// There is no key for the signature.
    case notChecked(reason: String)
}

extension CardKeys {
    /// Checks the signature of a card.
    ///
    /// - Parameters:
    ///   - data: The card as it was issued.
    ///   - issuer: The issuer that the record names.
    /// - Returns: The result of the check.
    package func verdict(on data: Data, issuer: String) -> CardVerdict {
        let card: SignedCard
        do { card = try SignedCard(checking: data) } catch {
            return .notChecked(reason: (error as? CardFlaw)?.reason ?? "not a card")
        }
        guard let algorithm = card.algorithm, ["ES256", "PS256"].contains(algorithm) else {
            let named = card.algorithm ?? "nothing that it names"
            return .notChecked(reason: "it is signed with \(named), not with ES256 or PS256")
        }
        // The issuer's own key comes first, if the person gave the key to several issuers.
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
