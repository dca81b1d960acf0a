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
}
