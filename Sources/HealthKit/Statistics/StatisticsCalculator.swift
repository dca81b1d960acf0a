import Foundation

/// Computes statistics from columns of samples, one set of columns a source.
package struct StatisticsCalculator {
    /// The samples of one source.
    package struct Source {
        package var source: HKSource
        package var columns: SourceColumns
        /// Whether the person left the source out of totals of this type (R5.17).
        package var isExcluded: Bool

        package init(source: HKSource, columns: SourceColumns, isExcluded: Bool = false) {
            self.source = source
            self.columns = columns
            self.isExcluded = isExcluded
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
    /// Sources come in order of priority.
    package func statistics(_ sources: [Source], buckets: BucketEdges) -> [HKStatistics?] {
        let counted = sources.filter { !$0.isExcluded }
        let values = pooled(counted, buckets)
        let separated =
            options.contains(.separateBySource)
            ? counted.map { ($0.source, alone($0.columns, buckets)) } : nil
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

    private func pooled(_ sources: [Source], _ buckets: BucketEdges) -> [StatisticsValues] {
        var result: [StatisticsValues]
        if type.aggregationStyle == .cumulative {
            var merge = CumulativeMerge(buckets: buckets)
            for source in sources { merge.add(source.columns) }
            result = cumulative(merge.sums, merge.counts)
        } else {
            result = discrete(join(sources), buckets)
        }
        addRecency(&result, sources.map(\.columns), buckets)
        return result
    }

    private func alone(_ columns: SourceColumns, _ buckets: BucketEdges) -> [StatisticsValues] {
        var result: [StatisticsValues]
        if type.aggregationStyle == .cumulative {
            let plain = CumulativeMerge.plainSums(of: columns, buckets: buckets)
            result = cumulative(plain.sums, plain.counts)
        } else {
            result = discrete(columns, buckets)
        }
        addRecency(&result, [columns], buckets)
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

    private func discrete(_ columns: SourceColumns, _ buckets: BucketEdges) -> [StatisticsValues] {
        var wanted: DiscreteAggregation.Wanted = []
        if options.contains(.discreteMin) || options.contains(.discreteMax) { wanted.insert(.range) }
        if options.contains(.discreteAverage) { wanted.insert(.average) }
        var result = DiscreteAggregation.values(
            of: columns,
            style: type.aggregationStyle,
            wanted: wanted,
            buckets: buckets
        )
        if !options.contains(.discreteMin) { for index in result.indices { result[index].minimum = nil } }
        if !options.contains(.discreteMax) { for index in result.indices { result[index].maximum = nil } }
        return result
    }

    private func join(_ sources: [Source]) -> SourceColumns {
        guard var joined = sources.first?.columns else { return SourceColumns() }
        for source in sources.dropFirst() { joined.append(contentsOf: source.columns) }
        if sources.count > 1 { joined.sortByStart() }
        return joined
    }

    /// Adds the latest quantity and the covered time, where they are asked for.
    private func addRecency(_ values: inout [StatisticsValues], _ columns: [SourceColumns], _ buckets: BucketEdges) {
        if options.contains(.mostRecent) {
            for column in columns { addMostRecent(&values, column, buckets) }
        }
        guard options.contains(.duration) else { return }
        let covered = columns.reduce(CoveredTime()) { $0.union(CoveredTime($1)) }
        for index in values.indices where values[index].count > 0 {
            values[index].duration = covered.length(from: buckets.edges[index], to: buckets.edges[index + 1])
        }
    }

    private func addMostRecent(_ values: inout [StatisticsValues], _ columns: SourceColumns, _ buckets: BucketEdges) {
        var hint = 0
        for index in 0..<columns.count {
            let start = columns.starts[index]
            let end = columns.ends[index]
            let first = buckets.edges.first ?? .infinity
            guard var bucket = buckets.index(of: start, near: hint) ?? (start < first && end > first ? 0 : nil) else {
                continue
            }
            hint = bucket
            repeat {
                let known = values[bucket].mostRecent
                if known.map({ ($0.end, $0.start) <= (end, start) }) ?? true {
                    values[bucket].mostRecent = .init(value: columns.values[index], start: start, end: end)
                }
                bucket += 1
            } while bucket < buckets.count && buckets.edges[bucket] < end
        }
    }
}
