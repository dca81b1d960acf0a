import Foundation
import HealthKit
import HealthtuiFacts

extension ChartNight {
    /// When the time asleep came to a length.
    ///
    /// - Parameter length: The length, in seconds.
    /// - Returns: The moment; nil where the night is shorter.
    func moment(ofSleep length: Double) -> Date? {
        let awake = [HKCategoryValueSleepAnalysis.inBed, .awake].map(\.rawValue)
        var left = length
        for segment in segments where !awake.contains(segment.value) {
            let own = segment.end.timeIntervalSince(segment.start)
            // Nights that read as long as the goal met it.
            if left <= own + 30 { return min(segment.start.addingTimeInterval(left), segment.end) }
            left -= own
        }
        return nil
    }
}

extension SleepNight {
    /// The stages of a night, each moment once: they add up to the time asleep.
    ///
    /// - Parameters:
    ///   - samples: The samples of sleep; time in bed is none of the stages.
    ///   - sources: The order of sources that the person set for sleep, and those left out.
    /// - Returns: The stages in their order; those that follow on each other with one value are one.
    static func stages(
        _ samples: [HKCategorySample],
        _ sources: SourcePriority = SourcePriority(order: [])
    ) -> [ChartSegment] {
        timeRanges(samples, sources)
            .map { ChartSegment(value: $0.value, start: $0.start, end: $0.end, source: $0.source) }
    }

    /// The duration of each value, in segments.
    static func durations(_ segments: [ChartSegment]) -> [Int: Double] {
        segments.reduce(into: [:]) { $0[$1.value, default: 0] += $1.end.timeIntervalSince($1.start) }
    }

    /// A night among several.
    ///
    /// - Parameters:
    ///   - samples: Its samples.
    ///   - sources: The order of sources that the person set for sleep, and those left out.
    /// - Returns: The night; nil where nothing was recorded that has a length.
    static func night(_ samples: [HKSample], _ sources: SourcePriority = SourcePriority(order: [])) -> ChartNight? {
        let categories = samples.compactMap { $0 as? HKCategorySample }
            .filter { !sources.excluded.contains($0.sourceRevision.source.bundleIdentifier) }
            .filter { !$0.hasUndeterminedDuration && $0.endDate > $0.startDate }
        guard let start = categories.map(\.startDate).min(), let end = categories.map(\.endDate).max() else {
            return nil
        }
        let stages = stages(categories, sources)
        let isAsleep = stages.contains { $0.value != HKCategoryValueSleepAnalysis.awake.rawValue }
        let bed = categories.filter { $0.value == HKCategoryValueSleepAnalysis.inBed.rawValue }
            .map { ChartSegment(value: $0.value, start: $0.startDate, end: $0.endDate) }
        return ChartNight(
            segments: isAsleep ? stages : bed + stages,
            interval: DateInterval(start: start, end: end),
            durations: durations(stages)
        )
    }
}
