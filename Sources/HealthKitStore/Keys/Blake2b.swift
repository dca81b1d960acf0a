import CHealthKitSodium

/// BLAKE2b, with or without a key.
package enum Blake2b {
    /// The hash of bytes.
    ///
    /// - Parameters:
    ///   - bytes: What is hashed.
    ///   - count: How many bytes the hash has, 16 to 64.
    /// - Returns: The hash.
    package static func hash(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: count)
        crypto_generichash(&hash, count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }

    /// The hash of bytes that only who has a key can compute.
    package static func hash(_ bytes: [UInt8], count: Int, key: SecretBytes) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: count)
        key.withPointer { _ = crypto_generichash(&hash, count, bytes, UInt64(bytes.count), $0, key.count) }
        return hash
    }

    /// A key for a purpose, made from another secret.
    /// - Throws: ``StoreError`` with code `cannotOpen` without memory for it.
    package static func derive(from secret: SecretBytes, about: [UInt8], count: Int = 32) throws -> SecretBytes {
        try SecretBytes.made(count: count) { target in
            _ = secret.withPointer {
                crypto_generichash(target, count, about, UInt64(about.count), $0, secret.count)
            }
        }
    }

    /// Whether two hashes are the same, in a time that doesn't depend on where they differ.
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
