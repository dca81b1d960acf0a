/// The facts about packed deletions that are known without decoding them; they are bound to these.
struct PackedTombstones {
    var origin: TombstoneOrigin
    /// The places of the first and the last in the order of changes.
    var first: Int64
    var last: Int64
    var count: Int

    /// The size of the extent that replaces a UUID, in bytes: the last anchor and the count.
    static let extentSize = 12
    /// More deletions than a row may claim to hold: a bound on what damage can make us allocate.
    static let maximumCount = 1 << 16

    /// Describes rows that are to be written.
    init(_ rows: TombstoneRows, _ range: Range<Int>, of origin: TombstoneOrigin) {
        self.origin = origin
        first = rows.anchors[range.lowerBound]
        last = rows.anchors[range.upperBound - 1]
        count = range.count
    }

    /// Reads the content of a row.
    /// - Throws: ``StoreError/Code/damaged`` when it makes no sense.
    init(_ origin: TombstoneOrigin, first: Int64, extent: UnsafeRawBufferPointer) throws {
        guard let base = extent.baseAddress, extent.count == PackedTombstones.extentSize else {
            throw StoreError.damaged("a deletion has no UUID")
        }
        self.origin = origin
        self.first = first
        last = Int64(bigEndian: base.loadUnaligned(as: Int64.self))
        count = Int(UInt32(bigEndian: base.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
        guard first <= last, count > 0, count <= PackedTombstones.maximumCount else {
            throw StoreError.damaged("packed deletions make no sense")
        }
    }

    /// The bytes that replace a UUID.
    var extent: [UInt8] {
        withUnsafeBytes(of: last.bigEndian) { [UInt8]($0) }
            + withUnsafeBytes(of: UInt32(count).bigEndian) { [UInt8]($0) }
    }

    /// Binds the bytes to their place, so that a misplaced row is detected.
    var seed: UInt64 {
        let origin =
            UInt64(UInt32(bitPattern: origin.type.number)) << 32 | UInt64(UInt32(bitPattern: origin.source.number))
        let start = (origin &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: first)) &* 0xC2B2_AE3D_27D4_EB4F
        return (start ^ UInt64(bitPattern: last)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
    }
}
