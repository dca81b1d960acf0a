import CHealthtuiUnpacking
import Foundation
import HealthtuiDeflation

/// The directory at the end of a zip archive, read without unpacking anything.
struct ZipDirectory {
    /// A member's entry in the directory.
    struct Entry: Equatable {
        /// The CRC-32 of the unpacked data.
        var crc: UInt32
        /// The size of the unpacked data, in bytes.
        var size: UInt64
    }

    /// A member's data, as its directory describes it.
    struct Place {
        /// The offset of the header before the data.
        var header: UInt64
        /// The compression method: 0 for none, 8 for deflate.
        var method: Int
        /// The flags of the member, for example for encryption.
        var flags: Int
        /// The size of the packed data, in bytes.
        var packed: UInt64
        var entry: Entry
    }

    private let bytes: [UInt8]
    /// The offset of the directory in the archive.
    let start: UInt64

    /// The largest directory that is read: an export of ten thousand routes has one of a megabyte.
    static let largest = 32 << 20
    private static let endSize = 22
    private static let longestComment = 1 << 16
    private static let locatorSize = 20

    /// Reads the directory of an archive.
    ///
    /// - Parameter path: The archive; the result is `nil` if it isn't one, or has several parts.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { CDescriptor.close(descriptor) }
        self.init(descriptor: descriptor)
    }

    /// Reads the directory of an archive.
    ///
    /// - Parameters:
    ///   - descriptor: The archive, open for reading; its position isn't changed.
    ///   - largest: The largest directory to read, in bytes.
    init?(descriptor: Int32, largest: Int = Self.largest) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else {
            return nil
        }
        let length = UInt64(status.st_size)
        func read(_ offset: UInt64, _ count: Int) -> [UInt8]? {
            guard offset <= length, UInt64(count) <= length - offset else { return nil }
            return FilePart.bytes(of: descriptor, at: offset, count: count)
        }
        let tailSize = Int(min(length, UInt64(Self.endSize + Self.longestComment + Self.locatorSize)))
        guard let tail = read(length - UInt64(tailSize), tailSize), tail.count >= Self.endSize else { return nil }
        let places = stride(from: tail.count - Self.endSize, through: 0, by: -1)
        guard let end = places.first(where: { tail.word(at: $0) == 0x0605_4B50 }) else { return nil }
        var size = UInt64(tail.word(at: end + 12))
        var offset = UInt64(tail.word(at: end + 16))
        if end >= Self.locatorSize, tail.word(at: end - Self.locatorSize) == 0x0706_4B50 {
            guard let large = read(tail.long(at: end - Self.locatorSize + 8), 56), large.word(at: 0) == 0x0606_4B50
            else {
                return nil
            }
            (size, offset) = (large.long(at: 40), large.long(at: 48))
        }
        guard size <= UInt64(largest), let bytes = read(offset, Int(size)) else { return nil }
        self.bytes = bytes
        start = offset
    }

    /// The member of a name.
    ///
    /// - Parameter name: Its path inside the archive.
    /// - Returns: Its entry, or `nil` if there is none or there are several.
    func entry(_ name: String) -> Entry? {
        let wanted = Array(name.utf8)
        var found: Entry?
        var isOnce = true
        let isWhole = forEachPlace { name, place in
            guard bytes[name].elementsEqual(wanted) else { return }
            isOnce = found == nil
            found = place.entry
        }
        return isWhole && isOnce ? found : nil
    }

    /// The locations of all members, in their order in the archive.
    ///
    /// - Returns: The locations, or `nil` if the directory is invalid or two members share a location.
    var places: [Place]? {
        var places: [Place] = []
        guard forEachPlace({ places.append($1) }) else { return nil }
        places.sort { $0.header < $1.header }
        let isEachOnce = zip(places, places.dropFirst()).allSatisfy { $0.header < $1.header }
        return isEachOnce ? places : nil
    }

    /// Whether a member's name ends like that of an export's main file, or can't be read.
    var mayHoldExport: Bool {
        var isFound = false
        let isWhole = forEachPlace { name, _ in
            let ending = bytes[name].suffix(4).map { $0 | 0x20 }
            isFound = isFound || ending == Array(".xml".utf8)
        }
        return isFound || !isWhole
    }

    /// Whether the directory states a larger unpacked size for a member than an export can have.
    var unpacksToTooMuch: Bool {
        var isTooMuch = false
        _ = forEachPlace { _, place in
            isTooMuch = isTooMuch || UnpackingLimit.isTooMuch(place.entry.size, of: place.packed)
        }
        return isTooMuch
    }

    /// Calls a closure with each member: the range of its name in the directory, and its location.
    ///
    /// - Returns: Whether all members could be read.
    private func forEachPlace(_ body: (Range<Int>, Place) -> Void) -> Bool {
        var position = 0
        while position + 46 <= bytes.count, bytes.word(at: position) == 0x0201_4B50 {
            let nameCount = bytes.half(at: position + 28)
            let extraCount = bytes.half(at: position + 30)
            let extra = position + 46 + nameCount
            let next = extra + extraCount + bytes.half(at: position + 32)
            guard next <= bytes.count else { return false }
            var numbers = [24, 20, 42].map { UInt64(bytes.word(at: position + $0)) }
            guard bytes.addLarge(&numbers, extra..<extra + extraCount) else { return false }
            let place = Place(
                header: numbers[2],
                method: bytes.half(at: position + 10),
                flags: bytes.half(at: position + 8),
                packed: numbers[1],
                entry: Entry(crc: bytes.word(at: position + 16), size: numbers[0])
            )
            body(position + 46..<extra, place)
            position = next
        }
        return true
    }
}

extension [UInt8] {
    /// The 16-bit number at an offset.
    func half(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

    /// The 32-bit number at an offset.
    func word(at offset: Int) -> UInt32 {
        UInt32(half(at: offset)) | UInt32(half(at: offset + 2)) << 16
    }

    /// The 64-bit number at an offset.
    func long(at offset: Int) -> UInt64 {
        UInt64(word(at: offset)) | UInt64(word(at: offset + 4)) << 32
    }

    /// Replaces numbers that don't fit into 32 bits with their 64-bit values from the extra field.
    ///
    /// - Parameters:
    ///   - numbers: The 32-bit numbers, in the order of the field.
    ///   - extra: The range of the extra fields.
    /// - Returns: Whether they are all there.
    func addLarge(_ numbers: inout [UInt64], _ extra: Range<Int>) -> Bool {
        let large = numbers.indices.filter { numbers[$0] == UInt64(UInt32.max) }
        if large.isEmpty { return true }
        var position = extra.lowerBound
        while position + 4 <= extra.upperBound {
            let count = half(at: position + 2)
            if half(at: position) == 1 {
                guard count >= 8 * large.count, position + 4 + count <= extra.upperBound else { return false }
                for (place, number) in large.enumerated() { numbers[number] = long(at: position + 4 + 8 * place) }
                return true
            }
            position += 4 + count
        }
        return false
    }
}

/// The checksum that zip archives store for each member.
struct ZipChecksum {
    /// The checksum so far.
    private(set) var value: UInt32 = 0

    /// Adds the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        value =
            unpacking_is_possible()
            ? unpacking_checksum(value, base, bytes.count)
            : CyclicChecksum.continued(value, base, bytes.count)
    }
}
