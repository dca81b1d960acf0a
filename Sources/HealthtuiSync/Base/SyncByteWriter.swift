/// Bytes of a file as they are written: little-endian, counts and small numbers as varints.
struct SyncByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func word(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

    mutating func long(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

    mutating func number(_ value: Double) { long(value.bitPattern) }

    mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func id(_ value: SyncID) { append(value.bytes) }

    mutating func digest(_ value: Digest) { append(value.bytes) }

    /// Seven bits a byte, the low ones first.
    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func varint(_ value: Int) { varint(UInt64(bitPattern: Int64(value))) }

    /// A signed number as a varint: 0, -1, 1, -2, … are 0, 1, 2, 3, ….
    mutating func zigzag(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    /// A count and bytes.
    mutating func sized(_ more: [UInt8]) {
        varint(more.count)
        append(more)
    }
}
