import CSodium

/// A key that signs (Ed25519): who knows the public half can tell what was signed, and that it was not changed.
package struct SigningKey: Sendable {
    /// The bytes of a public key.
    package static let publicKeySize = 32
    /// The bytes of a seed, from which both halves are made.
    package static let seedSize = 32
    /// The bytes of a signature.
    package static let signatureSize = 64

    /// The half that everybody may know.
    package let publicKey: [UInt8]
    private let secret: SecretBytes

    /// The key of a seed.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a seed of another length, `cannotOpen` without guarded memory.
    package init(seed: SecretBytes) throws {
        guard seed.count == Self.seedSize else {
            throw StoreError(.invalidArgument, "A signing key has \(Self.seedSize) bytes, not \(seed.count).")
        }
        var publicKey = [UInt8](repeating: 0, count: Self.publicKeySize)
        secret = try SecretBytes.made(count: 64) { target in
            _ = seed.withPointer { crypto_sign_seed_keypair(&publicKey, target, $0) }
        }
        self.publicKey = publicKey
    }

    /// The signature of bytes.
    package func signature(of bytes: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureSize)
        _ = secret.withPointer { crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), $0) }
        return signature
    }

    /// Whether a signature of bytes was made by the owner of a public key.
    package static func isSignature(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard sodium_init() >= 0, signature.count == signatureSize, publicKey.count == publicKeySize else {
            return false
        }
        return crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), publicKey) == 0
    }
}
