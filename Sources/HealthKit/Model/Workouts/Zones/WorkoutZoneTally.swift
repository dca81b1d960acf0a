import Foundation

/// Counts the time in the zones of one type while values come in (R7.21).
///
/// A value applies until the next one begins, but for no longer than its own duration or a minute, whichever is more; pauses
/// count for no zone. Values of all sources count together, sorted by start.
package struct WorkoutZoneTally: Sendable {
    /// How long a value applies if none follows, in seconds: a silent sensor measures nothing.
    package static let longestHold = 60.0

    private struct Value: Sendable {
        var start: Double
        var end: Double
        var zone: Int
        /// The sample of the value; `nil` for a number alone.
        var sample: UUID?
    }

    package let configuration: HKWorkoutZoneConfiguration
    private let unit: HKUnit
    private let boundaries: [Double]
    private var values: [Value] = []
    private var running: RunningTime
    /// The time of the values before `settledCount`, each of which another follows.
    private var settled: [Double]
    private var settledCount = 0

    package init(_ configuration: HKWorkoutZoneConfiguration, running: RunningTime) {
        self.configuration = configuration
        self.running = running
        unit = configuration.quantityType.canonicalUnit
        let unit = unit
        boundaries = configuration.boundaries.map { $0.doubleValue(for: unit) }
        settled = Array(repeating: 0, count: configuration.zones.count)
    }

    /// Adds samples in any order; those of other types are ignored.
    ///
    /// - Complexity: Linear in the number of added samples, as long as none begins before an earlier one.
    package mutating func add(_ samples: [HKQuantitySample]) {
        var added: [Value] = []
        for sample in samples where sample.quantityType == configuration.quantityType {
            guard let conversion = sample.unit.conversion(to: unit) else { continue }
            let single = QuantitySeries.Element(
                start: sample.startDate.timeIntervalSinceReferenceDate,
                end: sample.endDate.timeIntervalSinceReferenceDate,
                value: sample.value
            )
            for element in sample.series?.elements ?? [single] {
                let number = element.value * conversion.scale + conversion.offset
                added.append(
                    Value(start: element.start, end: element.end, zone: zone(of: number), sample: sample.uuid)
                )
            }
        }
        added.sort { $0.start < $1.start }
        add(added)
    }

    /// Adds values in the type's canonical unit, in any order.
    package mutating func add(_ elements: [QuantitySeries.Element]) {
        let added = elements.map { Value(start: $0.start, end: $0.end, zone: zone(of: $0.value)) }
        add(added.sorted { $0.start < $1.start })
    }

    /// Adds values in order of start.
    private mutating func add(_ added: [Value]) {
        guard let first = added.first else { return }
        let isLate = values.last.map { first.start < $0.start } ?? false
        values += added
        if isLate {
            values.sort { $0.start < $1.start }
            startOver()
        }
        settle()
    }

    /// Removes samples.
    package mutating func remove(_ samples: Set<UUID>) {
        let count = values.count
        values.removeAll { $0.sample.map(samples.contains) ?? false }
        guard values.count < count else { return }
        startOver()
        settle()
    }

    /// Updates the running time after the workout was paused, resumed or ended.
    package mutating func setRunning(_ time: RunningTime) {
        guard time != running else { return }
        running = time
        startOver()
        settle()
    }

    /// The index of the zone of the latest value; `nil` as long as there is none.
    package var currentZone: Int? { values.last?.zone }

    /// The time of the latest value.
    package var lastDate: Date? { values.last.map { Date(timeIntervalSinceReferenceDate: $0.end) } }

    /// The seconds in each zone up to a date; without one, for as long as the last value holds.
    package func durations(until date: Date? = nil) -> [Double] {
        var result = settled
        if let last = values.last {
            let end = min(held(last), date?.timeIntervalSinceReferenceDate ?? .infinity)
            result[last.zone] += running.length(from: last.start, to: end)
        }
        return result
    }

    /// The zones with the time in each, up to a date or as long as the last value applies; `nil` if there are no values yet.
    package func group(until date: Date? = nil) -> HKWorkoutZoneGroup? {
        values.isEmpty ? nil : HKWorkoutZoneGroup(configuration, seconds: durations(until: date))
    }

    private func held(_ value: Value) -> Double { max(value.end, value.start + Self.longestHold) }

    private func zone(of value: Double) -> Int { boundaries.lastIndex { value >= $0 }.map { $0 + 1 } ?? 0 }

    private mutating func startOver() {
        settled = Array(repeating: 0, count: configuration.zones.count)
        settledCount = 0
    }

    private mutating func settle() {
        while settledCount < values.count - 1 {
            let value = values[settledCount]
            let end = min(values[settledCount + 1].start, held(value))
            settled[value.zone] += running.length(from: value.start, to: end)
            settledCount += 1
        }
    }
}

/// The zones of one type in a live workout: counts the time in them and reports when another is reached.
package struct LiveWorkoutZones: Sendable {
    package private(set) var tally: WorkoutZoneTally
    private var reported: Int?

    package init(_ configuration: HKWorkoutZoneConfiguration, running: RunningTime) {
        tally = WorkoutZoneTally(configuration, running: running)
    }

    /// Adds samples.
    ///
    /// - Returns: The update for a delegate; `nil` as long as the zone stays the same.
    package mutating func add(_ samples: [HKQuantitySample]) -> HKLiveWorkoutZoneUpdate? {
        tally.add(samples)
        guard let current = tally.currentZone, current != reported, let group = tally.group(until: tally.lastDate)
        else {
            return nil
        }
        defer { reported = current }
        return HKLiveWorkoutZoneUpdate(group, current: current, previous: reported, date: tally.lastDate)
    }

    /// Updates the running time after the workout was paused, resumed or ended.
    package mutating func setRunning(_ time: RunningTime) { tally.setRunning(time) }

    /// Removes samples; the last reported zone doesn't change.
    package mutating func remove(_ samples: Set<UUID>) { tally.remove(samples) }
}
