extension StoreWriter {
    /// Writes rows as batches of the group, each as full as may be.
    ///
    /// - Parameters:
    ///   - rows: rows in order.
    ///   - range: which of them.
    ///   - group: where they belong.
    ///   - reused: the number of a batch that they replace, whose header is gone already.
    ///   - evenly: whether the batches share the rows evenly, which leaves room in each, or are filled one by one.
    /// - Throws: ``StoreError``.
    func writeBatches(
        _ rows: BatchRows,
        _ range: Range<Int>,
        of group: SampleGroup,
        reusing reused: Int64? = nil,
        evenly: Bool
    ) throws {
        if range.isEmpty { return }
        let capacity = capacity(hasIdentifiers: range.contains { rows.ordinals[$0] == BatchRows.explicit })
        let parts = (range.count + capacity - 1) / capacity
        var first = range.lowerBound
        for part in 0..<parts {
            throttle()
            let left = range.upperBound - first
            let size = evenly ? (left + parts - part - 1) / (parts - part) : min(capacity, left)
            try writeBatch(rows, first..<first + size, of: group, id: part == 0 ? reused : nil)
            first += size
        }
    }

    /// The number of rows in a batch: half as many if rows have explicit UUIDs, whose sixteen bytes are most of the
    /// data that a change to one of them rewrites.
    func capacity(hasIdentifiers: Bool) -> Int {
        hasIdentifiers ? max(options.effectiveBatchCapacity / 2, 2) : options.effectiveBatchCapacity
    }

    private func writeBatch(_ rows: BatchRows, _ range: Range<Int>, of group: SampleGroup, id: Int64?) throws {
        var header = BatchHeader(group: group.id, id: id ?? nextBatch(), rows: rows, range: range)
        header.dataChecksum = BatchCodec.encode(rows, range, into: encoded, scratch: scratch)
        let data = try connection.query(.replaceBatchData)
        data.bind(header.id, at: 1)
        data.bind(unowned: encoded.bytes, at: 2)
        try data.run()
        if let checksum = BatchCodec.encodeIdentity(rows, range, into: encoded) {
            header.identityChecksum = checksum
            let identity = try connection.query(.replaceBatchIdentity)
            identity.bind(header.id, at: 1)
            identity.bind(unowned: encoded.bytes, at: 2)
            try identity.run()
        } else if id != nil {
            try deleteRow(.deleteBatchIdentity, header.id)
        }
        header.hours = try isOfThisFormat() ? HourSums(rows, range) : nil
        try insert(header)
        noteWritten(header)
    }

    private func insert(_ header: BatchHeader) throws {
        header.encode(into: encodedHeader)
        let query = try connection.query(.insertBatch)
        query.bind(header.group, at: 1)
        query.bind(header.startMin, at: 2)
        query.bind(header.anchorFirst, at: 3)
        query.bind(header.id, at: 4)
        query.bind(header.anchorMin, at: 5)
        query.bind(header.anchorMax, at: 6)
        query.bind(unowned: encodedHeader.bytes, at: 7)
        try query.run()
    }

    private func nextBatch() -> Int64 {
        state.batch += 1
        return state.batch
    }

    /// Removes a batch's header, so that its rows can be rewritten under its number.
    func removeHeader(_ header: BatchHeader) throws {
        let query = try connection.query(.deleteBatch)
        query.bind(header.group, at: 1)
        query.bind(header.startMin, at: 2)
        query.bind(header.anchorFirst, at: 3)
        try query.run()
        noteRemoved(header)
    }

    /// Removes a batch.
    func removeBatch(_ header: BatchHeader) throws {
        try removeHeader(header)
        try deleteRow(.deleteBatchData, header.id)
        if header.hasIdentifiers { try deleteRow(.deleteBatchIdentity, header.id) }
    }

    private func deleteRow(_ statement: StoreStatement, _ id: Int64) throws {
        let query = try connection.query(statement)
        query.bind(id, at: 1)
        try query.run()
    }
}
