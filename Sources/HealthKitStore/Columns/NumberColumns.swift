/// Columns of doubles as bytes, for data that a record keeps outside its columns, such as the locations of a route.
///
/// Each column takes the scale and the form that are smallest for it, as those of batches do, and every number comes back
/// bit for bit. The bytes end with a checksum, so that damaged ones are never read as other numbers.
package enum NumberColumns {
    /// More numbers than a column may claim to have: a bound on what bytes can make us allocate.
    private static let mostRows = 1 << 28
    private static let mostColumns = 256
    private static let checksumSize = 8

    /// Writes columns.
    ///
    /// - Parameter columns: the columns, all with as many numbers; at most 256.
    /// - Returns: the bytes, which say how many columns and numbers there are.
    package static func bytes(_ columns: [[Double]]) -> [UInt8] {
        let count = columns.first?.count ?? 0
        precondition(columns.count <= mostColumns && columns.allSatisfy { $0.count == count })
        let out = ByteBuffer(capacity: 64 + columns.count * (count * 2 + 32))
        let scratch = ColumnScratch(capacity: max(count, 1))
        out.append(varint: UInt64(columns.count))
        out.append(varint: UInt64(count))
        for column in columns {
            column.withUnsafeBufferPointer { values in
                guard let base = values.baseAddress, count > 0 else { return }
                encode(base, count, into: out, scratch)
            }
        }
        out.append(Checksum.of(out.bytes))
        return Array(out.bytes)
    }

    /// Writes one column, of at least one number: values that move little from row to row as their differences.
    ///
    /// Uses the scratch's `integers`, `first` and `second`.
    static func encode(
        _ values: UnsafePointer<Double>,
        _ count: Int,
        into out: ByteBuffer,
        _ scratch: ColumnScratch
    ) {
        // The same number throughout, as accuracies often are, contains all information of the column.
        let differs = (1..<max(count, 1)).contains { values[$0].bitPattern != values[0].bitPattern }
        let scale = NumberScale.fitting(values, count: differs ? count : 1)
        out.append(scale.tag)
        out.append(scale.parameter)
        let integers = scratch.integers
        scale.integers(of: values, count: count, into: integers)
        IntegerColumn.encodeShortest(integers, count: count, into: out, scratch: scratch)
    }

    /// Reads one column.
    ///
    /// Uses the scratch's `integers`, `first` and `second`.
    /// - Throws: ``StoreError/Code/damaged`` when the bytes can't be such a column.
    static func decode(
        _ cursor: inout ByteCursor,
        count: Int,
        into values: UnsafeMutablePointer<Double>,
        scratch: ColumnScratch
    ) throws {
        let scale = try NumberScale(tag: cursor.byte(), parameter: cursor.byte())
        try IntegerColumn.decode(&cursor, count: count, into: scratch.integers, scratch: scratch)
        scale.values(of: scratch.integers, count: count, into: values)
    }

    /// Reads what ``bytes(_:)`` wrote.
    ///
    /// - Parameter bytes: the bytes, nothing before or after them.
    /// - Returns: the columns; nil when the bytes are not as they were written.
    package static func columns(_ bytes: some Collection<UInt8>) -> [[Double]]? {
        let found = bytes.withContiguousStorageIfAvailable { checked(UnsafeRawBufferPointer($0)) }
        return found ?? Array(bytes).withUnsafeBytes { checked($0) }
    }

    private static func checked(_ bytes: UnsafeRawBufferPointer) -> [[Double]]? {
        let end = bytes.count - checksumSize
        guard end >= 2, let base = bytes.baseAddress else { return nil }
        let stored = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        guard stored == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<end])) else { return nil }
        // The caller knows what the bytes belong to, and reports the error.
        return try? read(bytes, end)
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, _ end: Int) throws -> [[Double]] {
        var cursor = try ByteCursor(bytes, 0..<end)
        let width = try cursor.varint()
        let length = try cursor.varint()
        guard width <= UInt64(mostColumns), length <= UInt64(mostRows) else {
            throw StoreError.damaged("columns of numbers are too large")
        }
        let count = Int(length)
        let scratch = ColumnScratch(capacity: max(count, 1))
        var columns: [[Double]] = []
        for _ in 0..<width {
            guard count > 0 else {
                columns.append([])
                continue
            }
            columns.append(
                try [Double](unsafeUninitializedCapacity: count) { values, filled in
                    if let base = values.baseAddress {
                        try decode(&cursor, count: count, into: base, scratch: scratch)
                    }
                    filled = count
                }
            )
        }
        guard cursor.remaining == 0 else { throw StoreError.damaged("columns of numbers go on behind their end") }
        return columns
    }
}
