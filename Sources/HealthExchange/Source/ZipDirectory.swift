import CZlib
import Foundation

/// What the directory at the end of a zip archive says of one member, read without unpacking anything.
struct ZipDirectory {
    /// A member as its directory has it.
    struct Entry: Equatable {
        /// The CRC-32 of what was packed.
        var crc: UInt32
        /// How many bytes that were.
        var size: UInt64
    }

    private let bytes: [UInt8]

    /// The largest directory that is read: an export of ten thousand routes has one of a megabyte.
    private static let largest = 32 << 20
    private static let endSize = 22
    private static let longestComment = 1 << 16
    private static let locatorSize = 20

    /// Reads the directory of an archive.
    ///
    /// - Parameter path: The archive; `nil` for what is none, or is in several parts.
    init?(path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let length = try? file.seekToEnd() else { return nil }
        func read(_ offset: UInt64, _ count: Int) -> [UInt8]? {
            guard offset <= length, UInt64(count) <= length - offset, (try? file.seek(toOffset: offset)) != nil,
                let data = try? file.read(upToCount: count), data.count == count
            else { return nil }
            return [UInt8](data)
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
        guard size <= UInt64(Self.largest), let bytes = read(offset, Int(size)) else { return nil }
        self.bytes = bytes
    }

    /// The member of a name.
    ///
    /// - Parameter name: Its path inside the archive.
    /// - Returns: What the directory says of it; `nil` when there is none, or there are several.
    func entry(_ name: String) -> Entry? {
        let wanted = Array(name.utf8)
        var found: Entry?
        var position = 0
        while position + 46 <= bytes.count, bytes.word(at: position) == 0x0201_4B50 {
            let nameCount = bytes.half(at: position + 28)
            let extraCount = bytes.half(at: position + 30)
            let extra = position + 46 + nameCount
            let next = extra + extraCount + bytes.half(at: position + 32)
            guard next <= bytes.count else { return nil }
            if bytes[position + 46..<extra].elementsEqual(wanted) {
                guard found == nil else { return nil }
                var size = UInt64(bytes.word(at: position + 24))
                if size == UInt64(UInt32.max) {
                    guard let large = largeSize(extra..<extra + extraCount) else { return nil }
                    size = large
                }
                found = Entry(crc: bytes.word(at: position + 16), size: size)
            }
            position = next
        }
        return found
    }

    /// The size of what was packed in 64 bits, which stands first in the field for it.
    private func largeSize(_ extra: Range<Int>) -> UInt64? {
        var position = extra.lowerBound
        while position + 4 <= extra.upperBound {
            let count = bytes.half(at: position + 2)
            if bytes.half(at: position) == 1 {
                return count >= 8 && position + 12 <= extra.upperBound ? bytes.long(at: position + 4) : nil
            }
            position += 4 + count
        }
        return nil
    }
}

extension [UInt8] {
    fileprivate func half(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

    fileprivate func word(at offset: Int) -> UInt32 {
        UInt32(half(at: offset)) | UInt32(half(at: offset + 2)) << 16
    }

    fileprivate func long(at offset: Int) -> UInt64 {
        UInt64(word(at: offset)) | UInt64(word(at: offset + 4)) << 32
    }
}

/// The checksum that zip archives have of each member.
struct ZipChecksum {
    /// The checksum so far.
    private(set) var value: UInt32 = 0

    /// Takes in what comes next.
    ///
    /// - Parameter bytes: Any number of bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        value = UInt32(
            truncatingIfNeeded: crc32_z(UInt(value), base.assumingMemoryBound(to: UInt8.self), bytes.count)
        )
    }
}
