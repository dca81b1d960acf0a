extension IntegerColumn {
    /// Fills `out` with `count` values.
    ///
    /// Uses the scratch's `first` and `second`.
    /// - Throws: ``StoreError/Code/damaged`` when the bytes can't be such a column.
    static func decode(
        _ reader: inout ByteCursor,
        count: Int,
        into out: UnsafeMutablePointer<Int64>,
        scratch: ColumnScratch
    ) throws {
        scratch.noteUse(of: count)
        guard let form = Form(rawValue: try reader.byte()) else {
            throw StoreError.damaged("a column has an unknown form")
        }
        switch form {
        case .constant:
            let value = try reader.int64()
            for index in 0..<count { out[index] = value }
        case .linear:
            var value = try reader.int64()
            let step = try reader.int64()
            for index in 0..<count {
                out[index] = value
                value &+= step
            }
        case .packed:
            try BitPacking.unpack(&reader, count: count, into: out)
        case .deltas:
            try decodeDeltas(&reader, count: count, into: out)
        case .runs:
            try decodeRuns(&reader, count: count, into: out, scratch)
        case .distinct:
            try decodeDistinct(&reader, count: count, into: out, scratch)
        case .raw:
            let base = try reader.skip(count * 8)
            for index in 0..<count {
                out[index] = Int64(littleEndian: base.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self))
            }
        }
    }

    private static func decodeDeltas(
        _ reader: inout ByteCursor,
        count: Int,
        into out: UnsafeMutablePointer<Int64>
    ) throws {
        if count == 0 { throw StoreError.damaged("a column of differences is empty") }
        var value = try reader.int64()
        out[0] = value
        try BitPacking.unpack(&reader, count: count - 1, into: out + 1)
        for index in 1..<count {
            value &+= out[index]
            out[index] = value
        }
    }

    private static func decodeRuns(
        _ reader: inout ByteCursor,
        count: Int,
        into out: UnsafeMutablePointer<Int64>,
        _ scratch: ColumnScratch
    ) throws {
        let runs = Int(try reader.uint32())
        guard runs <= count else { throw StoreError.damaged("a column has more runs than rows") }
        try BitPacking.unpack(&reader, count: runs, into: scratch.first)
        try BitPacking.unpack(&reader, count: runs, into: scratch.second)
        var row = 0
        for run in 0..<runs {
            let length = scratch.second[run]
            guard length > 0, length <= Int64(count - row) else {
                throw StoreError.damaged("the runs of a column don't add up to its rows")
            }
            let value = scratch.first[run]
            for _ in 0..<Int(length) {
                out[row] = value
                row &+= 1
            }
        }
        if row != count { throw StoreError.damaged("the runs of a column don't add up to its rows") }
    }

    private static func decodeDistinct(
        _ reader: inout ByteCursor,
        count: Int,
        into out: UnsafeMutablePointer<Int64>,
        _ scratch: ColumnScratch
    ) throws {
        let distinct = Int(try reader.byte())
        guard distinct <= distinctLimit, distinct <= scratch.capacity else {
            throw StoreError.damaged("a column lists too many distinct values")
        }
        for index in 0..<distinct { scratch.first[index] = try reader.int64() }
        try BitPacking.unpack(&reader, count: count, into: out)
        for index in 0..<count {
            let choice = out[index]
            guard choice >= 0, choice < Int64(distinct) else {
                throw StoreError.damaged("a column names a value that it doesn't list")
            }
            out[index] = scratch.first[Int(choice)]
        }
    }
}
