/// The places taken in the order of changes: a bit each, in pieces, so that wild numbers cost little.
struct AnchorSet {
    private var pieces: [Int64: [UInt64]] = [:]
    private var current: [UInt64]
    private var currentKey: Int64 = 0
    private(set) var count = 0

    private static let wordCount = 1024
    private static let shift: Int64 = 16

    init() { current = Array(repeating: 0, count: AnchorSet.wordCount) }

    /// Takes a place.
    /// - Returns: false when it was taken already.
    mutating func insert(_ anchor: Int64) -> Bool {
        let key = anchor >> AnchorSet.shift
        if key != currentKey { turn(to: key) }
        let place = Int(anchor & ((1 << AnchorSet.shift) - 1))
        let bit = UInt64(1) << UInt64(place & 63)
        if current[place >> 6] & bit != 0 { return false }
        current[place >> 6] |= bit
        count += 1
        return true
    }

    /// Whether a place is taken.
    func contains(_ anchor: Int64) -> Bool {
        let key = anchor >> AnchorSet.shift
        let place = Int(anchor & ((1 << AnchorSet.shift) - 1))
        let words = key == currentKey ? current : pieces[key]
        return words.map { $0[place >> 6] & (1 << UInt64(place & 63)) != 0 } ?? false
    }

    /// The largest place up to a limit; 0 when there is none.
    func largest(upTo limit: Int64) -> Int64 {
        var all = pieces
        all[currentKey] = current
        for (key, words) in all.sorted(by: { $0.key > $1.key }) where key <= limit >> AnchorSet.shift {
            for (index, word) in words.enumerated().reversed() where word != 0 {
                for bit in (0..<64).reversed() where word & (1 << UInt64(bit)) != 0 {
                    let anchor = key << AnchorSet.shift | Int64(index << 6 | bit)
                    if anchor <= limit { return max(anchor, 0) }
                }
            }
        }
        return 0
    }

    private mutating func turn(to key: Int64) {
        let next = pieces.removeValue(forKey: key) ?? Array(repeating: 0, count: AnchorSet.wordCount)
        pieces[currentKey] = current
        current = next
        currentKey = key
    }
}
