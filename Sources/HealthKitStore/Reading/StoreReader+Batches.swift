extension StoreReader {
    /// The headers of a group's batches that may hold starts within the bounds, in order.
    func headers(
        _ group: Int64,
        startLower: Double,
        startUpper: Double,
        withHours: Bool = false
    ) throws -> [BatchHeader] {
        let first = try startOfBatch(before: startLower, in: group) ?? -.infinity
        let query = try connection.query(.batchesInRange)
        defer { query.reset() }
        query.bind(group, at: 1)
        query.bind(first, at: 2)
        query.bind(startUpper, at: 3)
        var headers: [BatchHeader] = []
        while try query.step() {
            let header = try header(query, group, withHours: withHours)
            if header.startMax >= startLower { headers.append(header) }
        }
        return headers
    }

    /// The start of the last batch that begins before a time.
    ///
    /// No earlier batch reaches that time: batches of a group follow each other and share at most a start.
    private func startOfBatch(before start: Double, in group: Int64) throws -> Double? {
        if start == -.infinity { return nil }
        let query = try connection.query(.batchBefore)
        defer { query.reset() }
        query.bind(group, at: 1)
        query.bind(start, at: 2)
        return try query.step() ? query.double(0) : nil
    }

    /// The last batch of a group that begins at or before a time.
    func batch(atOrBefore start: Double, in group: Int64) throws -> BatchHeader? {
        try header(.batchAtOrBefore, group) { query in
            query.bind(start, at: 2)
        }
    }

    /// The first batch of a group.
    func firstBatch(in group: Int64) throws -> BatchHeader? {
        try header(.batchAfter, group) { query in
            query.bind(-Double.infinity, at: 2)
            query.bind(Int64.min, at: 3)
        }
    }

    /// The batch after another.
    func batch(after header: BatchHeader) throws -> BatchHeader? {
        try self.header(.batchAfter, header.group) { query in
            query.bind(header.startMin, at: 2)
            query.bind(header.anchorFirst, at: 3)
        }
    }

    /// The batch before another.
    func batch(before header: BatchHeader) throws -> BatchHeader? {
        try self.header(.batchPreceding, header.group) { query in
            query.bind(header.startMin, at: 2)
            query.bind(header.anchorFirst, at: 3)
        }
    }

    func batch(_ group: Int64, startMin: Double, anchorFirst: Int64) throws -> BatchHeader? {
        try header(.batchByKey, group) { query in
            query.bind(startMin, at: 2)
            query.bind(anchorFirst, at: 3)
        }
    }

    private func header(
        _ statement: StoreStatement,
        _ group: Int64,
        _ bind: (Query) -> Void
    ) throws -> BatchHeader? {
        let query = try connection.query(statement)
        defer { query.reset() }
        query.bind(group, at: 1)
        bind(query)
        return try query.step() ? header(query, group) : nil
    }

    private func header(_ query: Query, _ group: Int64, withHours: Bool = false) throws -> BatchHeader {
        try BatchHeader(
            group: group,
            id: query.int64(0),
            anchorFirst: query.int64(1),
            bytes: query.unownedBytes(2),
            withHours: withHours
        )
    }
}
