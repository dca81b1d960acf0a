import Foundation

/// The time of a workout without its pauses (R7.4).
package enum WorkoutDuration {
    /// The seconds between two dates in which the workout ran.
    ///
    /// It runs from the start; a pause lasts to the next resume, or to the end; repeated pauses and resumes change nothing.
    package static func active(from start: Date, to end: Date, events: [HKWorkoutEvent]) -> TimeInterval {
        var total = 0.0
        var runningSince: Date? = start
        for event in events.sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
            let date = min(max(event.dateInterval.start, start), end)
            switch event.type {
            case .pause, .motionPaused:
                if let since = runningSince { total += date.timeIntervalSince(since) }
                runningSince = nil
            case .resume, .motionResumed:
                runningSince = runningSince ?? date
            default:
                continue
            }
        }
        if let since = runningSince { total += end.timeIntervalSince(since) }
        return total
    }
}
