import Foundation
import HealthKit

/// Turns statistics into rows of a list.
struct StatisticsRows {
    let type: HKQuantityType
    let unit: HKUnit
    let period: StatisticsPeriod
    let timestamps: Timestamps
    /// Which source counted for what, by the start of the interval; `nil` when that was not asked for.
    let shares: [Date: [SourceShare]]?
    /// The time that was asked for and has passed: an interval that reaches out of it is told in part only.
    let span: Range<Date>
    private let values = ValueText()

    init(
        type: HKQuantityType,
        unit: HKUnit,
        period: StatisticsPeriod,
        span: Range<Date>,
        timestamps: Timestamps,
        shares: [Date: [SourceShare]]?
    ) {
        self.span = span
        self.type = type
        self.unit = unit
        self.period = period
        self.timestamps = timestamps
        self.shares = shares
    }

    private var isCumulative: Bool { type.aggregationStyle == .cumulative }

    var keys: [String] {
        let numbers = isCumulative ? ["sum"] : ["average", "minimum", "maximum"]
        return ["start", "end", "partial", "unit"] + numbers + ["mostRecent", "duration", "sources"]
            + (shares == nil ? [] : ["explanation"])
    }

    var columns: [ListColumn] {
        let numbers: [ListColumn] =
            isCumulative ? [.right("Total")] : [.right("Average"), .right("Minimum"), .right("Maximum")]
        return [.left(period == .hour || period == .all ? "Start" : "Day")] + numbers + [
            .right("Latest"), .right("Recorded"),
        ]
    }

    /// The row of an interval.
    func row(_ statistics: HKStatistics) -> ListRow {
        var fields: [(key: String, value: JSONValue)] = [
            ("start", timestamps.json(statistics.startDate)),
            ("end", timestamps.json(statistics.endDate)),
            ("partial", .bool(isPartial(statistics))),
            ("unit", .text(unit.unitString)),
        ]
        fields += numbers(statistics.values)
        var details: [[String]] = []
        if let separated = statistics.separated {
            let names = Self.names(separated.map(\.source))
            fields.append(
                ("sources", .object(zip(names, separated).map { ($0, .object(numbers($1.values))) }))
            )
            details += zip(names, separated).map { ["  \($0)"] + cells($1.values) }
        }
        if let shares {
            let here = shares[period == .all ? .distantPast : statistics.startDate] ?? []
            fields.append(("explanation", .array(here.map(explanation))))
            details += here.map { ["  " + explanationText($0)] }
        }
        let isDay = period != .hour && period != .all
        let start = isDay ? timestamps.day(statistics.startDate) : timestamps.minute(statistics.startDate)
        let label = isPartial(statistics) ? start + " (partial)" : start
        return ListRow(fields: fields, cells: [label] + cells(statistics.values), details: details)
    }

    /// Whether the interval is not over yet, or the time that was asked for does not hold all of it.
    private func isPartial(_ statistics: HKStatistics) -> Bool {
        period != .all && (statistics.startDate < span.lowerBound || statistics.endDate > span.upperBound)
    }

    /// The names of sources, each with its bundle identifier where several have the name.
    static func names(_ sources: [HKSource]) -> [String] {
        let counts = Dictionary(sources.map { ($0.name, 1) }, uniquingKeysWith: +)
        return sources.map { counts[$0.name] == 1 ? $0.name : "\($0.name) (\($0.bundleIdentifier))" }
    }

    // MARK: Numbers

    private func numbers(_ values: StatisticsValues) -> [(key: String, value: JSONValue)] {
        let main: [(key: String, value: JSONValue)] =
            isCumulative
            ? [("sum", number(values.sum))]
            : [
                ("average", number(values.average)), ("minimum", number(values.minimum)),
                ("maximum", number(values.maximum)),
            ]
        return main + [("mostRecent", number(values.mostRecent?.value)), ("duration", .number(values.duration))]
    }

    private func cells(_ values: StatisticsValues) -> [String] {
        let main = isCumulative ? [values.sum] : [values.average, values.minimum, values.maximum]
        return (main + [values.mostRecent?.value]).map(text) + [values.duration.map(Self.time) ?? ""]
    }

    private func quantity(_ value: Double) -> HKQuantity { HKQuantity(unit: type.canonicalUnit, doubleValue: value) }

    private func number(_ value: Double?) -> JSONValue { .number(value.flatMap { quantity($0).converted(to: unit) }) }

    private func text(_ value: Double?) -> String {
        value.map { values.quantity(quantity($0), type, unit: unit) } ?? "–"
    }

    /// A length of time: `7 h 12 min`.
    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e12 else { return "–" }
        let minutes = Int((seconds / 60).rounded())
        if minutes == 0 { return seconds > 0 ? "\(Int(seconds.rounded(.up))) s" : "" }
        return minutes < 60 ? "\(minutes) min" : "\((minutes / 60).grouped) h \(minutes % 60) min"
    }

    // MARK: Explanation

    private func explanation(_ share: SourceShare) -> JSONValue {
        .object([
            ("source", .text(share.source.name)), ("bundle", .text(share.source.bundleIdentifier)),
            ("samples", .integer(share.samples)), ("recorded", number(share.recorded)),
            ("counted", number(share.counted)), ("excluded", .bool(share.isExcluded)),
        ])
    }

    private func explanationText(_ share: SourceShare) -> String {
        if share.isExcluded { return "\(share.source.name): left out, \(share.samples.of("sample"))" }
        guard let recorded = share.recorded, let counted = share.counted else {
            return "\(share.source.name): \(share.samples.of("sample")), pooled"
        }
        return "\(share.source.name): \(text(counted)) of \(text(recorded)) counted, \(share.samples.of("sample"))"
    }
}
