extension StoreWriter {
    /// The maximum number of deletions in a row.
    private var packedLimit: Int { options.effectiveBatchCapacity }

    /// The number of deletions of a type and source that are packed; fewer have a row each, so that adding one stays
    /// cheap.
    private var packingLimit: Int { max(packedLimit / 32, 2) }

    /// The maximum number of payload bytes in a row.
    private static let payloadLimit = 256 << 10

    /// The most places of deletions to remove that are kept before they are removed.
    private static let removedLimit = 1 << 16

    /// Notes a deletion at a place in the order of changes, which is written with others before the transaction ends.
    func bury(
        _ identifier: Identifier,
        of origin: TombstoneOrigin,
        at anchor: Int64,
        time: Double,
        _ payload: [UInt8]
    ) throws {
        let rows = waitingTombstones.rows[origin] ?? TombstoneRows()
        waitingTombstones.rows[origin] = rows
        payload.withUnsafeBytes { rows.append(anchor, identifier, time, payload: $0) }
        waitingTombstones.count += 1
        if rows.count >= packedLimit || rows.payloadSize >= StoreWriter.payloadLimit {
            waitingTombstones.count -= rows.count
            try write(rows, of: origin)
            rows.removeAll()
        } else if waitingTombstones.count >= 4 * packedLimit {
            try writeBuried()
        }
    }

    /// Removes the tombstones in a range of change numbers.
    /// - Throws: ``StoreError``.
    package func removeTombstones(_ anchors: ClosedRange<Int64>) throws {
        try change {
            let waits = waitingTombstones.rows.values.contains { rows in
                rows.anchors.last.map { $0 >= anchors.lowerBound } ?? false
            }
            if waits { try writeBuried() }
            waitingTombstones.removed.insert(anchors)
            if waitingTombstones.removed.ranges.count >= StoreWriter.removedLimit { try removeTombstones() }
        }
    }

    /// Writes pending tombstones.
    func writeTombstones() throws {
        if !waitingTombstones.removed.isEmpty { try removeTombstones() }
        try writeBuried()
    }

    private func writeBuried() throws {
        let waiting = waitingTombstones.rows.filter { $0.value.count > 0 }
        // In the order of changes, so that equal transactions write equal files.
        for (origin, rows) in waiting.sorted(by: { $0.value.anchors[0] < $1.value.anchors[0] }) {
            try write(rows, of: origin)
        }
        waitingTombstones.rows.removeAll()
        waitingTombstones.count = 0
    }

    // MARK: Writing

    /// Writes deletions that come after all others of their type and source, together with single ones if there are
    /// enough.
    private func write(_ rows: TombstoneRows, of origin: TombstoneOrigin) throws {
        let single = max(packingLimit - rows.count, 0)
        guard try isOfThisFormat(), try hasOriginIndexes(), try hasSingle(single, of: origin) else {
            return try writeSingly(rows, of: origin)
        }
        var last = try lastPacked(of: origin)
        let all = TombstoneRows()
        while try takeSingle(after: last?.packed.last ?? 0, of: origin, limit: packedLimit, into: all) {
            last = (try write(all, 0..<all.count, of: origin), encoded.count)
            all.removeAll()
        }
        all.append(contentsOf: rows)
        if let last, last.packed.count + all.count <= packedLimit,
            last.size + all.payloadSize <= StoreWriter.payloadLimit
        {
            let merged = TombstoneRows()
            merged.reserve(last.packed.count + all.count)
            try take(last.packed, into: merged)
            merged.append(contentsOf: all)
            try write(merged, 0..<merged.count, of: origin)
            return
        }
        let pieces = max(
            (all.count + packedLimit - 1) / packedLimit,
            min(all.payloadSize / StoreWriter.payloadLimit, all.count)
        )
        for piece in 0..<pieces {
            try write(all, all.count * piece / pieces..<all.count * (piece + 1) / pieces, of: origin)
        }
    }

    private func writeSingly(_ rows: TombstoneRows, of origin: TombstoneOrigin) throws {
        let query = try connection.query(.insertTombstone)
        for row in 0..<rows.count {
            query.bind(rows.anchors[row], at: 1)
            query.bind(rows.identifiers[row], at: 2)
            query.bind(origin.type, at: 3)
            query.bind(origin.source, at: 4)
            query.bind(rows.times[row], at: 5)
            query.bind(unowned: rows.payload(row), at: 6)
            try query.run()
        }
    }

    @discardableResult
    private func write(
        _ rows: TombstoneRows,
        _ range: Range<Int>,
        of origin: TombstoneOrigin
    ) throws -> PackedTombstones {
        let packed = TombstoneCodec.encode(rows, range, of: origin, into: encoded, scratch: scratch)
        let query = try connection.query(.insertTombstone)
        query.bind(packed.first, at: 1)
        query.bind(packed.extent, at: 2)
        query.bind(origin.type, at: 3)
        query.bind(origin.source, at: 4)
        query.bind(rows.times[range.lowerBound], at: 5)
        query.bind(unowned: encoded.bytes, at: 6)
        try query.run()
        return packed
    }

