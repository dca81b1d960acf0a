/// Goes through the records of a type, or of one source of it, in the order of start, a part at a time.
///
/// No statement is left open between parts, so the closure may read and change anything, and stopping early costs only
/// the visited records.
final class RecordCursor {
    private let reader: StoreReader
    private let type: TypeID
    private let source: SourceID?
    private let request: RecordRequest
    private var part: [StoredRecord] = []
    private var place = 0
    /// The last row that was come by; nil at the beginning.
    private var last: (start: Double, anchor: Int64)?
    private var isAtEnd = false
    private var partSize = 16

    /// The most rows that are looked at for one part, and about how many bytes of payloads it holds.
    private static let largestPart = 1_024
    private static let partBytes = 1 << 20

    /// Makes a cursor, before its first record.
    ///
    /// - Parameters:
    ///   - reader: what to read.
    ///   - request: which records; its type and sources don't matter.
    ///   - type: their type.
    ///   - source: their source; nil for all.
    init(_ reader: StoreReader, _ request: RecordRequest, type: TypeID, source: SourceID?) {
        (self.reader, self.request, self.type, self.source) = (reader, request, type, source)
    }

    /// The current record; nil at the end.
    /// - Throws: ``StoreError``.
    func record() throws -> StoredRecord? {
        while place == part.count {
            if isAtEnd { return nil }
            try fill()
        }
        return part[place]
    }

    /// Goes to the next record.
    func advance() { place += 1 }

    private func fill() throws {
        part.removeAll(keepingCapacity: true)
        place = 0
        var left = partSize
        var bytes = 0
        partSize = min(2 * partSize, Self.largestPart)
        // Records that start with the last one come first: there may be thousands of them.
        if let last {
            let query = try query(isTied: true)
            defer { query.reset() }
            query.bind(last.start, at: 2)
            query.bind(last.anchor, at: 3)
            try take(query, &left, &bytes)
        }
        if left <= 0 || bytes >= Self.partBytes { return }
        let isAscending = request.order == .ascending
        let bound = isAscending ? request.startUpper : request.startLower
        let beginning = isAscending ? request.startLower.nextDown : request.startUpper.nextUp
        let query = try query(isTied: false)
        defer { query.reset() }
        query.bind(last?.start ?? beginning, at: 2)
        query.bind(bound, at: 3)
        try take(query, &left, &bytes)
        isAtEnd = left > 0 && bytes < Self.partBytes
    }

    private func query(isTied: Bool) throws -> Query {
        let isAscending = request.order == .ascending
        let statement: StoreStatement =
            switch (isTied, source == nil) {
            case (true, true): isAscending ? .recordsTiedAscending : .recordsTiedDescending
            case (true, false): isAscending ? .recordsOfOriginTiedAscending : .recordsOfOriginTiedDescending
            case (false, true): isAscending ? .recordsNextAscending : .recordsNextDescending
            case (false, false): isAscending ? .recordsOfOriginNextAscending : .recordsOfOriginNextDescending
            }
        let query = try reader.connection.query(statement)
        query.bind(type, at: 1)
        if let source { query.bind(source, at: 4) }
        return query
    }

    private func take(_ query: Query, _ left: inout Int, _ bytes: inout Int) throws {
        while left > 0, bytes < Self.partBytes, try query.step() {
            left -= 1
            last = (query.double(7), query.int64(0))
            let end = query.double(8)
            guard end >= request.endLower, end <= request.endUpper,
                source != nil || request.sources?.contains(query.entryID(3)) != false
            else { continue }
            let record = try StoredRecord(query)
            bytes += record.payload.count
            part.append(record)
        }
    }
}

extension StoreReader {
    /// Visits the records that satisfy a request, in its order; only as many are read as are visited, and some more.
    ///
    /// - Parameters:
    ///   - request: which records, and their order.
    ///   - body: Called with each record, returns whether to continue. It may call other methods of this reader.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func forEachRecord(
        _ request: RecordRequest,
        _ body: (borrowing StoredRecord) throws -> ScanControl
    ) throws {
        guard let type = request.type else {
            for record in try records(request) where try body(record) == .stop { return }
            return
        }
        // With an index by source, other sources' records aren't stepped over.
        let sources =
            if let wanted = request.sources, try hasOriginIndexes() { wanted.sorted() } else { [SourceID]?.none }
        if let sources, sources.isEmpty { return }
        var cursors = (sources.map { $0.map(Optional.some) } ?? [nil])
            .map { RecordCursor(self, request, type: type, source: $0) }
        // Records that start together are gathered: their order says nothing of which came first.
        var tied: [StoredRecord] = []
        while true {
            var next: (record: StoredRecord, cursor: RecordCursor)?
            for cursor in cursors {
                guard let record = try cursor.record() else { continue }
                if let next, !request.order.isEarlier(record.start, than: next.record.start) { continue }
                next = (record, cursor)
            }
            if let first = tied.first, next?.record.start != first.start {
                if tied.count > 1 { tied.sort { request.order.puts($0, before: $1) } }
                for record in tied where try body(record) == .stop { return }
                tied.removeAll(keepingCapacity: true)
            }
            guard let next else { return }
            tied.append(next.record)
            next.cursor.advance()
            if cursors.count > 1, try next.cursor.record() == nil { cursors.removeAll { $0 === next.cursor } }
        }
    }

    /// Visits all records, of whatever type, in the order in which they came.
    ///
    /// - Parameter body: Called with each record, returns whether to continue. It may call other methods of this
    ///   reader.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func forEachRecordByAnchor(_ body: (borrowing StoredRecord) throws -> ScanControl) throws {
        var last: Int64 = 0
        while true {
            var part: [StoredRecord] = []
            do {
                let query = try connection.query(.recordsAfter)
                defer { query.reset() }
                query.bind(last, at: 1)
                query.bind(Int64(-1), at: 2)
                var bytes = 0
                while bytes < 1 << 20, part.count < 1_024, try query.step() {
                    part.append(try StoredRecord(query))
                    bytes += part.last?.payload.count ?? 0
                }
            }
            guard let end = part.last?.anchor else { return }
            last = end
            for record in part where try body(record) == .stop { return }
        }
    }
}

extension StoreOrder {
    fileprivate func puts(_ record: StoredRecord, before other: StoredRecord) -> Bool {
        let (one, two) = ((record.start, record.uuid), (other.start, other.uuid))
        return self == .ascending ? one < two : one > two
    }

    fileprivate func isEarlier(_ start: Double, than other: Double) -> Bool {
        self == .ascending ? start < other : start > other
    }
}
