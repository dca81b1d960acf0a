import HealthKitStore

extension CommonEntryKeys {
    /// The approximate number of keys compared with each other at once.
    private static let partSize = 1 << 21
    /// The number of bits in the marks, as a power of two: sixteen bits for each key.
    private static let markBits: UInt64 = 25
    /// The most keys that are compared one by one.
    private static let mostCandidates = 1 << 18
    /// The most keys that are kept, each counted for every list that has it.
    private static let mostKept = 1 << 18

    /// Finds which keys of some lists are also in another list.
    ///
    /// The lists are gone through part by part: of all keys from one number to another a mark is kept, in four megabytes, and
    /// only keys that share a mark are compared. The result is `nil` where there are too many to keep.
    ///
    /// - Parameters:
    ///   - count: About how many keys all lists have.
    ///   - lists: Calls its second argument with each of these lists for `true`, and with each other list for `false`; with its
    ///     place too, where it has one.
    /// - Throws: The errors of `lists`.
    init?(
        among count: Int,
        _ lists: @escaping (_ own: Bool, _ look: (EntryKeyList, _ place: Int?) -> Void) throws -> Void
    ) throws {
        var slices = ListSlices(lists)
        // Two of many parts take six megabytes.
        let partsInMemory: UInt64 = count > 4 * Self.partSize ? 2 : 1
        var partBits: UInt64 = 0
        while count >> Int(partBits) > Self.partSize, partBits < EntryKeyList.bits - Self.markBits { partBits += 1 }
        let partShift = EntryKeyList.bits - partBits
        let markShift = partShift - Self.markBits
        var (seen, repeated) = (Marks(bits: Self.markBits), Marks(bits: Self.markBits))
        var found: [FoundEntryKey] = []
        for part in 0..<UInt64(1) << partBits {
            if part > 0 {
                seen.clear()
                repeated.clear()
            }
            if partBits > 0, part % partsInMemory == 0 {
                try slices.read(below: min(part + partsInMemory, 1 << partBits) << partShift)
            }
            func look(_ own: Bool, _ body: (_ number: UInt64, _ mark: UInt64, _ place: Int?) -> Void) throws {
                try slices.forEach(own) { list, place in
                    list.forEachNumber { number in
                        let own = number >> partShift
                        if own == part { body(number, number >> markShift, place) }
                        return own <= part
                    }
                }
            }
            var candidates: [FoundEntryKey] = []
            try look(true) { _, mark, _ in if !seen.insert(mark) { repeated.insert(mark) } }
            try look(false) { number, mark, place in
                guard seen.has(mark) else { return }
                repeated.insert(mark)
                if candidates.count <= Self.mostCandidates { candidates.append(FoundEntryKey(number, in: place)) }
            }
            try look(true) { number, mark, place in
                guard repeated.has(mark), candidates.count <= Self.mostCandidates else { return }
                candidates.append(FoundEntryKey(number, in: place))
            }
            guard candidates.count <= Self.mostCandidates else { return nil }
            candidates.sort()
            var first = 0
            while first < candidates.count {
                var end = first + 1
                while end < candidates.count, candidates[end].number == candidates[first].number { end += 1 }
                if end - first > 1 { found += candidates[first..<end] }
                first = end
            }
            guard found.count <= Self.mostKept else { return nil }
        }
        self.init(found: found)
    }

    /// Lists that are read part by part: reading them whole for each part would take quadratic time.
    private struct ListSlices {
        typealias Lists = (_ own: Bool, _ look: (EntryKeyList, _ place: Int?) -> Void) throws -> Void

        private let lists: Lists
        /// Up to where lists were read, by their order.
        private var ends: [Bool: [EntryKeyList.Position]] = [:]
        private var slices: [Bool: [(list: EntryKeyList, place: Int?)]] = [:]

        init(_ lists: @escaping Lists) { self.lists = lists }

        /// Reads what comes next.
        mutating func read(below limit: UInt64) throws {
            slices = [:]
            for own in [true, false] {
                var (ends, slices) = (ends[own] ?? [], [(list: EntryKeyList, place: Int?)]())
                slices.reserveCapacity(ends.count)
                var number = 0
                try lists(own) { list, place in
                    if number == ends.count { ends.append(EntryKeyList.Position()) }
                    slices.append((list.slice(from: &ends[number], below: limit), place))
                    number += 1
                }
                (self.ends[own], self.slices[own]) = (ends, slices)
            }
        }

        /// Calls a closure with what was read of each list, or with whole lists where nothing was.
        func forEach(_ own: Bool, _ body: (EntryKeyList, _ place: Int?) -> Void) throws {
            guard let slices = slices[own] else { return try lists(own, body) }
            for slice in slices { body(slice.list, slice.place) }
        }
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
