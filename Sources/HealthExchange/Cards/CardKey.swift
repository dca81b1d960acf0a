import Foundation

/// A public key that cards are signed with, as the person gave it.
package struct CardKey: Hashable, Sendable {
    /// Why a key cannot be taken.
    struct Flaw: Error, Hashable {
        let reason: String
    }

    /// By which name cards call it.
    package let identifier: String
    /// Whose it is: the address that the issuer's cards name; `nil` where the person did not say.
    package let issuer: String?
    private let x: [UInt8]
    private let y: [UInt8]

    /// Takes a JSON web key.
    ///
    /// - Parameters:
    ///   - object: The key.
    ///   - issuer: Whose it is, where the key itself does not say.
    /// - Throws: ``Flaw``.
    init(_ object: [String: Any], issuer: String? = nil) throws {
        if object["d"] != nil { throw Flaw(reason: "it holds a private key, which nobody but the issuer may have") }
        guard object["kty"] as? String == "EC", object["crv"] as? String == "P-256" else {
            throw Flaw(reason: "it is no key of the curve P-256")
        }
        if let algorithm = object["alg"] as? String, algorithm != "ES256" {
            throw Flaw(reason: "it is a key for \(algorithm), not for ES256")
        }
        if let use = object["use"] as? String, use != "sig" { throw Flaw(reason: "it is no key for signatures") }
        guard let x = (object["x"] as? String).flatMap({ Base64URL.bytes($0) }),
            let y = (object["y"] as? String).flatMap({ Base64URL.bytes($0) }), ES256.isKey(x: x, y: y)
        else { throw Flaw(reason: "x and y are no point of the curve") }
        (self.x, self.y) = (x, y)
        let own = (object["iss"] as? String).flatMap { $0.isEmpty ? nil : $0 }
        self.issuer = own ?? issuer
        let given = object["kid"] as? String ?? ""
        identifier = given.isEmpty ? Self.thumbprint(x, y) : given
    }

    /// The name that a key has of itself (RFC 7638), which cards call it by.
    private static func thumbprint(_ x: [UInt8], _ y: [UInt8]) -> String {
        let text = #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.text(x))","y":"\#(Base64URL.text(y))"}"#
        return Base64URL.text(ES256.digest(Array(text.utf8)))
    }

    /// The JSON web key.
    var object: [String: String] {
        var object = [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": identifier, "x": Base64URL.text(x),
            "y": Base64URL.text(y),
        ]
        object["iss"] = issuer
        return object
    }

    /// Whether the card was signed with this key and not changed since.
    func signed(_ card: SignedCard) -> Bool { ES256.verifies(card.signature, of: card.signed, x: x, y: y) }
}
