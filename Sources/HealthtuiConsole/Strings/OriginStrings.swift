import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The page of a source or a device: its year, its measures, its days without data.
enum OriginStrings {
    // MARK: The head
    static var firstDay: String { localized("FIRST DAY") }
    static var last: String { localized("LAST") }
    static var daysWithData: String { localized("DAYS WITH DATA") }
    static var samples: String { localized("SAMPLES") }
    static func of(_ days: Int, _ all: Int) -> String {
        localized("\(NumberText.text(days)) of \(NumberText.text(all))")
    }
    static func versions(_ first: String, _ last: String) -> String { localized("versions \(first) to \(last)") }
    static func version(_ version: String) -> String { localized("version \(version)") }
    static func device(_ name: String) -> String { localized("device \(name)") }
    static func moreDevices(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) more device", other: "\(NumberText.text(count)) more devices")
    }
    static func sampledBy(_ sources: String) -> String { localized("its samples come from \(sources)") }

    // MARK: The year
    static var year: String { localized("The year") }
    static var cellOfDay: String { localized("a cell a day, a column a week") }
    static var allYears: String { localized("All years") }
    static var cellOfWeek: String { localized("a cell a week, a row a year") }
    static func latestYears(_ shown: Int, of all: Int) -> String {
        localized("the latest \(NumberText.text(shown)) of \(NumberText.text(all)) years")
    }
    static func reading(_ left: Int) -> String {
        plural(
            left,
            one: "reading, \(NumberText.text(left)) measure left",
            other: "reading, \(NumberText.text(left)) measures left"
        )
    }
    static var none: String { localized("none", context: "share of measures") }
    static var quarter: String { localized("a quarter", context: "share of measures") }
    static var half: String { localized("half", context: "share of measures") }
    static var more: String { localized("more", context: "share of measures") }
    static func all(_ measures: Int) -> String {
        plural(
            measures,
            one: "all of its \(NumberText.text(measures)) measure",
            other: "all of its \(NumberText.text(measures)) measures"
        )
    }
    static func software(_ version: String) -> String { localized("software \(version)") }
    static func measures(_ count: Int, of all: Int) -> String {
        plural(
            all,
            one: "\(NumberText.text(count)) of \(NumberText.text(all)) measure",
            other: "\(NumberText.text(count)) of \(NumberText.text(all)) measures"
        )
    }

    // MARK: The measures
    static var measure: String { localized("Measure") }
    static var latest: String { localized("Latest") }
    static var days: String { localized("Days") }
    static func months(_ first: String, _ last: String) -> String { localized("\(first) – \(last)") }
    static func by(_ measure: String, _ origin: String) -> String { localized("\(measure) by \(origin)") }
    static func weeks(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) week", other: "\(NumberText.text(count)) weeks")
    }
    static func months(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) month", other: "\(NumberText.text(count)) months")
    }
    static func years(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) year", other: "\(NumberText.text(count)) years")
    }
    static func meanOfDays(_ bars: String) -> String { localized("\(bars), mean of their days") }
    static func since(_ days: Int, _ first: String) -> String {
        plural(
            days,
            one: "\(NumberText.text(days)) day since \(first)",
            other: "\(NumberText.text(days)) days since \(first)"
        )
    }

    // MARK: Beneath the measures
    static var withoutData: String { localized("Without data") }
    static func days(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) day", other: "\(NumberText.text(count)) days")
    }
    static func has(_ source: String, _ value: String) -> String { localized("\(source) has \(value)") }
    static func noSourceHas(_ measure: String) -> String { localized("no source has \(measure)") }
    static var sourcesOnIt: String { localized("Sources on it") }
    static var asSamplesSay: String { localized("As the samples say it") }
    static var name: String { localized("Name") }
    static var maker: String { localized("Maker") }
    static var model: String { localized("Model") }
    static var hardware: String { localized("Hardware") }
    static var firmware: String { localized("Firmware") }
    static var softwareHeading: String { localized("Software") }
    /// The heading over the versions of a source's app.
    static var versions: String { localized("Versions") }
    /// Of a version of which the year has no sample.
    static var beforeTheYear: String { localized("before the year shown") }
    static var whereItCounts: String { localized("Where it counts") }
    static func first(of sources: Int) -> String { localized("first of \(NumberText.text(sources)) sources") }
    static func place(_ place: Int, of sources: Int, after first: String) -> String {
        localized("number \(NumberText.text(place)) of \(NumberText.text(sources)) sources, after \(first)")
    }
    static var onlySource: String { localized("the only source") }
    static var onlyCounting: String { localized("the only source that counts") }
    static func each(of sources: Int) -> String {
        localized("one of \(NumberText.text(sources)) sources, each of which counts")
    }
    static func nights(of sources: Int) -> String {
        localized("one of \(NumberText.text(sources)) sources; each night counts the one with most stages")
    }
    static func own(_ percent: String) -> String { localized("\(percent) % of the year’s are its own") }
    static func counted(_ whole: Int, of workouts: Int) -> String {
        localized("\(NumberText.text(whole)) of \(NumberText.text(workouts)) counted whole")
    }
    static func countedInPart(_ part: Int) -> String { localized("\(NumberText.text(part)) in part") }
    /// The measures that aren't named.
    static func others(_ measures: Int) -> String {
        plural(measures, one: "the other one", other: "the other \(NumberText.text(measures))")
    }
}
