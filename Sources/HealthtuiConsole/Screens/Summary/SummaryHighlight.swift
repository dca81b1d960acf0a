import Foundation
import HealthKit
import HealthtuiEntry

/// A notable fact about a pinned type.
package struct SummaryHighlight: Sendable, Hashable {
    package let type: HKSampleType
    package let text: String
    /// The highlight's priority; higher ones come first.
    let worth: Int
}

/// Finds notable facts in the days of a type.
struct HighlightFinder {
    let type: HKQuantityType
    let unit: ValueUnit
    let dates: DateText
    /// The total or the average of each day, the last one the day of the latest data; nil if there is none.
    let days: [Double?]
    /// The beginning of each day.
    let starts: [Date]
    /// The day that is not over; nil when all are.
    private let today: Int?

    init(type: HKQuantityType, unit: ValueUnit, dates: DateText, days: [Double?], starts: [Date]) {
        self.type = type
        self.unit = unit
        self.dates = dates
        self.days = days
        self.starts = starts
        today = starts.indices.last { dates.calendar.civilDays(from: starts[$0], to: dates.now) == 0 }
    }

    /// Days that make a habit: with fewer, nothing is usual.
    private static let habit = 28

    private var name: String { type.entry.name }
    private var isCumulative: Bool { type.aggregationStyle == .cumulative }

    /// The highlights, at most one of a kind, the most remarkable first.
    func find() -> [SummaryHighlight] {
        guard days.count == starts.count, days.count(where: { $0 != nil }) >= Self.habit else { return [] }
        return [extreme(), already(), streak(), silence()].compactMap { $0 }.sorted { $0.worth > $1.worth }
    }

    /// The mean of the days before the last week that have data.
    private var usual: Double? {
        let known = days.dropLast(7).compactMap { $0 }
        guard known.count >= 14 else { return nil }
        let mean = known.reduce(0, +) / Double(known.count)
        return mean > 0 ? mean : nil
    }

    /// A day of the last week with the highest value or, for types that don't add up, also the lowest.
    private func extreme() -> SummaryHighlight? {
        let over = days.indices.filter { $0 != today }
        let recent = over.filter { $0 >= days.count - 8 && days[$0] != nil }
        let first = days.firstIndex { $0 != nil } ?? 0
        let weeks = (days.count - first) / 7
        func highlight(_ says: (String, Int, String, String) -> String, _ isBeyond: (Double, Double) -> Bool)
            -> SummaryHighlight?
        {
            guard
                let day = recent.first(where: { here in
                    over.allSatisfy { other in
                        guard other != here, let value = days[here], let against = days[other] else { return true }
                        return isBeyond(value, against)
                    }
                }), let value = days[day]
            else { return nil }
            let when = dates.day(starts[day])
            return SummaryHighlight(
                type: type,
                text: says(name, weeks, unit.labelled(value), when),
                worth: 90
            )
        }
        return highlight(isCumulative ? SummaryStrings.most : SummaryStrings.highest, >)
            ?? (isCumulative ? nil : highlight(SummaryStrings.lowest, <))
    }

    /// A day that is not over and has more than a usual one.
    private func already() -> SummaryHighlight? {
        guard isCumulative, let today, let value = days[today], let usual, value > usual else { return nil }
        let text = SummaryStrings.alreadyAbove(name, unit.labelled(value), unit.text(usual))
        return SummaryHighlight(type: type, text: text, worth: 80)
    }

    /// Days in a row with more than a usual one, up to the last day that is over.
    private func streak() -> SummaryHighlight? {
        guard isCumulative, let usual else { return nil }
        let over = days.indices.filter { $0 != today }
        let length = over.reversed().prefix { (days[$0] ?? 0) > usual }.count
        guard length >= 3 else { return nil }
        let text = SummaryStrings.streak(name, unit.labelled(usual), length)
        return SummaryHighlight(type: type, text: text, worth: 60 + min(length, 20))
    }

    /// A gap in the data that is much longer than usual.
    private func silence() -> SummaryHighlight? {
        guard let last = days.lastIndex(where: { $0 != nil }), let end = starts.last else { return nil }
        let behind = dates.calendar.civilDays(from: end, to: dates.now)
        let quiet = days.count - 1 - last + max(0, behind)
        let known = days.indices.filter { days[$0] != nil }
        let longest = zip(known, known.dropFirst()).map { $1 - $0 }.max() ?? 0
        guard quiet >= 3, quiet > longest else { return nil }
        let text = SummaryStrings.quiet(name, quiet, longest: longest)
        return SummaryHighlight(type: type, text: text, worth: 70)
    }
}
