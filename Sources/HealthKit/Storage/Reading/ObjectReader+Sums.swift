import HealthKitStore

extension ObjectReader {
    /// Whether a source of a type has sums of unnamed sources (R5.29).
    func hasRelayedSums(of type: HKQuantityType) throws -> Bool {
        guard type.admitsRelayedSums else { return false }
        return try orderedSources(of: type.identifier).contains { $0.source.isOfSums }
    }

    /// Sources in the order in which they count: sums add to all samples, so they come last (R5.29).
    func sumsLast(_ sources: [SourceTraits], _ type: HKQuantityType) -> [SourceTraits] {
        let sums = sources.filter { isSum($0.source, type) }
        return sums.isEmpty ? sources : sources.filter { !isSum($0.source, type) } + sums
    }

    /// Whether a source's samples of a type are sums of unnamed sources.
    func isSum(_ source: HKSource, _ type: HKQuantityType) -> Bool { source.isOfSums && type.admitsRelayedSums }

    /// The amounts that the requested sums of some sources add to the samples of their time (R5.29).
    ///
    /// A sum is compared with all samples of its span, also with those that the times in the request leave out: an hour gets the
    /// same amount of a day's sum, whether the request is for that hour or for the day.
    ///
    /// - Parameters:
    ///   - bundles: The sources of sums.
    ///   - context: The request whose bounds limit the samples that are compared with.
    ///   - request: The request.
    ///   - type: The type.
    ///   - isOnce: Whether instants that two sources report count once.
    /// - Returns: The additions, as samples that are apart from each other.
    func addition(
        of bundles: Set<String>,
        to context: FetchRequest,
        chosenBy request: FetchRequest,
        _ type: HKQuantityType,
        isOnce: Bool
    ) -> any SampleRuns {
        var wide = context
        wide.findsDoubled = isOnce
        wide.filter = context.filter.ignoringTimes
        return SumRuns(
            chosen: { try self.sums(self.sources(request, type), of: bundles) },
            additions: { try self.additions(of: $0, in: wide, type, of: bundles) }
        )
    }

    /// The sums of sources, with the places of these in the order.
    private func sums(
        _ sources: [StatisticsCalculator.Source],
        of bundles: Set<String>? = nil
    ) throws -> [ReportedSum] {
        var sums: [ReportedSum] = []
        for (rank, source) in sources.enumerated() where source.addition != nil && !source.isExcluded {
            guard bundles?.contains(source.source.bundleIdentifier) ?? true else { continue }
            let runs = try source.runs()
            while let run = try runs.next() {
                for row in 0..<run.count where run.ends[row] > run.starts[row] {
                    sums.append(
                        ReportedSum(start: run.starts[row], end: run.ends[row], value: run.values[row], rank: rank)
                    )
                }
            }
        }
        return sums
    }

    /// How often the time of sums is extended by others that overlap it.
    private static let mostExtensions = 4

    /// The amounts that sums of some sources add within a time.
    private func additions(
        of chosen: ArraySlice<ReportedSum>,
        in request: FetchRequest,
        _ type: HKQuantityType,
        of bundles: Set<String>
    ) throws -> SumAdditions {
        var range = chosen.times
        var sources: [StatisticsCalculator.Source] = []
        var sums: [ReportedSum] = []
        for _ in 0..<Self.mostExtensions {
            sources = try self.sources(request.touching(range), type)
            sums = try self.sums(sources).filter { $0.overlaps(range) }
            let all = (chosen + sums).times
            if all == range { break }
            range = all
        }
        let wanted = Set(chosen.map(\.unranked))
        return try SumAdditions(of: sums, to: sources.filter { $0.addition == nil && !$0.isExcluded }) { sum in
            bundles.contains(sources[sum.rank].source.bundleIdentifier) && wanted.contains(sum.unranked)
        }
    }
}

extension ArraySlice<ReportedSum> {
    /// The time from the first start to the last end.
    fileprivate var times: ClosedRange<Double> {
        let start = reduce(Double.infinity) { Swift.min($0, $1.start) }
        return start...reduce(start) { Swift.max($0, $1.end) }
    }
}

/// The amounts that sums add, some sums at a time.
private final class SumRuns: SampleRuns {
    private let chosen: () throws -> [ReportedSum]
    private let additions: (ArraySlice<ReportedSum>) throws -> SumAdditions
    private var sums: [ReportedSum]?
    private var place = 0
    private var current: ColumnRuns?

    /// How many sums are compared with their samples at once.
    private static let batch = 256
    /// The most of them, where they overlap each other all the time.
    private static let mostAtOnce = 8_192
    /// Sums that are further apart than this are compared one by one, so that samples in between aren't read.
    private static let longestBreak = 7 * 86_400.0

    init(
        chosen: @escaping () throws -> [ReportedSum],
        additions: @escaping (ArraySlice<ReportedSum>) throws -> SumAdditions
    ) {
        self.chosen = chosen
        self.additions = additions
    }

    func next() throws -> SampleRun? {
        let sums = try self.sums ?? read()
        self.sums = sums
        while place < sums.count {
            let batch = sums[place..<batchEnd(sums)]
            place = batch.endIndex
            let current = ColumnRuns(try additions(batch).samples)
            self.current = current
            if let run = current.next(), run.count > 0 { return run }
        }
        return nil
    }

    private func read() throws -> [ReportedSum] {
        try chosen().sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// The end of the batch that begins with the next sum, at a point that no sum spans.
    private func batchEnd(_ sums: [ReportedSum]) -> Int {
        var index = place + 1
        var end = sums[place].end
        while index < sums.count {
            let start = sums[index].start
            if start > end + Self.longestBreak { break }
            if start >= end, index - place >= Self.batch { break }
            if index - place >= Self.mostAtOnce { break }
            end = max(end, sums[index].end)
            index += 1
        }
        return index
    }
}
