import Foundation

/// The time in which a workout runs: from its start to its end, pauses left out (R7.4).
package struct RunningTime: Sendable, Hashable {
    /// Seconds since the reference date, in order and apart.
    private var starts: [Double] = []
    private var ends: [Double] = []

    /// The time between two dates that no pause covers.
    ///
    /// - Parameters:
    ///   - start: When the workout begins.
    ///   - end: When it ends; `nil` while it runs.
    ///   - events: Its events, in any order. A pause lasts to the next resume, or to the end.
    package init(from start: Date, to end: Date?, events: [HKWorkoutEvent]) {
        let last = end?.timeIntervalSinceReferenceDate ?? .infinity
        var since: Double? = start.timeIntervalSinceReferenceDate
        for event in events.sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
            let time = min(
                max(event.dateInterval.start.timeIntervalSinceReferenceDate, start.timeIntervalSinceReferenceDate),
                last
            )
            switch event.type {
            case .pause, .motionPaused:
                if let since { add(since, time) }
                since = nil
            case .resume, .motionResumed:
                since = since ?? time
            default: continue
            }
        }
        if let since { add(since, last) }
    }

    private init() {}

    private mutating func add(_ start: Double, _ end: Double) {
        guard end > start else { return }
        starts.append(start)
        ends.append(end)
    }

    /// The part of the time between two dates.
    package func clipped(from start: Date, to end: Date?) -> RunningTime {
        var result = RunningTime()
        let first = start.timeIntervalSinceReferenceDate
        let last = end?.timeIntervalSinceReferenceDate ?? .infinity
        for index in starts.indices { result.add(max(first, starts[index]), min(last, ends[index])) }
        return result
    }

    /// The number of running seconds between two times.
    ///
    /// - Complexity: The logarithm of the number of pauses, and one step for each pause between the times.
    package func length(from start: Double, to end: Double) -> Double {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= start { low = middle + 1 } else { high = middle }
        }
        var total = 0.0
        while low < starts.count, starts[low] < end {
            total += max(0, min(end, ends[low]) - max(start, starts[low]))
            low += 1
        }
        return total
    }
}
