import Foundation

/// Appends numbers and strings to bytes, for values that the store keeps as bytes.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Makes a writer with capacity for a number of bytes.
    package init(reserving count: Int) { bytes.reserveCapacity(count) }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Seven bits a byte, the lowest first.
    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Bytes as they are.
    package mutating func append(_ more: some Sequence<UInt8>) {
        // Contiguous memory is copied at once, for any kind of sequence.
        let isDone: Void? = more.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
        if isDone == nil { bytes.append(contentsOf: more) }
    }

    /// Eight bytes, the lowest first.
    package mutating func word(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The bits of a double, the lowest byte first.
    package mutating func double(_ value: Double) { word(value.bitPattern) }

    /// A string or its absence.
    package mutating func text(_ value: String?) {
        guard let value else { return varint(0) }
        varint(UInt64(value.utf8.count) + 1)
        bytes.append(contentsOf: value.utf8)
    }
}

/// Decodes ``ByteWriter``; every read gives `nil` when the bytes end or make no sense.
///
/// The cursor of this module, which that of calls is made of. Others differ for a reason: that of the store's columns reads memory
/// that it doesn't own and is measured; D-Bus aligns its numbers; CBOR has the highest byte first.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var remaining: Int { bytes.count - position }

    /// The unread bytes.
    package var rest: ArraySlice<UInt8> { bytes[position...] }

    package mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    package mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64, let next = byte() {
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    /// Bytes as they are.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Eight bytes, the lowest first.
    package mutating func word() -> UInt64? {
        guard remaining >= 8 else { return nil }
        defer { position += 8 }
        let bits = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
        return UInt64(littleEndian: bits)
    }

    package mutating func double() -> Double? { word().map { Double(bitPattern: $0) } }

    /// A string or its absence; the outer `nil` means that the bytes make no sense.
    package mutating func text() -> String?? {
        guard let length = varint() else { return nil }
        guard length > 0 else { return .some(nil) }
        guard length - 1 <= UInt64(remaining), let text = take(Int(length - 1)) else { return nil }
        return .some(String(decoding: text, as: UTF8.self))
    }
}
