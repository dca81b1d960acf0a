import HealthKitStore

/// Sums and counts by bucket, to which values are added in proportion to time.
///
/// Whole numbers are added apart from others and from parts of values, so that their sums are the same in whatever order, and
/// however many at once, they come.
final class BucketSums {
    let bucketCount: Int
    private let edges: UnsafeMutablePointer<Double>
    /// Sums of whole numbers.
    private let wholes: UnsafeMutablePointer<Double>
    /// Sums of everything else.
    private let rests: UnsafeMutablePointer<Double>
    private let counts: UnsafeMutablePointer<Int>
    private let buckets: BucketEdges
    /// The bucket that the last sample touched first: the next one mostly touches it too.
    private var hint = 0

    init(buckets: BucketEdges) {
        self.buckets = buckets
        bucketCount = buckets.count
        edges = .allocate(capacity: bucketCount + 1)
        edges.initialize(repeating: .infinity, count: bucketCount + 1)
        for (index, edge) in buckets.edges.prefix(bucketCount + 1).enumerated() { edges[index] = edge }
        wholes = .allocate(capacity: bucketCount + 1)
        rests = .allocate(capacity: bucketCount + 1)
        counts = .allocate(capacity: bucketCount + 1)
        removeAll()
    }

    deinit {
        edges.deallocate()
        wholes.deallocate()
        rests.deallocate()
        counts.deallocate()
    }

    func removeAll() {
        wholes.initialize(repeating: 0, count: bucketCount + 1)
        rests.initialize(repeating: 0, count: bucketCount + 1)
        counts.initialize(repeating: 0, count: bucketCount + 1)
        hint = 0
    }

    /// The sum of each bucket.
    var allSums: [Double] { (0..<bucketCount).map { wholes[$0] + rests[$0] } }

    /// The number of samples that touch each bucket.
    var allCounts: [Int] { Array(UnsafeBufferPointer(start: counts, count: bucketCount)) }

    /// Adds the sums of another one.
    func add(_ other: BucketSums) {
        for index in 0..<min(bucketCount, other.bucketCount) {
            wholes[index] += other.wholes[index]
            rests[index] += other.rests[index]
            counts[index] &+= other.counts[index]
        }
    }

    /// The current bucket, for a loop that keeps its state in registers: sums are written to memory when the next
    /// bucket comes, since reading a sum back for each sample costs more than everything else.
    struct Window {
        fileprivate let edges: UnsafeMutablePointer<Double>
        fileprivate let wholes: UnsafeMutablePointer<Double>
        fileprivate let rests: UnsafeMutablePointer<Double>
        fileprivate let counts: UnsafeMutablePointer<Int>
        fileprivate let bucketCount: Int
        fileprivate var hint: Int
        private var lower: Double
        private var upper: Double
        private var whole: Double
        private var rest: Double
        private var count: Int

        @inline(__always)
        fileprivate init(_ buckets: BucketSums) {
            (edges, wholes, rests, counts) = (buckets.edges, buckets.wholes, buckets.rests, buckets.counts)
            (bucketCount, hint) = (buckets.bucketCount, buckets.hint)
            // Without a current bucket, no sample is in it. The arrays have room for one extra bucket.
            let isInside = hint < bucketCount
            (lower, upper) = isInside ? (edges[hint], edges[hint &+ 1]) : (.infinity, -.infinity)
            (whole, rest, count) = (wholes[hint], rests[hint], counts[hint])
        }

        /// Whether a sample with a duration is completely within the current bucket or the next one, which then becomes
        /// the current one.
        @inline(__always)
        mutating func holds(_ start: Double, _ end: Double) -> Bool {
            start >= lower && end <= upper || start >= upper && goesOn(to: start, end)
        }

        @inline(never)
        private mutating func goesOn(to start: Double, _ end: Double) -> Bool {
            guard hint &+ 1 < bucketCount, start < edges[hint &+ 2] else { return false }
            flush()
            hint &+= 1
            (lower, upper) = (edges[hint], edges[hint &+ 1])
            (whole, rest, count) = (wholes[hint], rests[hint], counts[hint])
            return end <= upper
        }

        /// Adds a sample that is completely within the current bucket; `isWhole` if its value is known to be a whole
        /// number.
        @inline(__always)
        mutating func add(_ value: Double, isWhole: Bool) {
            if isWhole || BucketSums.isWhole(value) { whole += value } else { rest += value }
            count &+= 1
        }

