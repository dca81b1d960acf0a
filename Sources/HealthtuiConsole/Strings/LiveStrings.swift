import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// A live workout: the choices before it starts, its figures, and its end.
enum LiveStrings {
    // MARK: Before it starts
    static var placeOutdoor: String { localized("Outdoor") }
    static var placeIndoor: String { localized("Indoor") }
    static var placeAnywhere: String { localized("Anywhere") }
    static var filterPlaceholder: String { localized("running, yoga, swimming…") }
    static var noneCalledThat: String { localized("no activity is called that") }
    static var title: String { localized("Start a Workout") }
    static var runsOn: String { localized("A workout runs on: healthtui goes on with it, under Workouts.") }
    static var noneRuns: String { localized("no workout runs") }
    static func anotherConsole(_ time: String) -> String {
        localized("another console runs a workout since \(time); a new one ends it")
    }
    static func notStarted(_ reason: String) -> String { localized("not started: \(reason)") }
    static var keptOnceUnlocked: String { localized("the workout is kept once the store is unlocked") }
    static func notEnded(_ reason: String) -> String { localized("not ended: \(reason)") }
    static var discarded: String { localized("the workout was discarded") }
    static func endQuestion(_ workout: String, _ time: String) -> String {
        localized("End \(workout) after \(time) and keep it?")
    }
    static var end: String { localized("End", context: "button") }
    static func discardQuestion(_ workout: String) -> String {
        localized("End \(workout) and forget it? What others saved meanwhile stays. This can't be undone.")
    }
    static var discard: String { localized("Discard") }

    // MARK: While it runs
    static func outdoor(_ activity: String) -> String { localized("Outdoor \(activity)") }
    static func indoor(_ activity: String) -> String { localized("Indoor \(activity)") }
    static func lap(_ number: Int) -> String { localized("lap \(number)") }
    static var running: String { localized("running") }
    static var paused: String { localized("paused") }
    static var ended: String { localized("ended: E keeps it") }
    static var starting: String { localized("starting") }
    static var noHeartRate: String { localized("no heart rate yet") }
    static func zone(_ number: Int, of count: Int) -> String { localized("zone \(number) of \(count)") }
    static func average(_ rate: String) -> String { localized("avg \(rate)") }
    static func steps(_ count: Double) -> String {
        let whole = Int(min(max(0, count.rounded()), 1e9))
        return plural(whole, one: "\(whole) step", other: "\(whole) steps")
    }
    static var nothingYet: String { localized("nothing came in yet: a watch, a strap or healthtui simulate feeds it") }
    static var laps: String { localized("laps") }
    static var nobody: String { localized("nobody yet") }
    /// Stands before the name of the device that shows the workout too.
    static var mirroredTo: String { localized("to: ") }
    static func from(_ sources: String) -> String { localized("from: \(sources)") }
}
