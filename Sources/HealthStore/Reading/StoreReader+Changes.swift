extension StoreReader {
    /// What was stored and deleted after an anchor, in the order it happened.
    ///
    /// What was stored and deleted since leaves only its tombstone.
    ///
    /// - Parameters:
    ///   - anchor: the last anchor that is known already; 0 for everything.
    ///   - types: the types that matter, or nil for all.
    ///   - limit: how many changes at most, or nil for all.
    /// - Returns: the changes and where to go on.
    /// - Throws: ``StoreError``.
    package func changes(
        after anchor: Int64,
        types: [DictionaryID]? = nil,
        limit: Int? = nil
    ) throws -> StoreChanges {
        let current = try currentAnchor
        let wanted = types.map { Set($0) }
        let limit = max(limit ?? Int.max, 0)
        var items: [StoreChanges.Item] = []
        items += try newRecords(after: anchor, types: wanted, limit: limit)
        items += try newTombstones(after: anchor, types: wanted, limit: limit)
        items += try newSamples(after: anchor, types: wanted, limit: limit)
        items.sort { $0.anchor < $1.anchor }
        if items.count <= limit {
            return StoreChanges(items: items, lastAnchor: max(current, anchor), isLimited: false)
        }
        items.removeLast(items.count - limit)
        return StoreChanges(items: items, lastAnchor: items.last?.anchor ?? anchor, isLimited: true)
    }

    private func newRecords(
        after anchor: Int64,
        types: Set<DictionaryID>?,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        let query = try connection.query(.recordsAfter)
        defer { query.reset() }
        query.bind(anchor, at: 1)
        query.bind(Int64(-1), at: 2)
        var items: [StoreChanges.Item] = []
        while items.count <= limit, try query.step() {
            guard types?.contains(query.dictionaryID(2)) != false else { continue }
            items.append(.record(try StoredRecord(query)))
        }
        return items
    }

    private func newTombstones(
        after anchor: Int64,
        types: Set<DictionaryID>?,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        let query = try connection.query(.tombstonesAfter)
        defer { query.reset() }
        query.bind(anchor, at: 1)
        query.bind(Int64(-1), at: 2)
        var items: [StoreChanges.Item] = []
        while items.count <= limit, try query.step() {
            guard types?.contains(query.dictionaryID(2)) != false else { continue }
            items.append(
                .tombstone(
                    StoredTombstone(
                        uuid: try query.identifier(1).uuid,
                        type: query.dictionaryID(2),
                        source: query.dictionaryID(3),
                        anchor: query.int64(0),
                        deleted: query.double(4),
                        payload: query.bytes(5)
                    )
                )
            )
        }
        return items
    }

    /// A batch that holds something new, and the smallest new anchor it may have.
    private struct Candidate {
        var group: Int64
        var startMin: Double
        var anchorFirst: Int64
        var lowest: Int64
    }

    /// Takes batches by the smallest new anchor each may have, and stops once the rows collected are all below what
    /// the remaining batches can hold.
    private func newSamples(
        after anchor: Int64,
        types: Set<DictionaryID>?,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        var groups: [Int64: SampleGroup] = [:]
        let candidates = try newBatches(after: anchor, types: types, &groups)
        var found: [(anchor: Int64, sample: StoredSample)] = []
        var isSorted = true
        for candidate in candidates {
            if found.count > limit {
                if !isSorted { found.sort { $0.anchor < $1.anchor } }
                isSorted = true
                found.removeLast(found.count - limit - 1)
                if let last = found.last, last.anchor < candidate.lowest { break }
            }
            guard let group = groups[candidate.group],
                let header = try batch(
                    candidate.group,
                    startMin: candidate.startMin,
                    anchorFirst: candidate.anchorFirst
                )
            else { throw StoreError.damaged("a batch that the change log names is missing") }
            isSorted = false
            try collect(header, group, after: anchor, limit: limit, into: &found)
        }
        return found.map { .sample($0.sample) }
    }

    private func collect(
        _ header: BatchHeader,
        _ group: SampleGroup,
        after anchor: Int64,
        limit: Int,
        into found: inout [(anchor: Int64, sample: StoredSample)]
    ) throws {
        try withBatchReader { batch in
            try batch.load(header, of: group)
            try batch.require(.anchor)
            var rows = (0..<batch.count).filter { batch.rows.anchors[$0] > anchor }
            if rows.count > limit {
                rows.sort { batch.rows.anchors[$0] < batch.rows.anchors[$1] }
                rows.removeLast(rows.count - limit - 1)
            }
            try batch.require(.all)
            for row in rows { found.append((batch.rows.anchors[row], try batch.sample(row))) }
        }
    }

    private func newBatches(
        after anchor: Int64,
        types: Set<DictionaryID>?,
        _ groups: inout [Int64: SampleGroup]
    ) throws -> [Candidate] {
        let query = try connection.query(.batchesNewer)
        defer { query.reset() }
        query.bind(anchor, at: 1)
        var candidates: [Candidate] = []
        while try query.step() {
            let id = query.int64(0)
            if groups[id] == nil { groups[id] = try group(id: id) }
            guard let group = groups[id], types?.contains(group.type) != false else { continue }
            candidates.append(
                Candidate(
                    group: id,
                    startMin: query.double(1),
                    anchorFirst: query.int64(2),
                    lowest: max(query.int64(3), anchor &+ 1)
                )
            )
        }
        candidates.sort { $0.lowest < $1.lowest }
        return candidates
    }
}
