import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The month of states of mind.
enum MindStrings {
    static var nothingOnThatDay: String { localized("nothing was noted on that day") }
    /// The name of the data in a loading message.
    static var loading: String { localized("state of mind") }
    static var scale: String { localized("-3 very unpleasant … 0 neutral … +3 very pleasant") }
    static var nothingNoted: String { localized("nothing was noted") }
    static func becauseOf(_ names: String) -> String { localized("because of \(names)") }
    static var felt: String { localized("Felt") }
    static var becauseOfHeading: String { localized("Because of") }
}
