import Foundation
import HealthKit

/// The counts of a band through a day: sums that grow until midnight, and heart rates.
struct FITDays {
    private(set) var steps: [ReadSeries.Point] = []
    private(set) var walked: [ReadSeries.Point] = []
    private(set) var cycled: [ReadSeries.Point] = []
    /// In kilocalories.
    private(set) var energy: [ReadSeries.Point] = []
    private(set) var rates: [ReadSeries.Point] = []
    private(set) var restingRates: [ReadSeries.Point] = []
    /// The zone, as metadata has it.
    private(set) var zone: String?
    /// Messages without a time.
    private(set) var untimed = 0
    /// Counts before those that they follow.
    private(set) var disordered = 0
    private(set) var surplus = 0

    /// The last whole time, which sixteen bits go on from.
    private var clock: UInt32?
    /// Midnight, if the counts begin there.
    private var midnight: Double?
    private var last: [Key: (time: Double, value: Double)] = [:]

    private struct Key: Hashable {
        var sum: WritableKeyPath<FITDays, [ReadSeries.Point]>
        var activity: Int64
    }

    /// The most samples of a type: two months of one a minute are 90,000.
    private static let most = 500_000

    private enum Activity {
        static let running: Int64 = 1
        static let cycling: Int64 = 2
        static let walking: Int64 = 6
    }

    /// Takes a message of a day.
    ///
    /// - Parameters:
    ///   - message: A message.
    ///   - tally: Counts what isn't stored.
    mutating func take(_ message: FITMessage, _ tally: inout FITTally) {
        switch message.number {
        case FITMonitoringInfo.message.number: begin(message)
        case FITMonitoringHeartRate.message.number: takeRestingRate(message)
        default: takeCounts(message, &tally)
        }
    }

    private mutating func begin(_ message: FITMessage) {
        guard let time = message.time, time >= FITTime.firstOfCalendar else { return }
        clock = time
        let local = message.integer(FITMonitoringInfo.localTimestamp)
        zone = zone ?? FITClock.zone(local: local, time: time)
        let isMidnight = local.map { $0 % 86_400 == 0 && FITClock.zone(local: $0, time: time) != nil } ?? false
        midnight = isMidnight ? FITClock.seconds(time) : nil
    }

    private mutating func takeRestingRate(_ message: FITMessage) {
        let rate =
            message.number(FITMonitoringHeartRate.currentDayRestingHeartRate)
            ?? message.number(FITMonitoringHeartRate.restingHeartRate)
        guard let rate, rate > 0 else { return }
        guard let time = message.time, time >= FITTime.firstOfCalendar else {
            untimed &+= 1
            return
        }
        add(ReadSeries.Point(at: FITClock.seconds(time), value: rate), to: \.restingRates)
    }

    private mutating func takeCounts(_ message: FITMessage, _ tally: inout FITTally) {
        guard let time = time(of: message) else {
            untimed &+= 1
            return
        }
        if let rate = message.number(FITMonitoring.heartRate), rate > 0 {
            add(ReadSeries.Point(at: time, value: rate), to: \.rates)
        }
        guard let activity = message.integer(FITMonitoring.activityType) else { return }
        let isOnFoot = activity == Activity.walking || activity == Activity.running
        if let cycles = message.integer(FITMonitoring.cycles) {
            // On foot the raw number is steps; decoders halve it.
            if isOnFoot { grow(\.steps, activity, Double(cycles), time) } else { tally.count("monitoring: cycles") }
        }
        if let distance = message.number(FITMonitoring.distance) {
            if isOnFoot {
                grow(\.walked, activity, distance, time)
            } else if activity == Activity.cycling {
                grow(\.cycled, activity, distance, time)
            } else {
                tally.count("monitoring: distance")
            }
        }
        if let energy = message.number(FITMonitoring.activeCalories) { grow(\.energy, activity, energy, time) }
        if message.number(FITMonitoring.ascent) != nil { tally.count("monitoring: ascent") }
    }

    private mutating func time(of message: FITMessage) -> Double? {
        if let time = message.time {
            guard time >= FITTime.firstOfCalendar else { return nil }
            clock = time
            return FITClock.seconds(time)
        }
        guard let clock, let bits = message.integer(FITMonitoring.timestamp16).flatMap({ UInt32(exactly: $0) }),
            let time = FITTime.next(after: clock, lowBits: bits & 0xFFFF, of: 16)
        else { return nil }
        self.clock = time
        return FITClock.seconds(time)
    }

    /// Takes a sum since midnight: what it grew by since the last of its activity is a sample.
    private mutating func grow(
        _ sum: WritableKeyPath<FITDays, [ReadSeries.Point]>,
        _ activity: Int64,
        _ value: Double,
        _ time: Double
    ) {
        let key = Key(sum: sum, activity: activity)
        let day = 86_400.0
        // Counts from before a file that begins within a day are in the file before it.
        let before =
            last[key] ?? midnight.map { ($0 + max(0, ((time - $0) / day).rounded(.down)) * day, 0) } ?? (time, value)
        guard time >= before.time else {
            disordered &+= 1
            return
        }
        last[key] = (time, value)
        // At midnight the sum begins anew.
        let grown = value < before.value ? value : ((value - before.value) * 1_000).rounded() / 1_000
        if grown > 0, grown.isFinite { add(ReadSeries.Point(start: before.time, end: time, value: grown), to: sum) }
    }

    private mutating func add(_ point: ReadSeries.Point, to list: WritableKeyPath<FITDays, [ReadSeries.Point]>) {
        if self[keyPath: list].count >= Self.most {
            surplus &+= 1
        } else {
            self[keyPath: list].append(point)
        }
    }

    /// The samples of each type.
    var series: [ReadSeries] {
        let all = [
            ReadSeries(type: .stepCount, unit: "count", points: steps),
            ReadSeries(type: .distanceWalkingRunning, unit: "m", points: walked),
            ReadSeries(type: .distanceCycling, unit: "m", points: cycled),
            ReadSeries(type: .activeEnergyBurned, unit: "kcal", points: energy),
            ReadSeries(type: .heartRate, unit: "count/min", points: rates),
            ReadSeries(type: .restingHeartRate, unit: "count/min", points: restingRates),
        ]
        return all.filter { !$0.points.isEmpty }
            .map { series in
                var zoned = series
                if let zone { zoned.values[HKMetadataKeyTimeZone] = .text(zone) }
                return zoned
            }
    }
}
