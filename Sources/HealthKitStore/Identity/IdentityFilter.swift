import Synchronization

/// A set of fingerprints in memory that may say yes wrongly, never no: most new UUIDs need no look into the index.
///
/// A Bloom filter, four bits of one word for each fingerprint. It is built from the runs when first needed, and new
/// runs are added; deleted identities stay in it until it is rebuilt.
struct IdentityFilter {
    private(set) var words: [UInt64] = []
    private var shift: UInt64 = 64
    private(set) var entryCount = 0
    /// Committed runs whose fingerprints it holds.
    var knownRuns: Set<Int64> = []

    /// Bits for each fingerprint at the fullest.
    static let bitsPerEntry = 16

    /// Remembers committed runs whose entries are all included.
    mutating func markKnown(_ runs: Set<Int64>) {
        if !words.isEmpty { knownRuns.formUnion(runs) }
    }

    mutating func reset(for count: Int) {
        var bits: UInt64 = 16
        while UInt64(1) << bits < UInt64(max(count, 1) * IdentityFilter.bitsPerEntry) { bits += 1 }
        words = Array(repeating: 0, count: 1 << Int(bits - 6))
        shift = 64 - (bits - 6)
        entryCount = 0
        knownRuns = []
    }

    mutating func insert(_ fingerprint: UInt32) {
        if words.isEmpty { return }
        let (word, bits) = place(fingerprint)
        words[word] |= bits
        entryCount += 1
    }

    func mayContain(_ fingerprint: UInt32) -> Bool {
        if words.isEmpty { return true }
        let (word, bits) = place(fingerprint)
        return words[word] & bits == bits
    }

    @inline(__always)
    private func place(_ fingerprint: UInt32) -> (word: Int, bits: UInt64) {
        let hash = UInt64(fingerprint) &* 0x9E37_79B9_7F4A_7C15
        let choice = (hash ^ (hash &>> 29)) &* 0xBF58_476D_1CE4_E5B9
        var bits: UInt64 = 0
        for turn in UInt64(0)..<4 { bits |= UInt64(1) &<< ((choice &>> (40 &+ 6 &* turn)) & 63) }
        return (Int(truncatingIfNeeded: hash &>> shift), bits)
    }
}

/// The filter of a store, shared by its transactions.
final class IdentityFilterBox: Sendable {
    private let filter = Mutex(IdentityFilter())

    func withLock<T>(_ body: (inout IdentityFilter) throws -> T) rethrows -> T {
        try filter.withLock { filter in
            nonisolated(unsafe) let result = try body(&filter)
            return result
        }
    }
}
