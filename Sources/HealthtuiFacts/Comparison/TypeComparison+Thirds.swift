import HealthtuiEntry

// The second of two measures on days with little, some and much of the first.
extension TypeComparison {
    /// The points on which the first was within bounds.
    package struct Part: Sendable, Hashable {
        /// The least number of the first; `nil` for the lowest part.
        package let from: Double?
        /// The greatest; `nil` for the highest part.
        package let to: Double?
        /// How many points have numbers of both.
        package let count: Int
        /// The mean of the second on them.
        package let second: Double
    }

    /// The fewest points of a part.
    private static let fewestOfPart = 3

    /// Three parts by the first's numbers, with about as many points each.
    ///
    /// - Parameters:
    ///   - first: The first measure.
    ///   - second: The second.
    /// - Returns: The parts, the lowest first; none where there are too few points, where the first hardly varies, and for times
    ///   of day, which have no least.
    package func thirds(_ first: Measure, _ second: Measure) -> [Part] {
        let both = points.compactMap { point in point.first.flatMap { one in point.second.map { (one, $0) } } }
            .sorted { $0.0 < $1.0 }
        guard both.count >= Self.fewest, first.kind != .clock else { return [] }
        let (low, high) = (both[both.count / 3].0, both[both.count * 2 / 3].0)
        let groups: [(from: Double?, to: Double?, pairs: [(Double, Double)])] = [
            (nil, low, both.filter { $0.0 < low }), (low, high, both.filter { low <= $0.0 && $0.0 <= high }),
            (high, nil, both.filter { high < $0.0 }),
        ]
        let parts = groups.compactMap { group -> Part? in
            let numbers = group.pairs.map { $0.1 }
            guard numbers.count >= Self.fewestOfPart, let mean = Self.mean(numbers, second) else { return nil }
            return Part(from: group.from, to: group.to, count: numbers.count, second: mean)
        }
        return parts.count == groups.count ? parts : []
    }

    private static func mean(_ numbers: [Double], _ measure: Measure) -> Double? {
        guard measure.kind != .clock else { return ClockMean(numbers).seconds }
        let mean = numbers.reduce(0, +) / Double(max(1, numbers.count))
        return mean.isFinite ? mean : nil
    }
}

extension ComparisonFigures {
    /// A number of points: `31 days`.
    package static func count(_ count: Int, _ period: StatisticsPeriod) -> String {
        ComparisonStrings.count(count, point(period))
    }
}
