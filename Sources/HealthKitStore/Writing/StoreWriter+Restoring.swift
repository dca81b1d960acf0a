import Foundation

/// The result of restoring recorded objects.
package struct RestoredObjects: Sendable {
    /// The former places of the objects in the order of changes, in the order in which they came back.
    package var before: [Int64] = []
    /// The new place of the first of them; the others follow it.
    package var first: Int64 = 0
    /// The number of objects that were there already, under their UUIDs.
    package var present = 0
    /// The number of objects that were to stay away.
    package var leftOut = 0

    /// Creates a result of nothing.
    package init() {}
}

extension StoreWriter {
    /// Brings samples back that went, with their UUIDs and everything they said; they are new in the order of changes.
    ///
    /// - Parameters:
    ///   - kept: the samples.
    ///   - leftOut: those of them that stay away.
    /// - Returns: The restored samples; one that is stored under its UUID is unchanged.
    /// - Throws: ``StoreError``.
    package func restore(_ kept: RecordedSamples, without leftOut: Set<UUID> = []) throws -> RestoredObjects {
        let rows = try kept.rows()
        var group = try makeGroup(type: kept.type, source: kept.source, unit: kept.unit)
        let present = try storedRows(of: rows, in: group)
        let wanted = BatchRows(capacity: rows.count)
        var restored = RestoredObjects()
        restored.present = present.count
        for row in 0..<rows.count where !present.contains(row) {
            if !leftOut.isEmpty, try leftOut.contains(identifier(of: rows, row, in: group).uuid) {
                restored.leftOut += 1
            } else {
                wanted.append(row, of: rows)
            }
        }
        restored.first = state.anchor + 1
        restored.before = (0..<wanted.count).map { wanted.anchors[$0] }
        if wanted.count == 0 { return restored }
        try change {
            _ = try store(wanted, in: &group, matcher: nil)
            try flushIdentities()
        }
        return restored
    }

    /// Brings a record back that went; it is new in the order of changes.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - leftOut: UUIDs of what stays away.
    /// - Returns: The restored records; one that is stored under its UUID is unchanged.
    /// - Throws: ``StoreError``.
    package func restore(_ record: StoredRecord, without leftOut: Set<UUID> = []) throws -> RestoredObjects {
        var restored = RestoredObjects()
        if leftOut.contains(record.uuid) {
            restored.leftOut = 1
            return restored
        }
        if try isStored(record.uuid) {
            restored.present = 1
            return restored
        }
        restored.first = state.anchor + 1
        restored.before = [record.anchor]
        let new = NewRecord(
            type: record.type,
            source: record.source,
            revision: record.revision,
            device: record.device,
            metadata: record.metadata,
            start: record.start,
            end: record.end,
            creation: record.creation,
            payload: record.payload
        )
        _ = try insert(new, as: record.uuid)
        return restored
    }

    /// The rows that are stored under their UUIDs.
    private func storedRows(of rows: BatchRows, in group: SampleGroup) throws -> Set<Int> {
        var stored: Set<Int> = []
        var hasDerived = false
        for row in 0..<rows.count {
            if rows.ordinals[row] != BatchRows.explicit {
                hasDerived = true
            } else if try isStored(rows.identifiers[row].uuid) {
                stored.insert(row)
            }
        }
        guard hasDerived, rows.count > 0 else { return stored }
        let last = rows.starts[rows.count - 1]
        for header in try headers(group.id, startLower: rows.starts[0], startUpper: last) {
            let first = rows.lowerBound(header.startMin)
            let end = rows.upperBound(header.startMax)
            guard first < end else { continue }
            try withBatchReader { batch in
                try batch.load(header, of: group)
                try batch.require(.all)
                for row in first..<end where rows.ordinals[row] != BatchRows.explicit {
                    var other = batch.rows.lowerBound(rows.starts[row])
                    while other < batch.count, batch.rows.starts[other] == rows.starts[row] {
                        let isSame = batch.rows.ordinals[other] == rows.ordinals[row]
                        if isSame, batch.rows.isEqual(other, to: row, of: rows) { stored.insert(row) }
                        other += 1
                    }
                }
            }
        }
        return stored
    }
}

extension StoreReader {
    /// The UUIDs of samples that went.
    ///
    /// - Parameter kept: the samples.
    /// - Returns: their UUIDs, in their order.
    /// - Throws: ``StoreError``.
    package func identities(of kept: RecordedSamples) throws -> [UUID] {
        let rows = try kept.rows()
        let group = SampleGroup(id: 0, type: kept.type, source: kept.source, unit: kept.unit)
        return try (0..<rows.count).map { try identifier(of: rows, $0, in: group).uuid }
    }

    /// The samples with metadata among those that went.
    ///
    /// - Parameter kept: the samples.
    /// - Returns: their UUIDs and their metadata, in their order.
    /// - Throws: ``StoreError``.
    package func withMetadata(_ kept: RecordedSamples) throws -> [(uuid: UUID, metadata: MetadataID)] {
        let rows = try kept.rows()
        let group = SampleGroup(id: 0, type: kept.type, source: kept.source, unit: kept.unit)
        var found: [(uuid: UUID, metadata: MetadataID)] = []
        for row in 0..<rows.count where rows.metadata[row] != 0 {
            found.append((try identifier(of: rows, row, in: group).uuid, rows.metadata[row]))
        }
        return found
    }

