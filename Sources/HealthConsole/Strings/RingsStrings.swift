import Foundation
import HealthEntry

/// The month of rings, and the form of goals and heart rate zones.
enum RingsStrings {
    // MARK: The month
    static let title = "Rings"
    /// What is being loaded; stands behind that word.
    static let loading = "rings"
    static let nothingRecorded = "nothing was recorded"
    static let wasPaused = "the rings were paused"
    static let paused = "paused"

    static let closed = "closed"
    static let allThree = "All three"
    static let soFar = "so far"
    static func closedIn(_ month: String) -> String { "Closed in \(month)" }
    static func ofDays(_ count: Int) -> String { count == 1 ? "of 1 day" : "of \(NumberText.text(count)) days" }
    static func days(_ count: Int) -> String { NumberText.count(count, "day") }
    static let streaks = "Streaks"
    static let streaksNote = "days in a row, last 12 months"
    static let now = "now"
    static let longest = "longest"
    static let ended = "until"
    static let byWeekday = "Move by weekday"
    static func ofWeeks(_ weeks: Int) -> String { "days closed, last \(weeks) weeks" }
    static func ratio(_ closed: Int, of days: Int) -> String { "\(closed) of \(days)" }
    static func streak(_ ring: String, _ days: Int, longest: Int) -> String {
        days == 1
            ? "\(ring) closed 1 day in a row, longest \(longest)"
            : "\(ring) closed \(days) days in a row, longest \(longest)"
    }
    static func lastClosed(_ ring: String, _ day: String) -> String { "\(ring) last closed \(day)" }

    // MARK: One day
    static let dayTitle = "Day"
    static func toGo(_ amount: String) -> String { "\(amount) to go" }
    /// What is being loaded; stands behind that word.
    static let loadingDay = "the day"
    static let noHours = "no hourly data"

    // MARK: The form of goals and zones
    static let goalsTitle = "Goals and Zones"
    static let unfinished = "What you changed of goals and zones is not saved."
    static let move = "Move"
    static let moveTime = "Move time"
    static let exercise = "Exercise"
    static let stand = "Stand"
    static let heartRate = "Heart rate"
    static let power = "Power"
    static let saved = "goals and zones are saved; the goals hold from today on"
    /// What is being loaded; stands behind that word.
    static let loadingGoals = "goals"
    static let zonesHelp = "Heart rate and power: where your own zones meet, such as 115 130 145 160."
    static let emptyHelp = "Leave empty to keep the value shown."
}
