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

    mutating func varint() throws -> UInt64 {
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
