import Foundation

/// Computes statistics from columns of samples, one set of columns a source.
package struct StatisticsCalculator {
    /// The samples of one source.
    package struct Source {
        package var source: HKSource
        /// Whether the person left the source out of totals of this type (R5.17).
        package var isExcluded: Bool
        /// Times between which all samples lie; they need not reach that far.
        package var extent: ClosedRange<Double>
        private let makeRuns: () throws -> any SampleRuns

        package init(
            source: HKSource,
            isExcluded: Bool,
            extent: ClosedRange<Double>,
            runs: @escaping () throws -> any SampleRuns
        ) {
            self.source = source
            self.isExcluded = isExcluded
            self.extent = extent
            makeRuns = runs
        }

        package init(source: HKSource, columns: SourceColumns, isExcluded: Bool = false) {
            self.source = source
            self.isExcluded = isExcluded
            let first = columns.starts.first ?? 0
            extent = first...max(first, columns.ends.max() ?? first)
            makeRuns = { ColumnRuns(columns) }
        }

        /// The samples, from the first on.
        package func runs() throws -> any SampleRuns { try makeRuns() }

        /// The samples, all at once.
        package func columns() throws -> SourceColumns {
            let runs = try runs()
            var columns = SourceColumns()
            while let run = try runs.next() { columns.append(run) }
            return columns
        }
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
    /// - Throws: What reading the samples throws.
    package func statistics(_ sources: [Source], buckets: BucketEdges) throws -> [HKStatistics?] {
        let counted = sources.filter { !$0.isExcluded }
        let values = try pooled(counted, buckets)
        let separated =
            try options.contains(.separateBySource)
            ? counted.map { ($0.source, try alone($0, buckets)) } : nil
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

    private func pooled(_ sources: [Source], _ buckets: BucketEdges) throws -> [StatisticsValues] {
        var result: [StatisticsValues]
        if type.aggregationStyle == .cumulative {
            var merge = CumulativeMerge(buckets: buckets)
            for (index, source) in sources.enumerated() {
                let runs = try source.runs()
                merge.begin(isLast: index == sources.count - 1)
                while let run = try runs.next() { merge.add(run) }
                merge.end()
            }
            result = cumulative(merge.sums, merge.counts)
        } else {
            result = try discrete(MergedRuns.merging(sources.map { try $0.runs() }), buckets)
        }
        try addRecency(&result, sources, buckets)
        return result
    }

    private func alone(_ source: Source, _ buckets: BucketEdges) throws -> [StatisticsValues] {
        var result: [StatisticsValues]
        if type.aggregationStyle == .cumulative {
            let plain = try CumulativeMerge.plainSums(of: source.runs(), buckets: buckets)
            result = cumulative(plain.sums, plain.counts)
        } else {
            result = try discrete(source.runs(), buckets)
        }
        try addRecency(&result, [source], buckets)
        return result
    }

    private func cumulative(_ sums: [Double], _ counts: [Int]) -> [StatisticsValues] {
        zip(sums, counts)
            .map { sum, count in
                var values = StatisticsValues()
                values.count = count
                if count > 0, options.contains(.cumulativeSum) { values.sum = sum }
                return values
            }
    }

    private func discrete(_ runs: any SampleRuns, _ buckets: BucketEdges) throws -> [StatisticsValues] {
        var wanted: DiscreteAggregation.Wanted = []
        if options.contains(.discreteMin) || options.contains(.discreteMax) { wanted.insert(.range) }
        if options.contains(.discreteAverage) { wanted.insert(.average) }
        var aggregation = DiscreteAggregation(style: type.aggregationStyle, buckets: buckets)
        while let run = try runs.next() { aggregation.add(run) }
        var result = aggregation.values(wanted)
        if !options.contains(.discreteMin) { for index in result.indices { result[index].minimum = nil } }
        if !options.contains(.discreteMax) { for index in result.indices { result[index].maximum = nil } }
        return result
    }

    /// Adds the latest quantity and the covered time, where they are asked for.
    private func addRecency(_ values: inout [StatisticsValues], _ sources: [Source], _ buckets: BucketEdges) throws {
        if options.contains(.mostRecent) {
            for source in sources {
                let runs = try source.runs()
                while let run = try runs.next() { addMostRecent(&values, run, buckets) }
            }
        }
        guard options.contains(.duration) else { return }
        var covered = CoveredTime()
        let runs = try MergedRuns.merging(sources.map { try $0.runs() })
        while let run = try runs.next() { covered.add(run) }
        for index in values.indices where values[index].count > 0 {
            values[index].duration = covered.length(from: buckets.edges[index], to: buckets.edges[index + 1])
        }
    }

    private func addMostRecent(_ values: inout [StatisticsValues], _ run: SampleRun, _ buckets: BucketEdges) {
        var hint = 0
        for row in 0..<run.count {
            let start = run.starts[row]
            let end = run.ends[row]
            let first = buckets.edges.first ?? .infinity
            guard var bucket = buckets.index(of: start, near: hint) ?? (start < first && end > first ? 0 : nil) else {
                continue
            }
            hint = bucket
            repeat {
                let known = values[bucket].mostRecent
                if known.map({ ($0.end, $0.start) <= (end, start) }) ?? true {
                    values[bucket].mostRecent = .init(value: run.values[row], start: start, end: end)
                }
                bucket += 1
            } while bucket < buckets.count && buckets.edges[bucket] < end
        }
    }
}
