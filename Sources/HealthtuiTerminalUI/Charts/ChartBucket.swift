/// The values of one bucket of a chart: an hour, a day, a month.
///
/// A nil or non-finite value is unknown and is drawn as a gap, never as zero.
package struct ChartBucket: Hashable, Sendable {
    package let sum: Double?
    package let minimum: Double?
    package let maximum: Double?
    package let average: Double?

    /// A bucket without data.
    package static let gap = ChartBucket()

    package init(sum: Double? = nil, minimum: Double? = nil, maximum: Double? = nil, average: Double? = nil) {
        self.sum = sum.finite
        self.minimum = minimum.finite
        self.maximum = maximum.finite
        self.average = average.finite
    }

    /// The lowest and highest known value, even if it's only the average.
    var range: (low: Double, high: Double)? {
        let known = [minimum, maximum, average].compactMap { $0 }
        guard let low = known.min(), let high = known.max() else { return nil }
        return (low, high)
    }

    /// Merges neighbours that are drawn in one column: the least minimum, the greatest maximum, the mean of the averages.
    ///
    /// Sums keep their range, since a total over all of them would belong to a longer bucket.
    static func merged(_ buckets: some Collection<ChartBucket>) -> ChartBucket {
        guard buckets.count > 1 else { return buckets.first ?? .gap }
        let averages = buckets.compactMap(\.average)
        let sums = buckets.compactMap(\.sum)
        let lows = sums.isEmpty ? buckets.compactMap { $0.range?.low } : sums
        let highs = sums.isEmpty ? buckets.compactMap { $0.range?.high } : sums
        return ChartBucket(
            sum: sums.max(),
            minimum: lows.min(),
            maximum: highs.max(),
            average: averages.isEmpty ? nil : averages.reduce(0) { $0 + $1 / Double(averages.count) }
        )
    }
}

extension Double? {
    /// The value, unless it is infinite or not a number.
    var finite: Double? {
        guard let self, self.isFinite else { return nil }
        return self
    }
}

/// A label under a chart.
package struct AxisLabel: Hashable, Sendable {
    /// The label's position, in buckets: 0 is the middle of the first bucket.
    package let position: Double
    package let text: String
    /// The text used when no label comes before it, such as a month with its year; ``text`` is used where it doesn't fit.
    package let asFirst: String?
    /// Whether it takes precedence over its neighbours when not all fit, as the label that names a new year does.
    package let isMajor: Bool

    package init(_ position: Double, _ text: String, asFirst: String? = nil, isMajor: Bool = false) {
        self.position = position
        self.text = text
        self.asFirst = asFirst
        self.isMajor = isMajor
    }
}
