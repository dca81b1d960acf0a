import Foundation

/// A UUID as two words: compares and hashes without a call.
struct Identifier: Hashable, Comparable, Sendable {
    /// The first eight bytes, the first of them highest.
    var high: UInt64
    /// The last eight bytes.
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    @inline(__always)
    init(_ uuid: UUID) {
        self = withUnsafeBytes(of: uuid.uuid) { Identifier(words: $0.baseAddress.unsafelyUnwrapped) }
    }

    /// Reads sixteen bytes; nil when there are fewer or more.
    init?(bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, bytes.count == 16 else { return nil }
        self.init(words: base)
    }

    @inline(__always)
    init(words: UnsafeRawPointer) {
        high = UInt64(bigEndian: words.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    var uuid: UUID {
        let words = (high.bigEndian, low.bigEndian)
        return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
    }

    static func < (left: Identifier, right: Identifier) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
