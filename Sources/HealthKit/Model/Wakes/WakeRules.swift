import Foundation

/// The times and bounds of wakes, and which of the rules are kept.
package struct WakeRules: Sendable {
    /// What a wake is held to; a test leaves one out and must notice.
    package enum Rule: String, CaseIterable, Sendable {
        /// One acknowledged wake in the time that the app chose.
        case interval
        /// The clock that can't be set, as long as the machine runs.
        case bootClock
        /// After a restart no wait is longer than it was.
        case boundedWait
        /// After a failed wake the next waits, longer each time.
        case retry
        /// What the app wasn't done with comes again.
        case acknowledged
        /// None while the store is locked.
        case locked
        /// None while somebody else uses the machine.
        case guest
        /// None for what the app may not see.
        case visible
        /// None of a program that the person didn't approve.
        case approved
        /// None of a program that is another than the person approved.
        case unchanged
        /// One start of an app for all that is due.
        case oneStart
        /// Not more than four at once.
        case fewStarts
    }

    /// How long a program that was started has to begin to observe, in seconds.
    package static let observerTime = 30.0
    /// How long an app has to say that it is done, in seconds.
    package static let completionTime = 600.0
    /// How long a program that was told to end has to end, in seconds.
    package static let endTime = 10.0
    /// How many programs are started at once.
    package static let mostStarts = 4
    /// How many starts of an app are remembered.
    package static let keptStarts = 100
    /// How long to wait after a failed wake, after the second, and so on, in seconds; the last holds for all that follow.
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

    /// How long to wait after some failed wakes in a row, in seconds.
    package static func retryWait(after failures: Int) -> Double {
        retryWaits[min(max(failures, 1), retryWaits.count) - 1]
    }
}
