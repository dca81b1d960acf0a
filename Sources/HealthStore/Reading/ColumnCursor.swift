/// The samples of one type, source and unit that a request may touch.
package struct ColumnGroup: Sendable {
    let group: SampleGroup
    /// The source of the samples.
    package var source: DictionaryID { group.source }
    /// The unit of the samples.
    package var unit: DictionaryID { group.unit }
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

/// Walks the batches of one group in the order of start; several cursors can walk side by side.
///
/// Good as long as the reader it was made from.
package final class ColumnCursor {
    private let group: SampleGroup
    private let request: ScanRequest
    private let headers: [BatchHeader]
    private let batch: BatchReader
    private var position = 0

    init(_ reader: StoreReader, _ group: SampleGroup, _ request: ScanRequest) throws {
        self.group = group
        self.request = request
        let bounds = group.starts(for: request)
        headers = try reader.headers(group.id, startLower: bounds.lower, startUpper: bounds.upper)
        batch = BatchReader(reader)
    }

    /// Moves to the next batch that may hold a matching sample.
    ///
    /// - Returns: the batch, whose columns stay until the next call; nil at the end.
    /// - Throws: ``StoreError/Code/damaged`` for a batch that can't be read, this one or the one before.
    package func next() throws -> SampleBlock? {
        if let failure = batch.failure { throw failure }
        while position < headers.count {
            let header = headers[position]
            position += 1
            guard header.mayMatch(request) else { continue }
            try batch.load(header, of: group)
            try batch.require(request.columns)
            return SampleBlock(batch, header, columns: request.columns)
        }
        return nil
    }
}

extension StoreReader {
    /// The groups of a type that a request may touch, by source and unit.
    /// - Throws: ``StoreError``.
    package func columnGroups(_ request: ScanRequest) throws -> [ColumnGroup] {
        try groups(for: request).compactMap { ColumnGroup($0, request) }
    }

    /// A cursor over the batches of a group.
    /// - Throws: ``StoreError``.
    package func cursor(_ group: ColumnGroup, _ request: ScanRequest) throws -> ColumnCursor {
        try ColumnCursor(self, group.group, request)
    }
}
