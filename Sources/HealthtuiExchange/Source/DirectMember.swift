import CHealthtuiUnpacking
import Glibc

/// Reads one member of an archive on a disk without the archive library, in less than half the time.
///
/// Only for ordinary members. If anything is unusual, even at the very end, it gives up, and the library reads the
/// member again from its beginning: the library's result for damaged archives is the authoritative one.
final class DirectMember {
    private let place: ZipDirectory.Place
    private let descriptor: Int32
    /// The offset of the remaining packed data.
    private var offset: UInt64
    /// The end of the packed data.
    private let end: UInt64
    /// The number of packed bytes not yet read from the disk.
    private var left: UInt64
    private let state: OpaquePointer
    private let input: UnsafeMutableRawBufferPointer
    /// The packed bytes in memory.
    private var waiting: UnsafeRawBufferPointer
    private var checksum = ZipChecksum()
    private var hasEnded = false

    /// The number of bytes delivered.
    private(set) var delivered: UInt64 = 0

    private static let inputSize = 64 << 10

    /// Begins to read a member.
    ///
    /// - Parameters:
    ///   - place: The member.
    ///   - data: The offset of its packed data.
    ///   - descriptor: The archive; it must stay open.
    fileprivate init?(_ place: ZipDirectory.Place, data: UInt64, descriptor: Int32) {
        guard let state = unpacking_begin() else { return nil }
        self.state = state
        self.place = place
        self.descriptor = descriptor
        offset = data
        left = place.packed
        end = data + place.packed
        input = .allocate(byteCount: Self.inputSize, alignment: 64)
        waiting = UnsafeRawBufferPointer(rebasing: input[..<0])
    }

    deinit {
        unpacking_free(state)
        input.deallocate()
    }

    /// The reading position in the archive.
    var position: UInt64 { offset - UInt64(waiting.count) }

    /// Reads the next bytes until the buffer is full or the member ends.
    ///
    /// - Parameter buffer: The buffer to fill.
    /// - Returns: The number of bytes, zero at the end; `nil` if anything is unusual, in which case the buffer's
    ///   contents must not be used.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        if hasEnded { return 0 }
        guard let count = place.method == 0 ? copy(into: buffer) : unpack(into: buffer),
            UInt64(count) <= place.entry.size - delivered
        else { return nil }
        checksum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if hasEnded {
            guard delivered + UInt64(count) == place.entry.size, checksum.value == place.entry.crc, isConfirmed else {
                return nil
            }
        }
        delivered += UInt64(count)
        return count
    }

    /// Whether the descriptor after the data, if there is one, agrees with the directory.
    private var isConfirmed: Bool {
        guard place.flags & Self.describedBehind != 0 else { return true }
        guard let bytes = FilePart.bytes(of: descriptor, at: end, count: 24) else { return false }
        let start = bytes.word(at: 0) == 0x0807_4B50 ? 4 : 0
        guard bytes.word(at: start) == place.entry.crc else { return false }
        let isShort =
            UInt64(bytes.word(at: start + 4)) == place.packed && UInt64(bytes.word(at: start + 8)) == place.entry.size
        return isShort
            || bytes.long(at: start + 4) == place.packed && bytes.long(at: start + 12) == place.entry.size
    }

    /// The flag of members whose sizes follow the data.
    fileprivate static let describedBehind = 8

    /// Reads data that isn't compressed.
    private func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = Int(min(UInt64(buffer.count), left))
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        guard FilePart.read(descriptor, at: offset, into: part) == wanted else { return nil }
        offset += UInt64(wanted)
        left -= UInt64(wanted)
        hasEnded = left == 0
        return wanted
    }

    private func unpack(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var room = buffer.count
        while room > 0 {
            guard !waiting.isEmpty || left == 0 || fill() else { return nil }
            var next = waiting.baseAddress?.assumingMemoryBound(to: UInt8.self)
            var count = waiting.count
            let (roomBefore, countBefore) = (room, count)
            let step = unpacking_run(state, &next, &count, &out, &room)
            waiting = UnsafeRawBufferPointer(rebasing: waiting[(countBefore - count)...])
            switch step {
            case unpacking_ended:
                hasEnded = true
                return unpacking_used(state) == place.packed ? buffer.count - room : nil
            case unpacking_goes_on:
                // It neither read nor wrote anything: the data is truncated.
                if room == roomBefore, count == countBefore { return nil }
            default: return nil
            }
        }
        return buffer.count
    }

    /// Reads packed data from the disk.
    private func fill() -> Bool {
        let wanted = Int(min(UInt64(input.count), left))
        let part = UnsafeMutableRawBufferPointer(rebasing: input[..<wanted])
        guard FilePart.read(descriptor, at: offset, into: part) == wanted else { return false }
        waiting = UnsafeRawBufferPointer(part)
        offset += UInt64(wanted)
        left -= UInt64(wanted)
        return true
    }
}

/// The members of an archive that can be read without the archive library.
struct DirectMembers {
    private let places: [ZipDirectory.Place]
    /// The latest possible end of the last member's data.
    private let end: UInt64
    private let descriptor: Int32

    /// The largest directory that is kept in memory.
    private static let largestDirectory = 4 << 20
    /// The largest header before a member's data; names are shorter.
    private static let largestHeader: UInt64 = 8 << 10
    /// The flags of members that are encrypted in any way.
    private static let encrypted = 0x2041

    /// Whether the machine has the required decompression support.
    static var arePossible: Bool { unpacking_is_possible() }

    /// Reads the directory of an archive.
    ///
    /// - Parameter descriptor: The archive, which must stay open; the result is `nil` if nothing can be read this way.
    init?(descriptor: Int32) {
        guard Self.arePossible,
            let directory = ZipDirectory(descriptor: descriptor, largest: Self.largestDirectory),
            let places = directory.places
        else { return nil }
        self.places = places
        end = directory.start
        self.descriptor = descriptor
    }

    /// The member whose data begins at an offset, if nothing about it is unusual.
    ///
    /// - Parameter data: The offset at which the archive library found its data.
    /// - Returns: A reader for it, or `nil` to leave it to the library.
    func member(at data: UInt64) -> DirectMember? {
        // Find the last header before the data.
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].header < data { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let place = places[low - 1]
        let next = low < places.count ? min(places[low].header, end) : end
        guard next >= data, place.packed <= next - data, place.flags & Self.encrypted == 0,
            place.method == 8 || place.method == 0 && place.packed == place.entry.size,
            data - place.header <= Self.largestHeader,
            let header = FilePart.bytes(of: descriptor, at: place.header, count: Int(data - place.header)),
            header.count >= 30,
            header.word(at: 0) == 0x0403_4B50, header.half(at: 6) == place.flags, header.half(at: 8) == place.method,
            header.count == 30 + header.half(at: 26) + header.half(at: 28),
            agrees(header, place)
        else { return nil }
        return DirectMember(place, data: data, descriptor: descriptor)
    }

    /// Whether the header before the data agrees with the directory.
    ///
    /// If the sizes follow the data, they may be zero here.
    private func agrees(_ header: [UInt8], _ place: ZipDirectory.Place) -> Bool {
        var sizes = [22, 18].map { UInt64(header.word(at: $0)) }
        let crc = header.word(at: 14)
        guard header.addLarge(&sizes, 30 + header.half(at: 26)..<header.count) else { return false }
        let isBehind = place.flags & DirectMember.describedBehind != 0
        if isBehind, crc == 0, sizes == [0, 0] { return true }
        return crc == place.entry.crc && sizes == [place.entry.size, place.packed]
    }
}
