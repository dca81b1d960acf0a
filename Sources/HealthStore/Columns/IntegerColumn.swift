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
    static let distinctLimit = 64

    /// Writes `count` values.
    ///
    /// Uses the scratch's `first` and `second`.
    static func encode(
        _ values: UnsafePointer<Int64>,
        count: Int,
        into out: ByteWriter,
        scratch: ColumnScratch
    ) {
        let shape = Shape(values, count: count)
        if shape.runs <= 1 {
            out.append(Form.constant.rawValue)
            out.append(count > 0 ? values[0] : 0)
            return
        }
        if shape.isLinear {
            out.append(Form.linear.rawValue)
            out.append(values[0])
            out.append(values[1] &- values[0])
            return
        }
        var (form, size) = (Form.raw, 8 * count)
        func consider(_ candidate: Form, _ candidateSize: Int) {
            if candidateSize < size { (form, size) = (candidate, candidateSize) }
        }
        consider(.packed, BitPacking.size(values, count: count))
        if shape.runs <= count / 4 {
            fillRuns(values, count: count, scratch)
            let lengths = BitPacking.size(scratch.second, count: shape.runs)
            consider(.runs, 4 + BitPacking.size(scratch.first, count: shape.runs) + lengths)
        }
        if size > count, let distinct = fillDistinct(values, count: count, scratch) {
            let indexes = BitPacking.size(scratch.second, count: count)
            consider(.distinct, 1 + 8 * distinct + indexes)
        }
        fillDeltas(values, count: count, scratch)
        consider(.deltas, 8 + BitPacking.size(scratch.first, count: count - 1))
        write(form, values, count: count, runs: shape.runs, into: out, scratch)
    }

    private static func write(
        _ form: Form,
        _ values: UnsafePointer<Int64>,
        count: Int,
        runs: Int,
        into out: ByteWriter,
        _ scratch: ColumnScratch
    ) {
        out.append(form.rawValue)
        switch form {
        case .packed:
            BitPacking.pack(values, count: count, into: out)
        case .deltas:
            out.append(values[0])
            BitPacking.pack(scratch.first, count: count - 1, into: out)
        case .runs:
            fillRuns(values, count: count, scratch)
            out.append(UInt32(runs))
            BitPacking.pack(scratch.first, count: runs, into: out)
            BitPacking.pack(scratch.second, count: runs, into: out)
        case .distinct:
            let distinct = fillDistinct(values, count: count, scratch) ?? 0
            out.append(UInt8(distinct))
            for index in 0..<distinct { out.append(scratch.first[index]) }
            BitPacking.pack(scratch.second, count: count, into: out)
        case .raw, .constant, .linear:
            for index in 0..<count { out.append(values[index]) }
        }
    }

    /// What one look at the values tells.
    private struct Shape {
        var runs = 1
        var isLinear = true

        init(_ values: UnsafePointer<Int64>, count: Int) {
            if count < 2 { return }
            let step = values[1] &- values[0]
            for index in 1..<count {
                let difference = values[index] &- values[index &- 1]
                if difference != 0 { runs &+= 1 }
                if difference != step { isLinear = false }
            }
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
