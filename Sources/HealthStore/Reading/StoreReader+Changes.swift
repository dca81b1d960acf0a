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
        items += try newTombstones(after: anchor, wanted, limit: limit)
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

    /// The new ones of a table whose rows are changes.
    ///
    /// - Parameters:
    ///   - anchor: the last anchor that is known already.
    ///   - wanted: which matter.
    ///   - limit: after how many it is enough; one more is given when there is more.
    ///   - all: the statement of all rows, which has their type and source in its columns 2 and 3.
    ///   - origins: the statements of the sources of a type, and of the rows of one.
    ///   - item: makes a change of the row at which a query stands.
    /// - Returns: the changes, not in order where the table has an index of origins.
    /// - Throws: ``StoreError``.
    private func newRows(
        after anchor: Int64,
        _ wanted: Wanted,
        limit: Int,
        all: StoreStatement,
        origins: (next: StoreStatement, rows: StoreStatement),
        item: (Query) throws -> StoreChanges.Item
    ) throws -> [StoreChanges.Item] {
        var items: [StoreChanges.Item] = []
        if let types = wanted.types, try hasOriginIndexes() {
            try forEachOfOrigins(origins, types, wanted.sources, after: anchor, limit: limit.orMore) { query in
                items.append(try item(query))
            }
            return items
        }
        let query = try connection.query(all)
        defer { query.reset() }
        query.bind(anchor, at: 1)
        query.bind(Int64(-1), at: 2)
        while items.count <= limit, try query.step() {
            guard wanted.admits(type: query.entryID(2), source: query.entryID(3)) else { continue }
            items.append(try item(query))
        }
        return items
    }

    private func newRecords(
        after anchor: Int64,
        _ wanted: Wanted,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        try newRows(
            after: anchor,
            wanted,
            limit: limit,
            all: .recordsAfter,
            origins: (next: .nextRecordSource, rows: .recordsOfOriginAfter)
        ) { .record(try StoredRecord($0)) }
    }

    private func newTombstones(
        after anchor: Int64,
        _ wanted: Wanted,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        try newRows(
            after: anchor,
            wanted,
            limit: limit,
            all: .tombstonesAfter,
            origins: (next: .nextTombstoneSource, rows: .tombstonesOfOriginAfter)
        ) { .tombstone(try StoredTombstone($0)) }
    }

    private func newSamples(
        after anchor: Int64,
        _ wanted: Wanted,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        try NewSampleCollector(self, after: anchor, wanted, limit: limit).collect()
    }
}

extension StoredTombstone {
    /// The tombstone at which a query stands; its columns are anchor, uuid, type, source, deleted and payload.
    init(_ query: Query) throws {
        self.init(
            uuid: try query.identifier(1).uuid,
            type: query.entryID(2),
            source: query.entryID(3),
            anchor: query.int64(0),
            deleted: query.double(4),
            payload: query.bytes(5)
        )
    }
}

extension Int {
    /// One more, so that it is seen whether there is more than a limit.
    fileprivate var orMore: Int { self == Int.max ? self : self + 1 }
}
