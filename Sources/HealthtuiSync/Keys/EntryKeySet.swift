/// A set of keys that answers quickly for keys that it doesn't have.
struct EntryKeySet {
    private var entryKeys: Set<EntryKey> = []
    private var marks = EntryKeyMarks()

    mutating func formUnion(_ others: Set<EntryKey>) {
        entryKeys.formUnion(others)
        for entryKey in others { marks.insert(entryKey.number) }
    }

    func contains(_ entryKey: EntryKey) -> Bool { marks.mayHave(entryKey.number) && entryKeys.contains(entryKey) }

    /// The other keys that aren't among these.
    func missing(of others: Set<EntryKey>) -> Set<EntryKey> { others.subtracting(entryKeys) }
}

/// One bit for the highest bits of each key's number.
///
/// A bit that isn't set rules a key out without a search.
struct EntryKeyMarks {
    /// Nothing as long as there are no keys.
    private var words: [UInt64] = []

    mutating func insert(_ number: UInt64) {
        if words.isEmpty { words = [UInt64](repeating: 0, count: 1 << 12) }
        words[Self.word(number)] |= Self.bit(number)
    }

    func mayHave(_ number: UInt64) -> Bool { !words.isEmpty && words[Self.word(number)] & Self.bit(number) != 0 }

    private static func word(_ number: UInt64) -> Int { Int(number >> 52) }
    private static func bit(_ number: UInt64) -> UInt64 { 1 << (number >> 46 & 63) }
}
