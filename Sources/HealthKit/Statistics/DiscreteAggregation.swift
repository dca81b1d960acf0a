import Foundation
import HealthKitStore

/// Minimum, maximum and average of measured quantities, bucket by bucket; the sources are pooled (R5.18).
///
/// A sample counts in every bucket it touches. The average is by the type's style: arithmetic (each sample weighs 1),
/// by time (R5.20; an instant holds until the next sample of its bucket), or of sound energy over time (R5.21).
package struct DiscreteAggregation: ~Copyable {
    /// The values to compute.
    package struct Wanted: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let range = Wanted(rawValue: 1)
        package static let average = Wanted(rawValue: 2)
    }

    private let style: HKQuantityAggregationStyle
    private let buckets: BucketEdges
    private let states: UnsafeMutablePointer<State>
    private var hint = 0
    /// Whether all values and times so far are whole numbers.
    private var isWhole = true

    package init(style: HKQuantityAggregationStyle, buckets: BucketEdges) {
        self.style = style
        self.buckets = buckets
        states = .allocate(capacity: buckets.count + 1)
        states.initialize(repeating: State(), count: buckets.count + 1)
    }

    deinit { states.deallocate() }

    /// Adds samples, none of which may start before an earlier one.
    package mutating func add(_ run: SampleRun) {
        let bucketCount = buckets.count
        isWhole = isWhole && run.isWhole
        buckets.edges.withUnsafeBufferPointer { edges in
            var row = 0
            while row < run.count {
                row = addWithin(run, from: row, edges)
                if row == run.count { return }
                let start = run.starts[row]
                let end = run.ends[row]
                var bucket = hint
                row += 1
                if bucket >= bucketCount || start < edges[bucket] || start >= edges[bucket + 1] {
                    guard let found = buckets.index(of: start, near: hint) ?? straddling(start, end, edges) else {
                        continue
                    }
                    bucket = found
                    hint = found
                }
                repeat {
                    (states + bucket).pointee
                        .add(
                            run.values[row - 1],
                            start: start,
                            end: end,
                            style: style,
                            from: edges[bucket],
                            to: edges[bucket + 1],
                            isWhole: false
                        )
                    bucket += 1
                } while bucket < bucketCount && edges[bucket] < end
            }
        }
    }

    /// Adds hourly totals of samples; no hour touches two buckets.
    ///
    /// For values weighted by time, these are instants, each after all before it.
    mutating func add(_ block: HourBlock) {
        block.forEachHour(buckets, &hint) { hour, bucket in (states + bucket).pointee.add(hour, style: style) }
    }

    /// Adds samples as long as they are in the current bucket, whose state is in registers meanwhile.
    ///
    /// - Returns: the first row that does not.
    private func addWithin(
        _ run: SampleRun,
        from first: Int,
        _ edges: UnsafeBufferPointer<Double>
    ) -> Int {
        guard hint < buckets.count else { return first }
        let (lower, upper) = (edges[hint], edges[hint + 1])
        var row = first
        var state = states[hint]
        while row < run.count {
            let (start, end) = (run.starts[row], run.ends[row])
            guard start >= lower, start < upper, end <= upper else { break }
            state.add(
                run.values[row],
                start: start,
                end: end,
                style: style,
                from: lower,
                to: upper,
                isWhole: isWhole
            )
            row &+= 1
        }
        states[hint] = state
        return row
    }

    /// The values of each bucket; a bucket without samples has a count of 0 and no values.
    package func values(_ wanted: Wanted) -> [StatisticsValues] {
        (0..<buckets.count).map { states[$0].values(style: style, wanted: wanted) }
    }

    /// The values of each bucket for samples that are all in memory.
    package static func values(
        of samples: SourceColumns,
        style: HKQuantityAggregationStyle,
        wanted: Wanted,
        buckets: BucketEdges
    ) -> [StatisticsValues] {
        var aggregation = DiscreteAggregation(style: style, buckets: buckets)
        let runs = ColumnRuns(samples)
        while let run = runs.next() { aggregation.add(run) }
        return aggregation.values(wanted)
    }

    private func straddling(_ start: Double, _ end: Double, _ edges: UnsafeBufferPointer<Double>) -> Int? {
        guard let first = edges.first, start < first, end > first else { return nil }
        return 0
    }

    /// A sum with a separate part for whole numbers, whose sum doesn't depend on their order; see ``BucketSums``.
    private struct Total {
        private var whole = 0.0
        private var rest = 0.0

        var value: Double {
            @inline(__always) get { whole + rest }
        }

        /// Adds a number; `isWhole` where it is known to be a whole one.
        @inline(__always)
        mutating func add(_ number: Double, isWhole: Bool = false) {
            if isWhole || BucketSums.isWhole(number) { whole += number } else { rest += number }
        }
    }

    /// The state of a bucket so far.
    private struct State {
        var count = 0
        var minimum = Double.infinity
        var maximum = -Double.infinity
        var total = Total()
        var weighted = Total()
        var weight = Total()
        /// The instants at the latest time, which hold until the next sample.
        var heldTotal = 0.0
        var heldCount = 0
        var heldSince = 0.0

        @inline(__always)
        mutating func add(
            _ value: Double,
            start: Double,
            end: Double,
            style: HKQuantityAggregationStyle,
            from: Double,
            to: Double,
            isWhole: Bool
        ) {
            count += 1
            minimum = Swift.min(minimum, value)
            maximum = Swift.max(maximum, value)
            switch style {
            case .discreteTemporallyWeighted:
                total.add(value, isWhole: isWhole)
                release(until: start, isWhole: isWhole)
                if end > start {
                    let overlap = Swift.min(end, to) - Swift.max(start, from)
                    weighted.add(value * overlap)
                    weight.add(overlap)
                } else {
                    heldTotal += value
                    heldCount += 1
                    heldSince = start
                }
            case .discreteEquivalentContinuousLevel:
                let energy = pow(10, value / 10)
                total.add(energy)
                let overlap = end > start ? Swift.min(end, to) - Swift.max(start, from) : 0
                weighted.add(energy * overlap)
                weight.add(overlap)
            default:
                total.add(value, isWhole: isWhole)
            }
        }

        /// Adds the samples of an hour that come after those before.
        mutating func add(_ hour: StoredHour, style: HKQuantityAggregationStyle) {
            count += hour.count
            minimum = Swift.min(minimum, hour.minimum)
            maximum = Swift.max(maximum, hour.maximum)
            total.add(hour.sum)
            guard style == .discreteTemporallyWeighted else { return }
            release(until: hour.first, isWhole: false)
            weighted.add(hour.held)
            weight.add(hour.last - hour.first)
            (heldTotal, heldCount, heldSince) = (hour.lastValue, 1, hour.last)
        }

        /// Lets instants that were held weigh up to a later time.
        @inline(__always)
        private mutating func release(until time: Double, isWhole: Bool) {
            guard heldCount > 0, time > heldSince else { return }
            let held = time - heldSince
            if heldCount == 1 {
                weighted.add(heldTotal * held, isWhole: isWhole)
            } else {
                weighted.add(heldTotal / Double(heldCount) * held)
            }
            weight.add(held, isWhole: isWhole)
            heldTotal = 0
            heldCount = 0
        }

        func values(style: HKQuantityAggregationStyle, wanted: Wanted) -> StatisticsValues {
            var values = StatisticsValues()
            values.count = count
            guard count > 0 else { return values }
            if wanted.contains(.range) {
                values.minimum = minimum
                values.maximum = maximum
            }
            if wanted.contains(.average) { values.average = average(style) }
            return values
        }

        private func average(_ style: HKQuantityAggregationStyle) -> Double {
            switch style {
            case .discreteTemporallyWeighted:
                weight.value > 0 ? weighted.value / weight.value : total.value / Double(count)
            case .discreteEquivalentContinuousLevel:
                10 * log10(weight.value > 0 ? weighted.value / weight.value : total.value / Double(count))
            default:
                total.value / Double(count)
            }
        }
    }
}
