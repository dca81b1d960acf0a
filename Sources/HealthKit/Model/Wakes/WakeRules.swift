import Foundation

/// The times and bounds of wakes, and which of the rules are kept.
package struct WakeRules: Sendable {
    /// The rules for wakes; a test skips one and must fail.
    package enum Rule: String, CaseIterable, Sendable {
        /// At most one acknowledged wake in the interval that the app chose.
        case interval
        /// The clock that can't be set, as long as the machine runs.
        case bootClock
        /// After a restart, no wait is longer than before.
        case boundedWait
        /// After a failed wake the next waits, longer each time.
        case retry
        /// Unacknowledged changes are reported again.
        case acknowledged
        /// None while the store is locked.
        case locked
        /// No wakes while a guest uses the machine.
        case guest
        /// No wakes for data that the app can't see.
        case visible
        /// None of a program that the person didn't approve.
        case approved
        /// None of a program that is another than the person approved.
        case unchanged
        /// A single start of an app for everything that is due.
        case oneStart
        /// Not more than four at once.
        case fewStarts
    }

    /// How long a started program has to begin observing, in seconds.
    package static let observerTime = 30.0
    /// How long an app has to call the completion handler, in seconds.
    package static let completionTime = 600.0
    /// How long a program has to end after it was asked to, in seconds.
    package static let endTime = 10.0
    /// The maximum number of programs started at once.
    package static let mostStarts = 4
    /// The number of starts remembered per app.
    package static let keptStarts = 100
    /// The waits after the first, second and later consecutive failures, in seconds; the last one applies to all that follow.
    package static let retryWaits: [Double] = [60, 300, 1_800, 7_200, 21_600, 86_400]

    /// The rule that a test leaves out.
    private let leftOut: Rule?

    package init(leavingOut rule: Rule? = nil) { leftOut = rule }

    package func holds(_ rule: Rule) -> Bool { leftOut != rule }

    /// The time between two acknowledged wakes, in seconds: intervals, so that daylight saving time doesn't matter.
    package static func interval(of frequency: HKUpdateFrequency) -> Double {
        switch frequency {
        case .immediate: 1
        case .hourly: 3_600
        case .daily: 86_400
        case .weekly: 604_800
        }
    }

    /// The wait after a number of consecutive failures, in seconds.
    package static func retryWait(after failures: Int) -> Double {
        retryWaits[min(max(failures, 1), retryWaits.count) - 1]
    }
}
