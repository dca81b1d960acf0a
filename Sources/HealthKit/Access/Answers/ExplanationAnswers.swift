import Foundation
import HealthKitStore

extension OwnerExplanationCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [StatisticsExplanation] {
        guard let type = selection.type as? HKQuantityType else {
            throw HKError.invalid("Statistics need a quantity type, not \(selection.type.identifier)")
        }
        var request = FetchRequest(type: type, filter: selection.filter)
        request.findsDoubled = true
        let sources = try reader.sources(request, type).map { try RecordedSource($0) }
        let columns = sources.map(\.columns)
        guard let start = columns.compactMap(\.starts.first).min(),
            let end = columns.compactMap({ $0.ends.max() }).max()
        else { return [] }
        guard let intervals else { return try Self.explain(type, sources, .always) }
        guard (end - start) / intervals.roughLength > Double(OccupiedTime.worthLooking) else {
            return try Self.explain(type, sources, intervals.edges(from: start, through: end))
        }
        let recorded = sources.map { StatisticsCalculator.Source(source: $0.source.source, columns: $0.columns) }
        let spans = try OccupiedTime.spans(of: recorded, from: start, through: end, intervals)
        return try intervals.pieces(of: spans, most: OccupiedTime.worthLooking)
            .flatMap { try Self.explain(type, sources, $0) }
    }

    /// The intervals that have samples, in order of time.
    private static func explain(
        _ type: HKQuantityType,
        _ sources: [RecordedSource],
        _ buckets: BucketEdges
    ) throws -> [StatisticsExplanation] {
        var shares: [[SourceShare]] = Array(repeating: [], count: buckets.count)
        var merge = CumulativeMerge(buckets: buckets)
        let isCumulative = type.aggregationStyle == .cumulative
        for source in sources {
            let alone = try CumulativeMerge.plainSums(of: ColumnRuns(source.columns), buckets: buckets)
            let once = try source.once.map { try CumulativeMerge.plainSums(of: ColumnRuns($0), buckets: buckets) }
            let counted = isCumulative && !source.source.isExcluded ? try source.add(to: &merge) : nil
            for bucket in 0..<buckets.count where alone.counts[bucket] > 0 {
                shares[bucket]
                    .append(
                        SourceShare(
                            source: source.source.source,
                            samples: alone.counts[bucket],
                            recorded: isCumulative ? alone.sums[bucket] : nil,
                            counted: isCumulative ? counted?[bucket] ?? 0 : nil,
                            isExcluded: source.source.isExcluded,
                            doubled: once.map { alone.counts[bucket] - $0.counts[bucket] } ?? 0
                        )
                    )
            }
        }
        return (0..<buckets.count)
            .compactMap { bucket in
                shares[bucket].isEmpty
                    ? nil : StatisticsExplanation(start: buckets.edges[bucket], shares: shares[bucket])
            }
    }
}

/// A source with all that it recorded.
private struct RecordedSource {
    let source: StatisticsCalculator.Source
    let columns: SourceColumns
    /// The samples without instants that sources before report too, if there are such.
    let once: SourceColumns?

    init(_ source: StatisticsCalculator.Source) throws {
        self.source = source
        columns = try SourceColumns(source.runs())
        once = try source.onceRuns().map { try SourceColumns($0) }
    }

    /// Adds the samples after those of earlier sources, and returns the ones that counted.
    func add(to merge: inout CumulativeMerge) throws -> [Double] {
        guard let addition = source.addition else { return merge.add(once ?? columns) }
        try merge.add(sums: ColumnRuns(columns), adding: addition(true))
        return merge.counted
    }
}
