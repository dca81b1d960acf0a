import HealthStore

extension CommonTopics {
    /// How many topics are held against each other at once, about.
    private static let partSize = 1 << 21
    /// How many bits say that a topic is there, sixteen for each; a power of two.
    private static let markBits: UInt64 = 25
    /// The most topics that are looked at one by one.
    private static let mostCandidates = 1 << 18
    /// The most topics that are kept.
    private static let mostKept = 1 << 18

    /// Finds which topics of some lists are also in another list.
    ///
    /// The lists are gone through part by part: of all topics from one number to another a mark is kept, in four megabytes, and
    /// only topics that share a mark are compared. The result is `nil` where there are too many to keep.
    ///
    /// - Parameters:
    ///   - count: About how many topics all lists have.
    ///   - lists: Calls its second argument with each of these lists for `true`, and with each other list for `false`.
    /// - Throws: What `lists` throws.
    init?(among count: Int, _ lists: @escaping (_ own: Bool, _ look: (TopicList) -> Void) throws -> Void) throws {
        var partBits: UInt64 = 0
        while count >> Int(partBits) > Self.partSize, partBits < TopicList.bits - Self.markBits { partBits += 1 }
        let partShift = TopicList.bits - partBits
        let markShift = partShift - Self.markBits
        var (seen, repeated) = (Marks(bits: Self.markBits), Marks(bits: Self.markBits))
        var found: [UInt64] = []
        for part in 0..<UInt64(1) << partBits {
            if part > 0 {
                seen.clear()
                repeated.clear()
            }
            func look(_ own: Bool, _ body: (_ number: UInt64, _ mark: UInt64) -> Void) throws {
                try lists(own) { list in
                    list.forEachNumber { number in
                        let place = number >> partShift
                        if place == part { body(number, number >> markShift) }
                        return place <= part
                    }
                }
            }
            var candidates: [UInt64] = []
            try look(true) { if !seen.insert($1) { repeated.insert($1) } }
            try look(false) { number, mark in
                guard seen.has(mark) else { return }
                repeated.insert(mark)
                if candidates.count <= Self.mostCandidates { candidates.append(number) }
            }
            try look(true) { number, mark in
                if repeated.has(mark), candidates.count <= Self.mostCandidates { candidates.append(number) }
            }
            guard candidates.count <= Self.mostCandidates else { return nil }
            FingerprintOrder.sort(&candidates, bits: TopicList.bits)
            for (place, number) in candidates.enumerated().dropFirst()
            where number == candidates[place - 1] && found.last != number {
                found.append(number)
            }
            guard found.count <= Self.mostKept else { return nil }
        }
        self.init(sorted: found)
    }

    /// A bit for each number; of larger ones for their lowest bits.
    private struct Marks {
        private var words: [UInt64]
        private let mask: UInt64

        init(bits: UInt64) {
            words = [UInt64](repeating: 0, count: 1 << Int(bits - 6))
            mask = 1 << bits - 1
        }

        mutating func clear() { words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }

        /// Sets a number's bit.
        ///
        /// - Returns: Whether it was new.
        @discardableResult
        mutating func insert(_ number: UInt64) -> Bool {
            let (word, bit) = (Int((number & mask) >> 6), UInt64(1) << (number & 63))
            let isNew = words[word] & bit == 0
            words[word] |= bit
            return isNew
        }

        func has(_ number: UInt64) -> Bool { words[Int((number & mask) >> 6)] & UInt64(1) << (number & 63) != 0 }
    }
}
