import Foundation

/// The time to read so that the days of a range are the same as if everything had been read.
///
/// Sleep continues after gaps of at most four hours, so samples beyond a longer gap without sleep or time in bed change
/// nothing. Reading expands until there is such a gap: first by a day, then by increasing steps.
package struct SleepReach: Sendable {
    /// The time to read: every sample that overlaps it.
    package private(set) var interval: DateInterval
    private let asked: ClosedRange<Double>
    private var step = SleepSample.longest
    private let excluded: Set<String>

    /// No zone is further ahead of or behind Greenwich, in seconds.
    private static let offset = 57_600.0

    /// Begins with the days of a range.
    ///
    /// - Parameters:
    ///   - days: The first moment of the first day and the end of the last day, in the viewer's zone.
    ///   - sources: The order of sources.
    ///   - zone: The viewer's time zone.
    package init(_ days: DateInterval, _ sources: SleepSources, zone: TimeZone) {
        excluded = sources.chosen.excluded
        let clock = CivilClock(zone)
        // A sleep may belong to a day by another zone than the viewer's.
        let start = clock.local(days.start.timeIntervalSinceReferenceDate) - Self.offset
        let end = clock.local(days.end.timeIntervalSinceReferenceDate) + Self.offset
        asked = start...max(start, end)
        interval = SleepChunk.interval(start - step / 2, max(start, end) + step / 2)
    }

    /// Widens the time to read where samples show that a sleep continues outside it.
    ///
    /// - Parameter samples: All samples that have time in common with ``interval``, by their start.
    /// - Returns: Whether more must be read.
    package mutating func widen(_ samples: some Sequence<SleepSample>) -> Bool {
        let start = interval.start.timeIntervalSinceReferenceDate
        let end = interval.end.timeIntervalSinceReferenceDate
        // Unread samples end before the start, or begin after the end.
        var reached = start
        var first = false
        var isOpen = false
        var isFirst = true
        for sample in samples where counts(sample) {
            if sample.start > reached + SleepJoining.longestGap {
                // From here on, no sleep continues from unread samples.
                if isFirst, reached > start, reached >= asked.lowerBound { first = true }
                isFirst = false
                isOpen = sample.start <= asked.upperBound
            } else if isFirst || isOpen {
                isOpen = isOpen || sample.start <= asked.upperBound
            }
            reached = max(reached, sample.end)
        }
        if isFirst, reached > start, reached >= asked.lowerBound { first = true }
        let last = isOpen && reached + SleepJoining.longestGap >= end
        guard first || last else { return false }
        interval = SleepChunk.interval(first ? start - step : start, last ? end + step : end)
        step *= 2
        return true
    }

    /// Whether a sample may join others to one sleep.
    private func counts(_ sample: SleepSample) -> Bool {
        guard let state = SleepState(sample.value), state != .awake, !excluded.contains(sample.bundle) else {
            return false
        }
        return sample.end > sample.start && sample.end - sample.start <= SleepSample.longest
    }
}
