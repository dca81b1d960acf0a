import Foundation
import HealthKitLocalization

/// Apps that are started in the background when data changes.
enum WakeStrings {
    static var heading: String { localized("Background delivery") }
    static func start(_ command: String) -> String { localized("Start when data changes: \(command)") }
    static func runs(_ command: String) -> String { localized("Runs \(command)") }
    static func asksToStart(_ command: String) -> String {
        localized("It also wants to be started when data changes: \(command). You decide that on the app’s page.")
    }
    static var undecided: String { localized("not allowed yet") }
    static var changed: String { localized("program changed: allow it again") }
    static func more(_ count: Int) -> String {
        plural(count, one: "\(count) more type", other: "\(count) more types")
    }
    /// A type, how often at most, and why the app isn’t started now.
    static func row(_ type: String, _ frequency: String, _ state: String) -> String {
        localized("\(type), \(frequency): \(state)")
    }
    static func row(_ type: String, _ frequency: String, _ state: String, started: String, _ outcome: String) -> String
    {
        localized("\(type), \(frequency): \(state); started \(started), \(outcome)")
    }

    static var immediately: String { localized("at once") }
    static var atMostHourly: String { localized("at most hourly") }
    static var atMostDaily: String { localized("at most daily") }
    static var atMostWeekly: String { localized("at most weekly") }

    static var running: String { localized("running", context: "wake") }
    static var done: String { localized("done", context: "wake") }
    static var notStarted: String { localized("could not be started") }
    static var programChanged: String { localized("program changed") }
    static var noObserver: String { localized("no observer in 30 s") }
    static var noCompletion: String { localized("not done in 10 min") }
    static var endedTooEarly: String { localized("ended too early") }
    static var serviceEnded: String { localized("service ended") }
    static var launcherEnded: String { localized("launcher ended") }

    static var noService: String { localized("no service runs (healthtui serve)") }
    static var neverChanges: String { localized("changes of this type aren’t reported") }
    static var notAllowed: String { localized("not allowed") }
    static var storeIsLocked: String { localized("the store is locked") }
    static var guestModeIsOn: String { localized("guest mode is on") }
    static var noAccess: String { localized("no access") }
    static var waitingForChange: String { localized("waiting for a change") }
    static func waiting(until next: String) -> String { localized("waiting until \(next)") }
    static var waiting: String { localized("waiting") }
    static func failed(next: String) -> String { localized("failed; next try \(next)") }
    static var failed: String { localized("failed") }
    static var noLauncher: String { localized("no launcher runs (healthtui launcher)") }
    static var waitingForOthers: String { localized("waiting for other starts") }
    static var beingStarted: String { localized("being started") }
}
