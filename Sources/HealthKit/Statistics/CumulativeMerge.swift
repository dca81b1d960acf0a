import HealthKitStore

/// The counted amounts of each source, bucket by bucket, if several sources recorded the same time.
///
/// Sources are taken in order of priority. A sample counts for the part of its time that no earlier source, and no
/// earlier sample of its own source, has covered (R5.13 to R5.15); the counted amount is split over buckets in
/// proportion to time (R5.8). An instant counts whole, unless it lies inside the time of a source with priority
/// (R5.16). Of samples of one source that start together the longest is the earlier one, and of equally long ones the
/// largest, so that the order in which they were saved does not matter.
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

    /// The number of samples that touch each bucket.
    package var counts: [Int] { total.allCounts }

    /// Begins the next source in order of priority.
    ///
    /// - Parameters:
    ///   - isLast: No other comes after it, so that its times need not be kept.
    ///   - expected: About how many samples it has.
    package mutating func begin(isLast: Bool = false, expecting expected: Int = 0) {
        pass = Pass(sums: pass.sums)
        pass.sums.removeAll()
        ownTime = CoveredTime()
        if !isLast { ownTime.reserve(min(expected, Self.mostExpected)) }
        self.isLast = isLast
    }

    /// Larger arrays grow as needed, since the expected number may be too high.
    private static let mostExpected = 1 << 22

    /// Adds samples of the source.
    package mutating func add(_ run: SampleRun) {
        if !isLast { ownTime.add(run) }
        covered.withTimes { pass.add(run, $0, $1) }
    }

    /// Adds samples of the only source by the hour, each of which ends before the next starts, and starts after those before.
    mutating func add(_ block: HourBlock) { pass.add(block) }

    /// Ends the source.
    package mutating func end() {
        covered.withTimes { pass.end($0, $1) }
        total.add(pass.sums)
        if !isLast { covered = covered.union(ownTime) }
        ownTime = CoveredTime()
    }

    /// Adds sums, which count only the amounts that they add to earlier sources; those must all have been added
    /// (R5.29).
    ///
    /// - Parameters:
    ///   - sums: The sums as they were recorded.
    ///   - addition: What they add.
    /// - Throws: Any error from reading them.
    package mutating func add(sums: any SampleRuns, adding addition: any SampleRuns) throws {
        begin(isLast: true)
        while let run = try sums.next() {
            for row in 0..<run.count { pass.sums.countTouched(run.starts[row], run.ends[row]) }
        }
        while let run = try addition.next() {
            for row in 0..<run.count {
                let (start, end) = (run.starts[row], run.ends[row])
                pass.sums.add(run.values[row], from: start, to: end, of: end - start)
            }
        }
        end()
    }

    /// The counted amounts of the last added source, by bucket.
    package var counted: [Double] { pass.sums.allSums }

    /// Adds the next source in order of priority and returns its counted amounts by bucket.
    @discardableResult
    package mutating func add(_ source: SourceColumns) -> [Double] {
        begin()
        let runs = ColumnRuns(source)
        while let run = runs.next() { add(run) }
        end()
        return counted
    }

    /// The sums of one source alone, with nothing omitted (`separateBySource`).
    package static func plainSums(
        of runs: any SampleRuns,
        buckets: BucketEdges
    ) throws -> (sums: [Double], counts: [Int]) {
        let plain = BucketSums(buckets: buckets)
        while let run = try runs.next() { plain.add(plain: run) }
        return (plain.allSums, plain.allCounts)
    }
}

/// The way through the samples of one source.
private struct Pass {
    let sums: BucketSums
    private var ownEnd = -Double.infinity
    /// The first covered time that may reach the next sample.
    private var position = 0
    /// Samples that start together, until one that starts later shows that they are all.
    private var together: [Sample] = []
    /// The last sample of the chunk before, where it was added as it came.
    private var last: Sample?

    private struct Sample {
        var start: Double
        var end: Double
        var value: Double

        init(start: Double, end: Double, value: Double) {
            self.start = start
            self.end = end
            self.value = value
        }

        init(_ run: SampleRun, _ row: Int) {
            self.init(start: run.starts[row], end: run.ends[row], value: run.values[row])
        }
    }

    init(sums: BucketSums) { self.sums = sums }

