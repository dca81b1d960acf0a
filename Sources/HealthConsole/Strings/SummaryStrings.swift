import Foundation
import HealthEntry

/// The summary: pinned types, highlights and trends.
enum SummaryStrings {
    static let title = "Summary"
    static let pinned = "pinned"
    static let unpinned = "unpinned"
    /// What is being loaded; stands behind that word.
    static let loading = "summary"
    static let nothingPinned = "nothing is pinned; open a type under Browse and press p"
    static let trends = "Trends, the last 7 days against the 12 weeks before"
    static let trendsShort = "Trends, 7 days against 12 weeks"
    static let highlights = "Highlights"
    /// Stands behind a number and its unit.
    static func aDayWas(_ before: String) -> String { "a day, was \(before)" }
    static func was(_ before: String) -> String { "was \(before)" }

    // MARK: Cards
    static let activity = "Activity"
    static let today = "today"
    static let medications = "Medications"
    static let access = "Who Read What"
    static let trendsCard = "Trends"
    static let trendsRemark = "last 7 days against the 12 weeks before"
    static let notOfCard = "Nothing to open on this card"
    static let lastWeek = "last 7 days"
    static let nothingRead = "No app has read anything."
    static func due(_ count: Int) -> String { "\(count) due" }
    static let noneDue = "none due"
    static func days(_ count: Int, _ average: String) -> String {
        "\(NumberText.count(count, "day")): \(average) a day"
    }
    static func average(_ value: String) -> String { "average \(value)" }
    static func times(_ count: Int) -> String { NumberText.text(Double(count)) + " ×" }
    /// The names of cards that there is no room for.
    static func more(_ names: String) -> String { "more: \(names)" }

    // MARK: Notes of a pinned type
    static func rising(_ type: String, _ percent: String, _ now: String, _ before: String) -> String {
        "\(type) up \(percent) %: \(now) in the last 7 days, \(before) in the 12 weeks before"
    }
    static func falling(_ type: String, _ percent: String, _ now: String, _ before: String) -> String {
        "\(type) down \(percent) %: \(now) in the last 7 days, \(before) in the 12 weeks before"
    }
    /// Behind a total of today: up to when it is known.
    static func until(_ time: String) -> String { "until \(time)" }
    static func latest(_ value: String) -> String { "latest \(value)" }
    static func latest(_ value: String, _ moment: String) -> String { "latest \(value), \(moment)" }

    // MARK: Highlights
    static func most(_ type: String, _ weeks: Int, _ value: String, _ day: String) -> String {
        "Most \(type) of \(NumberText.count(weeks, "week")): \(value) \(day)"
    }
    static func highest(_ type: String, _ weeks: Int, _ value: String, _ day: String) -> String {
        "Highest daily \(type) of \(NumberText.count(weeks, "week")): \(value) \(day)"
    }
    static func lowest(_ type: String, _ weeks: Int, _ value: String, _ day: String) -> String {
        "Lowest daily \(type) of \(NumberText.count(weeks, "week")): \(value) \(day)"
    }
    static func alreadyAbove(_ type: String, _ value: String, _ usual: String) -> String {
        "\(type) today is already above a usual day: \(value) against \(usual)"
    }
    static func streak(_ type: String, _ usual: String, _ days: Int) -> String {
        "\(type) above a usual day's \(usual) for \(days) days in a row"
    }
    static func quiet(_ type: String, _ days: Int, longest: Int) -> String {
        "No \(type) for \(days) days; before that never longer than \(NumberText.count(longest, "day"))"
    }
}
