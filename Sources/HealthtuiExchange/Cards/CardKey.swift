import Foundation

/// A public key for verifying cards, provided by the person.
package struct CardKey: Hashable, Sendable {
    /// The reason a key can't be added.
    struct Flaw: Error, Hashable {
        let reason: String
    }

    /// The key identifier that cards use for it.
    package let identifier: String
    /// The owner's address, as the issuer's cards name it, or `nil` if the person didn't say.
    package let issuer: String?
    private let numbers: Numbers

    /// The parts of a key.
    private enum Numbers: Hashable, Sendable {
        /// A point of the curve P-256.
        case point(x: [UInt8], y: [UInt8])
        /// A key of RSA.
        case rsa(modulus: [UInt8], exponent: [UInt8])
    }

    /// The algorithm of signatures made with such a key.
    var algorithm: String {
        switch numbers {
        case .point: "ES256"
        case .rsa: "PS256"
        }
    }

    /// Creates a key from a JSON web key.
    ///
    /// - Parameters:
    ///   - object: The key.
    ///   - issuer: The owner, if the key itself doesn't name one.
    /// - Throws: ``Flaw``.
    init(_ object: [String: Any], issuer: String? = nil) throws {
        if let problem = PublicKey.problem { throw Flaw(reason: "signatures can't be checked: \(problem)") }
        if object["d"] != nil { throw Flaw(reason: "contains a private key, which only the issuer may have") }
        let numbers = try Self.numbers(object)
        self.numbers = numbers
        if let use = object["use"] as? String, use != "sig" { throw Flaw(reason: "not a key for signatures") }
        let own = (object["iss"] as? String).flatMap { $0.isEmpty ? nil : $0 }
        self.issuer = own ?? issuer
        let given = object["kid"] as? String ?? ""
        identifier = given.isEmpty ? Self.thumbprint(numbers) : given
    }

    private static func numbers(_ object: [String: Any]) throws -> Numbers {
        func bytes(_ name: String) -> [UInt8] { (object[name] as? String).flatMap { Base64URL.bytes($0) } ?? [] }
        func check(_ wanted: String) throws {
            guard let algorithm = object["alg"] as? String, algorithm != wanted else { return }
            throw Flaw(reason: "it is a key for \(algorithm), not for \(wanted)")
        }
        if object["kty"] as? String == "RSA" {
            try check("PS256")
            let (modulus, exponent) = (bytes("n"), bytes("e"))
            guard PS256.isKey(modulus: modulus, exponent: exponent) else {
                throw Flaw(reason: "n and e aren't an RSA key of 2048 bits or more")
            }
            return .rsa(modulus: modulus, exponent: exponent)
        }
        guard object["kty"] as? String == "EC", object["crv"] as? String == "P-256" else {
            throw Flaw(reason: "it is neither a key of the curve P-256 nor one of RSA")
        }
        try check("ES256")
        let (x, y) = (bytes("x"), bytes("y"))
        guard ES256.isKey(x: x, y: y) else { throw Flaw(reason: "x and y aren't a point on the curve") }
        return .point(x: x, y: y)
    }

    /// The key's own thumbprint (RFC 7638), which cards identify it by.
    private static func thumbprint(_ numbers: Numbers) -> String {
        let text =
            switch numbers {
            case .point(let x, let y):
                #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.text(x))","y":"\#(Base64URL.text(y))"}"#
            case .rsa(let modulus, let exponent):
                #"{"e":"\#(Base64URL.text(exponent))","kty":"RSA","n":"\#(Base64URL.text(modulus))"}"#
            }
        return Base64URL.text(ES256.digest(Array(text.utf8)))
    }

    /// The JSON web key.
    var object: [String: String] {
        var object = ["alg": algorithm, "use": "sig", "kid": identifier]
        switch numbers {
        case .point(let x, let y):
            object.merge(["kty": "EC", "crv": "P-256", "x": Base64URL.text(x), "y": Base64URL.text(y)]) { $1 }
        case .rsa(let modulus, let exponent):
            object.merge(["kty": "RSA", "n": Base64URL.text(modulus), "e": Base64URL.text(exponent)]) { $1 }
        }
        object["iss"] = issuer
        return object
    }

    /// Whether the card was signed with this key and not changed since.
    func signed(_ card: SignedCard) -> Bool {
        switch numbers {
        case .point(let x, let y): ES256.verifies(card.signature, of: card.signed, x: x, y: y)
        case .rsa(let modulus, let exponent):
            PS256.verifies(card.signature, of: card.signed, modulus: modulus, exponent: exponent)
        }
    }

    /// Whether a card's key identifier means this key; certificates write it in either of the two base 64 alphabets.
    func isCalled(_ name: String) -> Bool {
        func plain(_ text: String) -> String {
            text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        }
        return name == identifier || plain(name) == plain(identifier)
    }
}
