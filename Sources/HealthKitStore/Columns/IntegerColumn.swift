/// A column of 64-bit integers in whichever form is smallest for it.
///
/// The first byte names the form.
///
/// Arithmetic wraps throughout: a difference that overflows when encoding wraps back when decoding.
enum IntegerColumn {
    enum Form: UInt8 {
        /// One value for all rows.
        case constant = 0
        /// A first value and a step.
        case linear = 1
        /// Each value in packed bits.
        case packed = 2
        /// A first value and the packed differences.
        case deltas = 3
        /// Packed values and how often each repeats.
        case runs = 4
        /// Few distinct values, and packed indexes into them.
        case distinct = 5
        /// Eight bytes a value.
        case raw = 6
    }

    /// The most values that ``Form/distinct`` lists.
    static let distinctLimit = ColumnScratch.mostDistinct

    /// Writes `count` values.
    ///
    /// Uses the scratch's `first` and `second`.
    ///
    /// - Parameters:
    ///   - values: what to write.
    ///   - count: how many.
    ///   - isAscending: whether they mostly grow, so that their differences are the only form worth trying.
    ///   - out: gets the bytes.
    ///   - scratch: room to work in.
    static func encode(
        _ values: UnsafePointer<Int64>,
        count: Int,
        isAscending: Bool = false,
        into out: ByteBuffer,
        scratch: ColumnScratch
    ) {
        scratch.noteUse(of: count)
        let shape = Shape(values, count: count)
        if shape.runs <= 1 {
            encode(constant: count > 0 ? values[0] : 0, into: out)
            return
        }
        if shape.isLinear {
            out.append(Form.linear.rawValue)
            out.append(values[0])
            out.append(values[1] &- values[0])
            return
        }
        if isAscending {
            fillDeltas(values, count: count, scratch)
            out.append(Form.deltas.rawValue)
            out.append(values[0])
            BitPacking.pack(scratch.first, count: count - 1, .init(scratch.first, count: count - 1), into: out)
            return
        }
        let plan = BitPacking.Plan(values, count: count)
        let size = min(plan.size, 8 * count)
        if shape.runs <= count / 4, encodeRuns(values, count, runs: shape.runs, below: size, into: out, scratch) {
            return
        }
        if size > count, encodeDistinct(values, count, below: size, into: out, scratch) { return }
        if size < 8 * count {
            out.append(Form.packed.rawValue)
            BitPacking.pack(values, count: count, plan, into: out)
        } else {
            out.append(Form.raw.rawValue)
            for index in 0..<count { out.append(values[index]) }
        }
    }

    /// Writes `count` values, as their differences where these are smaller.
    ///
    /// Uses the scratch's `first` and `second`.
    static func encodeShortest(
        _ values: UnsafePointer<Int64>,
        count: Int,
        into out: ByteBuffer,
        scratch: ColumnScratch
    ) {
        scratch.noteUse(of: count)
        for row in 1..<max(count, 1) { scratch.first[row &- 1] = values[row] &- values[row &- 1] }
        let differences = BitPacking.Plan(scratch.first, count: max(count - 1, 0)).size
        let isAscending = differences < BitPacking.Plan(values, count: count).size
        encode(values, count: count, isAscending: isAscending, into: out, scratch: scratch)
    }

    /// Writes a column that has the same value in all rows.
    static func encode(constant value: Int64, into out: ByteBuffer) {
        out.append(Form.constant.rawValue)
        out.append(value)
    }

    /// Writes runs if they take less than `limit` bytes.
    private static func encodeRuns(
        _ values: UnsafePointer<Int64>,
        _ count: Int,
        runs: Int,
        below limit: Int,
        into out: ByteBuffer,
        _ scratch: ColumnScratch
    ) -> Bool {
        fillRuns(values, count: count, scratch)
        let plan = BitPacking.Plan(scratch.first, count: runs)
        let lengths = BitPacking.Plan(scratch.second, count: runs)
        if 4 + plan.size + lengths.size >= limit { return false }
        out.append(Form.runs.rawValue)
        out.append(UInt32(runs))
        BitPacking.pack(scratch.first, count: runs, plan, into: out)
        BitPacking.pack(scratch.second, count: runs, lengths, into: out)
        return true
    }

    /// Writes a list of the distinct values and indexes into it, if they take less than `limit` bytes.
    private static func encodeDistinct(
        _ values: UnsafePointer<Int64>,
        _ count: Int,
        below limit: Int,
        into out: ByteBuffer,
        _ scratch: ColumnScratch
    ) -> Bool {
        guard let distinct = fillDistinct(values, count: count, scratch) else { return false }
        let indexes = BitPacking.Plan(scratch.second, count: count)
        if 1 + 8 * distinct + indexes.size >= limit { return false }
        out.append(Form.distinct.rawValue)
        out.append(UInt8(distinct))
        for index in 0..<distinct { out.append(scratch.first[index]) }
        BitPacking.pack(scratch.second, count: count, indexes, into: out)
        return true
    }

    /// The facts found in one pass over the values.
    private struct Shape {
        var runs = 1
        var isLinear = true

        init(_ values: UnsafePointer<Int64>, count: Int) {
            if count < 2 { return }
            let step = values[1] &- values[0]
            var bend: Int64 = 0
            for index in 1..<count {
                let difference = values[index] &- values[index &- 1]
                runs &+= difference == 0 ? 0 : 1
                bend |= difference ^ step
            }
            isLinear = bend == 0
        }
    }

    private static func fillDeltas(_ values: UnsafePointer<Int64>, count: Int, _ scratch: ColumnScratch) {
        for index in 1..<count { scratch.first[index &- 1] = values[index] &- values[index &- 1] }
    }

    private static func fillRuns(_ values: UnsafePointer<Int64>, count: Int, _ scratch: ColumnScratch) {
        var run = 0
        scratch.first[0] = values[0]
        scratch.second[0] = 1
        for index in 1..<count {
            if values[index] == scratch.first[run] {
                scratch.second[run] &+= 1
            } else {
                run &+= 1
                scratch.first[run] = values[index]
                scratch.second[run] = 1
            }
        }
    }

    /// Lists the distinct values in `first` and each row's index in `second`; nil when there are too many.
    private static func fillDistinct(
        _ values: UnsafePointer<Int64>,
        count: Int,
        _ scratch: ColumnScratch
    ) -> Int? {
        var distinct = 0
        for index in 0..<count {
            let value = values[index]
            var found = 0
            while found < distinct, scratch.first[found] != value { found &+= 1 }
            if found == distinct {
                if distinct == distinctLimit { return nil }
                scratch.first[distinct] = value
                distinct &+= 1
            }
            scratch.second[index] = Int64(found)
        }
        return distinct
    }
}
