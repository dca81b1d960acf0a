extension StoreReader {
    /// Whether records and tombstones can be found by type and source; a store of an earlier program has no such index.
    func hasOriginIndexes() throws -> Bool {
        if let known = originIndexes { return known }
        if knownIndexes.areThere { return true }
        let query = try connection.query(.originIndexes)
        defer { query.reset() }
        let found = try query.step() && query.int(0) == OriginIndexes.schema.count
        originIndexes = found
        if found { knownIndexes.note() }
        return found
    }

    /// The sources that stored records, or deleted something, of a type, found with a step for each.
    ///
    /// - Parameters:
    ///   - next: the statement that finds the next source.
    ///   - type: the type.
    /// - Returns: the sources in order.
    /// - Throws: ``StoreError``.
    func sources(_ next: StoreStatement, of type: TypeID) throws -> [SourceID] {
        var sources: [SourceID] = []
        while true {
            let query = try connection.query(next)
            defer { query.reset() }
            query.bind(type, at: 1)
            query.bind(sources.last ?? SourceID(number: .min), at: 2)
            guard try query.step() else { return sources }
            sources.append(query.entryID(0))
        }
    }

    /// Visits the records that sources stored after an anchor, each source by itself: other sources' records aren't even stepped
    /// over.
    ///
    /// - Parameters:
    ///   - types: the types.
    ///   - sources: the sources; nil for all.
    ///   - anchor: the last anchor that is known already.
    ///   - bound: the last anchor that matters.
    ///   - limit: how many rows of each source at most.
    ///   - body: gets each row.
    /// - Throws: The errors of `body`, and ``StoreError``.
    func forEachNewRecord(
        _ types: Set<TypeID>,
        _ sources: Set<SourceID>?,
        after anchor: Int64,
        through bound: Int64,
        limit: Int,
        _ body: (Query) throws -> Void
    ) throws {
        for type in types.sorted() {
            for source in try sources?.sorted() ?? self.sources(.nextRecordSource, of: type) {
                let query = try connection.query(.recordsOfOriginAfter)
                defer { query.reset() }
                query.bind(type, at: 1)
                query.bind(source, at: 2)
                query.bind(anchor, at: 3)
                query.bind(limit, at: 4)
                while try query.step(), query.int64(0) <= bound { try body(query) }
            }
        }
    }

    /// The records of some sources alone, in the order of a request.
    ///
    /// - Throws: ``StoreError``.
    func records(_ request: RecordRequest, of type: TypeID, from sources: Set<SourceID>) throws
        -> [StoredRecord]
    {
        var records: [StoredRecord] = []
        for source in sources.sorted() {
            let query = try connection.query(.recordsOfOrigin)
            defer { query.reset() }
            query.bind(type, at: 1)
            query.bind(source, at: 2)
            query.bind(request.startLower, at: 3)
            query.bind(request.startUpper, at: 4)
            while try query.step() {
                let end = query.double(8)
                guard end >= request.endLower, end <= request.endUpper else { continue }
                records.append(try StoredRecord(query))
            }
        }
        switch request.order {
        case .ascending: records.sort { ($0.start, $0.anchor) < ($1.start, $1.anchor) }
        case .descending: records.sort { ($0.start, $0.anchor) > ($1.start, $1.anchor) }
        }
        return records
    }

    /// The work that the database did in this transaction, in steps of SQLite's machine: skipped rows count, so that a test can
    /// see whether a query's cost depends on data that is hidden from the caller.
    package var steps: Int { connection.steps }
}
