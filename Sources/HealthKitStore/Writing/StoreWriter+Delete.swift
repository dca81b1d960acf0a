import Foundation

extension StoreWriter {
    /// Deletes samples and records by UUID and leaves tombstones.
    ///
    /// The objects that they were linked to stay; the links are removed.
    ///
    /// - Parameters:
    ///   - uuids: what to delete; those that aren't stored are skipped.
    ///   - time: when, in seconds since 2001-01-01T00:00:00Z.
    ///   - tombstonePayload: what to keep of each.
    /// - Returns: how many were deleted.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func delete(
        uuids: [UUID],
        at time: Double = Date().timeIntervalSinceReferenceDate,
        tombstonePayload: (StoredObject) -> [UInt8] = { _ in [] }
    ) throws -> Int {
        let found = try self.samples(uuids: uuids)
        let samples = Array(found.values)
        let records = try Set(uuids).filter { found[$0] == nil }.compactMap { try record(uuid: $0) }
        for record in records.sorted(by: { $0.anchor < $1.anchor }) {
            try change { try delete(record, at: time, tombstonePayload) }
        }
        return try records.count + delete(samples: samples, at: time, tombstonePayload: tombstonePayload)
    }

    /// Deletes samples that were read in this transaction, without looking for them again.
    ///
    /// - Parameters:
    ///   - samples: what to delete; those that aren't stored any more are skipped.
    ///   - time: when, in seconds since 2001-01-01T00:00:00Z.
    ///   - tombstonePayload: what to keep of each.
    /// - Returns: how many were deleted.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func delete(
        samples: [StoredSample],
        at time: Double = Date().timeIntervalSinceReferenceDate,
        tombstonePayload: (StoredObject) -> [UInt8] = { _ in [] }
    ) throws -> Int {
        if samples.isEmpty { return 0 }
        var byGroup: [SampleGroupKey: [StoredSample]] = [:]
        for sample in samples {
            let key = SampleGroupKey(type: sample.type, source: sample.source, unit: sample.unit)
            byGroup[key, default: []].append(sample)
        }
        return try change {
            var deleted = 0
            for key in byGroup.keys.sorted() {
                guard var group = try group(type: key.type, source: key.source, unit: key.unit) else { continue }
                let victims = (byGroup[key] ?? []).sorted { ($0.start, $0.anchor) < ($1.start, $1.anchor) }
                deleted += try delete(victims, from: &group, at: time, tombstonePayload)
            }
            try flushIdentities()
            return deleted
        }
    }

    /// The identity of a group, which can be ordered.
    private struct SampleGroupKey: Hashable, Comparable {
        var type: TypeID
        var source: SourceID
        var unit: UnitID

        static func < (left: SampleGroupKey, right: SampleGroupKey) -> Bool {
            (left.type, left.source, left.unit) < (right.type, right.source, right.unit)
        }
    }

    /// Goes through the victims in the order of start, a batch at a time.
    private func delete(
        _ victims: [StoredSample],
        from group: inout SampleGroup,
        at time: Double,
        _ payload: (StoredObject) -> [UInt8]
    ) throws -> Int {
        var removal = Removal(group: group, time: time)
        // The victims that the batches seen so far may hold, and were not found in them.
        var sought: Set<Int64> = []
        var next = 0
        var index = 0
        while index < victims.count {
            let start = victims[index].start
            for header in try headers(group.id, startLower: start, startUpper: start) {
                while next < victims.count, victims[next].start <= header.startMax {
                    sought.insert(victims[next].anchor)
                    next += 1
                }
                try remove(&sought, from: header, &removal, payload)
            }
            while index < victims.count,
                victims[index].start == start || removal.anchors.contains(victims[index].anchor)
            {
                index += 1
            }
        }
        guard removal.count > 0 else { return 0 }
        group.count -= removal.count
        try count(removal.tally, type: group.type, source: group.source)
        if removal.touchesExtent(of: group) { try measure(&group) }
        try save(&group)
        return removal.count
    }

    /// The rows removed from a group so far.
    private struct Removal {
        let group: SampleGroup
        let time: Double
        var anchors: Set<Int64> = []
        var tally = ProvenanceTally()
        var firstStart = Double.infinity
        var lastStart = -Double.infinity
        var lastEnd = -Double.infinity

        var count: Int { anchors.count }

        func touchesExtent(of group: SampleGroup) -> Bool {
            firstStart <= group.firstStart || lastStart >= group.lastStart || lastEnd >= group.lastEnd
        }
    }

    /// Removes the sought rows of a batch, and takes them off the list.
    private func remove(
        _ anchors: inout Set<Int64>,
        from header: BatchHeader,
        _ removal: inout Removal,
        _ payload: (StoredObject) -> [UInt8]
    ) throws {
        try withBatchReader { batch in
            try batch.load(header, of: removal.group)
            try batch.require(.all)
            let rows = batch.rows
            let kept = spareRows.popLast() ?? BatchRows()
            defer { spareRows.append(kept) }
            kept.removeAll()
            kept.reserve(rows.count)
            var firstKept = 0
            for row in StoreWriter.rows(with: anchors, in: rows) {
                kept.append(rows: firstKept..<row, of: rows)
                firstKept = row + 1
                let sample = try batch.sample(row)
                try recorder?.removed(row, of: rows, removal.group)
                removal.anchors.insert(sample.anchor)
                anchors.remove(sample.anchor)
                removal.tally.add(revision: sample.revision, device: sample.device, -1)
                removal.firstStart = min(removal.firstStart, sample.start)
                removal.lastStart = max(removal.lastStart, sample.start)
                removal.lastEnd = max(removal.lastEnd, sample.end)
                if rows.ordinals[row] == BatchRows.explicit {
                    noteIdentity(rows.identifiers[row], group: header.group, start: sample.start, count: -1)
                }
                try addTombstone(.sample(sample), at: removal.time, payload)
            }
            if firstKept == 0 { return }
            kept.append(rows: firstKept..<rows.count, of: rows)
            try replace(header, of: removal.group, with: kept)
        }
    }

    /// The rows with some anchors, in order.
    private static func rows(with anchors: Set<Int64>, in rows: BatchRows) -> [Int] {
        if anchors.count == 1, let anchor = anchors.first {
            return (0..<rows.count).first { rows.anchors[$0] == anchor }.map { [$0] } ?? []
        }
        return (0..<rows.count).filter { anchors.contains(rows.anchors[$0]) }
    }

    /// Writes the remaining rows of a batch.
    ///
    /// A small remainder joins the previous batch if that has room.
    private func replace(_ header: BatchHeader, of group: SampleGroup, with kept: BatchRows) throws {
        if kept.count == 0 {
            try removeBatch(header)
            return
        }
        let capacity = capacity(hasIdentifiers: header.hasIdentifiers)
        if kept.count < capacity / 4, let previous = try batch(before: header),
            previous.count + kept.count <= capacity * 3 / 4
        {
            let merged = BatchRows(capacity: previous.count + kept.count)
            try take(previous, of: group, into: merged)
            merged.append(rows: 0..<kept.count, of: kept)
            try removeBatch(header)
            try removeHeader(previous)
            try writeBatches(merged, 0..<merged.count, of: group, reusing: previous.id, evenly: true)
            return
        }
        try removeHeader(header)
        try writeBatches(kept, 0..<kept.count, of: group, reusing: header.id, evenly: true)
    }

    private func delete(
        _ record: StoredRecord,
        at time: Double,
        _ payload: (StoredObject) -> [UInt8]
    ) throws {
        try recorder?.removed(record)
        let query = try connection.query(.deleteRecord)
        query.bind(Identifier(record.uuid), at: 1)
        try query.run()
        try addTombstone(.record(record), at: time, payload)
        guard var group = try group(type: record.type, source: record.source, unit: 0) else {
            throw StoreError.damaged("the group of a record is missing")
        }
        if !DerivedIdentity.mayBeDerived(Identifier(record.uuid)) {
            noteIdentity(Identifier(record.uuid), group: group.id, start: record.start, count: -1)
            try flushIdentities()
        }
        group.count -= 1
        noteRecord(-1, group: group.id)
        try measure(&group)
        try save(&group)
        var tally = ProvenanceTally()
        tally.add(revision: record.revision, device: record.device, -1)
        try count(tally, type: record.type, source: record.source)
    }

    /// Leaves a tombstone and takes away an object's links.
    private func addTombstone(_ object: StoredObject, at time: Double, _ payload: (StoredObject) -> [UInt8]) throws {
        let origin = TombstoneOrigin(type: object.type, source: object.source)
        try bury(Identifier(object.uuid), of: origin, at: nextAnchor(), time: time, payload(object))
        recorder?.buried(state.anchor)
        try removeLinks(of: object.uuid)
    }

    /// Takes over a tombstone that another store has, with this store's numbers for type and source.
    ///
    /// It gets its own change number.
    /// - Throws: ``StoreError``.
    package func takeOver(_ tombstone: StoredTombstone) throws {
        try change {
            let origin = TombstoneOrigin(type: tombstone.type, source: tombstone.source)
            let identifier = Identifier(tombstone.uuid)
            try bury(identifier, of: origin, at: nextAnchor(), time: tombstone.deleted, tombstone.payload)
        }
    }

    /// Recomputes a group's first and last times.
    private func measure(_ group: inout SampleGroup) throws {
        group.firstStart = try firstBatch(in: group.id)?.startMin ?? .infinity
        group.lastStart = -.infinity
        group.lastEnd = -.infinity
        var header = try batch(atOrBefore: .infinity, in: group.id)
        group.lastStart = header?.startMax ?? -.infinity
        while let current = header, current.startMax + group.longest >= group.lastEnd {
            group.lastEnd = max(group.lastEnd, current.endMax)
            header = try batch(before: current)
        }
        if group.unit != 0 { return }
        let query = try connection.query(.recordExtent)
        defer { query.reset() }
        query.bind(group.type, at: 1)
        query.bind(group.source, at: 2)
        if try query.step(), !query.isNull(0) {
            group.firstStart = min(group.firstStart, query.double(0))
            group.lastStart = max(group.lastStart, query.double(1))
            group.lastEnd = max(group.lastEnd, query.double(2))
        }
    }
}
