/// Least, greatest, average and latest of each interval, all sources together; the rules are those of `measures.sql`.
package enum StudyMeasures {
    /// The values of an interval, in millionths.
    package struct Measure: Hashable, Sendable {
        package var minimum: Int64
        package var maximum: Int64
        package var average: Int128
        package var latest: Int64
        /// The number of samples that touch it.
        package var count: Int
    }

    /// The running values of an interval.
    private struct State {
        var count = 0
        var minimum = Int64.max
        var maximum = Int64.min
        var plain: Int128 = 0
        var weighted: Int128 = 0
        var weight: Int128 = 0
        /// The instants at the latest time, which hold until the next start.
        var held: Int128 = 0
        var heldCount = 0
        var heldSince: Int64 = 0
        var latest: StudySample?

        mutating func add(_ sample: StudySample, _ interval: StudyInterval, _ style: StudyStyle) {
            count += 1
            minimum = min(minimum, sample.value)
            maximum = max(maximum, sample.value)
            plain += Int128(sample.value)
            if latest.map({ Self.isLater(sample, $0) }) ?? true { latest = sample }
            guard style == .byTime else { return }
            // Rule 7.
            if heldCount > 0, sample.start > heldSince {
                let time = Int128(sample.start - heldSince)
                weighted += Micros.quotient(held, Int128(heldCount)) * time
                weight += time
                (held, heldCount) = (0, 0)
            }
            if sample.end > sample.start {
                let time = Int128(min(sample.end, interval.end) - max(sample.start, interval.start))
                weighted += Int128(sample.value) * time
                weight += time
            } else {
                held += Int128(sample.value)
                heldCount += 1
                heldSince = sample.start
            }
        }

        /// Rule 9.
        private static func isLater(_ one: StudySample, _ other: StudySample) -> Bool {
            (other.end, other.start, one.priority, other.value) < (one.end, one.start, other.priority, one.value)
        }

        var measure: Measure? {
            guard count > 0, let latest else { return nil }
            // Rule 8.
            let average =
                weight > 0 ? Micros.quotient(weighted, weight) : Micros.quotient(plain, Int128(count))
            return Measure(
                minimum: minimum,
                maximum: maximum,
                average: average,
                latest: latest.value,
                count: count
            )
        }
    }

    /// Measures each interval; `nil` for one that no sample touches.
    ///
    /// - Parameters:
    ///   - samples: The samples of one person and type, in any order.
    ///   - style: How they weigh.
    ///   - intervals: Ascending, apart from each other.
    /// - Returns: As many as intervals.
    package static func of(_ samples: [StudySample], _ style: StudyStyle, in intervals: [StudyInterval]) -> [Measure?] {
        var states = Array(repeating: State(), count: intervals.count)
        var bucket = 0
        for sample in samples.filter({ $0.end >= $0.start }).sorted(by: { $0.start < $1.start }) {
            while bucket < intervals.count, intervals[bucket].end <= sample.start { bucket += 1 }
            var each = bucket
            while each < intervals.count, sample.touches(intervals[each]) {
                states[each].add(sample, intervals[each], style)
                each += 1
            }
        }
        return states.map(\.measure)
    }
}
