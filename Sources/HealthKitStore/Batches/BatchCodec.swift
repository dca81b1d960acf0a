/// The bytes of a batch's columns.
///
/// A layout byte, three zero bytes and the row count; where each column ends; the columns; and a checksum of all that
/// comes before it. Explicit UUIDs are in a separate row, so that a scan never reads past them.
enum BatchCodec {
    static let layout: UInt8 = 1
    static let columnCount = 9
    static let directorySize = 8 + 4 * columnCount
    static let checksumSize = 8

    /// More rows than any batch may claim to have: a bound on what damage can make us allocate.
    static let maximumCount = 1 << 20

    enum Column: Int {
        case start
        case end
        case value
        case revision
        case device
        case metadata
        case creation
        case anchor
        case ordinal
    }

    /// The way in which a column of times refers to another.
    enum Reference: UInt8 {
        /// Not at all.
        case none = 0
        /// The distance from the start (for ends) or the end (for creations), in the same scale.
        case distance = 1
        /// The distance from the whole second in which the sample ends.
        case wholeSecond = 2
    }

    /// Ends beyond this many seconds are not used as a reference for creations.
    static let referenceLimit = 0x1p40

    /// Writes the rows' columns, replacing what `out` held.
    /// - Returns: the checksum at their end.
    static func encode(
        _ rows: BatchRows,
        _ range: Range<Int>,
        into out: ByteBuffer,
        scratch: ColumnScratch
    ) -> UInt64 {
        let count = range.count
        scratch.require(count)
        out.removeAll()
        out.append(UInt32(layout))
        out.append(UInt32(count))
        for _ in 0..<columnCount { out.append(UInt32(0)) }
        var encoder = ColumnEncoder(rows: rows, first: range.lowerBound, count: count, out: out, scratch: scratch)
        encoder.encodeTimes()
        encoder.encodeValues()
        encoder.encode(.revision, rows.revisions)
        encoder.encode(.device, rows.devices)
        encoder.encode(.metadata, rows.metadata)
        encoder.encodeCreations()
        encoder.encodeAnchors()
        encoder.encode(.ordinal, rows.ordinals)
        let checksum = Checksum.of(out.bytes)
        out.append(checksum)
        return checksum
    }

    /// Writes the explicit UUIDs of the rows, replacing what `out` held.
    /// - Returns: their checksum, or nil when no row has one.
    static func encodeIdentity(_ rows: BatchRows, _ range: Range<Int>, into out: ByteBuffer) -> UInt64? {
        out.removeAll()
        for row in range where rows.ordinals[row] == BatchRows.explicit {
            out.append(rows.identifiers[row].high.byteSwapped)
            out.append(rows.identifiers[row].low.byteSwapped)
        }
        return out.count == 0 ? nil : max(Checksum.of(out.bytes), 1)
    }
}

/// Writes one batch's columns in their order.
private struct ColumnEncoder {
    let rows: BatchRows
    let first: Int
    let count: Int
    let out: ByteBuffer
    let scratch: ColumnScratch
    var timeScale = NumberScale.bits

    private func finish(_ column: BatchCodec.Column) {
        out.overwrite(UInt32(out.count), at: 8 + 4 * column.rawValue)
    }

    private func append(_ scale: NumberScale) {
        out.append(scale.tag)
        out.append(scale.parameter)
    }

    private func encodeIntegers(_ integers: UnsafePointer<Int64>, isAscending: Bool = false) {
        IntegerColumn.encode(integers, count: count, isAscending: isAscending, into: out, scratch: scratch)
    }

    /// Start, then end as the distance from it when both fit one scale.
    mutating func encodeTimes() {
        let (starts, ends) = (rows.starts + first, rows.ends + first)
        timeScale = .fitting(starts, ends, count: count)
        let startScale = timeScale == .bits ? NumberScale.fitting(starts, count: count) : timeScale
        startScale.integers(of: starts, count: count, into: scratch.starts)
        append(startScale)
        encodeIntegers(scratch.starts, isAscending: startScale != .bits)
        finish(.start)
        if timeScale == .bits {
            let endScale = NumberScale.fitting(ends, count: count)
            out.append(BatchCodec.Reference.none.rawValue)
            append(endScale)
            endScale.integers(of: ends, count: count, into: scratch.ends)
            encodeIntegers(scratch.ends)
        } else {
            out.append(BatchCodec.Reference.distance.rawValue)
            timeScale.integers(of: ends, count: count, into: scratch.ends)
            for row in 0..<count { scratch.integers[row] = scratch.ends[row] &- scratch.starts[row] }
            encodeIntegers(scratch.integers)
        }
        finish(.end)
    }

    func encodeValues() {
        let values = rows.values + first
        let scale = NumberScale.fitting(values, count: count)
        append(scale)
        scale.integers(of: values, count: count, into: scratch.integers)
        encodeIntegers(scratch.integers)
        finish(.value)
    }

    /// Creation, mostly seconds after the end.
    func encodeCreations() {
        let creations = rows.creations + first
        let scale = NumberScale.fitting(creations, count: count)
        let reference = reference(for: scale)
        out.append(reference.rawValue)
        append(scale)
        scale.integers(of: creations, count: count, into: scratch.integers)
        switch reference {
        case .none:
            break
        case .distance:
            for row in 0..<count { scratch.integers[row] &-= scratch.ends[row] }
        case .wholeSecond:
            let unit = scale.unit ?? 1
            for row in 0..<count {
                scratch.integers[row] &-= Int64(rows.ends[first + row].rounded(.down)) &* unit
            }
        }
        encodeIntegers(scratch.integers)
        finish(.creation)
    }

    private func reference(for scale: NumberScale) -> BatchCodec.Reference {
        if scale == .bits { return .none }
        if scale == timeScale { return .distance }
        for row in 0..<count where rows.ends[first + row].magnitude > BatchCodec.referenceLimit { return .none }
        return .wholeSecond
    }

    func encodeAnchors() {
        encodeIntegers(rows.anchors + first, isAscending: true)
        finish(.anchor)
    }

    func encode<Entry>(_ column: BatchCodec.Column, _ entries: UnsafeMutablePointer<EntryID<Entry>>) {
        entries.withMemoryRebound(to: Int32.self, capacity: rows.count) { encode(column, $0) }
    }

    func encode(_ column: BatchCodec.Column, _ numbers: UnsafePointer<Int32>) {
        let source = numbers + first
        var differs: Int32 = 0
        for row in 0..<count { differs |= source[row] ^ source[0] }
        if differs == 0 {
            IntegerColumn.encode(constant: Int64(source[0]), into: out)
        } else {
            for row in 0..<count { scratch.integers[row] = Int64(source[row]) }
            encodeIntegers(scratch.integers)
        }
        finish(column)
    }
}
