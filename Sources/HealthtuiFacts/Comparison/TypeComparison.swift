import Foundation
import HealthKit

/// Two measures side by side: a number of each for every day, week or month, and how closely they move together.
package struct TypeComparison: Sendable {
    /// A day, week or month.
    package struct Point: Sendable, Hashable {
        package let start: Date
        /// The number of the first type, or `nil` if it has none at that point.
        package let first: Double?
        package let second: Double?

        /// A point.
        ///
        /// - Parameters:
        ///   - start: Its start.
        ///   - first: The number of the first type; `nil` if it has none.
        ///   - second: That of the second.
        package init(_ start: Date, _ first: Double?, _ second: Double?) {
            self.start = start
            self.first = first
            self.second = second
        }
    }

    /// Which day of the second goes with a day of the first.
    package enum Pairing: String, Sendable, CaseIterable {
        case sameDay
        /// The night after a day.
        case nightAfter
        /// The day on which a night ends.
        case dayAfterNight
    }

    /// The lag of the second type behind the first at which they move together most.
    package struct Lag: Sendable, Hashable {
        /// The number of days, weeks or months; negative if the second leads the first.
        package let steps: Int
        /// Pearson's coefficient at that lag.
        package let pearson: Double
    }

    /// The length of a point.
    package let period: StatisticsPeriod
    package let pairing: Pairing
    /// The points in order of time, without gaps between them.
    package let points: [Point]
    /// The number of points that have numbers of both types.
    package let pairs: Int
    package let pearson: Double?
    package let spearman: Double?
    /// Pearson's coefficient of the changes from one point to the next, which excludes drifts that happen to coincide.
    package let changes: Double?
    /// Pearson's coefficients of each type with time: whether it rises or falls overall.
    package let drifts: (first: Double?, second: Double?)
    /// The lag, or `nil` if they move together most, or nearly so, at the same time.
    package let lag: Lag?

    /// The required improvement of the coefficient at a lag before it is reported: some lag is always slightly better.
    private static let betterBy = 0.1

    /// The pairs that a coefficient needs: a few agree by chance.
    package static let fewest = 10

    /// A comparison of points.
    ///
    /// - Parameters:
    ///   - points: The points in order of time, including those without numbers, so that neighbors are adjacent.
    ///   - period: The length of each.
    ///   - pairing: Which day of the second goes with a day of the first.
    ///   - lines: The same points with numbers that are on a line, as times of day aren't; `nil` if they are.
    package init(_ points: [Point], period: StatisticsPeriod, pairing: Pairing = .sameDay, lines: [Point]? = nil) {
        self.points = points
        self.period = period
        self.pairing = pairing
        let points = lines ?? points
        let both = points.compactMap { point in point.first.flatMap { one in point.second.map { (one, $0) } } }
        pairs = self.points.count { $0.first != nil && $0.second != nil }
        guard both.count >= Self.fewest else {
            (pearson, spearman, changes, lag, drifts) = (nil, nil, nil, nil, (nil, nil))
            return
        }
        pearson = Correlation.pearson(both.map(\.0), both.map(\.1))
        spearman = Correlation.spearman(both.map(\.0), both.map(\.1))
        let steps = zip(points, points.dropFirst())
            .compactMap { before, after -> (Double, Double)? in
                guard let x = before.first, let y = before.second, let nextX = after.first, let nextY = after.second
                else { return nil }
                return (nextX - x, nextY - y)
            }
        changes = Correlation.pearson(steps.map(\.0), steps.map(\.1))
        drifts = (Self.drift(points.map(\.first)), Self.drift(points.map(\.second)))
        lag = Self.lag(points, period, now: pearson)
    }

    private static func drift(_ numbers: [Double?]) -> Double? {
        let known = numbers.enumerated().compactMap { index, number in number.map { (Double(index), $0) } }
        return Correlation.pearson(known.map(\.0), known.map(\.1))
    }

    /// The largest lag considered.
    private static func longest(_ period: StatisticsPeriod) -> Int {
        switch period {
        case .hour: 24
        case .day: 14
        case .week: 8
        case .month: 3
        case .year, .all: 1
        }
    }

    private static func lag(_ points: [Point], _ period: StatisticsPeriod, now: Double?) -> Lag? {
        guard let now else { return nil }
        let longest = longest(period)
        var best: Lag?
        for steps in (1...longest).flatMap({ [$0, -$0] }) {
            let pairs = points.indices.compactMap { index -> (Double, Double)? in
                let other = index + steps
                guard points.indices.contains(other), let x = points[index].first, let y = points[other].second else {
                    return nil
                }
                return (x, y)
            }
            guard pairs.count >= fewest, let found = Correlation.pearson(pairs.map(\.0), pairs.map(\.1)) else {
                continue
            }
            if abs(found) > abs(best?.pearson ?? 0) { best = Lag(steps: steps, pearson: found) }
        }
        return best.flatMap { abs($0.pearson) >= abs(now) + betterBy ? $0 : nil }
    }
}
