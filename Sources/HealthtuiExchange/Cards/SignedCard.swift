import Foundation
import HealthtuiDeflation

/// A SMART Health Card, which is a JSON web signature in its compact form: three texts of base 64 with periods between them;
/// or a certificate of the EU (``HealthCertificate``).
package struct SignedCard: Hashable, Sendable {
    /// The signature algorithm it names; proof of nothing.
    package let algorithm: String?
    /// The identifier of the signing key it names.
    package let keyIdentifier: String?
    /// The signed bytes.
    let signed: [UInt8]
    let signature: [UInt8]
    /// The contents of the card.
    private enum Content: Hashable, Sendable {
        case json([UInt8], isCompressed: Bool)
        case certificate(HealthCertificate)
    }

    private let content: Content

    /// The largest size of a card, packed or unpacked, in bytes; real ones have some thousands.
    static let largest = 4 << 20

    /// Parses a card; returns `nil` if the bytes aren't one.
    ///
    /// - Parameter bytes: The card.
    package init?(_ bytes: some Collection<UInt8>) { try? self.init(checking: bytes) }

    /// Parses a card.
    ///
    /// - Parameter bytes: The card.
    /// - Throws: ``CardFlaw``.
    init(checking bytes: some Collection<UInt8>) throws {
        guard bytes.count <= Self.largest else { throw CardFlaw(reason: "the card is larger than 4 MiB") }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix(HealthCertificate.mark) {
            let certificate = try HealthCertificate(text)
            (algorithm, keyIdentifier) = (certificate.algorithm, certificate.keyIdentifier)
            (signed, signature) = (certificate.signed, certificate.signature)
            content = .certificate(certificate)
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw CardFlaw(reason: "a card has three parts with a period between them") }
        guard let header = Base64URL.bytes(parts[0]), let body = Base64URL.bytes(parts[1]),
            let signature = Base64URL.bytes(parts[2])
        else { throw CardFlaw(reason: "a part of the card isn't valid base64") }
        // The error describes the problem of the card, not with its JSON.
        guard let object = (try? JSONSerialization.jsonObject(with: Data(header))) as? [String: Any] else {
            throw CardFlaw(reason: "the card's header isn't a JSON object")
        }
        algorithm = object["alg"] as? String
        keyIdentifier = object["kid"] as? String
        signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        content = .json(body, isCompressed: object["zip"] as? String == "DEF")
        self.signature = signature
    }

    /// The card's claims.
    ///
    /// - Throws: ``CardFlaw``.
    func claims() throws -> CardClaims {
        switch content {
        case .certificate(let certificate): return try certificate.claims()
        case .json(let body, let isCompressed): return try Self.claims(of: body, isCompressed: isCompressed)
        }
    }

    private static func claims(of body: [UInt8], isCompressed: Bool) throws -> CardClaims {
        var plain = body
        if isCompressed {
            guard let inflated = RawDeflate.inflated(body, atMost: largest) else {
                throw CardFlaw(reason: "what the card says is compressed, and the compressed text is damaged")
            }
            plain = inflated
        }
        // The error describes the problem of the card, not with its JSON.
        guard let object = (try? JSONSerialization.jsonObject(with: Data(plain))) as? [String: Any] else {
            throw CardFlaw(reason: "the card's payload isn't a JSON object")
        }
        return CardClaims(object)
    }
}