    /// Adds samples without covered times.
    mutating func add(
        _ run: SampleRun,
        _ starts: UnsafeBufferPointer<Double>,
        _ ends: UnsafeBufferPointer<Double>
    ) {
        var row = 0
        if !together.isEmpty {
            row = gather(run, from: 0)
            if row < run.count { addTogether(starts, ends) }
        }
        /// The first row since which all were added as they came.
        var plain = row
        let areWhole = run.areValuesWhole
        while row < run.count {
            row = addAsTheyCome(run, areWhole, from: row, &plain, starts, ends)
            if row == run.count { break }
            let start = run.starts[row]
            let end = run.ends[row]
            let before = row > plain ? Sample(run, row - 1) : row == 0 ? last : nil
            let isAlone = row + 1 < run.count && run.starts[row + 1] != start && before?.start != start
            if isAlone {
                addParts(of: run.values[row], start, end, starts, ends)
                row &+= 1
            } else {
                if let before, before.start == start { takeBack(before) }
                together.append(Sample(run, row))
                row = gather(run, from: row + 1)
                if row < run.count { addTogether(starts, ends) }
            }
            plain = row
        }
        guard run.count > 0 else { return }
        last = plain < run.count ? Sample(run, run.count - 1) : nil
    }

    /// Adds samples by the hour, all of which count.
    mutating func add(_ block: HourBlock) {
        let nothing = UnsafeBufferPointer<Double>(start: nil, count: 0)
        addTogether(nothing, nothing)
        sums.add(block)
        ownEnd = block.lastEnd
        last = nil
    }

    /// Adds samples one by one as long as each is within one bucket and none start together, which is true of most; the
    /// state of the loop is in registers.
    ///
    /// - Returns: the first row that needs more.
    @inline(never)  // Within a larger function there are no registers left for it.
    private mutating func addAsTheyCome(
        _ run: SampleRun,
        _ areWhole: Bool,
        from first: Int,
        _ plain: inout Int,
        _ starts: UnsafeBufferPointer<Double>,
        _ ends: UnsafeBufferPointer<Double>
    ) -> Int {
        var row = first
        var window = sums.window
        var (position, ownEnd) = (position, ownEnd)
        defer {
            (self.position, self.ownEnd) = (position, ownEnd)
            sums.keep(window)
        }
        let coveredCount = ends.count
        while row < run.count {
            let start = run.starts[row]
            let end = run.ends[row]
            while position < coveredCount, ends[position] <= start { position &+= 1 }
            guard end > start, start >= ownEnd, window.holds(start, end) else { return row }
            let value = run.values[row]
            if position >= coveredCount || starts[position] >= end {
                window.add(value, isWhole: areWhole)
            } else {
                let earlier = row > plain ? run.starts[row &- 1] : row == 0 ? last?.start ?? .nan : .nan
                guard row &+ 1 < run.count, run.starts[row &+ 1] != start, earlier != start else { return row }
                window.countTouched()
                let duration = end - start
                var from = start
                var next = position
                repeat {
                    let covered = starts[next]
                    if covered > from { window.add(value, part: (covered < end ? covered : end) - from, of: duration) }
                    from = ends[next]
                    next &+= 1
                } while from < end && next < coveredCount
                if from < end { window.add(value, part: end - from, of: duration) }
                plain = row &+ 1
            }
            ownEnd = end
            row &+= 1
        }
        return row
    }

    /// Adds the samples that wait for others with the same start.
    mutating func end(_ starts: UnsafeBufferPointer<Double>, _ ends: UnsafeBufferPointer<Double>) {
        addTogether(starts, ends)
    }

    /// Adds the rows with the same start as the current ones, and returns the first with another start.
    private mutating func gather(_ run: SampleRun, from first: Int) -> Int {
        guard let start = together.first?.start else { return first }
        var row = first
        while row < run.count, run.starts[row] == start {
            together.append(Sample(start: start, end: run.ends[row], value: run.values[row]))
            row += 1
        }
        return row
    }

    /// Subtracts a sample that was added completely to the current bucket, because a later one starts together with it.
    private mutating func takeBack(_ sample: Sample) {
        let bucket = sums.bucket(holding: sample.start, sample.end)
        guard bucket >= 0 else { return }
        sums.takeBack(sample.value, in: bucket)
        ownEnd = sample.start
        together.append(sample)
    }

    private mutating func addTogether(_ starts: UnsafeBufferPointer<Double>, _ ends: UnsafeBufferPointer<Double>) {
        if together.count > 1 { together.sort { ($1.end, $1.value) < ($0.end, $0.value) } }
        for sample in together { addParts(of: sample.value, sample.start, sample.end, starts, ends) }
        together.removeAll(keepingCapacity: true)
    }

    /// Adds the counted parts of a sample that is an instant, touches several buckets, or overlaps with others.
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
