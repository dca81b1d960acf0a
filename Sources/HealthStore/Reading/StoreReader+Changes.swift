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

    private func newSamples(
        after anchor: Int64,
        types: Set<DictionaryID>?,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        let collector = NewSampleCollector(self, after: anchor, types: types, limit: limit)
        return try collector.collect().map { .sample($0) }
    }
}
