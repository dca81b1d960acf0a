import Foundation

/// Records the removals and changes of a transaction, in parts of bounded size.
final class ChangeRecorder {
    /// The newest place in the order of changes before.
    let firstAnchor: Int64
    /// The namespaces whose values are kept.
    let namespaces: Set<String>
    private(set) var summary = RecordedSummary()
    private let save: (_ part: Int, UnsafeRawBufferPointer) throws -> Void
    private let firstPart: Int

    private let out = ByteBuffer(capacity: 4096)
    private let rows = BatchRows()
    private var group = SampleGroup(id: 0, type: 0, source: 0, unit: 0)
    private var tombstones: ClosedRange<Int64>?
    private var payloads: Set<Identifier> = []
    private var values: [ValueKey: RecordedMark] = [:]
    private let columns = ByteBuffer()
    private let scratch = ColumnScratch()

    struct ValueKey: Hashable {
        var namespace: String
        var key: String
    }

    init(
        after anchor: Int64,
        namespaces: Set<String>,
        firstPart: Int,
        save: @escaping (_ part: Int, UnsafeRawBufferPointer) throws -> Void
    ) {
        firstAnchor = anchor
        self.namespaces = namespaces
        self.firstPart = firstPart
        self.save = save
    }

    /// The records and values that were changed.
    var changedPayloads: Set<Identifier> { payloads }
    var changedValues: [ValueKey] { Array(values.keys) }

    // MARK: What comes

    func added(_ count: Int, type: TypeID) {
        if count > 0 { summary.added[type, default: 0] += count }
    }

    func linked(_ link: StoreLink) throws {
        summary.changed += 1
        out.append(RecordedBytes.Kind.linked.rawValue)
        out.append(link)
        try flushIfFull()
    }

    // MARK: What goes

    /// Keeps a row, unless it came since: then it was never there.
    func removed(_ row: Int, of batch: BatchRows, _ group: SampleGroup) throws {
        guard batch.anchors[row] <= firstAnchor else { return forget(group.type) }
        let isNext =
            group.id == self.group.id && rows.count > 0 && rows.count < RecordedBytes.rowLimit
            && rows.starts[rows.count - 1] <= batch.starts[row]
        if !isNext { try flushRows() }
        self.group = group
        rows.append(row, of: batch)
        summary.removed[group.type, default: 0] += 1
    }

    func removed(_ record: StoredRecord) throws {
        guard record.anchor <= firstAnchor else { return forget(record.type) }
        summary.removed[record.type, default: 0] += 1
        out.append(RecordedBytes.Kind.record.rawValue)
        out.append(record.uuid)
        out.append(number: record.type)
        out.append(number: record.source)
        out.append(number: record.revision)
        out.append(number: record.device)
        out.append(number: record.metadata)
        for time in [record.start, record.end, record.creation] { out.append(time) }
        out.append(record.anchor)
        out.append(run: record.payload)
        try flushIfFull()
    }

    /// Something that came since went again.
    private func forget(_ type: TypeID) {
        let left = summary.added[type, default: 0] - 1
        summary.added[type] = left > 0 ? left : nil
    }

    func buried(_ anchor: Int64) {
        if let known = tombstones, known.upperBound + 1 == anchor {
            tombstones = known.lowerBound...anchor
        } else {
            writeTombstones()
            tombstones = anchor...anchor
        }
    }

    /// Notes that something came although it had been deleted, so that it is deleted again when it goes.
    func revived(_ identifier: Identifier) throws {
        out.append(RecordedBytes.Kind.revived.rawValue)
        out.append(identifier.uuid)
        try flushIfFull()
    }

    private func writeTombstones() {
        guard let tombstones else { return }
        out.append(RecordedBytes.Kind.tombstones.rawValue)
        out.append(tombstones.lowerBound)
        out.append(tombstones.upperBound)
        self.tombstones = nil
    }

