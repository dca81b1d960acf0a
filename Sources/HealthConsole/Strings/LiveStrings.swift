import Foundation
import HealthEntry

/// A workout that runs: what is chosen before it starts, what it shows, and how it ends.
enum LiveStrings {
    // MARK: Before it starts
    static let placeOutdoor = "Outdoor"
    static let placeIndoor = "Indoor"
    static let placeAnywhere = "Anywhere"
    static let filterPlaceholder = "running, yoga, swimming…"
    static let noneCalledThat = "no activity is called that"
    static let title = "Start a Workout"
    static let runsOn = "A workout runs on: healthtui goes on with it, under Workouts."
    static let noneRuns = "no workout runs"
    static func anotherConsole(_ time: String) -> String {
        "another console runs a workout since \(time); a new one ends it"
    }
    static func notStarted(_ reason: String) -> String { "not started: \(reason)" }
    static let keptOnceUnlocked = "the workout is kept once the store is unlocked"
    static func notEnded(_ reason: String) -> String { "not ended: \(reason)" }
    static let discarded = "the workout was discarded"
    static func endQuestion(_ workout: String, _ time: String) -> String { "End \(workout) after \(time) and keep it?" }
    static let end = "End"
    static func discardQuestion(_ workout: String) -> String {
        "End \(workout) and forget it? What others saved meanwhile stays. This can't be undone."
    }
    static let discard = "Discard"

    // MARK: While it runs
    static func outdoor(_ activity: String) -> String { "Outdoor \(activity)" }
    static func indoor(_ activity: String) -> String { "Indoor \(activity)" }
    static func lap(_ number: Int) -> String { "lap \(number)" }
    static let running = "running"
    static let paused = "paused"
    static let ended = "ended: E keeps it"
    static let starting = "starting"
    static let noHeartRate = "no heart rate yet"
    static func zone(_ number: Int, of count: Int) -> String { "zone \(number) of \(count)" }
    static func average(_ rate: String) -> String { "avg \(rate)" }
    static func steps(_ count: Double) -> String { "\(NumberText.text(count)) steps" }
    static let nothingYet = "nothing came in yet: a watch, a strap or healthtui simulate feeds it"
    static let laps = "laps"
    static let nobody = "nobody yet"
    /// Stands before the name of the device that shows the workout too.
    static let mirroredTo = "to: "
    static func from(_ sources: String) -> String { "from: \(sources)" }
}
