extension StoreReader {
    /// The records that satisfy a request, in its order.
    /// - Throws: ``StoreError``.
    package func records(_ request: RecordRequest) throws -> [StoredRecord] {
        if let type = request.type, let sources = request.sources, try hasOriginIndexes() {
            return try records(request, of: type, from: sources)
        }
        let query = try connection.query(StoreReader.statement(for: request))
        defer { query.reset() }
        query.bind(request.startLower, at: 1)
        query.bind(request.startUpper, at: 2)
        if let type = request.type { query.bind(type, at: 3) }
        var records: [StoredRecord] = []
        while try query.step() {
            let end = query.double(8)
            guard end >= request.endLower, end <= request.endUpper else { continue }
            guard request.sources?.contains(query.entryID(3)) != false else { continue }
            records.append(try StoredRecord(query))
        }
        return records
    }

    private static func statement(for request: RecordRequest) -> StoreStatement {
        switch (request.type == nil, request.order) {
        case (true, .ascending): .recordsAscending
        case (true, .descending): .recordsDescending
        case (false, .ascending): .recordsOfTypeAscending
        case (false, .descending): .recordsOfTypeDescending
        }
    }
}
