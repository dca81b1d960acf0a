import Foundation
import HealthKit
import Localization

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

    static func frequency(_ frequency: HKUpdateFrequency) -> String {
        switch frequency {
        case .immediate: localized("at once")
        case .hourly: localized("at most hourly")
        case .daily: localized("at most daily")
        case .weekly: localized("at most weekly")
        }
    }

    static func outcome(_ outcome: WakeOutcome) -> String {
        switch outcome {
        case .underWay: localized("running", context: "wake")
        case .acknowledged: localized("done", context: "wake")
        case .notStarted: localized("could not be started")
        case .programChanged: localized("program changed")
        case .noObserver: localized("no observer in 30 s")
        case .noCompletion: localized("not done in 10 min")
        case .exited: localized("ended too early")
        case .serviceEnded: localized("service ended")
        case .launcherEnded: localized("launcher ended")
        }
    }

    static func state(_ obstacle: WakeObstacle, next: String?) -> String {
        switch obstacle {
        case .noService: localized("no service runs (healthtui serve)")
        case .neverChanges: localized("changes of this type aren’t reported")
        case .notApproved: undecided
        case .refused: localized("not allowed")
        case .programChanged: changed
        case .locked: localized("the store is locked")
        case .guest: localized("guest mode is on")
        case .noAccess: localized("no access")
        case .noChange: localized("waiting for a change")
        case .interval: next.map { localized("waiting until \($0)") } ?? localized("waiting")
        case .retry: next.map { localized("failed; next try \($0)") } ?? localized("failed")
        case .noLauncher: localized("no launcher runs (healthtui launcher)")
        case .busy: localized("waiting for other starts")
        case .underWay: localized("being started")
        }
    }
}
