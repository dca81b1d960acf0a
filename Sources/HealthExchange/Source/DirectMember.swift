import CUnpacking
import Glibc

/// Reads one member of an archive on a disk past the archive library, in less than half the time.
///
/// Only for members that nothing is odd about. Where something is, be it at the very end, it gives up, and the library
/// reads the member again from its beginning: what it says of archives that are damaged, and what it delivers of them, holds.
final class DirectMember {
    private let place: ZipDirectory.Place
    private let descriptor: Int32
    /// Where the packed data goes on.
    private var offset: UInt64
    /// Where it ends.
    private let end: UInt64
    /// How much of it was not read from the disk.
    private var left: UInt64
    private let state: OpaquePointer
    private let input: UnsafeMutableRawBufferPointer
    /// The packed bytes that are in memory.
    private var waiting: UnsafeRawBufferPointer
    private var checksum = ZipChecksum()
    private var hasEnded = false

    /// How many bytes were handed over.
    private(set) var delivered: UInt64 = 0

    private static let inputSize = 64 << 10

    /// Begins to read a member.
    ///
    /// - Parameters:
    ///   - place: The member.
    ///   - data: Where its packed data begins.
    ///   - descriptor: The archive; it has to stay open.
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

    /// Where in the archive reading has come.
    var position: UInt64 { offset - UInt64(waiting.count) }

    /// Reads the next bytes until the buffer is full or the member ends.
    ///
    /// - Parameter buffer: Where they go.
    /// - Returns: How many there were, none at the end; `nil` when something is odd, and nothing of the buffer is to be used.
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

    /// Whether what stands behind the data says of it what the directory does, where something stands there.
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

    /// The mark of members whose sizes stand behind the data.
    fileprivate static let describedBehind = 8

    /// Reads data that is not packed.
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
                // Neither read nor wrote: the data is cut short.
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

/// Where the members of an archive lie that can be read past the archive library.
struct DirectMembers {
    private let places: [ZipDirectory.Place]
    /// Where the last member's data ends at the latest.
    private let end: UInt64
    private let descriptor: Int32

    /// The largest directory that is kept in memory.
    private static let largestDirectory = 4 << 20
    /// The largest header in front of a member's data; names are shorter.
    private static let largestHeader: UInt64 = 8 << 10
    /// The marks of members that are encrypted in one way or another.
    private static let encrypted = 0x2041

    /// Whether the machine has what unpacks members so.
    static var arePossible: Bool { unpacking_is_possible() }

    /// Reads the directory of an archive.
    ///
    /// - Parameter descriptor: The archive, which has to stay open; `nil` where nothing can be read in this way.
    init?(descriptor: Int32) {
        guard Self.arePossible,
            let directory = ZipDirectory(descriptor: descriptor, largest: Self.largestDirectory),
            let places = directory.places
        else { return nil }
        self.places = places
        end = directory.start
        self.descriptor = descriptor
    }

    /// The member whose data begins at a place, when nothing is odd about it.
    ///
    /// - Parameter data: Where the archive library found its data.
    /// - Returns: What reads it; `nil` when it is for the library.
    func member(at data: UInt64) -> DirectMember? {
        // The last header in front of the data.
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

    /// Whether the header in front of the data says of it what the directory does.
    ///
    /// Where the sizes stand behind the data, zeros may stand here.
    private func agrees(_ header: [UInt8], _ place: ZipDirectory.Place) -> Bool {
        var sizes = [22, 18].map { UInt64(header.word(at: $0)) }
        let crc = header.word(at: 14)
        guard header.addLarge(&sizes, 30 + header.half(at: 26)..<header.count) else { return false }
        let isBehind = place.flags & DirectMember.describedBehind != 0
        if isBehind, crc == 0, sizes == [0, 0] { return true }
        return crc == place.entry.crc && sizes == [place.entry.size, place.packed]
    }
}
