import Foundation
import HealthKit

/// The facts of statistics, interval by interval.
package struct StatisticsFacts {
    package let type: HKQuantityType
    /// The unit of numbers.
    package let unit: HKUnit
    package let period: StatisticsPeriod
    package let timestamps: Timestamps
    /// The share of each source, by the start of the interval, or `nil` if not requested.
    package let shares: [Date: [SourceShare]]?
    /// The requested time that has passed: an interval that extends beyond it is only partly covered.
    package let span: Range<Date>

    /// Facts of statistics.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - unit: The unit of numbers.
    ///   - period: The length of the intervals.
    ///   - span: The requested time that has passed.
    ///   - timestamps: The format of times.
    ///   - shares: The share of each source, by the start of the interval; `nil` to leave that out.
    package init(
        type: HKQuantityType,
        unit: HKUnit,
        period: StatisticsPeriod,
        span: Range<Date>,
        timestamps: Timestamps,
        shares: [Date: [SourceShare]]?
    ) {
        self.type = type
        self.unit = unit
        self.period = period
        self.span = span
        self.timestamps = timestamps
        self.shares = shares
    }

    package var isCumulative: Bool { type.aggregationStyle == .cumulative }

    /// The names of the facts, in the order of columns.
    package var keys: [String] {
        let numbers = isCumulative ? ["sum", "value"] : ["average", "minimum", "maximum", "value"]
        return ["start", "end", "partial", "unit"] + numbers
            + ["mostRecent", "duration", "second", "mean", "days", "of", "sources"]
            + (shares == nil ? [] : ["explanation"])
    }

    /// The facts of an interval's statistics.
    ///
    /// - Parameters:
    ///   - statistics: The statistics.
    ///   - value: What the days of the interval say together; `nil` for an hour, which has no days.
    /// - Returns: Facts of ``keys`` in their order; without sources if they weren't requested separately.
    package func fields(of statistics: HKStatistics, _ value: MeasureValue? = nil) -> JSONValue.Fields {
        var fields: JSONValue.Fields = [
            ("start", timestamps.json(statistics.startDate)),
            ("end", timestamps.json(statistics.endDate)),
            ("partial", .bool(isPartial(statistics))),
            ("unit", .text(unit.unitString)),
        ]
        var own = numbers(statistics.values)
        own.insert(("value", number(self.value(of: statistics, value))), at: isCumulative ? 1 : 3)
        fields += own
        fields += [
            ("second", .null), ("mean", number(value?.mean)), ("days", value.map { .integer($0.days) } ?? .null),
            ("of", value.map { .integer($0.of) } ?? .null),
        ]
        if let separated = statistics.separated {
            let names = Self.names(separated.map(\.source))
            fields.append(("sources", .object(zip(names, separated).map { ($0, .object(numbers($1.values))) })))
        }
        if shares != nil { fields.append(("explanation", .array(shares(of: statistics).map(explanation)))) }
        return fields
    }

    /// The measure's value of an interval: the total, or the mean of the days; of an hour the average.
    ///
    /// - Parameters:
    ///   - statistics: The statistics.
    ///   - value: What the days of the interval say together.
    /// - Returns: The value, in the type's canonical unit.
    package func value(of statistics: HKStatistics, _ value: MeasureValue?) -> Double? {
        let values = statistics.values
        return isCumulative ? values.counted ?? values.sum : value?.value ?? values.average
    }

    /// The share of each source in an interval; empty if not requested.
    package func shares(of statistics: HKStatistics) -> [SourceShare] {
        shares?[period == .all ? .distantPast : statistics.startDate] ?? []
    }

    /// Whether the interval isn't over yet, or extends beyond the requested time.
    package func isPartial(_ statistics: HKStatistics) -> Bool {
        period != .all && (statistics.startDate < span.lowerBound || statistics.endDate > span.upperBound)
    }

    /// The names of sources, each with its bundle identifier if several share the name.
    package static func names(_ sources: [HKSource]) -> [String] {
        let counts = Dictionary(sources.map { ($0.name, 1) }, uniquingKeysWith: +)
        return sources.map { counts[$0.name] == 1 ? $0.name : "\($0.name) (\($0.bundleIdentifier))" }
    }

    /// A number from statistics, which use the type's canonical unit, as a quantity.
    package func quantity(_ value: Double) -> HKQuantity { HKQuantity(unit: type.canonicalUnit, doubleValue: value) }

    private func numbers(_ values: StatisticsValues) -> JSONValue.Fields {
        let main: JSONValue.Fields =
            isCumulative
            ? [("sum", number(values.sum))]
            : [
                ("average", number(values.average)), ("minimum", number(values.minimum)),
                ("maximum", number(values.maximum)),
            ]
        return main + [("mostRecent", number(values.mostRecent?.value)), ("duration", .number(values.duration))]
    }

    private func number(_ value: Double?) -> JSONValue { .number(value.map(quantity), unit) }

    private func explanation(_ share: SourceShare) -> JSONValue {
        .object([
            ("source", .text(share.source.name)), ("bundle", .text(share.source.bundleIdentifier)),
            ("samples", .integer(share.samples)), ("recorded", number(share.recorded)),
            ("counted", number(share.counted)), ("excluded", .bool(share.isExcluded)),
            ("doubled", .integer(share.doubled)),
        ])
    }
}
