import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Sources of a type in the order in which they count, and the explanation of a number.
enum SourceStrings {
    // MARK: The list
    static var order: String { localized("Order") }
    static var title: String { localized("Sources") }
    static var filterPlaceholder: String { localized("a type, a source, a device") }
    /// The name of the data in a loading message.
    static var loading: String { localized("sources") }
    static var several: String { localized("Several sources") }
    static var single: String { localized("One source") }
    static var orderHint: String { localized("Enter shows the order in which its sources count, and changes it.") }

    // MARK: The order of a type's sources
    static func sourcesOf(_ type: String) -> String { localized("Sources of \(type)") }
    static var noSource: String { localized("no source has recorded this yet") }
    static var leftOut: String { localized("left out") }
    static var upperCounts: String {
        localized("Where two sources record at the same time, the upper one counts. Nothing is counted twice.")
    }
    static var everyCounts: String {
        localized("Every source counts; leave one out to keep it from charts and averages.")
    }

    // MARK: Explanation of a number
    static func why(_ time: String) -> String { localized("Why, \(time)") }
    static var counted: String { localized("Counted") }
    static var noSamplesInTime: String { localized("no samples in this time") }
    static func heading(_ type: String, _ time: String) -> String { localized("\(type), \(time): ") }
    static var everySourceCounts: String { localized("every source counts; one that is left out does not") }
    static var leftOutByYou: String { localized("left out by you") }
    static func countedWhole(_ samples: Int) -> String { localized("counted whole, \(SharedStrings.samples(samples))") }
    static func allBelow(_ recorded: String) -> String { localized("all \(recorded) overlap, left out") }
    static func partBelow(_ recorded: String, _ part: String) -> String {
        localized("\(part) of \(recorded) overlap, left out")
    }
    static func alsoAbove(_ samples: Int) -> String {
        localized("\(SharedStrings.samples(samples)) also from a source above, counted once")
    }
}
