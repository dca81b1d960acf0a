extension StoreReader {
    /// The objects stored and deleted after an anchor, in the order it happened.
    ///
    /// An object that was both stored and deleted since leaves only its tombstone.
    ///
    /// - Parameters:
    ///   - anchor: the last anchor that is known already; 0 for everything.
    ///   - types: the types that matter, or nil for all.
    ///   - sources: the sources that matter, or nil for all; batches of others are not opened.
    ///   - limit: how many changes at most, or nil for all.
    /// - Returns: The changes and the anchor to continue from.
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
        // Most changes are samples: those beyond the last one that fits aren't read.
        let samples = try newSamples(after: anchor, wanted, limit: limit)
        let bound = samples.count > limit ? samples.last?.anchor ?? anchor : Int64.max
        var others = try newRecords(after: anchor, through: bound, wanted, limit: limit)
        others += try newTombstones(after: anchor, through: bound, wanted, count: limit.orMore).map { .tombstone($0) }
        others.sort { $0.anchor < $1.anchor }
        var items = others.isEmpty ? samples : Self.merged(samples, others)
        if items.count <= limit {
            return StoreChanges(items: items, lastAnchor: max(current, anchor), isLimited: false)
        }
        items.removeLast(items.count - limit)
        return StoreChanges(items: items, lastAnchor: items.last?.anchor ?? anchor, isLimited: true)
    }

    /// Two lists of changes in the order of anchors as one.
    private static func merged(_ first: [StoreChanges.Item], _ second: [StoreChanges.Item]) -> [StoreChanges.Item] {
        var items: [StoreChanges.Item] = []
        items.reserveCapacity(first.count + second.count)
        var taken = 0
        for item in second {
            let anchor = item.anchor
            while taken < first.count, first[taken].anchor < anchor {
                items.append(first[taken])
                taken += 1
            }
            items.append(item)
        }
        items += first[taken...]
        return items
    }

    /// The new records up to a place; in order only if there is no index of origins.
    private func newRecords(
        after anchor: Int64,
        through bound: Int64,
        _ wanted: Wanted,
        limit: Int
    ) throws -> [StoreChanges.Item] {
        var items: [StoreChanges.Item] = []
        if let types = wanted.types, try hasOriginIndexes() {
            try forEachNewRecord(types, wanted.sources, after: anchor, through: bound, limit: limit.orMore) { query in
                items.append(.record(try StoredRecord(query)))
            }
            return items
        }
        let query = try connection.query(.recordsAfter)
        defer { query.reset() }
        query.bind(anchor, at: 1)
        query.bind(Int64(-1), at: 2)
        while items.count <= limit, try query.step(), query.int64(0) <= bound {
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
