import Foundation
import HealthKit
import HealthtuiEntry

/// Two types side by side: a number of each for every day, week or month, and how closely they move together.
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

    /// The lag of the second type behind the first at which they move together most.
    package struct Lag: Sendable, Hashable {
        /// The number of days, weeks or months; negative if the second leads the first.
        package let steps: Int
        /// Pearson's coefficient at that lag.
        package let pearson: Double
    }

    /// The length of a point.
    package let period: StatisticsPeriod
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

    /// A comparison of points.
    ///
    /// - Parameters:
    ///   - points: The points in order of time, including those without numbers, so that neighbors are adjacent.
    ///   - period: The length of each.
    package init(_ points: [Point], period: StatisticsPeriod) {
        self.points = points
        self.period = period
        let both = points.compactMap { point in point.first.flatMap { one in point.second.map { (one, $0) } } }
        pairs = both.count
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
            // A few pairs agree by chance.
            guard pairs.count >= 10, let found = Correlation.pearson(pairs.map(\.0), pairs.map(\.1)) else { continue }
            if abs(found) > abs(best?.pearson ?? 0) { best = Lag(steps: steps, pearson: found) }
        }
        return best.flatMap { abs($0.pearson) >= abs(now) + betterBy ? $0 : nil }
    }

    // MARK: Reading

    /// The two types to compare, and the time span.
    package struct Request: Sendable {
        package var first: HKQuantityType
        package var second: HKQuantityType
        package var period: StatisticsPeriod
        package var from: Date?
        package var to: Date?
        package var calendar: Calendar

        /// A request.
        ///
        /// - Parameters:
        ///   - first: One type.
        ///   - second: The other.
        ///   - period: The length of each point: a day, a week or a month.
        ///   - from: The start of the first point; `nil` for the first day that both types have.
        ///   - to: The end of the last one; `nil` for now.
        ///   - calendar: The person's calendar.
        package init(
            _ first: HKQuantityType,
            _ second: HKQuantityType,
            by period: StatisticsPeriod,
            from: Date?,
            to: Date?,
            calendar: Calendar
        ) {
            self.first = first
            self.second = second
            self.period = period
            self.from = from
            self.to = to
            self.calendar = calendar
        }
    }

    /// Reads the numbers of two types: the day's total or average, and for a week or month the mean of its days that
    /// have one.
    ///
    /// Unfinished periods are left out, because a partial day isn't comparable.
    ///
    /// - Parameters:
    ///   - request: The types and the time span.
    ///   - caller: The caller; only data that it may read is counted.
    ///   - now: The current time.
    ///   - numbers: A day's quantity of a type as a number, in the unit that is shown.
    /// - Returns: The comparison.
    /// - Throws: `HKError`.
    package static func read(
        _ request: Request,
        _ caller: Caller,
        now: Date,
        numbers: (HKQuantityType, HKQuantity) -> Double?
    ) async throws -> TypeComparison {
        func days(_ type: HKQuantityType) async throws -> [Date: Double] {
            let statistics = try await StatisticsRequest(
                type: type,
                period: .day,
                from: request.from,
                to: request.to,
                timeZone: request.calendar.timeZone,
                separatesBySource: false
            )
            .statistics(caller)
            let isCumulative = type.aggregationStyle == .cumulative
            var days: [Date: Double] = [:]
            for day in statistics where day.endDate <= now {
                let quantity = isCumulative ? day.countedQuantity() : day.averageQuantity()
                if let quantity, let number = numbers(type, quantity) { days[day.startDate] = number }
            }
            return days
        }
        let (first, second) = (try await days(request.first), try await days(request.second))
        guard let start = [first.keys.min(), second.keys.min()].compactMap({ $0 }).max(),
            let end = [first.keys.max(), second.keys.max()].compactMap({ $0 }).max()
        else { return TypeComparison([], period: request.period) }
        let (component, size): (Calendar.Component, Int) =
            switch request.period {
            case .month: (.month, 1)
            case .week: (.day, 7)
            default: (.day, 1)
            }
        let origin =
            switch request.period {
            case .month: request.calendar.civilInterval(of: .month, for: start).start
            case .week: request.calendar.civilInterval(of: .weekOfYear, for: start).start
            default: request.calendar.civilStartOfDay(for: start)
            }
        func edge(_ step: Int) -> Date {
            request.calendar.civilDate(byAdding: component, value: size * step, to: origin)
        }
        var points: [Point] = []
        while edge(points.count) <= end, points.count < Self.most {
            let (from, to) = (edge(points.count), edge(points.count + 1))
            guard to > from else { break }
            func mean(_ days: [Date: Double]) -> Double? {
                var (sum, count, day) = (0.0, 0.0, from)
                while day < to {
                    if let number = days[day] { (sum, count) = (sum + number, count + 1) }
                    let next = request.calendar.civilDate(byAdding: .day, value: 1, to: day)
                    guard next > day else { break }
                    day = next
                }
                return count > 0 ? sum / count : nil
            }
            points.append(Point(from, mean(first), mean(second)))
        }
        return TypeComparison(points, period: request.period)
    }

    /// The largest number of points: the days of ten years.
    private static let most = 3_660
}
