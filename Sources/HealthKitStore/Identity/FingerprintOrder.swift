/// The order of fingerprints, found by their digits: many are sorted with each save of many objects.
package enum FingerprintOrder {
    private static let digitBits: UInt64 = 11

    /// The places of fingerprints in ascending order, equal ones as they came.
    ///
    /// - Parameter fingerprints: fewer than 2^32 of them.
    /// - Returns: Words with the fingerprint in the upper half and its position in the lower.
    static func sorted(_ fingerprints: [UInt32]) -> [UInt64] {
        var words = fingerprints.indices.map { UInt64(fingerprints[$0]) << 32 | UInt64($0) }
        if words.count < 256 {
            words.sort()
            return words
        }
        var other = [UInt64](repeating: 0, count: words.count)
        for pass in 0..<3 as Range<UInt64> {
            pile(words, into: &other, shift: 32 + pass * digitBits)
            swap(&words, &other)
        }
        return words
    }

    /// Puts words in ascending order.
    ///
    /// - Parameters:
    ///   - words: Words.
    ///   - bits: How many of their low bits are used.
    package static func sort(_ words: inout [UInt64], bits: UInt64) {
        if words.count < 256 { return words.sort() }
        var other = [UInt64](repeating: 0, count: words.count)
        for shift in stride(from: 0, to: bits, by: UInt64.Stride(digitBits)) {
            pile(words, into: &other, shift: shift)
            swap(&words, &other)
        }
    }

    /// Puts words in the order of one digit.
    private static func pile(_ words: [UInt64], into piled: inout [UInt64], shift: UInt64) {
        let mask = (UInt64(1) << digitBits) - 1
        var places = [Int](repeating: 0, count: 1 << Int(digitBits))
        for word in words { places[Int(word >> shift & mask)] += 1 }
        var next = 0
        for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
        piled.withUnsafeMutableBufferPointer { piled in
            for word in words {
                let digit = Int(word >> shift & mask)
                piled[places[digit]] = word
                places[digit] += 1
            }
        }
    }
}

extension IdentityIndex {
    /// Entries in order.
    static func sorted(_ entries: [Entry]) -> [Entry] {
        let order = FingerprintOrder.sorted(entries.map(\.fingerprint))
        var sorted: [Entry] = []
        sorted.reserveCapacity(entries.count)
        var first = 0
        for word in order {
            let entry = entries[Int(word & 0xFFFF_FFFF)]
            if let last = sorted.last, last.fingerprint != entry.fingerprint {
                settle(&sorted, from: first)
                first = sorted.count
            }
            sorted.append(entry)
        }
        settle(&sorted, from: first)
        return sorted
    }

    /// Sorts the last entries, which have one fingerprint.
    private static func settle(_ entries: inout [Entry], from first: Int) {
        if entries.count - first > 1 { entries[first...].sort() }
    }
}
