import Foundation
import HealthKit
import HealthtuiFacts

/// Turns statistics into rows of a list.
struct StatisticsRows {
    let facts: StatisticsFacts
    private let values = ValueText()

    init(_ facts: StatisticsFacts) { self.facts = facts }

    private var period: StatisticsPeriod { facts.period }

    /// Whether rows are of several days, which have a mean.
    private var hasDays: Bool { period != .hour && period != .day }

    var columns: [ListColumn] {
        var numbers: [ListColumn] =
            facts.isCumulative ? [.right("Total")] : [.right("Average"), .right("Minimum"), .right("Maximum")]
        if hasDays {
            numbers.insert(.right(facts.isCumulative ? "A day" : "Mean of days"), at: facts.isCumulative ? 1 : 0)
            numbers.append(.right("Days"))
        }
        return [.left(period == .hour || period == .all ? "Start" : "Day")] + numbers + [
            .right("Latest"), .right("Recorded"),
        ]
    }

    /// The row of an interval.
    ///
    /// - Parameters:
    ///   - statistics: The interval's statistics.
    ///   - value: What its days say together; `nil` for an hour.
    /// - Returns: The row.
    func row(_ statistics: HKStatistics, _ value: MeasureValue?) -> ListRow {
        var details: [[String]] = []
        if let separated = statistics.separated {
            let names = StatisticsFacts.names(separated.map(\.source))
            details += zip(names, separated).map { ["  \($0)"] + cells($1.values, nil) }
        }
        details += facts.shares(of: statistics).map { ["  " + explanationText($0)] }
        let isDay = period != .hour && period != .all
        let timestamps = facts.timestamps
        let start = isDay ? timestamps.day(statistics.startDate) : timestamps.minute(statistics.startDate)
        let label = facts.isPartial(statistics) ? start + " (partial)" : start
        return ListRow(
            fields: facts.fields(of: statistics, value),
            cells: [label] + cells(statistics.values, value),
            details: details
        )
    }

    private func cells(_ values: StatisticsValues, _ value: MeasureValue?) -> [String] {
        let main =
            facts.isCumulative ? [values.counted ?? values.sum] : [values.average, values.minimum, values.maximum]
        var cells = main.map(text)
        if hasDays {
            cells.insert(value.map { text($0.mean) } ?? "", at: facts.isCumulative ? 1 : 0)
            cells.append(value.map { "\($0.days) of \($0.of)" } ?? "")
        }
        return cells + [text(values.mostRecent?.value), values.duration.map(Self.time) ?? ""]
    }

    private func text(_ value: Double?) -> String {
        value.map { values.quantity(facts.quantity($0), facts.type, unit: facts.unit) } ?? "–"
    }

    /// A length of time: `7 h 12 min`.
    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e12 else { return "–" }
        let minutes = Int((seconds / 60).rounded())
        if minutes == 0 { return seconds > 0 ? "\(Int(seconds.rounded(.up))) s" : "" }
        return minutes < 60 ? "\(minutes) min" : "\((minutes / 60).grouped) h \(minutes % 60) min"
    }

    private func explanationText(_ share: SourceShare) -> String {
        if share.isExcluded { return "\(share.source.name): left out, \(share.samples.of("sample"))" }
        guard let recorded = share.recorded, let counted = share.counted else {
            return "\(share.source.name): \(share.samples.of("sample")), pooled"
        }
        let all = "\(share.source.name): \(text(counted)) of \(text(recorded)) counted, \(share.samples.of("sample"))"
        guard share.doubled > 0 else { return all }
        return all + ", \(share.doubled) also from another source and counted once"
    }
}
