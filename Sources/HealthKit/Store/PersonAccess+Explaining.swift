import Foundation
import HealthStore

/// What one source contributed to the statistics of one interval.
package struct SourceShare: Sendable, Hashable {
    package var source: HKSource
    /// How many of its samples touch the interval.
    package var samples: Int
    /// The sum of its quantities, in the canonical unit; `nil` for discrete types.
    package var recorded: Double?
    /// How much of the sum counts in the total; `nil` for discrete types, whose sources are pooled.
    package var counted: Double?
    /// Whether the person left the source out.
    package var isExcluded: Bool
}

/// How the statistics of one interval came about.
package struct StatisticsExplanation: Sendable, Hashable {
    /// The start of the interval; `-infinity` where all of time is one.
    package var start: Double
    /// The sources with samples in the interval, in the order in which they count.
    package var shares: [SourceShare]
}

extension PersonAccess {
    /// Says which source counted for what (R5.13 to R5.17).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: Which samples of it; `nil` for all.
    ///   - intervals: The intervals; `nil` for one that holds all of time.
    /// - Returns: The intervals that have samples, in order of time.
    /// - Throws: `errorInvalidArgument`, `errorDatabaseInaccessible`.
    package func explainStatistics(
        _ type: HKQuantityType,
        predicate: NSPredicate?,
        intervals: IntervalCalendar?
    ) throws -> [StatisticsExplanation] {
        let request = FetchRequest(type: type, filter: try SampleFilter(predicate))
        let sources = try read { reader in
            try reader.sources(request, type)
                .map { (source: $0.source, isExcluded: $0.isExcluded, columns: try $0.columns()) }
        }
        let columns = sources.map(\.columns)
        guard let start = columns.compactMap(\.starts.first).min(),
            let end = columns.compactMap({ $0.ends.max() }).max()
        else { return [] }
        let buckets = try intervals?.edges(from: start, through: end) ?? .always
        var shares: [[SourceShare]] = Array(repeating: [], count: buckets.count)
        var merge = CumulativeMerge(buckets: buckets)
        let isCumulative = type.aggregationStyle == .cumulative
        for source in sources {
            let alone = try CumulativeMerge.plainSums(of: ColumnRuns(source.columns), buckets: buckets)
            let counted = isCumulative && !source.isExcluded ? merge.add(source.columns) : nil
            for bucket in 0..<buckets.count where alone.counts[bucket] > 0 {
                shares[bucket]
                    .append(
                        SourceShare(
                            source: source.source,
                            samples: alone.counts[bucket],
                            recorded: isCumulative ? alone.sums[bucket] : nil,
                            counted: isCumulative ? counted?[bucket] ?? 0 : nil,
                            isExcluded: source.isExcluded
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
