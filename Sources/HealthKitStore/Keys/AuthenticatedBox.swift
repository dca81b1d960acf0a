import CHealthKitSodium

/// XChaCha20-Poly1305: bytes that only who has a key can read or make.
package enum AuthenticatedBox {
    /// The size of a key, in bytes.
    package static let keySize = 32
    /// The size of a nonce, in bytes: large enough that a random one never repeats.
    package static let nonceSize = 24
    /// The number of bytes that sealing adds.
    package static let overhead = 16

    /// A random nonce.
    package static func randomNonce() -> [UInt8] { Wrapping.randomBytes(nonceSize) }

    /// Seals bytes.
    ///
    /// - Parameters:
    ///   - bytes: What is sealed.
    ///   - key: The key.
    ///   - nonce: Bytes that were never used with the key before.
    ///   - about: What the sealed bytes are bound to, and opening needs again.
    /// - Returns: The sealed bytes, with their tag at the end.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a key or a nonce of another size.
    package static func seal(
        _ bytes: [UInt8],
        key: SecretBytes,
        nonce: [UInt8],
        about: [UInt8]
    ) throws -> [UInt8] {
        guard key.count == keySize, nonce.count == nonceSize, sodium_init() >= 0 else {
            throw StoreError(.invalidArgument, "The key or the nonce has the wrong size.")
        }
        var sealed = [UInt8](repeating: 0, count: bytes.count + overhead)
        key.withPointer { key in
            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed,
                nil,
                bytes,
                UInt64(bytes.count),
                about,
                UInt64(about.count),
                nil,
                nonce,
                key
            )
        }
        return sealed
    }

    /// Opens sealed bytes; `nil` if the key, the nonce, the bytes or the associated data differ.
    package static func open(_ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], about: [UInt8]) -> [UInt8]? {
        guard sealed.count >= overhead, key.count == keySize, nonce.count == nonceSize, sodium_init() >= 0 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: sealed.count - overhead)
        let result = key.withPointer { key in
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &bytes,
                nil,
                nil,
                sealed,
                UInt64(sealed.count),
                about,
                UInt64(about.count),
                nonce,
                key
            )
        }
        return result == 0 ? bytes : nil
    }
}
