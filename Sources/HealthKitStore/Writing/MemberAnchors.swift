import Foundation

/// The places of members in the order of changes, most of which follow each other: a bit each.
struct MemberAnchors: Sendable {
    /// By the place of its first bit over 64, never zero.
    private var words: [Int64: UInt64] = [:]
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    func contains(_ anchor: Int64) -> Bool { words[anchor >> 6].map { $0 & Self.bit(anchor) != 0 } ?? false }

    mutating func insert(_ anchor: Int64) { insert(anchor...anchor) }

    /// Adds places that follow each other: a word at a time.
    ///
    /// - Parameter range: the first and the last of them.
    mutating func insert(_ range: ClosedRange<Int64>) {
        Self.forEachWord(of: range) { word, mask in
            let old = words[word, default: 0]
            count += (mask & ~old).nonzeroBitCount
            words[word] = old | mask
        }
    }

    /// Removes a place.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func remove(_ anchor: Int64) -> Bool {
        let bit = Self.bit(anchor)
        guard let old = words[anchor >> 6], old & bit != 0 else { return false }
        words[anchor >> 6] = old == bit ? nil : old & ~bit
        count -= 1
        return true
    }

    /// Removes those of some places that follow each other which are there.
    ///
    /// - Parameter range: the first and the last of them.
    mutating func remove(_ range: ClosedRange<Int64>) {
        Self.forEachWord(of: range) { word, mask in
            guard let old = words[word] else { return }
            count -= (old & mask).nonzeroBitCount
            words[word] = old & ~mask == 0 ? nil : old & ~mask
        }
    }

    /// The places that aren't in another set, in order.
    ///
    /// - Parameter others: the other set.
    /// - Returns: the places.
    func places(outside others: MemberAnchors) -> [Int64] {
        var places: [Int64] = []
        for word in words.keys.sorted() {
            var rest = words[word, default: 0] & ~others.words[word, default: 0]
            while rest != 0 {
                places.append((word << 6) + Int64(rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return places
    }

    private static func bit(_ anchor: Int64) -> UInt64 { 1 << UInt64(anchor & 63) }

    /// Visits the words in which places that follow each other have bits, with these bits.
    private static func forEachWord(of range: ClosedRange<Int64>, _ body: (Int64, UInt64) -> Void) {
        let (firstWord, lastWord) = (range.lowerBound >> 6, range.upperBound >> 6)
        for word in firstWord...lastWord {
            let first = word == firstWord ? range.lowerBound & 63 : 0
            let last = word == lastWord ? range.upperBound & 63 : 63
            body(word, (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last)))
        }
    }
}