    func unlinked(_ links: [StoreLink]) throws {
        for link in links {
            out.append(RecordedBytes.Kind.unlinked.rawValue)
            out.append(link)
        }
        try flushIfFull()
    }

    func unlinkedAlone(_ link: StoreLink) throws {
        summary.changed += 1
        try unlinked([link])
    }

    // MARK: What changes

    /// Whether a record's payload is yet to be kept.
    func wants(payloadOf record: StoredRecord) -> Bool {
        record.anchor <= firstAnchor && !payloads.contains(Identifier(record.uuid))
    }

    func keep(payloadOf record: StoredRecord) throws {
        payloads.insert(Identifier(record.uuid))
        summary.changed += 1
        out.append(RecordedBytes.Kind.payload.rawValue)
        out.append(record.uuid)
        out.append(run: record.payload)
        try flushIfFull()
    }

    /// Whether a value is yet to be kept.
    func wants(_ namespace: String, _ key: String) -> Bool {
        namespaces.contains(namespace) && values[ValueKey(namespace: namespace, key: key)] == nil
    }

    func keep(_ namespace: String, _ key: String, _ bytes: [UInt8]?) throws {
        values[ValueKey(namespace: namespace, key: key)] = RecordedMark(bytes)
        out.append(RecordedBytes.Kind.value.rawValue)
        out.append(run: Array(namespace.utf8))
        out.append(run: Array(key.utf8))
        out.append(UInt8(bytes == nil ? 0 : 1))
        if let bytes { out.append(run: bytes) }
        try flushIfFull()
    }

    // MARK: The end

    /// Records the final payload of a record; nil if it was removed.
    func finish(payloadOf identifier: Identifier, _ bytes: [UInt8]?) throws {
        out.append(RecordedBytes.Kind.payloadAfter.rawValue)
        out.append(identifier.uuid)
        out.append(RecordedMark(bytes).checksum)
        try flushIfFull()
    }

    /// Records the final value of a key, and whether it differs from the earlier one.
    func finish(_ value: ValueKey, _ bytes: [UInt8]?) throws {
        let mark = RecordedMark(bytes)
        if values[value] != mark { summary.changed += 1 }
        out.append(RecordedBytes.Kind.valueAfter.rawValue)
        out.append(run: Array(value.namespace.utf8))
        out.append(run: Array(value.key.utf8))
        out.append(mark.checksum)
        try flushIfFull()
    }

    /// Writes pending changes.
    func finish(at anchor: Int64) throws {
        writeTombstones()
        try flushRows()
        try flush()
        if anchor > firstAnchor { summary.anchors = firstAnchor + 1...anchor }
    }

    private func flushRows() throws {
        guard rows.count > 0 else { return }
        var header = BatchHeader(group: 0, id: 0, rows: rows, range: 0..<rows.count)
        header.dataChecksum = BatchCodec.encode(rows, 0..<rows.count, into: columns, scratch: scratch)
        let data = [UInt8](columns.bytes)
        header.identityChecksum = BatchCodec.encodeIdentity(rows, 0..<rows.count, into: columns) ?? 0
        let identifiers = header.hasIdentifiers ? [UInt8](columns.bytes) : []
        header.encode(into: columns)
        out.append(RecordedBytes.Kind.samples.rawValue)
        out.append(number: group.type)
        out.append(number: group.source)
        out.append(number: group.unit)
        out.append(run: columns.bytes)
        out.append(header.anchorFirst)
        out.append(run: data)
        out.append(run: identifiers)
        rows.removeAll()
        try flushIfFull()
    }

    private func flushIfFull() throws {
        if out.count >= RecordedBytes.partSize { try flush() }
    }

    private func flush() throws {
        guard out.count > 0 else { return }
        out.append(Checksum.of(out.bytes))
        try save(firstPart + summary.parts, out.bytes)
        summary.parts += 1
        summary.bytes += out.count
        out.removeAll()
    }
}
