/// Sums and counts by bucket, to which values are added in proportion to time.
final class BucketSums {
    let bucketCount: Int
    private let edges: UnsafeMutablePointer<Double>
    private let sums: UnsafeMutablePointer<Double>
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
        sums = .allocate(capacity: bucketCount + 1)
        counts = .allocate(capacity: bucketCount + 1)
        removeAll()
    }

    deinit {
        edges.deallocate()
        sums.deallocate()
        counts.deallocate()
    }

    func removeAll() {
        sums.initialize(repeating: 0, count: bucketCount + 1)
        counts.initialize(repeating: 0, count: bucketCount + 1)
        hint = 0
    }

    /// The sum of each bucket.
    var allSums: [Double] { Array(UnsafeBufferPointer(start: sums, count: bucketCount)) }

    /// How many samples touch each bucket.
    var allCounts: [Int] { Array(UnsafeBufferPointer(start: counts, count: bucketCount)) }

    /// Adds what another one holds.
    func add(_ other: BucketSums) {
        for index in 0..<min(bucketCount, other.bucketCount) {
            sums[index] += other.sums[index]
            counts[index] &+= other.counts[index]
        }
    }

    /// The buckets and the place among them, for a loop that keeps them in registers.
    struct Window {
        fileprivate let edges: UnsafeMutablePointer<Double>
        fileprivate let sums: UnsafeMutablePointer<Double>
        fileprivate let counts: UnsafeMutablePointer<Int>
        fileprivate let bucketCount: Int
        fileprivate var hint: Int

        /// The bucket that holds a whole sample, where that is the one at hand or the next; -1 where it is not.
        @inline(__always)
        mutating func bucket(holding start: Double, _ end: Double) -> Int {
            guard hint < bucketCount, start >= edges[hint] else { return -1 }
            if start >= edges[hint &+ 1] {
                guard hint &+ 1 < bucketCount, start < edges[hint &+ 2] else { return -1 }
                hint &+= 1
            }
            return end <= edges[hint &+ 1] ? hint : -1
        }

        /// Adds a sample that lies in a bucket, all of it.
        @inline(__always)
        func add(_ value: Double, in bucket: Int) {
            sums[bucket] += value
            counts[bucket] &+= 1
        }

        /// Counts a sample that lies in a bucket.
        @inline(__always)
        func countTouched(_ bucket: Int) { counts[bucket] &+= 1 }

        /// Adds a part of a sample that lies in a bucket.
        @inline(__always)
        func add(_ value: Double, part: Double, of duration: Double, in bucket: Int) {
            sums[bucket] += part == duration ? value : value * (part / duration)
        }
    }

    /// The buckets as they are; what becomes of the place is told with ``keep(_:)``.
    var window: Window {
        Window(edges: edges, sums: sums, counts: counts, bucketCount: bucketCount, hint: hint)
    }

    /// Goes on at the place where a loop ended.
    func keep(_ window: Window) { hint = window.hint }

    /// The bucket that holds a whole sample, where that is the one at hand or the next; -1 where it is not.
    func bucket(holding start: Double, _ end: Double) -> Int {
        var window = window
        defer { keep(window) }
        return window.bucket(holding: start, end)
    }

    /// Undoes the latest addition of a whole sample.
    func takeBack(_ value: Double, in bucket: Int) {
        sums[bucket] -= value
        counts[bucket] &-= 1
    }

    /// Adds the part of `value` that belongs to `from..<to` of a sample that lasts `duration`.
    func add(_ value: Double, from: Double, to: Double, of duration: Double) {
        guard let first = firstBucket(from, to) else { return }
        if duration <= 0 || (from >= edges[first] && to <= edges[first + 1]) {
            sums[first] += duration <= 0 || to - from == duration ? value : value * ((to - from) / duration)
            return
        }
        var bucket = first
        while bucket < bucketCount, edges[bucket] < to {
            let overlap = min(to, edges[bucket + 1]) - max(from, edges[bucket])
            if overlap > 0 { sums[bucket] += value * (overlap / duration) }
            bucket += 1
        }
    }

    /// Adds samples of one source, all of each.
    func add(plain run: SampleRun) {
        var window = window
        for row in 0..<run.count {
            let start = run.starts[row]
            let end = run.ends[row]
            let bucket = end > start ? window.bucket(holding: start, end) : -1
            if bucket >= 0 {
                window.add(run.values[row], in: bucket)
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
