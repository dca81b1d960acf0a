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

/// The outcome of a wake.
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
    /// It was notified, but didn't call every completion handler in time.
    case noCompletion
    /// It ended before calling them.
    case exited
    /// The service ended meanwhile.
    case serviceEnded
    /// The launcher ended meanwhile, so the program's state is unknown.
    case launcherEnded
}

/// Why an app isn't woken now.
package enum WakeObstacle: String, Codable, Hashable, Sendable, CaseIterable {
    /// No service runs that has the store open.
    case noService
    /// Changes of the type are never reported.
    case neverChanges
    /// The person hasn't decided whether the app may be started.
    case notApproved
    /// The person decided that it may not.
    case refused
    /// The program or its arguments are others than those that were approved.
    case programChanged
    case locked
    case guest
    /// The app may not see the type.
    case noAccess
    /// There is no visible change that the app hasn't been woken for.
    case noChange
    /// The time since the last acknowledged wake is too short.
    case interval
    /// A wake failed; another try waits.
    case retry
    /// No launcher is connected.
    case noLauncher
    /// The maximum number of programs are being started.
    case busy
    /// It is being woken.
    case underWay
}

/// The ledger's record of one app and one type.
package struct WakeRecord: Codable, Hashable, Sendable {
    /// The time of registration, in seconds since the reference date; distinguishes one registration from the next.
    package var registered: Double
    /// The change number up to which the app has acknowledged changes.
    package var acknowledged: Int64
    /// The time of the last acknowledged wake, in seconds since the reference date; `nil` for never.
    package var acknowledgedAt: Double?
    /// The first change after that which the app may see; `nil` for none.
    package var change: Int64?
    /// The time when that change, or the one before it, was noticed, in seconds since the reference date.
    package var changed: Double?
    /// The time when the app was last started for the type, in seconds since the reference date.
    package var started: Double?
    /// The outcome of the last wake.
    package var outcome: WakeOutcome?
    /// The number of consecutive failed wakes.
    package var attempt = 0
    /// The wait after the last acknowledged wake, before which no other follows.
    package var interval: WakeTimer?
    /// The wait after a failed wake, before which no other follows.
    package var retry: WakeTimer?
    /// The reason the app isn't woken now; `nil` if this was never determined.
    package var obstacle: WakeObstacle?
    /// The time of the next wake, if nothing else prevents it, in seconds since the reference date.
    package var next: Double?

    package init(registered: Double, acknowledged: Int64) {
        self.registered = registered
        self.acknowledged = acknowledged
    }
}
