import Foundation

/// Rows of one group, column by column, in buffers kept for use after use.
///
/// The rows of a batch are in the order of start, and of anchor where starts are equal. What was in the buffers is wiped when
/// they are let go.
final class BatchRows {
    private(set) var capacity: Int
    private(set) var count = 0 {
        didSet { used = max(used, count) }
    }
    /// The most rows that there have been, which are wiped.
    private var used = 0
    private(set) var starts: UnsafeMutablePointer<Double>
    private(set) var ends: UnsafeMutablePointer<Double>
    private(set) var values: UnsafeMutablePointer<Double>
    private(set) var creations: UnsafeMutablePointer<Double>
    private(set) var anchors: UnsafeMutablePointer<Int64>
    private(set) var revisions: UnsafeMutablePointer<RevisionID>
    private(set) var devices: UnsafeMutablePointer<DeviceID>
    private(set) var metadata: UnsafeMutablePointer<MetadataID>
    /// The ordinal among several rows of equal content, or ``explicit`` for one with an explicit UUID.
    private(set) var ordinals: UnsafeMutablePointer<Int32>
    /// The explicit UUIDs of rows; meaningless for others.
    private(set) var identifiers: UnsafeMutablePointer<Identifier>

    /// The ordinal of a row with an explicit UUID.
    static let explicit: Int32 = -1

    /// The ordinal of a row that awaits one.
    static let unassigned: Int32 = -2

    init(capacity: Int = 0) {
        self.capacity = max(capacity, 16)
        starts = .allocate(capacity: self.capacity)
        ends = .allocate(capacity: self.capacity)
        values = .allocate(capacity: self.capacity)
        creations = .allocate(capacity: self.capacity)
        anchors = .allocate(capacity: self.capacity)
        revisions = .allocate(capacity: self.capacity)
        devices = .allocate(capacity: self.capacity)
        metadata = .allocate(capacity: self.capacity)
        ordinals = .allocate(capacity: self.capacity)
        identifiers = .allocate(capacity: self.capacity)
    }

    deinit {
        starts.wipeAndDeallocate(used: used)
        ends.wipeAndDeallocate(used: used)
        values.wipeAndDeallocate(used: used)
        creations.wipeAndDeallocate(used: used)
        anchors.wipeAndDeallocate(used: used)
        revisions.wipeAndDeallocate(used: used)
        devices.wipeAndDeallocate(used: used)
        metadata.wipeAndDeallocate(used: used)
        ordinals.wipeAndDeallocate(used: used)
        identifiers.wipeAndDeallocate(used: used)
    }

    func removeAll() { count = 0 }

    func reserve(_ needed: Int) {
        if needed <= capacity { return }
        let grown = max(needed, capacity * 2)
        func grow<T>(_ old: UnsafeMutablePointer<T>) -> UnsafeMutablePointer<T> {
            let new = UnsafeMutablePointer<T>.allocate(capacity: grown)
            new.moveInitialize(from: old, count: count)
            old.wipeAndDeallocate(used: used)
            return new
        }
        starts = grow(starts)
        ends = grow(ends)
        values = grow(values)
        creations = grow(creations)
        anchors = grow(anchors)
        revisions = grow(revisions)
        devices = grow(devices)
        metadata = grow(metadata)
        ordinals = grow(ordinals)
        identifiers = grow(identifiers)
        capacity = grown
    }

    /// Declares that the buffers hold `count` rows, for a decoder that fills them.
    func setCount(_ count: Int) {
        reserve(count)
        self.count = count
    }

    func append(_ sample: NewSample) {
        reserve(count + 1)
        starts[count] = sample.start
        ends[count] = sample.end
        values[count] = sample.value
        creations[count] = sample.creation
        anchors[count] = 0
        revisions[count] = sample.revision
        devices[count] = sample.device
        metadata[count] = sample.metadata
        switch sample.identity {
        case .uuid(let uuid):
            ordinals[count] = BatchRows.explicit
            identifiers[count] = Identifier(uuid)
        case .derived:
            ordinals[count] = BatchRows.unassigned
        }
        count += 1
    }

    func append(_ row: Int, of other: BatchRows) {
        append(rows: row..<row + 1, of: other)
    }

    func append(rows: Range<Int>, of other: BatchRows) {
        let length = rows.count
        if length == 0 { return }
        reserve(count + length)
        let from = rows.lowerBound
        (starts + count).update(from: other.starts + from, count: length)
        (ends + count).update(from: other.ends + from, count: length)
        (values + count).update(from: other.values + from, count: length)
        (creations + count).update(from: other.creations + from, count: length)
        (anchors + count).update(from: other.anchors + from, count: length)
        (revisions + count).update(from: other.revisions + from, count: length)
        (devices + count).update(from: other.devices + from, count: length)
        (metadata + count).update(from: other.metadata + from, count: length)
        (ordinals + count).update(from: other.ordinals + from, count: length)
        (identifiers + count).update(from: other.identifiers + from, count: length)
        count += length
    }

    /// The first row whose start is not before `start`.
    func lowerBound(_ start: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first row whose start is after `start`.
    func upperBound(_ start: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= start { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a row of this batch says the same as a row of another: everything but anchor and identity, by bits.
    func isEqual(_ row: Int, to otherRow: Int, of other: BatchRows) -> Bool {
        isEqualButMetadata(row, to: otherRow, of: other) && metadata[row] == other.metadata[otherRow]
    }

    /// Whether a row of this batch equals a row of another, apart from their metadata.
    @inline(__always)
    func isEqualButMetadata(_ row: Int, to otherRow: Int, of other: BatchRows) -> Bool {
        starts[row].bitPattern == other.starts[otherRow].bitPattern
            && ends[row].bitPattern == other.ends[otherRow].bitPattern
            && values[row].bitPattern == other.values[otherRow].bitPattern
            && creations[row].bitPattern == other.creations[otherRow].bitPattern
            && revisions[row] == other.revisions[otherRow]
            && devices[row] == other.devices[otherRow]
    }
}
