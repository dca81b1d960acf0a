/// SipHash-1-3 with 128 bits of output and a fixed key.
///
/// Its results are part of the format: identities that are computed from content must be the same in every store, on every
/// machine, forever.
struct SipHash {
    private var v0: UInt64 = 0x736F_6D65_7073_6575 ^ 0x6865_616C_7468_7374
    private var v1: UInt64 = 0x646F_7261_6E64_6F6D ^ 0x6F72_6520_6964_656E ^ 0xEE
    private var v2: UInt64 = 0x6C79_6765_6E65_7261 ^ 0x6865_616C_7468_7374
    private var v3: UInt64 = 0x7465_6462_7974_6573 ^ 0x6F72_6520_6964_656E
    private var words: UInt64 = 0

    /// Hashes one word.
    @inline(__always)
    mutating func add(_ word: UInt64) {
        v3 ^= word
        round()
        v0 ^= word
        words &+= 1
    }

    /// Takes in bytes, their count first.
    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        bytes.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for index in stride(from: 0, to: whole, by: 8) {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            }
            guard whole < bytes.count else { return }
            var word: UInt64 = 0
            for index in whole..<bytes.count { word |= UInt64(bytes[index]) &<< UInt64(8 * (index - whole)) }
            add(word)
        }
    }

    /// The hash of all words.
    func finish() -> Identifier {
        var state = self
        state.add(words)
        state.v2 ^= 0xEE
        for _ in 0..<3 { state.round() }
        let high = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
        state.v1 ^= 0xDD
        for _ in 0..<3 { state.round() }
        return Identifier(high: high, low: state.v0 ^ state.v1 ^ state.v2 ^ state.v3)
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = v1 &<< 13 | v1 &>> 51
        v1 ^= v0
        v0 = v0 &<< 32 | v0 &>> 32
        v2 &+= v3
        v3 = v3 &<< 16 | v3 &>> 48
        v3 ^= v2
        v0 &+= v3
        v3 = v3 &<< 21 | v3 &>> 43
        v3 ^= v0
        v2 &+= v1
        v1 = v1 &<< 17 | v1 &>> 47
        v1 ^= v2
        v2 = v2 &<< 32 | v2 &>> 32
    }
}
