import Foundation
import HealthKit

/// The heart rate of a workout, prepared for drawing: an average for each of several ranges of equal length.
package struct HeartRateTrace: Sendable, Hashable {
    /// Beats per minute, from the start to the end; nil where nothing was measured.
    package private(set) var values: [Double?]
    package let minimum: Double
    package let maximum: Double
    package let average: Double
    /// The number of measurements.
    package let count: Int

    /// The largest number of ranges.
    package static let limit = 240
    /// The time without a value, in seconds, beyond which there is a gap.
    private static let bridge = 90.0

    /// Creates the trace of measurements; nil if there are none.
    ///
    /// - Parameters:
    ///   - readings: Heart rates.
    ///   - workout: The workout, for its time.
    package init?(_ readings: Readings, of workout: HKWorkout) {
        let known = readings.values.filter(\.isFinite)
        guard let least = known.min(), let most = known.max() else { return nil }
        minimum = least
        maximum = most
        average = readings.average(HKQuantityType(.heartRate)) ?? least
        count = known.count
        let start = workout.startDate.timeIntervalSinceReferenceDate
        let length = max(1, workout.endDate.timeIntervalSinceReferenceDate - start)
        let slots = min(Self.limit, max(1, min(known.count * 2, Int(length / 5) + 1)))
        var sums = [Double](repeating: 0, count: slots)
        var counts = [Int](repeating: 0, count: slots)
        for (time, value) in zip(readings.starts, readings.values) where value.isFinite {
            let share = (time - start) / length
            guard share >= 0, share <= 1 else { continue }
            let slot = min(slots - 1, Int(share * Double(slots)))
            sums[slot] += value
            counts[slot] += 1
        }
        values = zip(sums, counts).map { sum, count in count > 0 ? sum / Double(count) : nil }
        let width = max(1, Int(Self.bridge / (length / Double(slots))))
        Self.join(&values, over: width)
    }

    /// Interpolates over short times without measurements.
    private static func join(_ values: inout [Double?], over width: Int) {
        var last: (index: Int, value: Double)?
        for index in values.indices {
            guard let value = values[index] else { continue }
            if let last, index - last.index > 1, index - last.index <= width {
                for between in (last.index + 1)..<index {
                    let share = Double(between - last.index) / Double(index - last.index)
                    values[between] = last.value + share * (value - last.value)
                }
            }
            last = (index, value)
        }
    }
}

extension Readings {
    /// The average, computed like the statistics of the type; nil without readings.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - rows: The readings to include; nil for all.
    ///   - interval: Only the part of each reading inside this time counts; nil for all of it.
    /// - Returns: The average in the canonical unit.
    func average(_ type: HKQuantityType, of rows: Range<Int>? = nil, in interval: DateInterval? = nil) -> Double? {
        var columns = SourceColumns()
        for row in rows ?? values.indices where values[row].isFinite {
            columns.append(start: starts[row], end: ends[row], value: values[row])
        }
        let edges = interval.map { [$0.start.timeIntervalSinceReferenceDate, $0.end.timeIntervalSinceReferenceDate] }
        return
            DiscreteAggregation.values(
                of: columns,
                style: type.aggregationStyle,
                wanted: .average,
                buckets: edges.map { BucketEdges($0) } ?? .always
            )
            .first?
            .average
    }
}
