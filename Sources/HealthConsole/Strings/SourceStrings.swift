import Foundation
import HealthEntry

/// Sources of a type in the order in which they count, and why a number is what it is.
enum SourceStrings {
    // MARK: The list
    static let order = "Order"
    static let title = "Sources"
    static let filterPlaceholder = "a type, a source, a device"
    /// What is being loaded; stands behind that word.
    static let loading = "sources"
    static let several = "Several sources"
    static let single = "One source"
    static let orderHint = "Enter shows the order in which its sources count, and changes it."

    // MARK: The order of a type's sources
    static func sourcesOf(_ type: String) -> String { "Sources of \(type)" }
    static let noSource = "no source has recorded this yet"
    static let leftOut = "left out"
    static let upperCounts =
        "Where two sources record at the same time, the upper one counts. Nothing is counted twice."
    static let everyCounts = "Every source counts; leave one out to keep it from charts and averages."

    // MARK: Why a number is what it is
    static func why(_ time: String) -> String { "Why, \(time)" }
    static let counted = "Counted"
    static let noSamplesInTime = "no samples in this time"
    static func heading(_ type: String, _ time: String) -> String { "\(type), \(time): " }
    static let everySourceCounts = "every source counts; one that is left out does not"
    static let leftOutByYou = "left out by you"
    static func countedWhole(_ samples: Int) -> String { "counted whole, \(SharedStrings.samples(samples))" }
    static func allBelow(_ recorded: String) -> String { "all \(recorded) overlap, left out" }
    static func partBelow(_ recorded: String, _ part: String) -> String {
        "\(part) of \(recorded) overlap, left out"
    }
}
