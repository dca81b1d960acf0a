/// Collects the statistics of one source other than its share in the total, while its samples pass through for that: its own
/// values, its latest quantities and the time that it covers.
///
/// So each sample is read once, however many results are requested.
final class SourcePass {
    private let buckets: BucketEdges
    private let style: HKQuantityAggregationStyle
    private let options: HKStatisticsOptions
    /// The sums and counts of the source alone, if requested.
    let sums: BucketSums?
    /// The same for a type that is measured.
    private(set) var aggregation: DiscreteAggregation?
    /// The latest quantity of each bucket, if requested.
    private var latest: [StatisticsValues.MostRecent?] = []
    /// The times of the samples, if requested.
    private(set) var covered = CoveredTime()
    private var hint = 0

    init(_ type: HKQuantityType, _ options: HKStatisticsOptions, _ buckets: BucketEdges) {
        self.buckets = buckets
        self.options = options
        style = type.aggregationStyle
        let isAlone = options.contains(.separateBySource)
        sums = isAlone && style == .cumulative ? BucketSums(buckets: buckets) : nil
        aggregation = isAlone && style != .cumulative ? DiscreteAggregation(style: style, buckets: buckets) : nil
        if options.contains(.mostRecent) { latest = Array(repeating: nil, count: buckets.count) }
    }

    /// Whether anything is gathered.
    static func isNeeded(for options: HKStatisticsOptions) -> Bool {
        !options.isDisjoint(with: [.separateBySource, .mostRecent, .duration])
    }

    /// The samples, which are gathered as they pass.
    func watching(_ runs: any SampleRuns) -> any SampleRuns { WatchedRuns(runs, self) }

    /// Gathers samples, none of which may start before an earlier one.
    func add(_ run: SampleRun) {
        if options.contains(.duration) { covered.add(run) }
        if let sums { sums.add(plain: run) }
        aggregation?.add(run)
        if !latest.isEmpty { addLatest(run) }
    }

    private func addLatest(_ run: SampleRun) {
        let bucketCount = buckets.count
        latest.withUnsafeMutableBufferPointer { latest in
            buckets.edges.withUnsafeBufferPointer { edges in
                for row in 0..<run.count {
                    let start = run.starts[row]
                    let end = run.ends[row]
                    if hint >= bucketCount || start < edges[hint] || start >= edges[hint + 1] {
                        let isStraddling = start < edges[0] && end > edges[0]
                        guard let found = buckets.index(of: start, near: hint) ?? (isStraddling ? 0 : nil) else {
                            continue
                        }
                        hint = found
                    }
                    var bucket = hint
                    repeat {
                        // Of equally late samples of a source, the largest counts, regardless of the order in which they were
                        // saved.
                        let recent = StatisticsValues.MostRecent(value: run.values[row], start: start, end: end)
                        if latest[bucket].map({ recent.replaces($0) }) ?? true { latest[bucket] = recent }
                        bucket += 1
                    } while bucket < bucketCount && edges[bucket] < end
                }
            }
        }
    }

    /// Puts the source's latest quantities into the values of all sources, where they are later.
    ///
    /// Of equally late samples, that of the first source is kept, because it has priority.
    func addLatest(to values: inout [StatisticsValues]) {
        for (bucket, recent) in latest.enumerated() {
            guard let recent, values[bucket].mostRecent.map({ recent.isLater(than: $0) }) ?? true else { continue }
            values[bucket].mostRecent = recent
        }
    }
}

/// Samples that a pass gathers as they go by.
private final class WatchedRuns: SampleRuns {
    private let runs: any SampleRuns
    private let pass: SourcePass

    init(_ runs: any SampleRuns, _ pass: SourcePass) {
        self.runs = runs
        self.pass = pass
    }

    func next() throws -> SampleRun? {
        let run = try runs.next()
        if let run { pass.add(run) }
        return run
    }
}
