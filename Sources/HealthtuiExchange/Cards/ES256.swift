import CHealthtuiCrypto

/// ES256, the signature algorithm of SMART Health Cards: ECDSA on the curve P-256 with SHA-256, by libcrypto.
enum ES256 {
    /// The length of a key's coordinate and of each half of a signature, in bytes.
    static let size = 32

    /// Whether two coordinates are a point of the curve.
    static func isKey(x: [UInt8], y: [UInt8]) -> Bool { withKey(x, y) { _ in true } ?? false }

    /// Whether a signature is of exactly this text and made by the key holder.
    ///
    /// - Parameters:
    ///   - signature: Its two halves, one after the other.
    ///   - text: The signed text.
    ///   - x: The first coordinate of the public key.
    ///   - y: The second.
    /// - Returns: Whether the signature is valid.
    static func verifies(_ signature: [UInt8], of text: [UInt8], x: [UInt8], y: [UInt8]) -> Bool {
        guard signature.count == 2 * size else { return false }
        let parts = integer(signature[..<size]) + integer(signature[size...])
        let encoded = [0x30, UInt8(parts.count)] + parts
        let holds = withKey(x, y) { key in
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
            return EVP_DigestVerify(context, encoded, encoded.count, text, text.count) == 1
        }
        // A failure leaves messages in the library's error queue, which is never read.
        ERR_clear_error()
        return holds ?? false
    }

    /// The SHA-256 of bytes.
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        return digest
    }

    /// The prefix of the point in the encoding of a P-256 public key (RFC 5480).
    private static let keyPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE,
        0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    private static func withKey<T>(_ x: [UInt8], _ y: [UInt8], _ body: (OpaquePointer) -> T) -> T? {
        guard x.count == size, y.count == size else { return nil }
        return PublicKey.with(keyPrefix + x + y, body)
    }

    /// A positive number in DER.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var number = Array(bytes.drop { $0 == 0 })
        if number.first.map({ $0 & 0x80 != 0 }) ?? true { number.insert(0, at: 0) }
        return [0x02, UInt8(number.count)] + number
    }
}
