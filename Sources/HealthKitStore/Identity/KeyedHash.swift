import CHealthKitSodium

/// A hash that only who knows a key can compute.
package enum KeyedHash {
    /// The hash of words and a text under a key.
    package static func word(key: UInt64, _ words: [UInt64], text: String) -> UInt64 {
        var hash = SipHash()
        hash.add(key)
        for word in words { hash.add(word) }
        hash.add(Array(text.utf8))
        return hash.finish().low
    }

    /// A random key for ``authenticator(of:key:)``.
    package static func randomKey() -> [UInt8] { Wrapping.randomBytes(Wrapping.keySize) }

    /// 64 bits of libsodium's keyed BLAKE2b: they can be computed only with the key.
    package static func authenticator(of bytes: [UInt8], key: [UInt8]) -> UInt64 {
        var hash = [UInt8](repeating: 0, count: 16)
        crypto_generichash(&hash, 16, bytes, UInt64(bytes.count), key, key.count)
        return hash.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
