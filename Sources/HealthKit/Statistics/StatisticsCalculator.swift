import Foundation
import HealthKitStore

/// Computes statistics from columns of samples, one set of columns a source.
package struct StatisticsCalculator {
    /// The samples of one source.
    package struct Source {
        package var source: HKSource
        /// Whether the person left the source out of totals of this type (R5.17).
        package var isExcluded: Bool
        /// A time range that contains all samples; it may be larger than needed.
        package var extent: ClosedRange<Double>
        /// About how many samples there are; 0 when that is not known.
        package var expectedCount = 0
        /// The amounts that the source adds to the samples of all others, if its samples are sums (R5.29); `nil` for
        /// other sources.
        ///
        /// With `true`, instants that two sources report count once (R5.30).
        package let addition: ((_ isOnce: Bool) throws -> any SampleRuns)?
        /// The samples without instants that sources before report too; `nil` if there are none, or if not requested
        /// (R5.30).
        private let makeOnce: (() throws -> (any SampleRuns)?)?
        private var makeRuns: (HourlyNeed?) throws -> any SampleRuns

        package init(
            source: HKSource,
            isExcluded: Bool,
            extent: ClosedRange<Double>,
            expectedCount: Int = 0,
            addition: ((_ isOnce: Bool) throws -> any SampleRuns)? = nil,
            once: (() throws -> (any SampleRuns)?)? = nil,
            runs: @escaping (HourlyNeed?) throws -> any SampleRuns
        ) {
            self.expectedCount = expectedCount
            self.addition = addition
            makeOnce = once
            self.source = source
            self.isExcluded = isExcluded
            self.extent = extent
            makeRuns = runs
        }

        package init(source: HKSource, columns: SourceColumns, isExcluded: Bool = false) {
            self.source = source
            self.isExcluded = isExcluded
            addition = nil
            makeOnce = nil
            let first = columns.starts.first ?? 0
            extent = first...max(first, columns.ends.max() ?? first)
            makeRuns = { _ in ColumnRuns(columns) }
        }

        /// The samples, from the first on.
        ///
        /// - Parameter need: The purpose for which hourly sums are sufficient; they may be returned instead of samples.
        /// - Returns: The samples, chunk by chunk.
        /// - Throws: Any error from looking them up.
        package func runs(_ need: HourlyNeed? = nil) throws -> any SampleRuns { try makeRuns(need) }

        /// The samples without instants that sources before report too; `nil` if there are none, or if not requested
        /// (R5.30).
        package func onceRuns() throws -> (any SampleRuns)? { try makeOnce?() }

        /// The samples as they count: without instants that sources before report too, if requested.
        package func countedRuns() throws -> any SampleRuns { try onceRuns() ?? runs() }

        /// A source that has only the samples that count.
        func counted() -> Source {
            guard makeOnce != nil else { return self }
            return Source(source: source, isExcluded: isExcluded, extent: extent, expectedCount: expectedCount) { _ in
                try countedRuns()
            }
        }

        /// The same source, whose samples pass through others as they are read.
        func reading(through change: @escaping (any SampleRuns) -> any SampleRuns) -> Source {
            var source = self
            let makeRuns = makeRuns
            source.makeRuns = { change(try makeRuns($0)) }
            return source
        }

        /// The samples, all at once.
        package func columns() throws -> SourceColumns { try SourceColumns(runs()) }
    }

    package let type: HKQuantityType
    package let options: HKStatisticsOptions

    package init(type: HKQuantityType, options: HKStatisticsOptions) {
        self.type = type
        self.options = options
    }

    /// Checks that the options fit the type (R5.1).
    ///
    /// - Throws: `errorInvalidArgument` with Apple's text.
    package static func check(_ options: HKStatisticsOptions, for type: HKQuantityType) throws {
        let discrete: [(HKStatisticsOptions, String)] = [
            (.discreteAverage, "HKStatisticsOptionDiscreteAverage"), (.discreteMin, "HKStatisticsOptionDiscreteMin"),
            (.discreteMax, "HKStatisticsOptionDiscreteMax"),
        ]
        if type.aggregationStyle == .cumulative {
            for (option, name) in discrete where options.contains(option) {
                throw HKError.invalid(
                    "Statistics option \(name) is not compatible with cumulative data type \(type.identifier)"
                )
            }
        } else if options.contains(.cumulativeSum) {
            throw HKError.invalid(
                "Statistics option HKStatisticsOptionCumulativeSum is not compatible with discrete data type \(type.identifier)"
            )
        }
    }

    /// The statistics of each bucket; `nil` for a bucket without samples.
    ///
    /// - Parameters:
    ///   - sources: The sources in order of priority.
    ///   - buckets: The intervals.
    /// - Returns: The statistics, one for each bucket.
    /// - Throws: Any error from reading the samples.
    package func statistics(_ sources: [Source], buckets: BucketEdges) throws -> [HKStatistics?] {
        let counted = sources.filter { !$0.isExcluded }
        let passes = counted.map { _ in SourcePass(type, options, buckets) }
        let values = try pooled(counted, passes, buckets)
        let separated =
            options.contains(.separateBySource)
            ? zip(counted, passes).map { ($0.source, self.values(of: $1, buckets)) } : nil
        return (0..<buckets.count)
            .map { bucket in
                guard values[bucket].count > 0 else { return nil }
                let parts = separated?
                    .compactMap { source, values in
                        values[bucket].count > 0 ? (source: source, values: values[bucket]) : nil
                    }
                return HKStatistics(
                    type: type,
                    start: Date(timeIntervalSinceReferenceDate: buckets.edges[bucket]),
                    end: Date(timeIntervalSinceReferenceDate: buckets.edges[bucket + 1]),
                    values: values[bucket],
                    separated: parts
                )
            }
    }

    /// The values of a source alone, with nothing omitted.
    private func values(of pass: SourcePass, _ buckets: BucketEdges) -> [StatisticsValues] {
        var values: [StatisticsValues]
        if let sums = pass.sums {
            values = cumulative(sums.allSums, sums.allCounts)
        } else if let own = pass.aggregation?.values(wanted) {
            values = restricted(own)
        } else {
            return []
        }
        pass.addLatest(to: &values)
        addDuration(pass.covered, to: &values, buckets)
        return values
    }

    /// The values of all sources together; each sample is read once.
    private func pooled(
        _ sources: [Source],
        _ passes: [SourcePass],
        _ buckets: BucketEdges
    ) throws -> [StatisticsValues] {
        let isWatched = SourcePass.isNeeded(for: options)
        let need = isWatched || sources.count != 1 ? nil : hourlyNeed(buckets)
        func runs(_ index: Int) throws -> any SampleRuns {
            let runs = try sources[index].runs(sources[index].addition == nil ? need : nil)
            return isWatched ? passes[index].watching(runs) : runs
        }
        var result: [StatisticsValues]
        if type.aggregationStyle == .cumulative {
            var merge = CumulativeMerge(buckets: buckets)
            for index in sources.indices {
                let runs = try runs(index)
                if let addition = sources[index].addition {
                    try merge.add(sums: runs, adding: addition(false))
                    continue
                }
                merge.begin(isLast: index == sources.count - 1, expecting: sources[index].expectedCount)
                while let chunk = try runs.nextChunk() {
                    switch chunk {
                    case .samples(let run): merge.add(run)
                    case .hours(let block): merge.add(block)
                    }
                }
                merge.end()
            }
            result = cumulative(merge.sums, merge.counts)
            try addCounted(sources, to: &result, buckets)
        } else {
            let runs = try MergedRuns.merging(sources.indices.map { try runs($0) })
            var aggregation = DiscreteAggregation(style: type.aggregationStyle, buckets: buckets)
            while let chunk = try runs.nextChunk() {
                switch chunk {
                case .samples(let run): aggregation.add(run)
                case .hours(let block): aggregation.add(block)
                }
            }
            result = restricted(aggregation.values(wanted))
        }
        for pass in passes { pass.addLatest(to: &result) }
        addDuration(passes.reduce(CoveredTime()) { $0.union($1.covered) }, to: &result, buckets)
        return result
    }

    /// Adds the sums in which instants that two sources report count once, where these differ (R5.30).
    private func addCounted(
        _ sources: [Source],
        to values: inout [StatisticsValues],
        _ buckets: BucketEdges
    ) throws {
        guard options.contains(.cumulativeSum), try sources.contains(where: { try $0.onceRuns() != nil }) else {
            return
        }
        var merge = CumulativeMerge(buckets: buckets)
        for source in sources {
            let runs = try source.countedRuns()
            if let addition = source.addition {
                try merge.add(sums: runs, adding: addition(true))
                continue
            }
            merge.begin(expecting: source.expectedCount)
            while let run = try runs.next() { merge.add(run) }
            merge.end()
        }
        for (index, sum) in merge.sums.enumerated() where values[index].sum.map({ $0 != sum }) ?? false {
            values[index].counted = sum
        }
    }

    /// The purpose for which hourly sums of the only source are sufficient; `nil` if values are weighted other than by time.
    private func hourlyNeed(_ buckets: BucketEdges) -> HourlyNeed? {
        switch type.aggregationStyle {
        case .cumulative: HourlyNeed(edges: buckets.edges, order: .sequence)
        case .discreteArithmetic: HourlyNeed(edges: buckets.edges, order: .any)
        case .discreteTemporallyWeighted: HourlyNeed(edges: buckets.edges, order: .instants)
        default: nil
        }
    }

    func cumulative(_ sums: [Double], _ counts: [Int]) -> [StatisticsValues] {
        zip(sums, counts)
            .map { sum, count in
                var values = StatisticsValues()
                values.count = count
                if count > 0, options.contains(.cumulativeSum) { values.sum = sum }
                return values
            }
    }

    /// The requested values of a discrete type.
    var wanted: DiscreteAggregation.Wanted {
        var wanted: DiscreteAggregation.Wanted = []
        if options.contains(.discreteMin) || options.contains(.discreteMax) { wanted.insert(.range) }
        if options.contains(.discreteAverage) { wanted.insert(.average) }
        return wanted
    }

    /// Only the requested values.
    func restricted(_ values: [StatisticsValues]) -> [StatisticsValues] {
        var values = values
        if !options.contains(.discreteMin) { for index in values.indices { values[index].minimum = nil } }
        if !options.contains(.discreteMax) { for index in values.indices { values[index].maximum = nil } }
        return values
    }

    /// Adds the covered time, if requested.
    func addDuration(_ covered: CoveredTime, to values: inout [StatisticsValues], _ buckets: BucketEdges) {
        guard options.contains(.duration) else { return }
        for index in values.indices where values[index].count > 0 {
            values[index].duration = covered.length(from: buckets.edges[index], to: buckets.edges[index + 1])
        }
    }
}
