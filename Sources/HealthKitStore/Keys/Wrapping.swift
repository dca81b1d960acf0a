import CHealthKitSodium

/// Keys that are encrypted with keys, as libsodium does it.
enum Wrapping {
    static let keySize = 32
    private static let nonceSize = 24
    private static let tagSize = 16

    /// Random bytes from the system.
    static func randomBytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// A key for one purpose, made from another secret.
    static func derive(from secret: SecretBytes, _ purpose: String, _ salt: [UInt8]) throws -> SecretBytes {
        let about = Array(purpose.utf8) + [0] + salt
        return try SecretBytes.made(count: keySize) { target in
            _ = secret.withPointer { bytes in
                crypto_generichash(target, keySize, about, UInt64(about.count), bytes, secret.count)
            }
        }
    }

    /// A nonce, the encrypted secret and its tag; `about` is bound to it.
    static func seal(_ secret: SecretBytes, with key: SecretBytes, about: [UInt8]) throws -> [UInt8] {
        let nonce = randomBytes(nonceSize)
        var sealed = [UInt8](repeating: 0, count: secret.count + tagSize)
        secret.withPointer { bytes in
            key.withPointer { key in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed,
                    nil,
                    bytes,
                    UInt64(secret.count),
                    about,
                    UInt64(about.count),
                    nil,
                    nonce,
                    key
                )
            }
        }
        return nonce + sealed
    }

    /// The secret; nil when the key, the bytes or the associated data differ.
    static func open(_ sealed: [UInt8], with key: SecretBytes, about: [UInt8]) throws -> SecretBytes? {
        guard sealed.count > nonceSize + tagSize else { return nil }
        struct Wrong: Error {}
        let rest = Array(sealed[nonceSize...])
        do {
            return try SecretBytes.made(count: rest.count - tagSize) { target in
                let result = key.withPointer { key in
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        target,
                        nil,
                        nil,
                        rest,
                        UInt64(rest.count),
                        about,
                        UInt64(about.count),
                        sealed,
                        key
                    )
                }
                guard result == 0 else { throw Wrong() }
            }
        } catch is Wrong {
            return nil
        }
    }
}
