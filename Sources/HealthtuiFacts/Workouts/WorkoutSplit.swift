import Foundation
import HealthKit

/// A kilometer or mile of a workout, or the remainder at its end.
package struct WorkoutSplit: Sendable, Hashable {
    /// From 1.
    package var number: Int
    /// Meters.
    package var distance: Double
    package var start: Date
    package var end: Date
    /// Seconds, excluding pauses.
    package var duration: Double
    /// Meters, or nil if no route has elevations.
    package var ascent: Double?
    package var descent: Double?
    /// Beats per minute, or nil if none were measured.
    package var heartRate: Double?

    init(_ split: RouteMeasure.Split) {
        number = split.number
        distance = split.distance
        start = split.start
        end = split.end
        duration = split.duration
        ascent = split.ascent
        descent = split.descent
    }

    private init(_ number: Int, _ distance: Double, _ start: Double, _ end: Double, _ running: RunningTime) {
        self.number = number
        self.distance = distance
        self.start = Date(timeIntervalSinceReferenceDate: start)
        self.end = Date(timeIntervalSinceReferenceDate: end)
        duration = running.length(from: start, to: end)
    }

    /// The splits of measured distances, for a workout without a route, such as on a treadmill.
    ///
    /// - Parameters:
    ///   - readings: Distances in meters, each over a time.
    ///   - length: The length of a split, in meters.
    ///   - running: The workout's active time.
    /// - Returns: The splits, assuming an even speed within each reading.
    static func splits(of readings: Readings, every length: Double, running: RunningTime) -> [WorkoutSplit] {
        guard length > 0, let first = readings.starts.first else { return [] }
        var splits: [WorkoutSplit] = []
        var (start, covered, last) = (first, 0.0, first)
        for index in readings.values.indices {
            var rest = readings.values[index]
            guard rest > 0, rest.isFinite else { continue }
            // If two sources overlap, continue from where the first one ended.
            var from = max(last, readings.starts[index])
            let to = max(from, readings.ends[index])
            while covered + rest >= length, splits.count < RouteMeasure.mostSplits {
                let part = length - covered
                from += (to - from) * (rest > 0 ? part / rest : 1)
                splits.append(WorkoutSplit(splits.count + 1, length, start, from, running))
                (start, covered) = (from, 0)
                rest -= part
            }
            covered += rest
            last = to
        }
        if covered > length * 1e-6, splits.count < RouteMeasure.mostSplits {
            splits.append(WorkoutSplit(splits.count + 1, covered, start, last, running))
        }
        return splits
    }

    /// Adds the heart rate of each split.
    static func addHeartRates(_ readings: Readings, to splits: inout [WorkoutSplit]) {
        var index = 0
        for split in splits.indices {
            let start = splits[split].start.timeIntervalSinceReferenceDate
            let end = splits[split].end.timeIntervalSinceReferenceDate
            while index < readings.count, readings.starts[index] < start { index += 1 }
            let first = index
            while index < readings.count, readings.starts[index] < end { index += 1 }
            let interval = DateInterval(start: splits[split].start, end: max(splits[split].start, splits[split].end))
            splits[split].heartRate = readings.average(HKQuantityType(.heartRate), of: first..<index, in: interval)
        }
    }
}
