import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The summary: pinned types, highlights and trends.
enum SummaryStrings {
    static var title: String { localized("Summary") }
    static var pinned: String { localized("pinned") }
    static var unpinned: String { localized("unpinned") }
    /// The name of the data in a loading message.
    static var loading: String { localized("summary") }
    static var nothingPinned: String { localized("nothing is pinned; open a type under Browse and press p") }
    static var trends: String { localized("Trends, the last 7 days against the 12 weeks before") }
    static var trendsShort: String { localized("Trends, 7 days against 12 weeks") }
    static var highlights: String { localized("Highlights") }
    /// Stands behind a number and its unit.
    static func aDayWas(_ before: String) -> String { localized("a day, was \(before)") }
    static func was(_ before: String) -> String { localized("was \(before)") }

    // MARK: Cards
    static var activity: String { localized("Activity") }
    static var today: String { localized("today") }
    static var medications: String { localized("Medications") }
    static var access: String { localized("Who Read What") }
    static var trendsCard: String { localized("Trends") }
    static var trendsRemark: String { localized("last 7 days against the 12 weeks before") }
    static var notOfCard: String { localized("Nothing to open on this card") }
    static var lastWeek: String { localized("last 7 days") }
    static var nothingRead: String { localized("No app has read anything.") }
    static func due(_ count: Int) -> String { localized("\(count) due") }
    static var noneDue: String { localized("none due") }
    static func days(_ count: Int, _ average: String) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) day: \(average) a day",
            other: "\(NumberText.text(count)) days: \(average) a day"
        )
    }
    static func average(_ value: String) -> String { localized("average \(value)") }
    static func times(_ count: Int) -> String { NumberText.text(Double(count)) + " ×" }
    /// The names of cards that don't fit.
    static func more(_ names: String) -> String { localized("more: \(names)") }

    // MARK: Notes of a pinned type
    static func rising(_ type: String, _ percent: String, _ now: String, _ before: String) -> String {
        localized("\(type) up \(percent) %: \(now) in the last 7 days, \(before) in the 12 weeks before")
    }
    static func falling(_ type: String, _ percent: String, _ now: String, _ before: String) -> String {
        localized("\(type) down \(percent) %: \(now) in the last 7 days, \(before) in the 12 weeks before")
    }
    /// Behind a total of today: up to when it is known.
    static func until(_ time: String) -> String { localized("until \(time)") }
    static func latest(_ value: String) -> String { localized("latest \(value)") }
    static func latest(_ value: String, _ moment: String) -> String { localized("latest \(value), \(moment)") }

    // MARK: Highlights
    static func most(_ type: String, _ weeks: Int, _ value: String, _ day: String) -> String {
        plural(
            weeks,
            one: "Most \(type) of \(NumberText.text(weeks)) week: \(value) \(day)",
            other: "Most \(type) of \(NumberText.text(weeks)) weeks: \(value) \(day)"
        )
    }
    static func highest(_ type: String, _ weeks: Int, _ value: String, _ day: String) -> String {
        plural(
            weeks,
            one: "Highest daily \(type) of \(NumberText.text(weeks)) week: \(value) \(day)",
            other: "Highest daily \(type) of \(NumberText.text(weeks)) weeks: \(value) \(day)"
        )
    }
    static func lowest(_ type: String, _ weeks: Int, _ value: String, _ day: String) -> String {
        plural(
            weeks,
            one: "Lowest daily \(type) of \(NumberText.text(weeks)) week: \(value) \(day)",
            other: "Lowest daily \(type) of \(NumberText.text(weeks)) weeks: \(value) \(day)"
        )
    }
    static func alreadyAbove(_ type: String, _ value: String, _ usual: String) -> String {
        localized("\(type) today is already above a usual day: \(value) against \(usual)")
    }
    static func streak(_ type: String, _ usual: String, _ days: Int) -> String {
        plural(
            days,
            one: "\(type) above a usual day's \(usual) for \(days) day in a row",
            other: "\(type) above a usual day's \(usual) for \(days) days in a row"
        )
    }
    static func quiet(_ type: String, _ days: Int, longest: Int) -> String {
        let now = plural(days, one: "\(days) day", other: "\(days) days", context: "no data for")
        let before = plural(longest, one: "\(longest) day", other: "\(longest) days", context: "never longer than")
        return localized("No \(type) for \(now); before that never longer than \(before)")
    }
}
