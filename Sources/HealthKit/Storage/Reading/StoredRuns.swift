import HealthKitStore

/// The requested samples of one group in the store, in the canonical unit.
final class StoredRuns: SampleRuns {
    private let cursor: ColumnCursor
    private let filter: RequestMatcher
    private let conversion: (scale: Double, offset: Double)
    private let checkpoint: (() throws -> Void)?
    private var scratch: RunBuffer?

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - cursor: The source of the samples.
    ///   - filter: The filter that selects the samples.
    ///   - conversion: The conversion from their unit to the canonical one.
    ///   - checkpoint: Called before each batch; throws to end the read.
    init(
        _ cursor: ColumnCursor,
        filter: RequestMatcher,
        conversion: (scale: Double, offset: Double),
        checkpoint: (() throws -> Void)?
    ) {
        self.cursor = cursor
        self.filter = filter
        self.conversion = conversion
        self.checkpoint = checkpoint
    }

    func next() throws -> SampleRun? {
        while let block = try cursor.next() {
            try checkpoint?()
            if let run = try admitted(block), run.count > 0 { return run }
        }
        return nil
    }

    func nextChunk() throws -> SampleChunk? {
        while let part = try cursor.nextPart() {
            try checkpoint?()
            switch part {
            case .hours(let block): return .hours(block)
            case .samples(let block):
                if let run = try admitted(block), run.count > 0 { return .samples(run) }
            }
        }
        return nil
    }

    /// The requested rows of a batch, without copying if they are contiguous and need no conversion.
    private func admitted(_ block: SampleBlock) throws -> SampleRun? {
        guard let starts = block.starts.baseAddress, let ends = block.ends.baseAddress,
            let values = block.values.baseAddress
        else { return nil }
        let whole = SampleRun(starts: starts, ends: ends, values: values, count: block.count)
        var together = 0..<0
        var copies: RunBuffer?
        try filter.forEachAdmitted(in: block) { rows in
            if let copies { return copies.append(rows, of: whole) }
            if together.isEmpty {
                together = rows
            } else if rows.lowerBound == together.upperBound {
                together = together.lowerBound..<rows.upperBound
            } else {
                let buffer = emptyScratch(block.count)
                buffer.append(together, of: whole)
                buffer.append(rows, of: whole)
                copies = buffer
            }
        }
        if conversion.scale == 1, conversion.offset == 0, copies == nil {
            let first = together.lowerBound
            return SampleRun(starts: starts + first, ends: ends + first, values: values + first, count: together.count)
        }
        let buffer = copies ?? emptyScratch(block.count)
        if copies == nil { buffer.append(together, of: whole) }
        if conversion.scale != 1 || conversion.offset != 0 {
            buffer.convert(scale: conversion.scale, offset: conversion.offset)
        }
        return buffer.run
    }

    private func emptyScratch(_ capacity: Int) -> RunBuffer {
        if let scratch, scratch.count + scratch.room >= capacity {
            scratch.removeAll()
            return scratch
        }
        let made = RunBuffer(capacity: capacity)
        scratch = made
        return made
    }
}

extension RequestMatcher {
    /// Calls a closure with each contiguous range of requested rows in a batch, in order.
    ///
    /// The batch must contain the filter's ``columns``.
    func forEachAdmitted(in block: SampleBlock, _ body: (Range<Int>) -> Void) throws {
        if let exactBounds { return exactBounds.forEachRange(in: block, 0..<block.count, body) }
        let count = block.count
        guard !columns.contains(.identity) else {
            for row in 0..<count where try admits(block.sample(at: row)) { body(row..<row + 1) }
            return
        }
        let (revisions, devices, metadata) = (block.revisions, block.devices, block.metadata)
        let isUniform = revisions.isUniform() && devices.isUniform() && metadata.isUniform()
        var first = 0
        while first < count {
            var next = isUniform ? count : first + 1
            while next < count, revisions[next] == revisions[first], devices[next] == devices[first],
                metadata[next] == metadata[first]
            {
                next += 1
            }
            if let bounds = try exactBounds(of: block, first) {
                bounds.forEachRange(in: block, first..<next, body)
            } else {
                for row in first..<next where try admits(block.partialRow(at: row, with: columns)) {
                    body(row..<row + 1)
                }
            }
            first = next
        }
    }
}

extension UnsafeBufferPointer {
    /// Whether all entries are equal, tested without branches so that several are compared at a time.
    fileprivate func isUniform<Entry>() -> Bool where Element == EntryID<Entry> {
        guard let first = first?.number else { return true }
        var differences: Int32 = 0
        for element in self { differences |= element.number ^ first }
        return differences == 0
    }
}

extension TimeBounds {
    /// Calls a closure with each contiguous range of rows within the bounds.
    fileprivate func forEachRange(in block: SampleBlock, _ rows: Range<Int>, _ body: (Range<Int>) -> Void) {
        if startLower <= block.startRange.lowerBound, block.startRange.upperBound <= startUpper,
            endLower <= block.startRange.lowerBound, block.lastEnd <= endUpper
        {
            return body(rows)
        }
        let (starts, ends) = (block.starts, block.ends)
        var row = rows.lowerBound
        while row < rows.upperBound {
            guard matches(start: starts[row], end: ends[row]) else {
                row += 1
                continue
            }
            var next = row + 1
            while next < rows.upperBound, matches(start: starts[next], end: ends[next]) { next += 1 }
            body(row..<next)
            row = next
        }
    }
}
