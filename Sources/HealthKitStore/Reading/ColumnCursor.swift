/// The samples of one type, source and unit that a request may touch.
package struct ColumnGroup: Sendable {
    let group: SampleGroup
    /// The source of the samples.
    package var source: SourceID { group.source }
    /// The unit of the samples.
    package var unit: UnitID { group.unit }
    /// The number of its samples, matching or not.
    package var count: Int { group.count }
    /// No matching sample starts before this.
    package let firstStart: Double
    /// No matching sample ends after this.
    package let lastEnd: Double

    /// Makes the group, unless no sample of it can match.
    init?(_ group: SampleGroup, _ request: ScanRequest) {
        let starts = group.starts(for: request)
        self.group = group
        firstStart = max(group.firstStart, starts.lower)
        lastEnd = min(group.lastEnd, request.endUpper, starts.upper + group.longest + 1)
        if firstStart > lastEnd { return nil }
    }
}

/// A part of a batch that a cursor returns.
package enum ColumnPart {
    case samples(SampleBlock)
    /// Sums, which are enough for the request.
    case hours(HourBlock)
}

/// Walks the batches of one group in the order of start; several cursors can walk side by side.
///
/// Good as long as the reader it was made from.
package final class ColumnCursor {
    private let group: SampleGroup
    private let request: ScanRequest
    /// The batches that may hold a matching sample.
    private let headers: [BatchHeader]
    /// Whether each batch's sums by the hour are enough; empty if they aren't wanted.
    private var isSummed: [Bool] = []
    private var hours: [StoredHour] = []
    private let readAhead: ReadAhead?
    /// The reader of batches when no thread helps.
    private lazy var batch = BatchReader(reader)
    private let reader: StoreReader
    private var position = 0
    /// The batch that was given out last.
    private var current: BatchReader?

    init(_ reader: StoreReader, _ group: SampleGroup, _ request: ScanRequest, _ need: HourlyNeed? = nil) throws {
        self.group = group
        self.request = request
        let bounds = group.starts(for: request)
        headers =
            try reader.headers(
                group.id,
                startLower: bounds.lower,
                startUpper: bounds.upper,
                withHours: need != nil
            )
            .filter { $0.mayMatch(request) }
        if let need { isSummed = try need.areEnough(headers, request) }
        let decoded = isSummed.isEmpty ? headers : zip(headers, isSummed).filter { !$1 }.map(\.0)
        readAhead = ReadAhead(reader, group, decoded, columns: request.columns)
        self.reader = reader
    }

    /// Moves to the next batch that may hold a matching sample, whose columns are not read where its sums are enough.
    ///
    /// - Returns: the batch, good until the next call; nil at the end.
    /// - Throws: ``StoreError/Code/damaged`` for a batch that can't be read, this one or the one before.
    package func nextPart() throws -> ColumnPart? {
        try check()
        guard position < isSummed.count, isSummed[position], let sums = headers[position].hours else {
            return try next().map { .samples($0) }
        }
        let header = headers[position]
        position += 1
        let first = try sums.read(header.count, into: &hours)
        return .hours(
            HourBlock(
                hours: hours,
                start: Double(first) * HourSums.length,
                firstStart: header.startMin,
                lastEnd: header.endMax
            )
        )
    }

    /// Moves to the next batch that may hold a matching sample.
    ///
    /// - Returns: the batch, whose columns stay until the next call; nil at the end.
    /// - Throws: ``StoreError/Code/damaged`` for a batch that can't be read, this one or the one before.
    package func next() throws -> SampleBlock? {
        try check()
        guard position < headers.count else { return nil }
        let header = headers[position]
        position += 1
        let batch = try read(header)
        current = batch
        return SampleBlock(batch, header, columns: request.columns)
    }

    /// Throws the error that happened in the current batch after it was returned.
    func check() throws { if let failure = current?.failure { throw failure } }

    private func read(_ header: BatchHeader) throws -> BatchReader {
        if let ahead = try readAhead?.next() { return ahead }
        try batch.load(header, of: group)
        try batch.require(request.columns)
        return batch
    }
}

extension StoreReader {
    /// The groups of a type that a request may touch, by source and unit.
    /// - Throws: ``StoreError``.
    package func columnGroups(_ request: ScanRequest) throws -> [ColumnGroup] {
        try groups(for: request).compactMap { ColumnGroup($0, request) }
    }

    /// A cursor over the batches of a group.
    ///
    /// - Parameters:
    ///   - group: the group.
    ///   - request: which of its samples.
    ///   - need: what sums by the hour are enough for; nil where samples are needed.
    /// - Returns: the cursor, before the first batch.
    /// - Throws: ``StoreError``.
    package func cursor(
        _ group: ColumnGroup,
        _ request: ScanRequest,
        _ need: HourlyNeed? = nil
    ) throws -> ColumnCursor {
        try ColumnCursor(self, group.group, request, need)
    }
}
