/// Deletions of one type and source, in the order of changes.
final class TombstoneRows {
    private(set) var anchors: [Int64] = []
    private(set) var identifiers: [Identifier] = []
    /// When they were deleted, in seconds since 2001-01-01T00:00:00Z.
    private(set) var times: [Double] = []
    /// Where the payload of each ends.
    private var ends: [Int] = []
    private let payloads = ByteBuffer(capacity: 64)

    var count: Int { anchors.count }

    /// How large the payloads are together.
    var payloadSize: Int { payloads.count }

    func reserve(_ count: Int) {
        anchors.reserveCapacity(count)
        identifiers.reserveCapacity(count)
        times.reserveCapacity(count)
        ends.reserveCapacity(count)
    }

    /// What was kept of a deleted object, good until rows are added or removed.
    func payload(_ row: Int) -> UnsafeRawBufferPointer {
        let start = row == 0 ? 0 : ends[row - 1]
        return UnsafeRawBufferPointer(rebasing: payloads.bytes[start..<ends[row]])
    }

    /// Adds a deletion; its payload is what `append` writes.
    func append(_ anchor: Int64, _ identifier: Identifier, _ time: Double, _ payload: (ByteBuffer) -> Void) {
        anchors.append(anchor)
        identifiers.append(identifier)
        times.append(time)
        payload(payloads)
        ends.append(payloads.count)
    }

    func append(_ anchor: Int64, _ identifier: Identifier, _ time: Double, payload: UnsafeRawBufferPointer) {
        append(anchor, identifier, time) { $0.append(contentsOf: payload) }
    }

    func append(_ row: Int, of other: TombstoneRows) {
        append(other.anchors[row], other.identifiers[row], other.times[row], payload: other.payload(row))
    }

    func append(contentsOf other: TombstoneRows) {
        reserve(count + other.count)
        for row in 0..<other.count { append(row, of: other) }
    }

    func removeAll() {
        anchors.removeAll(keepingCapacity: true)
        identifiers.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        payloads.removeAll()
    }

    /// One of them as a tombstone.
    func tombstone(_ row: Int, of origin: TombstoneOrigin) -> StoredTombstone {
        StoredTombstone(
            uuid: identifiers[row].uuid,
            type: origin.type,
            source: origin.source,
            anchor: anchors[row],
            deleted: times[row],
            payload: [UInt8](payload(row))
        )
    }
}

/// What deletions that stand together have in common.
struct TombstoneOrigin: Hashable {
    var type: TypeID
    var source: SourceID
}

/// What is known of packed deletions without decoding them: they are bound to it.
struct PackedTombstones {
    var origin: TombstoneOrigin
    /// The places of the first and the last in the order of changes.
    var first: Int64
    var last: Int64
    var count: Int

    /// How many bytes stand in the place of a UUID: the last anchor and the count.
    static let extentSize = 12

    /// Describes rows that are to be written.
    init(_ rows: TombstoneRows, _ range: Range<Int>, of origin: TombstoneOrigin) {
        self.origin = origin
        first = rows.anchors[range.lowerBound]
        last = rows.anchors[range.upperBound - 1]
        count = range.count
    }

    /// Reads what stands in a row.
    /// - Throws: ``StoreError/Code/damaged`` when it makes no sense.
    init(_ origin: TombstoneOrigin, first: Int64, extent: UnsafeRawBufferPointer) throws {
        guard let base = extent.baseAddress, extent.count == PackedTombstones.extentSize else {
            throw StoreError.damaged("a deletion has no UUID")
        }
        self.origin = origin
        self.first = first
        last = Int64(bigEndian: base.loadUnaligned(as: Int64.self))
        count = Int(UInt32(bigEndian: base.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
        guard first <= last, count > 0, count <= TombstoneCodec.maximumCount else {
            throw StoreError.damaged("packed deletions make no sense")
        }
    }

    /// What stands in the place of a UUID.
    var extent: [UInt8] {
        withUnsafeBytes(of: last.bigEndian) { [UInt8]($0) }
            + withUnsafeBytes(of: UInt32(count).bigEndian) { [UInt8]($0) }
    }

    /// Binds the bytes to their place, so that a row that strays is noticed.
    var seed: UInt64 {
        let origin =
            UInt64(UInt32(bitPattern: origin.type.number)) << 32 | UInt64(UInt32(bitPattern: origin.source.number))
        let start = (origin &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: first)) &* 0xC2B2_AE3D_27D4_EB4F
        return (start ^ UInt64(bitPattern: last)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
    }
}
