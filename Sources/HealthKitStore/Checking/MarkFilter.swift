/// A filter of UUIDs that something names, by their first 48 bits: it never misses one that is named, and seldom passes another.
///
/// In a computed UUID these bits tell type and second, so for most samples no UUID has to be computed to know that
/// nothing refers to it.
struct MarkFilter {
    private var words: [UInt64]
    private static let wordCount = 1 << 14

    /// Lets everything pass that begins as one of the identifiers does.
    init(_ identifiers: some Sequence<Identifier>) {
        words = Array(repeating: 0, count: MarkFilter.wordCount)
        for identifier in identifiers {
            let (word, bit) = MarkFilter.place(DerivedIdentity.beginning(of: identifier))
            words[word] |= bit
        }
    }

    /// Whether an identifier that begins so may be named.
    func mayContain(_ beginning: UInt64) -> Bool {
        let (word, bit) = MarkFilter.place(beginning)
        return words[word] & bit != 0
    }

    private static func place(_ beginning: UInt64) -> (word: Int, bit: UInt64) {
        let mixed = (beginning &* 0x9E37_79B9_7F4A_7C15) >> 44
        return (Int(mixed >> 6), UInt64(1) << (mixed & 63))
    }
}
