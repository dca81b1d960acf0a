/// The values of one bucket of a chart: an hour, a day, a month.
///
/// What is nil is not known, and is drawn as a gap, never as zero; so is what is not finite.
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

    /// The lowest and highest value known, be it only the average.
    var range: (low: Double, high: Double)? {
        let known = [minimum, maximum, average].compactMap { $0 }
        guard let low = known.min(), let high = known.max() else { return nil }
        return (low, high)
    }

    /// Several neighbours drawn in one column: the least minimum, the greatest maximum, the mean of the averages.
    ///
    /// Of sums the range is kept, since a sum over all of them would belong to a longer bucket.
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
    /// Where it stands, in buckets: 0 is the middle of the first one.
    package let position: Double
    package let text: String
    /// What it says where no label stands before it, such as a month with its year; where there is no room, ``text``.
    package let asFirst: String?
    /// Whether it goes before those beside it where there is no room for all, as one does that names where a year begins.
    package let isMajor: Bool

    package init(_ position: Double, _ text: String, asFirst: String? = nil, isMajor: Bool = false) {
        self.position = position
        self.text = text
        self.asFirst = asFirst
        self.isMajor = isMajor
    }
}
