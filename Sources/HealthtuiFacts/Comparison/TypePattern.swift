import Foundation
import HealthKit
import HealthtuiEntry

/// The distribution of a type over the days of the week and the hours of the day.
package struct TypePattern: Sendable {
    /// A weekday, or an hour of the day.
    package struct Slot: Sendable, Hashable {
        /// 1 for Sunday to 7 for Saturday, or the hour from 0 to 23.
        package let number: Int
        /// The mean of its days' totals or averages, or `nil` if there are none.
        package let mean: Double?
        /// Their minimum and maximum.
        package let least: Double?
        package let most: Double?
        /// The number of days it covers.
        package let days: Int
    }

    /// The weekdays, starting with the first day of the person's week.
    package let weekdays: [Slot]
    /// The hours of the day; for cumulative types, a day without data in an hour counts as 0 there.
    package let hours: [Slot]
    /// The number of days with data.
    package let days: Int
    /// The first and the last of those days.
    package let span: ClosedRange<Date>?

    /// Computes a pattern from the statistics of days and hours.
    ///
    /// - Parameters:
    ///   - days: The total or the average of each day, by its start.
    ///   - hours: The total or the average of each hour, by its start.
    ///   - isCumulative: Whether the numbers are totals.
    ///   - calendar: The person's calendar.
    package init(days: [Date: Double], hours: [Date: Double], isCumulative: Bool, calendar: Calendar) {
        self.days = days.count
        span = days.keys.min().flatMap { first in days.keys.max().map { first...$0 } }
        let byWeekday = Dictionary(grouping: days) { calendar.component(.weekday, from: $0.key) }
        weekdays = (0..<7)
            .map { offset in
                let number = (calendar.firstWeekday - 1 + offset) % 7 + 1
                return Self.slot(number, (byWeekday[number] ?? []).map(\.value))
            }
        // Hours that occur twice when clocks change count as one hour of the day.
        var byHour: [Int: [Date: [Double]]] = [:]
        for (start, number) in hours {
            let day = calendar.civilStartOfDay(for: start)
            byHour[calendar.component(.hour, from: start), default: [:]][day, default: []].append(number)
        }
        let count = days.count
        self.hours = (0..<24)
            .map { hour in
                let known = (byHour[hour] ?? [:]).values
                    .map { isCumulative ? $0.reduce(0, +) : $0.reduce(0, +) / Double($0.count) }
                let missing = isCumulative && count > known.count ? count - known.count : 0
                return Self.slot(hour, known + Array(repeating: 0, count: missing))
            }
    }

    private static func slot(_ number: Int, _ values: [Double]) -> Slot {
        let mean = values.isEmpty ? nil : values.reduce(0) { $0 + $1 / Double(values.count) }
        return Slot(number: number, mean: mean, least: values.min(), most: values.max(), days: values.count)
    }

    /// Reads the pattern of a type from its statistics.
    ///
    /// An unfinished day is left out, because its late hours are still to come.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - from: The first day; `nil` for all.
    ///   - to: The end; `nil` for now.
    ///   - calendar: The person's calendar.
    ///   - caller: The caller; only data that it may read is counted.
    ///   - now: The current time.
    ///   - number: Converts a quantity to a number in the displayed unit.
    /// - Returns: The pattern.
    /// - Throws: `HKError`.
    package static func read(
        _ type: HKQuantityType,
        from: Date?,
        to: Date?,
        calendar: Calendar,
        _ caller: Caller,
        now: Date,
        number: (HKQuantity) -> Double?
    ) async throws -> TypePattern {
        let isCumulative = type.aggregationStyle == .cumulative
        let today = calendar.civilStartOfDay(for: now)
        let end = min(to ?? today, today)
        if let from, from >= end {
            return TypePattern(days: [:], hours: [:], isCumulative: isCumulative, calendar: calendar)
        }
        func numbers(_ period: StatisticsPeriod) async throws -> [Date: Double] {
            let statistics = try await StatisticsRequest(
                type: type,
                period: period,
                from: from,
                to: end,
                timeZone: calendar.timeZone,
                separatesBySource: false
            )
            .statistics(caller)
            var found: [Date: Double] = [:]
            for part in statistics where part.startDate < end {
                let quantity = isCumulative ? part.countedQuantity() : part.averageQuantity()
                if let value = quantity.flatMap(number) { found[part.startDate] = value }
            }
            return found
        }
        return TypePattern(
            days: try await numbers(.day),
            hours: try await numbers(.hour),
            isCumulative: isCumulative,
            calendar: calendar
        )
    }
}
