/// How much of each source's samples counts, bucket by bucket, when several sources recorded the same time.
///
/// Sources are taken in order of priority. A sample counts with the part of its time that no earlier source, and no
/// earlier sample of its own source, has covered (R5.13 to R5.15); what counts is split over buckets in proportion to
/// time (R5.8). An instant counts whole, unless it lies inside the time of a source with priority (R5.16).
package struct CumulativeMerge {
    /// The merged sums.
    package private(set) var sums: [Double]
    /// How many samples count in each bucket.
    package private(set) var counts: [Int]

    private let buckets: BucketEdges
    private var covered = CoveredTime()

    package init(buckets: BucketEdges) {
        self.buckets = buckets
        sums = Array(repeating: 0, count: buckets.count)
        counts = Array(repeating: 0, count: buckets.count)
    }

    /// Adds the next source in order of priority and returns what of it counted, bucket by bucket.
    @discardableResult
    package mutating func add(_ source: SourceColumns) -> [Double] {
        let counted = Self.sums(of: source, outside: covered, buckets: buckets, counts: &counts)
        for index in sums.indices { sums[index] += counted[index] }
        covered = covered.union(CoveredTime(source))
        return counted
    }

    /// The sums of one source alone, with nothing left out (`separateBySource`).
    package static func plainSums(of source: SourceColumns, buckets: BucketEdges) -> (sums: [Double], counts: [Int]) {
        var spread = Spread(buckets: buckets)
        for index in 0..<source.count {
            let start = source.starts[index]
            let end = source.ends[index]
            spread.countTouched(start, end)
            spread.add(source.values[index], from: start, to: end, of: end - start)
        }
        return (spread.sums, spread.counts)
    }

    private static func sums(
        of source: SourceColumns,
        outside covered: CoveredTime,
        buckets: BucketEdges,
        counts: inout [Int]
    ) -> [Double] {
        var spread = Spread(buckets: buckets)
        var ownEnd = -Double.infinity
        var position = 0
        let starts = covered.starts
        let ends = covered.ends
        for index in 0..<source.count {
            let start = source.starts[index]
            let end = source.ends[index]
            let value = source.values[index]
            spread.countTouched(start, end)
            while position < ends.count, ends[position] <= start { position += 1 }
            guard end > start else {
                let isInside = position < starts.count && starts[position] <= start
                if !isInside { spread.add(value, from: start, to: end, of: 0) }
                continue
            }
            var from = max(start, ownEnd)
            ownEnd = max(ownEnd, end)
            var next = position
            while from < end {
                while next < ends.count, ends[next] <= from { next += 1 }
                let gapEnd = next < starts.count ? min(end, max(from, starts[next])) : end
                if gapEnd > from { spread.add(value, from: from, to: gapEnd, of: end - start) }
                guard next < ends.count else { break }
                from = max(gapEnd, ends[next])
            }
        }
        for index in counts.indices { counts[index] += spread.counts[index] }
        return spread.sums
    }
}

/// Adds values to buckets in proportion to time.
private struct Spread {
    var sums: [Double]
    var counts: [Int]
    private let buckets: BucketEdges
    private var hint = 0

    init(buckets: BucketEdges) {
        self.buckets = buckets
        sums = Array(repeating: 0, count: buckets.count)
        counts = Array(repeating: 0, count: buckets.count)
    }

    /// Adds the part of `value` that belongs to `from..<to` of a sample that lasts `duration`.
    mutating func add(_ value: Double, from: Double, to: Double, of duration: Double) {
        let edges = buckets.edges
        guard let first = firstBucket(from, to) else { return }
        if duration <= 0 || (from >= edges[first] && to <= edges[first + 1]) {
            sums[first] += duration <= 0 || to - from == duration ? value : value * ((to - from) / duration)
            return
        }
        var bucket = first
        while bucket < buckets.count, edges[bucket] < to {
            let overlap = min(to, edges[bucket + 1]) - max(from, edges[bucket])
            if overlap > 0 { sums[bucket] += value * (overlap / duration) }
            bucket += 1
        }
    }

    mutating func countTouched(_ start: Double, _ end: Double) {
        guard var bucket = firstBucket(start, end) else { return }
        counts[bucket] += 1
        bucket += 1
        while bucket < buckets.count, buckets.edges[bucket] < end {
            counts[bucket] += 1
            bucket += 1
        }
    }

    /// The first bucket that an interval touches.
    private mutating func firstBucket(_ start: Double, _ end: Double) -> Int? {
        if let found = buckets.index(of: start, near: hint) {
            hint = found
            return found
        }
        guard let first = buckets.edges.first, start < first, end > first else { return nil }
        return 0
    }
}
