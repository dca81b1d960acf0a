/// Deletions of one type and source, in the order of changes.
final class TombstoneRows {
    private(set) var anchors: [Int64] = []
    private(set) var identifiers: [Identifier] = []
    /// When they were deleted, in seconds since 2001-01-01T00:00:00Z.
    private(set) var times: [Double] = []
    /// The end of each row's payload.
    private var ends: [Int] = []
    private let payloads = ByteBuffer(capacity: 64)

    var count: Int { anchors.count }

    /// The total size of the payloads.
    var payloadSize: Int { payloads.count }

    func reserve(_ count: Int) {
        anchors.reserveCapacity(count)
        identifiers.reserveCapacity(count)
        times.reserveCapacity(count)
        ends.reserveCapacity(count)
    }

    /// The payload kept of a deleted object, valid until rows are added or removed.
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