    /// Whether this many deletions have a row each after the last packed ones.
    private func hasSingle(_ count: Int, of origin: TombstoneOrigin) throws -> Bool {
        if count == 0 { return true }
        let query = try connection.query(.lastTombstonesOfOrigin)
        defer { query.reset() }
        query.bind(origin.type, at: 1)
        query.bind(origin.source, at: 2)
        query.bind(count - 1, at: 3)
        // No packed ones come behind a single one.
        return try query.step() && !TombstoneDecoder.isPacked(query)
    }

    /// The last packed deletions of a type and source, and how many bytes they take.
    private func lastPacked(of origin: TombstoneOrigin) throws -> (packed: PackedTombstones, size: Int)? {
        let query = try connection.query(.lastTombstonesOfOrigin)
        defer { query.reset() }
        query.bind(origin.type, at: 1)
        query.bind(origin.source, at: 2)
        query.bind(0, at: 3)
        while try query.step() {
            if TombstoneDecoder.isPacked(query) { return (try TombstoneDecoder.packed(query), query.int(4)) }
        }
        return nil
    }

    /// Moves deletions with a row each from the table, beginning after an anchor.
    /// - Returns: whether there may be more of them than the limit.
    private func takeSingle(
        after anchor: Int64,
        of origin: TombstoneOrigin,
        limit: Int,
        into rows: TombstoneRows
    ) throws -> Bool {
        let decoder = TombstoneDecoder()
        let query = try connection.query(.tombstonesOfOriginAfter)
        query.bind(origin.type, at: 1)
        query.bind(origin.source, at: 2)
        query.bind(anchor, at: 3)
        do {
            defer { query.reset() }
            while rows.count < limit, try query.step() {
                try decoder.read(query, after: anchor)
                rows.append(contentsOf: decoder.rows)
            }
        }
        guard let last = rows.anchors.last else { return false }
        let removal = try connection.query(.deleteSingleTombstonesOfOrigin)
        removal.bind(origin.type, at: 1)
        removal.bind(origin.source, at: 2)
        removal.bind(anchor, at: 3)
        removal.bind(last, at: 4)
        try removal.run()
        return rows.count >= limit
    }

    /// Moves packed deletions from the table.
    private func take(_ packed: PackedTombstones, into rows: TombstoneRows) throws {
        let query = try connection.query(.packedTombstones)
        query.bind(packed.first, at: 1)
        query.bind(packed.first, at: 2)
        do {
            defer { query.reset() }
            guard try query.step() else { throw StoreError.damaged("packed deletions are missing") }
            let decoder = TombstoneDecoder()
            try decoder.read(query)
            rows.append(contentsOf: decoder.rows)
        }
        try remove(packed)
    }

    private func remove(_ packed: PackedTombstones) throws {
        let query = try connection.query(.deleteTombstone)
        query.bind(packed.first, at: 1)
        try query.run()
    }

    // MARK: Removing

    /// Removes tombstones: single rows, and entries of packed ones.
    private func removeTombstones() throws {
        let removed = waitingTombstones.removed
        waitingTombstones.removed = AnchorRanges()
        guard let bounds = removed.bounds else { return }
        for packed in try packedTombstones(within: bounds) where removed.overlaps(packed.first...packed.last) {
            let rows = TombstoneRows()
            try take(packed, into: rows)
            let kept = TombstoneRows()
            for row in 0..<rows.count where !removed.contains(rows.anchors[row]) { kept.append(row, of: rows) }
            if kept.count > 0 { try write(kept, 0..<kept.count, of: packed.origin) }
        }
        let query = try connection.query(.deleteSingleTombstones)
        for range in removed.ranges {
            query.bind(range.lowerBound, at: 1)
            query.bind(range.upperBound, at: 2)
            try query.run()
        }
    }

    /// The rows of packed deletions that may hold places within bounds.
    private func packedTombstones(within bounds: ClosedRange<Int64>) throws -> [PackedTombstones] {
        guard try isOfThisFormat() else { return [] }
        var found: [PackedTombstones] = []
        func take(_ query: Query) throws {
            guard TombstoneDecoder.isPacked(query) else { return }
            let packed = try TombstoneDecoder.packed(query)
            if packed.last >= bounds.lowerBound { found.append(packed) }
        }
        let start = try forEachTombstoneBefore(bounds.lowerBound, take)
        let query = try connection.query(.packedTombstones)
        defer { query.reset() }
        query.bind(start < bounds.lowerBound ? start : bounds.lowerBound + 1, at: 1)
        query.bind(bounds.upperBound, at: 2)
        while try query.step() { try take(query) }
        return found
    }
}