    /// Samples that came at some places in the order of changes.
    ///
    /// - Parameters:
    ///   - anchors: the places.
    ///   - limit: how many at most.
    /// - Returns: those that are still there.
    /// - Throws: ``StoreError``.
    package func samples(at anchors: AnchorRanges, limit: Int) throws -> [StoredSample] {
        var found: [StoredSample] = []
        guard let bounds = anchors.bounds else { return found }
        for place in try batches(within: bounds) where anchors.overlaps(place.anchors) {
            guard let header = try batch(place.group, startMin: place.startMin, anchorFirst: place.anchorFirst) else {
                continue
            }
            let group = try group(id: place.group)
            try withBatchReader { batch in
                try batch.load(header, of: group)
                try batch.require(.anchor)
                for row in 0..<batch.count where anchors.contains(batch.rows.anchors[row]) {
                    try batch.require(.all)
                    found.append(try batch.sample(row))
                }
            }
            if found.count >= limit { break }
        }
        return found
    }

    /// Records that came at some places in the order of changes.
    ///
    /// - Parameters:
    ///   - anchors: the places.
    ///   - limit: how many at most.
    /// - Returns: those that are still there.
    /// - Throws: ``StoreError``.
    package func records(at anchors: AnchorRanges, limit: Int) throws -> [StoredRecord] {
        var found: [StoredRecord] = []
        if limit < 1 { return found }
        try forEachRecord(at: anchors) { record in
            found.append(record)
            return found.count < limit ? .continue : .stop
        }
        return found
    }

    /// Visits the records that came at some places in the order of changes.
    ///
    /// - Parameters:
    ///   - anchors: the places.
    ///   - body: Called with each that still exists, returns whether to continue.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func forEachRecord(at anchors: AnchorRanges, _ body: (StoredRecord) throws -> ScanControl) throws {
        guard let bounds = anchors.bounds else { return }
        let query = try connection.query(.recordsAfter)
        defer { query.reset() }
        query.bind(bounds.lowerBound - 1, at: 1)
        query.bind(Int64(-1), at: 2)
        while try query.step() {
            let anchor = query.int64(0)
            if anchor > bounds.upperBound { return }
            if anchors.contains(anchor), try body(StoredRecord(query)) == .stop { return }
        }
    }

    private struct BatchPlace {
        var group: Int64
        var startMin: Double
        var anchorFirst: Int64
        var anchors: ClosedRange<Int64>
    }

    /// The batches that hold places within bounds, or around them.
    private func batches(within bounds: ClosedRange<Int64>) throws -> [BatchPlace] {
        let query = try connection.query(.batchesNewer)
        defer { query.reset() }
        query.bind(bounds.lowerBound - 1, at: 1)
        query.bind(bounds.upperBound, at: 2)
        query.bind(Int64(-1), at: 3)
        var places: [BatchPlace] = []
        while try query.step() {
            let (lower, upper) = (query.int64(3), query.int64(4))
            guard lower <= upper else { throw StoreError.damaged("a batch's places are out of order") }
            places.append(
                BatchPlace(
                    group: query.int64(0),
                    startMin: query.double(1),
                    anchorFirst: query.int64(2),
                    anchors: lower...upper
                )
            )
        }
        return places
    }
}

extension RecordedSamples {
    /// The number of samples.
    /// - Throws: ``StoreError/Code/damaged``.
    package func count() throws -> Int {
        try header.withUnsafeBytes { try BatchHeader(group: 0, id: 0, anchorFirst: anchorFirst, bytes: $0).count }
    }

    /// The former places in the order of changes.
    /// - Throws: ``StoreError/Code/damaged``.
    package func anchors() throws -> [Int64] {
        let rows = try rows()
        return (0..<rows.count).map { rows.anchors[$0] }
    }

    /// The samples as rows.
    /// - Throws: ``StoreError/Code/damaged``.
    func rows() throws -> BatchRows {
        let rows = BatchRows()
        let header = try self.header.withUnsafeBytes {
            try BatchHeader(group: 0, id: 0, anchorFirst: anchorFirst, bytes: $0)
        }
        let bytes = BatchBytes()
        try columns.withUnsafeBytes { try bytes.load($0, header: header) }
        rows.setCount(header.count)
        try bytes.decodeTimes(into: rows)
        try bytes.decodeValues(into: rows)
        try bytes.decodeProvenance(into: rows)
        try bytes.decodeCreations(into: rows)
        try bytes.decodeAnchors(into: rows)
        try bytes.decodeOrdinals(into: rows)
        var offset = 0
        try identifiers.withUnsafeBytes { buffer in
            for row in 0..<rows.count where rows.ordinals[row] == BatchRows.explicit {
                guard let base = buffer.baseAddress, offset + 16 <= buffer.count else {
                    throw StoreError.damaged("the UUIDs of samples that were kept are missing")
                }
                rows.identifiers[row] = Identifier(words: base + offset)
                offset += 16
            }
        }
        return rows
    }
}
