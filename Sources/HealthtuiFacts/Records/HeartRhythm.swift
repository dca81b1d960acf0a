import Foundation
import HealthKit

/// The intervals between heartbeats, and how much they vary.
package struct HeartRhythm: Sendable, Hashable {
    /// One interval: its end and its length, in seconds.
    package struct Interval: Sendable, Hashable {
        package let end: Double
        package let length: Double
        /// Whether it follows the previous interval without a gap.
        package let isNext: Bool
    }

    package let beats: [HeartbeatSeries.Beat]
    package let intervals: [Interval]
    /// The number of gaps with missed beats.
    package let gaps: Int

    package init(_ series: HeartbeatSeries) {
        beats = series.beats
        var intervals: [Interval] = []
        var gaps = 0
        var isNext = false
        for (before, beat) in zip(series.beats, series.beats.dropFirst()) {
            if beat.precededByGap {
                gaps += 1
                isNext = false
                continue
            }
            intervals.append(Interval(end: beat.time, length: beat.time - before.time, isNext: isNext))
            isNext = true
        }
        self.intervals = intervals
        self.gaps = gaps
    }

    /// The mean interval in milliseconds, or nil without intervals.
    package var mean: Double? {
        intervals.isEmpty ? nil : intervals.reduce(0) { $0 + $1.length } / Double(intervals.count) * 1_000
    }

    /// The standard deviation of the intervals in milliseconds, over n − 1, or nil for fewer than two.
    package var sdnn: Double? {
        guard let mean, intervals.count > 1 else { return nil }
        let squares = intervals.reduce(0) { $0 + pow($1.length * 1_000 - mean, 2) }
        return (squares / Double(intervals.count - 1)).squareRoot()
    }

    /// The root mean square of the differences between consecutive intervals, in milliseconds, or nil if there are
    /// none.
    package var rmssd: Double? {
        let squares = zip(intervals, intervals.dropFirst()).filter(\.1.isNext)
            .map { pow(($1.length - $0.length) * 1_000, 2) }
        return squares.isEmpty ? nil : (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// The length from the first beat to the last, in seconds.
    package var length: Double { beats.last?.time ?? 0 }

    /// The intervals in milliseconds over time; a gap breaks the line.
    package var points: [PlotPlace?] {
        intervals.flatMap { interval -> [PlotPlace?] in
            let point = PlotPlace(interval.end, interval.length * 1_000)
            return interval.isNext ? [point] : [nil, point]
        }
    }
}
