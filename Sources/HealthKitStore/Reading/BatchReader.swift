import Foundation

/// A source of batches: one state of the store.
protocol BatchSource: AnyObject {
    var connection: Connection { get }

    /// The hash of a dictionary entry's bytes, the same in every store.
    func contentHash(_ kind: DictionaryKind, _ number: Int32) throws -> UInt64
}

extension BatchSource {
    /// The hash of an entry's bytes, the same in every store; 0 for none.
    func contentHash<Entry>(_ dictionary: StoreDictionary<Entry>, _ id: EntryID<Entry>) throws -> UInt64 {
        id == 0 ? 0 : try contentHash(dictionary.kind, id.number)
    }
}

/// One batch under a reader's eyes: its columns are decoded when they are asked for.
final class BatchReader {
    private unowned var reader: any BatchSource
    private let bytes = BatchBytes()
    let rows = BatchRows(capacity: 2048)
    private(set) var header: BatchHeader?
    /// The batch whose bytes were read last.
    private var fetched: BatchHeader?
    private(set) var group = SampleGroup(id: 0, type: 0, source: 0, unit: 0)
    private var decoded: ColumnSet = []
    private var hasIdentifiers = false
    private var prefixes: [ProvenanceKey: DerivedIdentity.Prefix] = [:]
    /// Those of the rows before, each at its own place, as rows that follow each other differ in metadata.
    ///
    /// They are looked at for each of millions of rows; an array would have each access checked.
    private let recentPrefixes: UnsafeMutablePointer<KnownPrefix?>
    private var groupHashes: (type: UInt64, source: UInt64, unit: UInt64)?

    /// An error met while reading a row for a caller that can't be notified at once.
    var failure: (any Error)?

    private struct ProvenanceKey: Hashable {
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID

        static let places = 16

        var place: Int { (Int(metadata.number) ^ Int(revision.number) << 1) & (ProvenanceKey.places - 1) }
    }

    private typealias KnownPrefix = (key: ProvenanceKey, prefix: DerivedIdentity.Prefix)

    init(_ reader: any BatchSource) {
        self.reader = reader
        recentPrefixes = .allocate(capacity: ProvenanceKey.places)
        recentPrefixes.initialize(repeating: nil, count: ProvenanceKey.places)
    }

    deinit {
        recentPrefixes.deinitialize(count: ProvenanceKey.places)
        recentPrefixes.deallocate()
    }

    /// Switches to another reader, without a current batch.
    func turn(to reader: any BatchSource) {
        self.reader = reader
        header = nil
        fetched = nil
        group = SampleGroup(id: 0, type: 0, source: 0, unit: 0)
        forgetGroup()
    }

    private func forgetGroup() {
        prefixes.removeAll(keepingCapacity: true)
        recentPrefixes.update(repeating: nil, count: ProvenanceKey.places)
        groupHashes = nil
    }

    var count: Int { rows.count }

    /// Switches to a batch; does nothing if it is the current one.
    /// - Throws: ``StoreError/Code/damaged`` when its bytes are missing or wrong.
    func load(_ header: BatchHeader, of group: SampleGroup) throws {
        if let known = self.header, known.isSameContent(as: header), known.group == group.id {
            failure = nil
            return
        }
        try fetch(header, of: group)
        try decode([])
    }

    /// Reads the bytes of a batch; ``decode(_:)`` must follow.
    /// - Throws: ``StoreError/Code/damaged`` when they are missing.
    func fetch(_ header: BatchHeader, of group: SampleGroup) throws {
        self.header = nil
        fetched = nil
        decoded = []
        hasIdentifiers = false
        failure = nil
        if group.id != self.group.id {
            forgetGroup()
            self.group = group
        }
        let query = try reader.connection.query(.batchData)
        defer { query.reset() }
        query.bind(header.id, at: 1)
        guard try query.step() else { throw StoreError.damaged("the columns of batch \(header.id) are missing") }
        bytes.take(query.unownedBytes(0))
        fetched = header
    }

    /// Checks the bytes that were read and decodes columns.
    ///
    /// Columns other than those of identity need no database, so that any thread may do this.
    /// - Throws: ``StoreError/Code/damaged`` when the bytes are not what the header says.
    func decode(_ columns: ColumnSet) throws {
        guard let fetched else { return }
        try bytes.check(fetched)
        rows.setCount(fetched.count)
        header = fetched
        try require(columns)
    }

    /// Decodes columns that aren't decoded yet.
    /// - Throws: ``StoreError/Code/damaged``.
    func require(_ wanted: ColumnSet) throws {
        let missing = wanted.subtracting(decoded)
        if missing.isEmpty { return }
        if missing.contains(.identity) {
            try require([.times, .values, .provenance, .creation, .anchor])
            try requireIdentifiers()
        }
        if missing.contains(.creation) { try require(.times) }
        let rest = wanted.subtracting(decoded)
        if rest.contains(.times) { try bytes.decodeTimes(into: rows) }
        if rest.contains(.values) { try bytes.decodeValues(into: rows) }
        if rest.contains(.provenance) { try bytes.decodeProvenance(into: rows) }
        if rest.contains(.creation) { try bytes.decodeCreations(into: rows) }
        if rest.contains(.anchor) { try bytes.decodeAnchors(into: rows) }
        decoded.formUnion(wanted)
    }

