import CHealthKitSodium

/// Bytes that anyone can seal to a store's public key, and only its secret key can open.
///
/// The sealer can't open them again. Nothing identifies the sealer: anyone who can write a journal can add to it.
package enum SealedBox {
    static let publicKeySize = 32
    static let secretKeySize = 32
    /// The number of bytes that sealing adds.
    package static let overhead = 48

    /// Seals bytes.
    /// - Throws: ``StoreError`` with code `invalidArgument` for an invalid public key.
    package static func seal(_ bytes: [UInt8], to publicKey: [UInt8]) throws -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: bytes.count + overhead)
        guard sodium_init() >= 0, publicKey.count == publicKeySize,
            crypto_box_seal(&sealed, bytes, UInt64(bytes.count), publicKey) == 0
        else {
            throw StoreError(.invalidArgument, "Invalid public key.")
        }
        return sealed
    }

    /// Opens sealed bytes.
    ///
    /// - Parameters:
    ///   - sealed: What `seal(_:to:)` gave.
    ///   - publicKey: The key that it was sealed to.
    ///   - secretKey: The key that belongs to it.
    /// - Returns: What was sealed.
    /// - Throws: ``StoreError`` with code `damaged` when it was changed, or sealed to another key.
    package static func open(_ sealed: [UInt8], publicKey: [UInt8], secretKey: SecretBytes) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(sealed.count - overhead, 0))
        let result = secretKey.withPointer { secret in
            guard sealed.count >= overhead, publicKey.count == publicKeySize, secretKey.count == secretKeySize else {
                return Int32(-1)
            }
            return crypto_box_seal_open(&bytes, sealed, UInt64(sealed.count), publicKey, secret)
        }
        guard result == 0 else {
            throw StoreError(.damaged, "The sealed data was changed, or isn't for this store.")
        }
        return bytes
    }

    /// The two halves of the key that a seed of 32 bytes makes.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a seed of another length, `cannotOpen` without guarded memory.
    package static func keyPair(seed: SecretBytes) throws -> (publicKey: [UInt8], secretKey: SecretBytes) {
        guard seed.count == crypto_box_seedbytes() else {
            throw StoreError(.invalidArgument, "The seed of a key has \(crypto_box_seedbytes()) bytes.")
        }
        var publicKey = [UInt8](repeating: 0, count: publicKeySize)
        let secretKey = try SecretBytes.made(count: secretKeySize) { target in
            _ = seed.withPointer { crypto_box_seed_keypair(&publicKey, target, $0) }
        }
        return (publicKey, secretKey)
    }

    /// A BLAKE2b hash.
    ///
    /// - Parameters:
    ///   - bytes: What is hashed.
    ///   - size: How many bytes come out, 16 to 64.
    /// - Returns: The hash.
    package static func digest(of bytes: [UInt8], size: Int) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: min(max(size, 16), 64))
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }

    /// Tells a public key from others: the beginning of its hash.
    static func hint(_ publicKey: [UInt8]) -> UInt32 {
        hash(publicKey).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A hash of 16 bytes.
    static func hash(_ bytes: [UInt8], key: [UInt8] = []) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 16)
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
        return hash
    }
}
