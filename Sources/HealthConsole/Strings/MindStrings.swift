import Foundation
import HealthEntry

/// The month of states of mind.
enum MindStrings {
    static let nothingOnThatDay = "nothing was noted on that day"
    /// What is being loaded; stands behind that word.
    static let loading = "state of mind"
    static let scale = "-3 very unpleasant … 0 neutral … +3 very pleasant"
    static let nothingNoted = "nothing was noted"
    static func becauseOf(_ names: String) -> String { "because of \(names)" }
    static let felt = "Felt"
    static let becauseOfHeading = "Because of"
}
