import HealthStore

/// The topics of a file's entries, as a sorted list of 40 bits of each: about three bytes a topic.
///
/// A topic that isn't in the list isn't in the file. One that is in the list may not be in the file, once in ten million times.
package struct TopicList {
    fileprivate static let shift: UInt64 = 24
    static let bits = 64 - shift
    /// How many bytes a topic takes of a list, about.
    static let bytesOfTopic = 3

    /// The list as it is kept: differences of the sorted numbers as varints.
    package let bytes: [UInt8]

    /// A list as it was kept.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The list of the topics of entries.
    package init(_ entries: [Entry]) {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(entries.count * 2)
        for entry in entries { entry.forEachTopic { numbers.append($0.number >> Self.shift) } }
        FingerprintOrder.sort(&numbers, bits: Self.bits)
        var writer = ByteWriter()
        var last: UInt64?
        for number in numbers where number != last {
            writer.varint(number - (last ?? 0))
            last = number
        }
        bytes = writer.bytes
    }

    /// What is looked for in lists.
    package struct Search {
        fileprivate let numbers: [UInt64]

        package init(_ topics: some Sequence<Topic>) { numbers = topics.map { $0.number >> TopicList.shift }.sorted() }
    }

    /// Whether one of some topics may be in the file.
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

    /// The numbers of a list, as long as somebody wants more.
    @inline(__always)
    private static func forEachNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UInt64) -> Bool) {
        var place = 0
        var number: UInt64 = 0
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
            guard body(number) else { return }
        }
    }
}

/// The topics that somebody else speaks of as well.
///
/// What an entry says of other topics depends on no other entry: nothing has to be looked up for it.
struct CommonTopics {
    /// Sorted, as lists have them.
    private let numbers: [UInt64]
    /// By number, which list has it, where one does and these topics have it once; nothing where that isn't known.
    private let places: [Int32]
    private var marks = TopicMarks()

    /// The topics that lists have as these numbers.
    init(sorted numbers: [UInt64]) { self.init(sorted: numbers, places: []) }

    private init(sorted numbers: [UInt64], places: [Int32]) {
        (self.numbers, self.places) = (numbers, places)
        for number in numbers { marks.insert(number << TopicList.shift) }
    }

    /// What was found in lists, each number with the place of its list.
    fileprivate init(found: inout [UInt64]) {
        found.sort()
        var (numbers, places): ([UInt64], [Int32]) = ([], [])
        for one in found {
            let number = one >> FoundTopic.placeBits
            if numbers.last == number {
                places[places.count - 1] = -1
            } else {
                numbers.append(number)
                let place = one & FoundTopic.noPlace
                places.append(place == FoundTopic.noPlace ? -1 : Int32(place))
            }
        }
        self.init(sorted: numbers, places: places)
    }

    /// Of some topics, those that are there more than once.
    init(repeatedIn topics: TopicNumbers) { self.init(sorted: topics.repeated) }

    var isEmpty: Bool { numbers.isEmpty }

    func has(_ topic: Topic) -> Bool { place(of: topic) != nil }

    /// The place of the only list that has a topic which these topics have once.
    func onlyList(_ topic: Topic) -> Int? {
        guard let place = place(of: topic), !places.isEmpty, places[place] >= 0 else { return nil }
        return Int(places[place])
    }

    private func place(of topic: Topic) -> Int? {
        guard marks.mayHave(topic.number) else { return nil }
        let wanted = topic.number >> TopicList.shift
        var (first, end) = (0, numbers.count)
        while first < end {
            let middle = (first + end) / 2
            if numbers[middle] < wanted { first = middle + 1 } else { end = middle }
        }
        return first < numbers.count && numbers[first] == wanted ? first : nil
    }
}

/// A topic that a list has, as its number and the place of the list in one.
private enum FoundTopic {
    static let placeBits = TopicList.shift
    /// The place of what no list alone has.
    static let noPlace: UInt64 = 1 << placeBits - 1

    static func number(_ number: UInt64, in place: Int?) -> UInt64 {
        number << placeBits | min(place.map { UInt64($0) } ?? noPlace, noPlace)
    }
}

/// Topics of many entries, as lists have them, which takes eight bytes a topic.
struct TopicNumbers {
    private var numbers: [UInt64] = []
    private var isSorted = true

    /// How many there are, those that are there twice counted twice.
    var count: Int { numbers.count }

    mutating func add(_ topic: Topic) {
        numbers.append(topic.number >> TopicList.shift)
        isSorted = false
    }

    mutating func add(_ list: TopicList) {
        isSorted = false
        let count = count + list.count
        // As much as is needed: twice that for many lists would be noticed.
        if numbers.capacity < count { numbers.reserveCapacity(max(count, numbers.count * 5 / 4)) }
        list.forEachNumber {
            numbers.append($0)
            return true
        }
    }

    /// What is there more than once; sorted.
    fileprivate var repeated: [UInt64] {
        var found: [UInt64] = []
        var sorted = numbers
        if !isSorted { FingerprintOrder.sort(&sorted, bits: TopicList.bits) }
        for (place, number) in sorted.enumerated().dropFirst()
        where number == sorted[place - 1] && found.last != number {
            found.append(number)
        }
        return found
    }

    /// Of these, what is there more than once, or in one of the lists of others.
    ///
    /// - Parameter others: Calls its argument with each list, and with its place where it is one of those that are counted.
    /// - Returns: The topics.
    /// - Throws: What `others` throws.
    mutating func common(with others: ((TopicList, _ place: Int?) -> Void) throws -> Void) rethrows -> CommonTopics {
        if !isSorted {
            FingerprintOrder.sort(&numbers, bits: TopicList.bits)
            isSorted = true
        }
        var found = repeated.map { FoundTopic.number($0, in: nil) }
        let places = NumberPlaces(numbers)
        try others { list, place in
            list.forEachCommon(numbers, places) { found.append(FoundTopic.number($0, in: place)) }
        }
        return CommonTopics(found: &found)
    }
}

/// Where sorted numbers begin that have the same highest bits, so that one of them is found in a step: a list is looked for among
/// many times as many numbers as it has.
private struct NumberPlaces {
    /// By the highest bits, the first place of a number that has them or larger ones.
    let firsts: [Int32]
    let shift: UInt64

    /// The most bits that numbers are told apart by; about two numbers share theirs.
    private static let mostBits = 18

    init(_ numbers: [UInt64]) {
        let bits = min(max(Int.bitWidth - numbers.count.leadingZeroBitCount - 1, 1), Self.mostBits)
        shift = TopicList.bits - UInt64(bits)
        var firsts = [Int32](repeating: Int32(numbers.count), count: 1 << bits + 1)
        var next = 0
        for (place, number) in numbers.enumerated() {
            // Lists that aren't as they were written may have any numbers.
            let own = Int(min(number >> shift, UInt64(firsts.count - 1)))
            while next <= own {
                firsts[next] = Int32(place)
                next += 1
            }
        }
        self.firsts = firsts
    }
}

extension TopicList {
    /// How many topics there are.
    var count: Int {
        var count = 0
        for byte in bytes where byte < 0x80 { count += 1 }
        return count
    }

    /// The topics as numbers of ``bits`` bits, in ascending order, as long as somebody wants more.
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
