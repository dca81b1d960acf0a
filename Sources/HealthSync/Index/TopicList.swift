/// The topics of a file's entries, as a sorted list of 40 bits of each: about three bytes a topic.
///
/// A topic that isn't in the list isn't in the file. One that is in the list may not be in the file, once in ten million times.
package struct TopicList {
    private static let shift: UInt64 = 24

    /// The list as it is kept: differences of the sorted numbers as varints.
    package let bytes: [UInt8]

    /// A list as it was kept.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The list of the topics of entries.
    package init(_ entries: [Entry]) {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(entries.count * 2)
        for entry in entries { for topic in entry.topics { numbers.append(topic.number >> Self.shift) } }
        numbers.sort()
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
        var (place, next) = (0, 0)
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
            while next < wanted.count, wanted[next] < number { next += 1 }
            guard next < wanted.count else { return false }
            if wanted[next] == number { return true }
        }
        return false
    }
}
