/// A place in a run of bytes.
///
/// Every read is checked against the end: damaged bytes give an error, never a trap.
struct ByteCursor {
    private let base: UnsafeRawPointer
    private(set) var position: Int
    let end: Int

    /// Reads `range` of `bytes`; an empty reader when the range does not fit.
    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws {
        guard let base = bytes.baseAddress, range.lowerBound >= 0, range.upperBound <= bytes.count else {
            throw StoreError.damaged("a column reaches past its batch")
        }
        self.base = base
        position = range.lowerBound
        end = range.upperBound
    }

    var remaining: Int { end - position }

    var pointer: UnsafeRawPointer { base + position }

    mutating func byte() throws -> UInt8 {
        try need(1)
        defer { position += 1 }
        return base.load(fromByteOffset: position, as: UInt8.self)
    }

    mutating func uint32() throws -> UInt32 {
        try need(4)
        defer { position += 4 }
        return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    mutating func int64() throws -> Int64 {
        try need(8)
        defer { position += 8 }
        return Int64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: Int64.self))
    }

    /// A varint: seven bits a byte, the lowest first; each byte but the last has its highest bit set.
    @inline(__always)
    mutating func varint() throws -> UInt64 {
        if end - position >= 8 {
            // Eight bytes at once: the first without that bit ends the number.
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let ends = ~word & 0x8080_8080_8080_8080
            if ends != 0 {
                let bits = ends.trailingZeroBitCount
                position &+= bits &>> 3 &+ 1
                return Self.joined(word & (~0 &>> UInt64(truncatingIfNeeded: 63 &- bits)))
            }
        }
        return try varintByByte()
    }

    /// Skips varints.
    mutating func skipVarints(_ count: Int) throws {
        var left = count
        while left > 0, end - position >= 8 {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            var ends = ~word & 0x8080_8080_8080_8080
            if ends.nonzeroBitCount < left {
                left -= ends.nonzeroBitCount
                position += 8
            } else {
                for _ in 1..<left { ends &= ends - 1 }
                position += ends.trailingZeroBitCount / 8 + 1
                return
            }
        }
        while left > 0 { if try byte() < 0x80 { left -= 1 } }
    }

    /// The seven low bits of each byte, one after another.
    @inline(__always)
    private static func joined(_ word: UInt64) -> UInt64 {
        let pairs = (word & 0x007F_007F_007F_007F) | ((word & 0x7F00_7F00_7F00_7F00) &>> 1)
        let quads = (pairs & 0x0000_3FFF_0000_3FFF) | ((pairs & 0x3FFF_0000_3FFF_0000) &>> 2)
        return (quads & 0x0FFF_FFFF) | ((quads & 0x0FFF_FFFF_0000_0000) &>> 4)
    }

    private mutating func varintByByte() throws -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            result |= UInt64(next & 0x7F) &<< shift
            if next < 0x80 { return result }
            shift += 7
            if shift > 63 { throw StoreError.damaged("a number in a column is too long") }
        }
    }

    /// Steps over `size` bytes and gives where they begin.
    mutating func skip(_ size: Int) throws -> UnsafeRawPointer {
        try need(size)
        defer { position += size }
        return base + position
    }

    private func need(_ size: Int) throws {
        if size < 0 || size > end - position { throw StoreError.damaged("a column ends too early") }
    }
}
