import Glibc

/// Searches over raw bytes, all by offset from one base address.
enum ByteSearch {
    /// Finds a byte.
    ///
    /// - Parameters:
    ///   - byte: The byte to find.
    ///   - base: The address offsets count from.
    ///   - from: The first offset to look at.
    ///   - end: The offset to stop before.
    /// - Returns: The offset of the first such byte, or `nil`.
    @inline(__always)
    static func find(_ byte: UInt8, _ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Int? {
        guard from < end, let found = memchr(base + from, Int32(byte), end - from) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Finds a text.
    ///
    /// - Parameters:
    ///   - text: The ASCII text to find.
    ///   - base: The address offsets count from.
    ///   - from: The first offset to look at.
    ///   - end: The offset to stop before.
    /// - Returns: The offset where the text first begins, or `nil`.
    static func find(_ text: StaticString, _ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Int? {
        let first = text.utf8Start[0]
        var position = from
        while let candidate = find(first, base, position, end) {
            if stands(text, base, candidate, end) { return candidate }
            position = candidate &+ 1
        }
        return nil
    }

    /// Whether the text occurs at an offset.
    ///
    /// - Parameters:
    ///   - text: The ASCII text.
    ///   - base: The address offsets count from.
    ///   - offset: The expected offset.
    ///   - end: The offset to stop before.
    /// - Returns: `true` when the whole text is there.
    @inline(__always)
    static func stands(_ text: StaticString, _ base: UnsafePointer<UInt8>, _ offset: Int, _ end: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        return offset + count <= end && memcmp(base + offset, text.utf8Start, count) == 0
    }

    /// Skips white space.
    ///
    /// - Parameters:
    ///   - base: The address offsets count from.
    ///   - from: The first offset to look at.
    ///   - end: The offset to stop before.
    /// - Returns: The offset of the first byte that is not white space, or `end`.
    @inline(__always)
    static func skipSpace(_ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Int {
        var position = from
        while position < end, Byte.isSpace(base[position]) { position &+= 1 }
        return position
    }

    /// Counts line ends.
    ///
    /// - Parameters:
    ///   - base: The address offsets count from.
    ///   - from: The first offset to look at.
    ///   - end: The offset to stop before.
    /// - Returns: The number of line feeds.
    static func countNewlines(_ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Int {
        var count = 0
        var position = from
        let newline = SIMD16<UInt8>(repeating: Byte.newline)
        while position &+ 16 <= end {
            // // Each lane counts its matches, up to the most a byte can count.
            let last = position &+ min((end &- position) / 16, 255) &* 16
            var lanes = SIMD16<UInt8>()
            while position < last {
                lanes.replace(with: lanes &+ 1, where: load16(base + position) .== newline)
                position &+= 16
            }
            // // Adds pairs of lanes; the product then has the sum of the pairs in its top bits.
            let words = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
            let evens = SIMD2<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
            let pairs = (words & evens) &+ ((words &>> 8) & evens)
            count &+= Int(((pairs[0] &+ pairs[1]) &* 0x0001_0001_0001_0001) >> 48)
        }
        if position &+ 8 <= end {
            // A byte of `marks` has its top bit set exactly where the text holds a line feed.
            let word = load(base + position) ^ 0x0A0A_0A0A_0A0A_0A0A
            let marks = ~(((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | word | 0x7F7F_7F7F_7F7F_7F7F)
            count &+= marks.nonzeroBitCount
            position &+= 8
        }
        while position < end {
            if base[position] == Byte.newline { count &+= 1 }
            position &+= 1
        }
        return count
    }

    /// Sixteen bytes, one a lane.
    ///
    /// - Parameter address: The first of the sixteen; may be unaligned.
    /// - Returns: The bytes in their order.
    @inline(__always)
    static func load16(_ address: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
        UnsafeRawPointer(address).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// Eight bytes as one little-endian word.
    ///
    /// - Parameter address: The first of the eight; may be unaligned.
    /// - Returns: The word whose lowest byte is the first.
    @inline(__always)
    static func load(_ address: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self))
    }
}
