import HealthKitStore

/// The keys of a file's entries, as a sorted list of 40 bits of each: about three bytes a key.
///
/// A key that isn't in the list isn't in the file. One that is in the list may not be in the file, once in ten million times.
package struct EntryKeyList {
    /// The lowest bits of a key's number, which lists leave out.
    static let shift: UInt64 = 24
    static let bits = 64 - shift
    /// The approximate size of a key in a list, in bytes.
    static let bytesPerEntryKey = 3

    /// The list as it is kept: differences of the sorted numbers as varints.
    package let bytes: [UInt8]

    /// A list as it was kept.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The list of the keys of entries.
    package init(_ entries: [Entry]) {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(entries.count * 2)
        for entry in entries { entry.forEachEntryKey { numbers.append($0.number >> Self.shift) } }
        FingerprintOrder.sort(&numbers, bits: Self.bits)
        var writer = SyncByteWriter()
        var last: UInt64?
        for number in numbers where number != last {
            writer.varint(number - (last ?? 0))
            last = number
        }
        bytes = writer.bytes
    }

    /// A search for keys in lists.
    package struct Search {
        /// In ascending order.
        fileprivate let numbers: [UInt64]

        package init(_ entryKeys: some Sequence<EntryKey>) {
            numbers = entryKeys.map { $0.number >> EntryKeyList.shift }.sorted()
        }

        fileprivate init(sorted numbers: [UInt64]) { self.numbers = numbers }

        /// In which parts of a list keys may be.
        ///
        /// - Parameter count: In how many parts the list is.
        /// - Returns: The numbers of the parts, in order; `nil` where they are hardly fewer than all.
        func parts(among count: Int) -> [Int]? {
            if count == 0 || numbers.count > count / 2 { return nil }
            var parts: [Int] = []
            for number in numbers {
                let part = EntryKeyList.part(of: number, among: count)
                if parts.last != part { parts.append(part) }
            }
            return parts
        }
    }

    /// Removes from sorted keys those that may be in the file.
    ///
    /// - Returns: Whether there were any.
    func take(from entryKeys: inout [EntryKey]) -> Bool {
        var (next, kept) = (0, 0)
        forEachNumber { number in
            while next < entryKeys.count, entryKeys[next].number >> Self.shift < number {
                entryKeys[kept] = entryKeys[next]
                (next, kept) = (next + 1, kept + 1)
            }
            while next < entryKeys.count, entryKeys[next].number >> Self.shift == number { next += 1 }
            return next < entryKeys.count
        }
        if next == kept { return false }
        entryKeys.removeSubrange(kept..<next)
        return true
    }

    /// Whether one of some keys may be in the file.
    package func mayHave(_ search: Search) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            search.numbers.withUnsafeBufferPointer { wanted in Self.intersects(bytes, wanted) }
        }
    }

    private static func intersects(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt64>) -> Bool {
        var next = 0
        var found = false
        forEachNumber(bytes) { number in
            while next < wanted.count, wanted[next] < number { next += 1 }
            found = next < wanted.count && wanted[next] == number
            return !found && next < wanted.count
        }
        return found
    }

    /// The numbers of a list, as long as the closure wants more.
    @inline(__always)
    private static func forEachNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UInt64) -> Bool) {
        forEachNumber(bytes, from: 0) { number, _ in body(number) }
    }

    /// The numbers of a list after one, each with the place of the next, as long as the closure wants more.
    @inline(__always)
    private static func forEachNumber(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from before: UInt64,
        _ body: (_ number: UInt64, _ next: Int) -> Bool
    ) {
        var place = 0
        var number = before
        while place < bytes.count {
            var (difference, shift): (UInt64, UInt64) = (0, 0)
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                difference |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 || shift > 56 { break }
            }
            number &+= difference
            guard body(number, place) else { return }
        }
    }
}

/// The keys that also occur elsewhere.
///
/// No other entry affects what an entry says about its other keys, so nothing has to be read for them.
struct CommonEntryKeys {
    /// In ascending order; of a key that several lists have, one after the other.
    private let found: [FoundEntryKey]
    private var marks = EntryKeyMarks()

    /// The keys found in lists.
    ///
    /// - Parameter found: Keys with their places, in ascending order.
    init(found: [FoundEntryKey]) {
        self.found = found
        for entryKey in found { marks.insert(entryKey.number << EntryKeyList.shift) }
    }

    /// Finds the keys that occur more than once among some.
    init(repeatedIn entryKeys: EntryKeyNumbers) {
        self.init(found: entryKeys.repeated.map { FoundEntryKey($0, in: nil) })
    }

    var isEmpty: Bool { found.isEmpty }

    func has(_ entryKey: EntryKey) -> Bool { place(of: entryKey) != nil }

