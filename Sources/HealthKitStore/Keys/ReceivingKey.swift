import CHealthKitSodium

/// An X25519 key to which anyone can seal bytes (``SealedBox``) that only it can open.
package struct ReceivingKey: Sendable {
    /// The size of a seed, in bytes.
    package static let seedSize = 32

    /// The public key that others seal to.
    package let publicKey: [UInt8]
    private let secret: SecretBytes

    /// The key of a seed.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a seed of another size, `cannotOpen` without memory.
    package init(seed: SecretBytes) throws {
        guard seed.count == Self.seedSize else {
            throw StoreError(.invalidArgument, "A receiving key is made of \(Self.seedSize) bytes.")
        }
        var publicKey = [UInt8](repeating: 0, count: SealedBox.publicKeySize)
        secret = try SecretBytes.made(count: SealedBox.secretKeySize) { target in
            _ = seed.withPointer { crypto_box_seed_keypair(&publicKey, target, $0) }
        }
        self.publicKey = publicKey
    }

    /// Opens bytes sealed to the key.
    /// - Throws: ``StoreError`` with code `damaged` when it was changed, or sealed to another key.
    package func open(_ sealed: [UInt8]) throws -> SecretBytes {
        var bytes = try SealedBox.open(sealed, publicKey: publicKey, secretKey: secret)
        return try SecretBytes(taking: &bytes)
    }
}

extension SealedBox {
    /// Seals a secret to a public key.
    /// - Throws: ``StoreError`` with code `invalidArgument` for an invalid public key.
    package static func seal(_ secret: SecretBytes, to publicKey: [UInt8]) throws -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: secret.count + overhead)
        let result = secret.withPointer { bytes in
            publicKey.count == publicKeySize && sodium_init() >= 0
                ? crypto_box_seal(&sealed, bytes, UInt64(secret.count), publicKey) : -1
        }
        guard result == 0 else { throw StoreError(.invalidArgument, "Invalid public key.") }
        return sealed
    }
}
