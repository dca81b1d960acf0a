import Foundation
import HealthKit

/// A series of values within a workout, as Health Auto Export writes it: one a second, or sums and means over a minute.
struct HealthAutoExportSeries {
    /// The fields of a value that are read.
    static let parts: Set<String> = ["date", "Min", "Avg", "Max", "qty", "units"]

    private struct Value {
        /// The first value's time, or `nil` if there is none.
        let start: Double?
        let unit: String?
        let mean: Double
        let least: Double
        let most: Double
    }

    private var values: [Value] = []
    /// Whether every value begins at a full minute.
    private var isByMinutes = true

    /// The number of values, including invalid ones.
    private(set) var count = 0

    /// Adds a value.
    mutating func add(_ entry: [String: Any]?) {
        count += 1
        guard let entry, let mean = number(entry["Avg"]) ?? number(entry["qty"]) else { return }
        let local = HealthAutoExportDate.local(entry["date"])
        if let local, local.seconds.truncatingRemainder(dividingBy: 60) != 0 { isByMinutes = false }
        values.append(
            Value(
                start: local?.date.timeIntervalSinceReferenceDate,
                unit: entry["units"] as? String,
                mean: mean,
                least: number(entry["Min"]) ?? mean,
                most: number(entry["Max"]) ?? mean
            )
        )
    }

    private func number(_ value: Any?) -> Double? {
        HealthAutoExportNames.number((value as? [String: Any])?["qty"] ?? value).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Computes statistics from the values during a workout; earlier and later ones are excluded.
    ///
    /// - Parameters:
    ///   - identifier: The type of the statistics.
    ///   - workout: The workout that gets them, unless it already has a total of that type.
    /// - Returns: Whether the workout now covers the values; `false` if their unit is unknown.
    func sumUp(_ identifier: HKQuantityTypeIdentifier, to workout: inout ReadWorkout) -> Bool {
        let type = HKQuantityType(identifier)
        let start = workout.start.timeIntervalSinceReferenceDate
        let end = workout.end.timeIntervalSinceReferenceDate
        let within = values.filter { value in
            guard let begins = value.start else { return true }
            return isByMinutes ? begins < end && begins + 60 > start : begins >= start && begins <= end
        }
        if within.isEmpty { return !values.isEmpty }
        if identifier == .heartRate {
            let own = within.filter { $0.mean > 0 }
            if own.isEmpty { return true }
            workout.heartRate = ReadWorkout.HeartRate(
                average: own.reduce(0) { $0 + $1.mean } / Double(own.count),
                minimum: own.lazy.map { $0.least > 0 ? $0.least : $0.mean }.min(),
                maximum: own.lazy.map(\.most).max()
            )
            return true
        }
        let unit = type.canonicalUnit
        let scaled: [(mean: Double, least: Double, most: Double)] = within.compactMap { value in
            guard let word = value.unit, let given = HKUnit.named(HealthAutoExportNames.unit(word)),
                let conversion = given.conversion(to: unit)
            else { return nil }
            func scaled(_ number: Double) -> Double { number * conversion.scale + conversion.offset }
            return (scaled(value.mean), scaled(value.least), scaled(value.most))
        }
        guard scaled.count == within.count else { return false }
        if isTotal(identifier, of: workout) { return true }
        func text(_ value: Double?) -> QuantityText? { value.map { QuantityText(value: $0, unit: unit.unitString) } }
        var statistics = WorkoutStatisticsContent(type: identifier.rawValue, start: workout.start, end: workout.end)
        let sum = scaled.reduce(0) { $0 + $1.mean }
        if type.aggregationStyle == .cumulative {
            statistics.sum = text(sum)
        } else {
            statistics.average = text(sum / Double(scaled.count))
            statistics.minimum = text(scaled.lazy.map(\.least).min())
            statistics.maximum = text(scaled.lazy.map(\.most).max())
        }
        workout.statistics.append(statistics)
        return true
    }

    /// Whether the workout has a total of the type.
    private func isTotal(_ identifier: HKQuantityTypeIdentifier, of workout: ReadWorkout) -> Bool {
        switch identifier {
        case .activeEnergyBurned: workout.energy != nil
        case .distanceWalkingRunning, .distanceCycling, .distanceSwimming: workout.distance != nil
        case .swimmingStrokeCount: workout.strokes != nil
        default: false
        }
    }
}
