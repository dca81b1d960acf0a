import Foundation

/// A row of the ledger: an app and a type.
package struct WakeKey: Codable, Hashable, Sendable, Comparable {
    package var app: String
    /// The type's identifier.
    package var type: String

    package init(app: String, type: String) {
        self.app = app
        self.type = type
    }

    package static func < (left: WakeKey, right: WakeKey) -> Bool { (left.app, left.type) < (right.app, right.type) }
}

/// What became of a wake.
package enum WakeOutcome: String, Codable, Hashable, Sendable, CaseIterable {
    case underWay
    /// Every observer's completion handler was called.
    case acknowledged
    /// The program could not be started.
    case notStarted
    /// The program is another than the one that was approved.
    case programChanged
    /// It was started and nothing observed the type in time.
    case noObserver
    /// It was told, and did not call every completion handler in time.
    case noCompletion
    /// It ended before it had called them.
    case exited
    /// The service ended meanwhile.
    case serviceEnded
    /// The launcher ended meanwhile, and with it what was known of the program.
    case launcherEnded
}

/// Why an app isn't woken now.
package enum WakeObstacle: String, Codable, Hashable, Sendable, CaseIterable {
    /// No service runs that has the store open.
    case noService
    /// Nothing tells of changes of the type.
    case neverChanges
    /// The person has not decided whether the app may be started.
    case notApproved
    /// The person decided that it may not.
    case refused
    /// The program or its arguments are others than those that were approved.
    case programChanged
    case locked
    case guest
    /// The app may not see the type.
    case noAccess
    /// There is no change that the app may see and wasn't woken for.
    case noChange
    /// The time since the last acknowledged wake is too short.
    case interval
    /// A wake failed; another try waits.
    case retry
    /// No launcher is connected.
    case noLauncher
    /// As many programs as may be are being started.
    case busy
    /// It is being woken.
    case underWay
}

/// What the ledger knows of one app and one type.
package struct WakeRecord: Codable, Hashable, Sendable {
    /// When the app registered, in seconds since the reference date; tells one registration from the next.
    package var registered: Double
    /// The change number up to which the app has said it is done.
    package var acknowledged: Int64
    /// When a wake was last acknowledged, in seconds since the reference date; `nil` for never.
    package var acknowledgedAt: Double?
    /// The first change after that which the app may see; `nil` for none.
    package var change: Int64?
    /// When that was noticed, or the one before it, in seconds since the reference date.
    package var changed: Double?
    /// When the app was last started for the type, in seconds since the reference date.
    package var started: Double?
    /// What became of the last wake.
    package var outcome: WakeOutcome?
    /// How many wakes in a row have failed.
    package var attempt = 0
    /// Until when no other wake comes after the last acknowledged one.
    package var interval: WakeTimer?
    /// Until when no other wake comes after a failed one.
    package var retry: WakeTimer?
    /// Why the app isn't woken now; `nil` before that was ever asked.
    package var obstacle: WakeObstacle?
    /// When it will be, if nothing else stands in the way, in seconds since the reference date.
    package var next: Double?

    package init(registered: Double, acknowledged: Int64) {
        self.registered = registered
        self.acknowledged = acknowledged
    }
}
