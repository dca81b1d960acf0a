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

    package init(_ position: Double, _ text: String) {
        self.position = position
        self.text = text
    }
}

/// What the charts over time have in common: labels, cursor, range of values.
package struct ChartAxes: Sendable {
    /// The name under which the plot's frame and the buckets' click targets are found in the ``Layout``.
    package var name: String
    package var labels: [AxisLabel]
    /// The bucket under the cursor.
    package var cursor: Int?
    /// The value of that bucket as text: without colours it stands over the chart, in brackets.
    package var cursorText: String?
    /// The least range of values to show; the data may widen it.
    package var range: ClosedRange<Double>?
    /// Whether high values are drawn low, as in an audiogram.
    package var isInverted: Bool
    /// Whether there is nothing between two whole numbers, as of things that are counted.
    package var isWhole = false
    /// Writes a tick's value; nil writes the number.
    package var format: (@Sendable (Double) -> String)?

    package init(
        name: String = "chart",
        labels: [AxisLabel] = [],
        cursor: Int? = nil,
        range: ClosedRange<Double>? = nil,
        isInverted: Bool = false,
        format: (@Sendable (Double) -> String)? = nil
    ) {
        self.name = name
        self.labels = labels
        self.cursor = cursor
        self.range = range
        self.isInverted = isInverted
        self.format = format
    }
}
