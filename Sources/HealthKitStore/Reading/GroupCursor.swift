/// A place in the samples of one group, moving in one order.
final class GroupCursor {
    private let reader: StoreReader
    private let group: SampleGroup
    private let request: ScanRequest
    private let order: StoreOrder
    private let bounds: (lower: Double, upper: Double)
    private let batch: BatchReader
    private var header: BatchHeader?
    private var row = 0
    private(set) var isDecoded = false

    init(_ reader: StoreReader, _ group: SampleGroup, _ request: ScanRequest, _ order: StoreOrder) {
        self.reader = reader
        self.group = group
        self.request = request
        self.order = order
        bounds = group.starts(for: request)
        batch = reader.decodingPool.takeBatch(reader)
    }

    // Nothing of the batch is given out but values.
    deinit { reader.decodingPool.putBack(batch) }

    /// Finds the first batch that may matter.
    /// - Returns: whether there is one.
    func open() throws -> Bool {
        header =
            switch order {
            case .ascending: try firstHeader()
            case .descending: try reader.batch(atOrBefore: bounds.upper, in: group.id)
            }
        return try settle()
    }

    private func firstHeader() throws -> BatchHeader? {
        guard bounds.lower > -.infinity else {
            return try reader.firstBatch(in: group.id)
        }
        // The last batch that begins before the bound may reach it; batches before that one can't.
        if let before = try reader.batch(atOrBefore: bounds.lower.nextDown, in: group.id) { return before }
        return try reader.firstBatch(in: group.id)
    }

    /// Moves from batches that can't match to one that may.
    private func settle() throws -> Bool {
        isDecoded = false
        while let candidate = header {
            if isPast(candidate) { break }
            if candidate.mayMatch(request) { return true }
            try stepBatch(from: candidate)
        }
        header = nil
        return false
    }

    private func isPast(_ header: BatchHeader) -> Bool {
        switch order {
        case .ascending: header.startMin > bounds.upper
        case .descending: header.startMax < bounds.lower
        }
    }

    private func stepBatch(from current: BatchHeader) throws {
        header =
            switch order {
            case .ascending: try reader.batch(after: current)
            case .descending: try reader.batch(before: current)
            }
    }

    /// The number of rows in the batch, if all of them match.
    var wholeCount: Int? {
        guard let header, request.after == nil, request.endLower == -.infinity, request.endUpper == .infinity,
            header.startMin >= bounds.lower, header.startMax <= bounds.upper
        else { return nil }
        return header.count
    }

    /// Whether the next batch begins at another time than the current one ends.
    func endsApart() throws -> Bool {
        guard let header else { return true }
        switch order {
        case .ascending: return try reader.batch(after: header).map { $0.startMin > header.startMax } ?? true
        case .descending: return try reader.batch(before: header).map { $0.startMax < header.startMin } ?? true
        }
    }

    /// Whether the next row, which may be in another batch, may start when the current row does.
    var mayGoOnAtOnce: Bool {
        let next = row + (order == .ascending ? 1 : -1)
        guard next >= 0, next < batch.count else { return true }
        return batch.rows.starts[next] == batch.rows.starts[row]
    }

    /// Passes over the whole batch.
    /// - Returns: whether there is another that may match.
    func skipBatch() throws -> Bool {
        guard let current = header else { return false }
        try stepBatch(from: current)
        return try settle()
    }

    /// Decodes the batch and moves to its first matching row.
    /// - Returns: whether there is one, in this batch or a later one; a later one is not decoded yet.
    func decode() throws -> Bool {
        guard let header else { return false }
        try batch.load(header, of: group)
        try batch.require([.times, .anchor])
        isDecoded = true
        row =
            switch order {
            case .ascending: batch.rows.lowerBound(bounds.lower)
            case .descending: batch.rows.upperBound(bounds.upper) - 1
            }
        return try settleRow()
    }

    /// Moves to the next matching row.
    func advance() throws -> Bool {
        row += order == .ascending ? 1 : -1
        return try settleRow()
    }

    private func settleRow() throws -> Bool {
        let step = order == .ascending ? 1 : -1
        while row >= 0, row < batch.count {
            if request.admits(start: batch.rows.starts[row], end: batch.rows.ends[row]),
                batch.rows.anchors[row] > (request.after ?? Int64.min)
            {
                return true
            }
            row += step
        }
        guard let current = header else { return false }
        try stepBatch(from: current)
        return try settle()
    }

    /// The cursor's current row.
    func sample() throws -> StoredSample {
        try batch.require(.all)
        return try batch.sample(row)
    }

    /// Whether this cursor's next row comes before another's.
    ///
    /// A batch that isn't decoded is compared by its bound, and goes first when equal, so that it is decoded before the other's
    /// row is returned.
    func comesBefore(_ other: GroupCursor) -> Bool {
        let (mine, others) = (position, other.position)
        if mine != others { return order == .ascending ? mine < others : mine > others }
        return !isDecoded
    }

    /// The start of the next row; for a batch that isn't decoded, the earliest place in the order that it may have.
    var position: Double {
        if isDecoded { return batch.rows.starts[row] }
        guard let header else { return order == .ascending ? .infinity : -.infinity }
        switch order {
        case .ascending: return max(header.startMin, bounds.lower)
        case .descending: return min(header.startMax, bounds.upper)
        }
    }
}
