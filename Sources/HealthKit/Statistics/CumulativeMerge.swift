/// How much of each source's samples counts, bucket by bucket, when several sources recorded the same time.
///
/// Sources are taken in order of priority. A sample counts with the part of its time that no earlier source, and no
/// earlier sample of its own source, has covered (R5.13 to R5.15); what counts is split over buckets in proportion to
/// time (R5.8). An instant counts whole, unless it lies inside the time of a source with priority (R5.16).
package struct CumulativeMerge: ~Copyable {
    private let total: BucketSums
    /// The times of the sources that came before.
    package private(set) var covered = CoveredTime()
    private var ownTime = CoveredTime()
    private var pass: Pass
    private var isLast = false

    package init(buckets: BucketEdges) {
        total = BucketSums(buckets: buckets)
        pass = Pass(sums: BucketSums(buckets: buckets))
    }

    /// The merged sums.
    package var sums: [Double] { total.allSums }

    /// How many samples touch each bucket.
    package var counts: [Int] { total.allCounts }

    /// Begins the next source in order of priority.
    ///
    /// - Parameter isLast: No other comes after it, so that its times need not be kept.
    package mutating func begin(isLast: Bool = false) {
        pass = Pass(sums: pass.sums)
        pass.sums.removeAll()
        ownTime = CoveredTime()
        self.isLast = isLast
    }

    /// Adds samples of the source.
    package mutating func add(_ run: SampleRun) {
        if !isLast { ownTime.add(run) }
        covered.withTimes { pass.add(run, $0, $1) }
    }

    /// Ends the source.
    package mutating func end() {
        total.add(pass.sums)
        if !isLast { covered = covered.union(ownTime) }
        ownTime = CoveredTime()
    }

    /// What counted of the source that was added last, bucket by bucket.
    package var counted: [Double] { pass.sums.allSums }

    /// Adds the next source in order of priority and returns what of it counted, bucket by bucket.
    @discardableResult
    package mutating func add(_ source: SourceColumns) -> [Double] {
        begin()
        let runs = ColumnRuns(source)
        while let run = runs.next() { add(run) }
        end()
        return counted
    }

    /// The sums of one source alone, with nothing left out (`separateBySource`).
    package static func plainSums(
        of runs: any SampleRuns,
        buckets: BucketEdges
    ) throws -> (sums: [Double], counts: [Int]) {
        let plain = BucketSums(buckets: buckets)
        while let run = try runs.next() {
            for row in 0..<run.count {
                let start = run.starts[row]
                let end = run.ends[row]
                let bucket = end > start ? plain.bucket(holding: start, end) : -1
                if bucket >= 0 {
                    plain.add(whole: run.values[row], in: bucket)
                } else {
                    plain.countTouched(start, end)
                    plain.add(run.values[row], from: start, to: end, of: end - start)
                }
            }
        }
        return (plain.allSums, plain.allCounts)
    }
}

/// The way through the samples of one source.
private struct Pass {
    let sums: BucketSums
    private var ownEnd = -Double.infinity
    /// The first covered time that may reach the next sample.
    private var position = 0

    init(sums: BucketSums) { self.sums = sums }

    /// Adds samples, less what is covered.
    mutating func add(
        _ run: SampleRun,
        _ starts: UnsafeBufferPointer<Double>,
        _ ends: UnsafeBufferPointer<Double>
    ) {
        for row in 0..<run.count {
            let start = run.starts[row]
            let end = run.ends[row]
            while position < ends.count, ends[position] <= start { position &+= 1 }
            let isFree = position >= starts.count || starts[position] >= end
            let bucket = sums.bucket(holding: start, end)
            if bucket >= 0, end > start, start >= ownEnd, isFree {
                sums.add(whole: run.values[row], in: bucket)
                ownEnd = end
            } else {
                addParts(of: run.values[row], start, end, starts, ends)
            }
        }
    }

    /// Adds what counts of a sample that is an instant, touches several buckets, or overlaps with others.
    private mutating func addParts(
        of value: Double,
        _ start: Double,
        _ end: Double,
        _ starts: UnsafeBufferPointer<Double>,
        _ ends: UnsafeBufferPointer<Double>
    ) {
        sums.countTouched(start, end)
        guard end > start else {
            let isInside = position < starts.count && starts[position] <= start
            if !isInside { sums.add(value, from: start, to: end, of: 0) }
            return
        }
        var from = max(start, ownEnd)
        ownEnd = max(ownEnd, end)
        var next = position
        while from < end {
            while next < ends.count, ends[next] <= from { next += 1 }
            let gapEnd = next < starts.count ? min(end, max(from, starts[next])) : end
            if gapEnd > from { sums.add(value, from: from, to: gapEnd, of: end - start) }
            guard next < ends.count else { break }
            from = max(gapEnd, ends[next])
        }
    }
}
