extension StoreReader {
    /// What was stored and deleted after an anchor, in the order it happened.
    ///
    /// What was stored and deleted since leaves only its tombstone.
    ///
    /// - Parameters:
    ///   - anchor: the last anchor that is known already; 0 for everything.
    ///   - types: the types that matter, or nil for all.
    ///   - sources: the sources that matter, or nil for all; batches of others are not opened.
    ///   - limit: how many changes at most, or nil for all.
    /// - Returns: the changes and where to go on.
    /// - Throws: ``StoreError``.
    package func changes(
        after anchor: Int64,
        types: [TypeID]? = nil,
        sources: Set<SourceID>? = nil,
        limit: Int? = nil
    ) throws -> StoreChanges {
        let current = try currentAnchor
        let wanted = Wanted(types: types.map { Set($0) }, sources: sources)
        let limit = max(limit ?? Int.max, 0)
        var items: [StoreChanges.Item] = []
        items += try newRecords(after: anchor, wanted, limit: limit)
        items += try newTombstones(after: anchor, wanted, count: limit.orMore).map { .tombstone($0) }
        let samples = try newSamples(after: anchor, wanted, limit: limit)
        // Samples alone, which most changes are, come in order and are not copied.
        if items.isEmpty {
            items = samples
        } else {
            items += samples
            items.sort { $0.anchor < $1.anchor }
        }
        if items.count <= limit {
            return StoreChanges(items: items, lastAnchor: max(current, anchor), isLimited: false)
        }
        items.removeLast(items.count - limit)
        return StoreChanges(items: items, lastAnchor: items.last?.anchor ?? anchor, isLimited: true)
    }

    /// The new records; in order only where there is no index of origins.
    private func newRecords(
        after anchor: Int64,
        _ wanted: Wanted,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        var items: [StoreChanges.Item] = []
        if let types = wanted.types, try hasOriginIndexes() {
            try forEachNewRecord(types, wanted.sources, after: anchor, limit: limit.orMore) { query in
                items.append(.record(try StoredRecord(query)))
            }
            return items
        }
        let query = try connection.query(.recordsAfter)
        defer { query.reset() }
        query.bind(anchor, at: 1)
        query.bind(Int64(-1), at: 2)
        while items.count <= limit, try query.step() {
            guard wanted.admits(type: query.entryID(2), source: query.entryID(3)) else { continue }
            items.append(.record(try StoredRecord(query)))
        }
        return items
    }

    private func newSamples(
        after anchor: Int64,
        _ wanted: Wanted,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        try NewSampleCollector(self, after: anchor, wanted, limit: limit).collect()
    }
}

extension Int {
    /// One more, so that it is seen whether there is more than a limit.
    fileprivate var orMore: Int { self == Int.max ? self : self + 1 }
}