    /// The place of the only list that has a key; `nil` for a key that was found more than once, or in no list.
    func onlyList(_ entryKey: EntryKey) -> Int? {
        guard let place = place(of: entryKey) else { return nil }
        let isLast = place + 1 == found.count || found[place + 1].number != found[place].number
        return isLast ? found[place].place : nil
    }

    /// The places of the lists that have a key; `nil` for one that isn't among these.
    func lists(_ entryKey: EntryKey) -> [Int]? {
        guard let place = place(of: entryKey) else { return nil }
        return found[place...].prefix { $0.number == found[place].number }.compactMap(\.place)
    }

    /// The first place of a key.
    private func place(of entryKey: EntryKey) -> Int? {
        guard marks.mayHave(entryKey.number) else { return nil }
        let wanted = entryKey.number >> EntryKeyList.shift
        var (first, end) = (0, found.count)
        while first < end {
            let middle = (first + end) / 2
            if found[middle].number < wanted { first = middle + 1 } else { end = middle }
        }
        return first < found.count && found[first].number == wanted ? first : nil
    }
}

/// A key that a list has, as its number and the place of the list in one word.
struct FoundEntryKey: Comparable {
    private let word: UInt64

    private static let placeBits = EntryKeyList.shift
    /// Stands for no place: what was found has it, and no list.
    private static let noPlace: UInt64 = 1 << placeBits - 1

    init(_ number: UInt64, in place: Int?) {
        word = number << Self.placeBits | min(place.map { UInt64($0) } ?? Self.noPlace, Self.noPlace)
    }

    var number: UInt64 { word >> Self.placeBits }

    /// The place of the list, if it has one.
    var place: Int? { word & Self.noPlace == Self.noPlace ? nil : Int(word & Self.noPlace) }

    static func < (left: FoundEntryKey, right: FoundEntryKey) -> Bool { left.word < right.word }
}

/// Keys of many entries, as lists have them, which takes eight bytes a key.
struct EntryKeyNumbers {
    private var numbers: [UInt64] = []
    private var isSorted = true

    /// The number of keys; those that occur twice are counted twice.
    var count: Int { numbers.count }

    mutating func add(_ entryKey: EntryKey) {
        numbers.append(entryKey.number >> EntryKeyList.shift)
        isSorted = false
    }

    mutating func add(_ list: EntryKeyList) {
        isSorted = false
        let count = count + list.count
        // Grows by a quarter at most: doubling would cost too much memory for many lists.
        if numbers.capacity < count { numbers.reserveCapacity(max(count, numbers.count * 5 / 4)) }
        list.forEachNumber {
            numbers.append($0)
            return true
        }
    }

    /// A search for them.
    mutating func search() -> EntryKeyList.Search {
        sort()
        return EntryKeyList.Search(sorted: numbers)
    }

    private mutating func sort() {
        if isSorted { return }
        FingerprintOrder.sort(&numbers, bits: EntryKeyList.bits)
        isSorted = true
    }

    /// Whether a key is among them, once they were compared with others.
    func has(_ entryKey: EntryKey) -> Bool {
        let wanted = entryKey.number >> EntryKeyList.shift
        var (first, end) = (0, isSorted ? numbers.count : 0)
        while first < end {
            let middle = (first + end) / 2
            if numbers[middle] < wanted { first = middle + 1 } else { end = middle }
        }
        return first < numbers.count && isSorted && numbers[first] == wanted
    }

    /// The keys that occur more than once; sorted.
    fileprivate var repeated: [UInt64] {
        var found: [UInt64] = []
        var sorted = numbers
        if !isSorted { FingerprintOrder.sort(&sorted, bits: EntryKeyList.bits) }
        for (place, number) in sorted.enumerated().dropFirst()
        where number == sorted[place - 1] && found.last != number {
            found.append(number)
        }
        return found
    }

    /// Finds those of the keys that occur more than once, or in one of the other lists.
    ///
    /// - Parameter others: Calls its argument with each list, and with its place if it has one.
    /// - Returns: The keys.
    /// - Throws: The errors of `others`.
    mutating func common(with others: ((EntryKeyList, _ place: Int?) -> Void) throws -> Void) rethrows
        -> CommonEntryKeys
    {
        sort()
        var found = repeated.map { FoundEntryKey($0, in: nil) }
        let places = NumberPlaces(numbers)
        try others { list, place in
            list.forEachCommon(numbers, places) { found.append(FoundEntryKey($0, in: place)) }
        }
        found.sort()
        return CommonEntryKeys(found: found)
    }
}

/// The first places of sorted numbers with the same highest bits, so that a number is found in one step: a list is searched many
/// times more often than it has numbers.
private struct NumberPlaces {
    /// By the highest bits, the first place of a number that has them or larger ones.
    let firsts: [Int32]
    let shift: UInt64

    /// The most bits that numbers are told apart by; about two numbers share theirs.
    private static let mostBits = 18

