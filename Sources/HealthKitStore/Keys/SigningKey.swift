import CHealthKitSodium

/// An Ed25519 key that signs.
package struct SigningKey: Sendable {
    /// The size of a seed, in bytes.
    package static let seedSize = 32
    /// The size of a public key, in bytes.
    package static let publicKeySize = 32
    /// The size of a signature, in bytes.
    package static let signatureSize = 64

    /// The public key that verifies signatures.
    package let publicKey: [UInt8]
    private let secret: SecretBytes

    /// The key of a seed.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a seed of another size, `cannotOpen` without memory.
    package init(seed: SecretBytes) throws {
        guard seed.count == Self.seedSize else {
            throw StoreError(.invalidArgument, "A signing key is made of \(Self.seedSize) bytes.")
        }
        var publicKey = [UInt8](repeating: 0, count: Self.publicKeySize)
        secret = try SecretBytes.made(count: 64) { target in
            _ = seed.withPointer { crypto_sign_seed_keypair(&publicKey, target, $0) }
        }
        self.publicKey = publicKey
    }

    /// The signature of a message.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureSize)
        secret.withPointer { _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), $0) }
        return signature
    }

    /// Whether a signature is that of a message by a key.
    package static func isSigned(_ message: [UInt8], by publicKey: [UInt8], _ signature: [UInt8]) -> Bool {
        publicKey.count == publicKeySize && signature.count == signatureSize && sodium_init() >= 0
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}
