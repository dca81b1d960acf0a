import HealthKitLocalization
import HealthtuiEntry

/// The texts about a measure before and after a day.
package enum MeasureChangeStrings {
    /// How weeks since lie to those before.
    package enum Side: Sendable {
        case lower, higher, earlier, later
    }

    static func wentOn(_ now: String, _ before: String) -> String {
        localized("It went on: \(now) since, \(before) before that.")
    }
    static var outside: String { localized("Outside what it was.") }
    static var within: String { localized("Within what it was.") }
    static func tooFewWeeks(_ weeks: Int, _ before: Int) -> String {
        let (since, past) = (NumberText.text(weeks), NumberText.text(before))
        return localized(
            "Too few weeks for more than the numbers: \(since) since and \(past) before have four days; it takes 4 and 12."
        )
    }
    static var resultsOnly: String { localized("Of results there are only the numbers.") }
    static var tooFew: String { localized("Too few days for a comparison; each side needs three.") }
    /// How many weeks since lie beyond all weeks before.
    static func weeks(_ beyond: Int, of weeks: Int, before: Int, _ side: Side) -> String {
        let (count, all, past) = (NumberText.text(beyond), NumberText.text(weeks), NumberText.text(before))
        switch side {
        case .lower:
            return plural(
                beyond,
                one: "\(count) of \(all) weeks since is lower than all \(past) before.",
                other: "\(count) of \(all) weeks since are lower than all \(past) before."
            )
        case .higher:
            return plural(
                beyond,
                one: "\(count) of \(all) weeks since is higher than all \(past) before.",
                other: "\(count) of \(all) weeks since are higher than all \(past) before."
            )
        case .earlier:
            return plural(
                beyond,
                one: "\(count) of \(all) weeks since is earlier than all \(past) before.",
                other: "\(count) of \(all) weeks since are earlier than all \(past) before."
            )
        case .later:
            return plural(
                beyond,
                one: "\(count) of \(all) weeks since is later than all \(past) before.",
                other: "\(count) of \(all) weeks since are later than all \(past) before."
            )
        }
    }
    static var limits: String { localized("Nothing here says why: other things changed as well.") }
    /// How many of the days have a value.
    static func days(_ known: Int, of all: Int) -> String {
        localized("\(NumberText.text(known)) of \(NumberText.text(all)) days")
    }
}