    /// Decodes ordinals alone, which mark the rows with explicit UUIDs.
    func decodeOrdinals() throws { try bytes.decodeOrdinals(into: rows) }

    /// Decodes ordinals and fetches explicit UUIDs; enough to find a row by an explicit UUID.
    func requireIdentifiers() throws {
        guard let header, !hasIdentifiers else { return }
        try bytes.decodeOrdinals(into: rows)
        var explicit = 0
        for row in 0..<rows.count {
            let ordinal = rows.ordinals[row]
            if ordinal == BatchRows.explicit { explicit &+= 1 }
            if ordinal < BatchRows.explicit { throw StoreError.damaged("batch \(header.id) has a wrong ordinal") }
        }
        guard explicit > 0 else {
            hasIdentifiers = true
            return
        }
        let query = try reader.connection.query(.batchIdentity)
        defer { query.reset() }
        query.bind(header.id, at: 1)
        guard try query.step() else { throw StoreError.damaged("the UUIDs of batch \(header.id) are missing") }
        let uuids = query.unownedBytes(0)
        guard uuids.count == explicit * 16, max(Checksum.of(uuids), 1) == header.identityChecksum,
            let base = uuids.baseAddress
        else {
            throw StoreError.damaged("the UUIDs of batch \(header.id) fail their checksum")
        }
        var offset = 0
        for row in 0..<rows.count where rows.ordinals[row] == BatchRows.explicit {
            rows.identifiers[row] = Identifier(words: base + offset)
            offset &+= 16
        }
        hasIdentifiers = true
    }

    /// A row's own UUID as stored in the file, even if the checksum of the UUIDs is wrong.
    ///
    /// - Returns: nil when the row has none, or the UUIDs are too few or too many.
    func unconfirmedIdentifier(_ row: Int) -> Identifier? {
        // For a repair, which reports each row that has none.
        guard let header, rows.ordinals[row] == BatchRows.explicit,
            let query = try? reader.connection.query(.batchIdentity)
        else { return nil }
        let total = (0..<rows.count).count(where: { rows.ordinals[$0] == BatchRows.explicit })
        let place = (0..<row).count(where: { rows.ordinals[$0] == BatchRows.explicit })
        query.reset()
        defer { query.reset() }
        query.bind(header.id, at: 1)
        guard (try? query.step()) == true else { return nil }
        let uuids = query.unownedBytes(0)
        guard uuids.count == 16 * total, let base = uuids.baseAddress else { return nil }
        return Identifier(words: base + 16 * place)
    }

    /// The identifier of a row, computed if it has no explicit one.
    ///
    /// Identity must be decoded.
    func identifier(_ row: Int) throws -> Identifier {
        let ordinal = rows.ordinals[row]
        if ordinal == BatchRows.explicit { return rows.identifiers[row] }
        return DerivedIdentity.identifier(
            try prefix(row),
            start: rows.starts[row],
            end: rows.ends[row],
            value: rows.values[row],
            creation: rows.creations[row],
            ordinal: ordinal
        )
    }

    private func prefix(_ row: Int) throws -> DerivedIdentity.Prefix {
        let key = ProvenanceKey(
            revision: rows.revisions[row],
            device: rows.devices[row],
            metadata: rows.metadata[row]
        )
        let place = key.place
        if let recent = recentPrefixes[place], recent.key == key { return recent.prefix }
        if let known = prefixes[key] {
            recentPrefixes[place] = (key, known)
            return known
        }
        if prefixes.count > 4096 { prefixes.removeAll(keepingCapacity: true) }
        let hashes = try groupHashes ?? hashesOfGroup()
        let prefix = DerivedIdentity.Prefix(
            type: hashes.type,
            source: hashes.source,
            unit: hashes.unit,
            revision: try reader.contentHash(.revision, key.revision),
            device: try reader.contentHash(.device, key.device),
            metadata: try reader.contentHash(.metadata, key.metadata)
        )
        prefixes[key] = prefix
        recentPrefixes[place] = (key, prefix)
        return prefix
    }

    private func hashesOfGroup() throws -> (type: UInt64, source: UInt64, unit: UInt64) {
        let hashes = (
            type: try reader.contentHash(.type, group.type),
            source: try reader.contentHash(.source, group.source),
            unit: try reader.contentHash(.unit, group.unit)
        )
        groupHashes = hashes
        return hashes
    }

    /// A row as a value.
    ///
    /// Everything must be decoded.
    func sample(_ row: Int) throws -> StoredSample {
        StoredSample(
            start: rows.starts[row],
            end: rows.ends[row],
            value: rows.values[row],
            creation: rows.creations[row],
            type: group.type,
            source: group.source,
            unit: group.unit,
            revision: rows.revisions[row],
            device: rows.devices[row],
            metadata: rows.metadata[row],
            anchor: rows.anchors[row],
            uuid: try identifier(row).uuid
        )
    }
}
