/// Bytes of a file as they are read: every read is checked against the end.
struct SyncByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    var remaining: Int { bytes.endIndex - position }

    /// The bytes that aren't read yet.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func byte() throws(SyncError) -> UInt8 {
        try need(1)
        defer { position += 1 }
        return bytes[position]
    }

    mutating func take(_ count: Int) throws(SyncError) -> ArraySlice<UInt8> {
        try need(count)
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func word() throws(SyncError) -> UInt32 { UInt32(truncatingIfNeeded: try little(4)) }

    mutating func long() throws(SyncError) -> UInt64 { try little(8) }

    /// A number, which may be no finite one: then its entry is left out, and not the whole file.
    mutating func number() throws(SyncError) -> Double { Double(bitPattern: try long()) }

    mutating func id() throws(SyncError) -> SyncID {
        guard let value = SyncID(try take(SyncID.size)) else { throw Self.damaged }
        return value
    }

    mutating func digest() throws(SyncError) -> Digest {
        guard let value = Digest(try take(Digest.size)) else { throw Self.damaged }
        return value
    }

    @inline(__always)
    mutating func varint() throws(SyncError) -> UInt64 {
        // Most have one byte.
        if position < bytes.endIndex {
            let first = bytes[position]
            if first < 0x80 {
                position += 1
                return UInt64(first)
            }
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(SyncError) -> UInt64 {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let next = try byte()
            // The tenth byte has one bit left, and a last byte of zero would be superfluous.
            if shift == 63 && next > 1 || shift > 0 && next == 0 { throw Self.damaged }
            result |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return result }
            shift += 7
        }
    }

    mutating func zigzag() throws(SyncError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// A count of items of at least `size` bytes each: never more than the remaining bytes can hold.
    mutating func count(of size: Int = 1) throws(SyncError) -> Int {
        let value = try varint()
        guard value <= UInt64(remaining / max(size, 1)) else { throw Self.damaged }
        return Int(value)
    }

    /// A count and bytes.
    mutating func sized() throws(SyncError) -> ArraySlice<UInt8> { try take(try count()) }

    /// Throws unless every byte was read.
    func end() throws(SyncError) {
        if remaining > 0 { throw Self.damaged }
    }

    private mutating func little(_ size: Int) throws(SyncError) -> UInt64 {
        try take(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func need(_ count: Int) throws(SyncError) {
        if count < 0 || count > remaining { throw Self.damaged }
    }

    static let damaged = SyncError(.damaged, "The file is damaged.")
}