        /// Counts a sample in the current bucket.
        @inline(__always)
        mutating func countTouched() { count &+= 1 }

        /// Adds a part of a sample to the current bucket.
        @inline(__always)
        mutating func add(_ value: Double, part: Double, of duration: Double) { rest += value * (part / duration) }

        @inline(__always)
        fileprivate func flush() {
            wholes[hint] = whole
            rests[hint] = rest
            counts[hint] = count
        }
    }

    /// A window on the buckets; nothing else may add to them before ``keep(_:)`` writes it back.
    var window: Window { Window(self) }

    /// Writes back the sums of a loop, and continues where it ended.
    func keep(_ window: Window) {
        window.flush()
        hint = window.hint
    }

    /// The bucket that completely contains a sample with a duration, if it is the current one or the next; otherwise
    /// -1.
    func bucket(holding start: Double, _ end: Double) -> Int {
        var window = window
        defer { keep(window) }
        return window.holds(start, end) ? window.hint : -1
    }

    /// Undoes the latest addition of a whole sample.
    func takeBack(_ value: Double, in bucket: Int) {
        if BucketSums.isWhole(value) { wholes[bucket] -= value } else { rests[bucket] -= value }
        counts[bucket] &-= 1
    }

    /// Adds the part of `value` that belongs to `from..<to` of a sample that lasts `duration`.
    func add(_ value: Double, from: Double, to: Double, of duration: Double) {
        guard let first = firstBucket(from, to) else { return }
        if duration <= 0 || (from >= edges[first] && to <= edges[first + 1]) {
            if duration <= 0 || to - from == duration, BucketSums.isWhole(value) {
                wholes[first] += value
            } else {
                rests[first] += duration <= 0 || to - from == duration ? value : value * ((to - from) / duration)
            }
            return
        }
        var bucket = first
        while bucket < bucketCount, edges[bucket] < to {
            let overlap = min(to, edges[bucket + 1]) - max(from, edges[bucket])
            if overlap > 0 { rests[bucket] += value * (overlap / duration) }
            bucket += 1
        }
    }

    /// Whether a value is a whole number.
    ///
    /// Some fractions beyond 2^51 are treated as whole numbers; their sums aren't exact in any case.
    @inline(__always)
    static func isWhole(_ value: Double) -> Bool {
        // Adding this number leaves no room for a fraction.
        (value + 0x1.8p52) - 0x1.8p52 == value
    }

    /// Adds hourly totals of samples; no hour is in two buckets.
    func add(_ block: HourBlock) {
        block.forEachHour(buckets, &hint) { hour, bucket in
            wholes[bucket] += hour.sum
            counts[bucket] &+= hour.count
        }
    }

    /// Adds samples of one source, all of each.
    func add(plain run: SampleRun) {
        let areWhole = run.areValuesWhole
        var window = window
        for row in 0..<run.count {
            let start = run.starts[row]
            let end = run.ends[row]
            if end > start, window.holds(start, end) {
                window.add(run.values[row], isWhole: areWhole)
            } else {
                keep(window)
                countTouched(start, end)
                add(run.values[row], from: start, to: end, of: end - start)
                window = self.window
            }
        }
        keep(window)
    }

    /// Counts a sample in every bucket it touches.
    func countTouched(_ start: Double, _ end: Double) {
        guard var bucket = firstBucket(start, end) else { return }
        repeat {
            counts[bucket] &+= 1
            bucket += 1
        } while bucket < bucketCount && edges[bucket] < end
    }

    /// The first bucket that an interval touches.
    private func firstBucket(_ start: Double, _ end: Double) -> Int? {
        if let found = buckets.index(of: start, near: hint) {
            hint = found
            return found
        }
        guard bucketCount > 0, start < edges[0], end > edges[0] else { return nil }
        return 0
    }
}

extension SampleRun {
    /// Whether all values are whole numbers.
    var areValuesWhole: Bool { Self.areWhole(values, count) }

    /// Whether all values and times are whole numbers.
    var isWhole: Bool {
        Self.areWhole(values, count) && Self.areWhole(starts, count) && Self.areWhole(ends, count)
    }

    /// All values are tested: a loop without an early exit tests several at once.
    private static func areWhole(_ numbers: UnsafePointer<Double>, _ count: Int) -> Bool {
        var differing: UInt64 = 0
        for row in 0..<count {
            differing |= ((numbers[row] + 0x1.8p52) - 0x1.8p52).bitPattern ^ numbers[row].bitPattern
        }
        return differing == 0
    }
}