    init(_ numbers: [UInt64]) {
        let bits = min(max(Int.bitWidth - numbers.count.leadingZeroBitCount - 1, 1), Self.mostBits)
        shift = EntryKeyList.bits - UInt64(bits)
        var firsts = [Int32](repeating: Int32(numbers.count), count: 1 << bits + 1)
        var next = 0
        for (place, number) in numbers.enumerated() {
            // Damaged lists may have any numbers.
            let own = Int(min(number >> shift, UInt64(firsts.count - 1)))
            while next <= own {
                firsts[next] = Int32(place)
                next += 1
            }
        }
        self.firsts = firsts
    }
}

extension EntryKeyList {
    /// The number of keys.
    var count: Int {
        var count = 0
        for byte in bytes where byte < 0x80 { count += 1 }
        return count
    }

    /// The keys that another list lacks, as numbers of ``bits`` bits.
    func numbers(missingIn other: EntryKeyList) -> Set<UInt64> {
        var numbers: [UInt64] = []
        other.forEachNumber {
            numbers.append($0)
            return true
        }
        var missing: Set<UInt64> = []
        var next = 0
        forEachNumber { number in
            while next < numbers.count, numbers[next] < number { next += 1 }
            if next == numbers.count || numbers[next] != number { missing.insert(number) }
            return true
        }
        return missing
    }

    /// A place in a list.
    struct Position {
        /// The next byte.
        fileprivate var byte = 0
        /// The number before it.
        fileprivate var number: UInt64 = 0
    }

    /// The part of the list from a place to a number, exclusive; the place is moved to its end.
    func slice(from position: inout Position, below limit: UInt64) -> EntryKeyList {
        bytes.withUnsafeBufferPointer { bytes in
            let rest = UnsafeBufferPointer(rebasing: bytes[min(position.byte, bytes.count)...])
            var (first, last, firstEnd, end): (UInt64?, UInt64, Int, Int) = (nil, 0, 0, 0)
            Self.forEachNumber(rest, from: position.number) { number, next in
                // Damaged lists may have any numbers.
                guard number < limit, number >= last else { return false }
                if first == nil { (first, firstEnd) = (number, next) }
                (last, end) = (number, next)
                return true
            }
            guard let first else { return EntryKeyList(bytes: []) }
            position = Position(byte: position.byte + end, number: last)
            var writer = SyncByteWriter()
            writer.varint(first)
            return EntryKeyList(bytes: writer.bytes + rest[firstEnd..<end])
        }
    }

    /// The part of a list that has a number, where each has as many of all possible numbers.
    fileprivate static func part(of number: UInt64, among count: Int) -> Int {
        Int(truncatingIfNeeded: (min(number, 1 << bits - 1) * UInt64(count)) >> bits)
    }

    /// Cuts the list into parts, each of which is a list.
    ///
    /// - Parameter count: How many; 65,535 at most.
    /// - Returns: The parts, in order; some may be empty.
    func parts(_ count: Int) -> [EntryKeyList] {
        var position = Position()
        return (1...UInt64(count))
            .map { next in
                // The first number of the next part.
                let limit = (next << Self.bits + UInt64(count) - 1) / UInt64(count)
                return slice(from: &position, below: limit)
            }
    }

    /// Makes one list of parts, which come in order.
    init(joining parts: [EntryKeyList]) {
        if parts.count == 1 {
            self = parts[0]
            return
        }
        var writer = SyncByteWriter()
        var last: UInt64 = 0
        for part in parts {
            var firstEnd = 0
            part.bytes.withUnsafeBufferPointer { bytes in
                Self.forEachNumber(bytes, from: 0) { number, next in
                    if firstEnd == 0 {
                        firstEnd = next
                        writer.varint(number &- last)
                    }
                    last = number
                    return true
                }
            }
            writer.append(Array(part.bytes[firstEnd...]))
        }
        bytes = writer.bytes
    }

    /// The keys as numbers of ``bits`` bits, in ascending order, as long as the closure wants more.
    func forEachNumber(while body: (UInt64) -> Bool) {
        bytes.withUnsafeBufferPointer { bytes in Self.forEachNumber(bytes, body) }
    }

    /// Calls a closure with each number that is in both the list and some sorted numbers.
    @inline(__always)
    fileprivate func forEachCommon(_ numbers: [UInt64], _ places: NumberPlaces, _ body: (UInt64) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            numbers.withUnsafeBufferPointer { numbers in
                places.firsts.withUnsafeBufferPointer { firsts in
                    Self.forEachNumber(bytes) { number in
                        let highest = Int(truncatingIfNeeded: number >> places.shift)
                        guard highest >= 0, highest + 1 < firsts.count else { return false }
                        for place in Int(firsts[highest])..<Int(firsts[highest + 1]) where numbers[place] == number {
                            body(number)
                            break
                        }
                        return true
                    }
                }
            }
        }
    }
}
