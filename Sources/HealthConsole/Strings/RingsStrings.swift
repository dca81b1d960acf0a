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
