import CHealthtuiCrypto

/// PS256: RSA signatures with SHA-256 and PSS padding, by libcrypto.
enum PS256 {
    /// The smallest modulus accepted, in bytes: 2048 bits.
    private static let leastModulus = 256
    private static let mostModulus = 1024

    /// Whether two numbers are a public key.
    static func isKey(modulus: [UInt8], exponent: [UInt8]) -> Bool { withKey(modulus, exponent) { _ in true } ?? false }

    /// Whether a signature is of exactly this text and made by the key holder.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - text: The signed text.
    ///   - modulus: The key's modulus, the highest byte first.
    ///   - exponent: Its exponent.
    /// - Returns: Whether the signature is valid.
    static func verifies(_ signature: [UInt8], of text: [UInt8], modulus: [UInt8], exponent: [UInt8]) -> Bool {
        let holds = withKey(modulus, exponent) { key in
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            var details: OpaquePointer?
            guard EVP_DigestVerifyInit(context, &details, EVP_sha256(), nil, key) == 1,
                EVP_PKEY_CTX_ctrl_str(details, "rsa_padding_mode", "pss") == 1,
                EVP_PKEY_CTX_ctrl_str(details, "rsa_pss_saltlen", "digest") == 1
            else { return false }
            return EVP_DigestVerify(context, signature, signature.count, text, text.count) == 1
        }
        // A failure leaves messages in the library's error queue, which is never read.
        ERR_clear_error()
        return holds ?? false
    }

    /// The algorithm identifier of RSA in the encoding of a public key (RFC 3279).
    private static let algorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    private static func withKey<T>(_ modulus: [UInt8], _ exponent: [UInt8], _ body: (OpaquePointer) -> T) -> T? {
        let modulus = Array(modulus.drop { $0 == 0 })
        guard (leastModulus...mostModulus).contains(modulus.count), (1...8).contains(exponent.count) else { return nil }
        let numbers = part(0x30, integer(modulus) + integer(exponent))
        let encoded = part(0x30, algorithm + part(0x03, [0] + numbers))
        return PublicKey.with(encoded, body)
    }

    /// A positive number in DER.
    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        var number = Array(bytes.drop { $0 == 0 })
        if number.first.map({ $0 & 0x80 != 0 }) ?? true { number.insert(0, at: 0) }
        return part(0x02, number)
    }

    /// A DER value with its tag and length.
    private static func part(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        switch count {
        case ..<0x80: return [kind, UInt8(count)] + content
        case ..<0x100: return [kind, 0x81, UInt8(count)] + content
        default: return [kind, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
        }
    }
}
