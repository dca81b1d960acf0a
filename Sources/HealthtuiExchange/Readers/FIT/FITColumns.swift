import CoreLocation
import Foundation
import HealthKit

/// The records of a file, as a column of samples for each measure.
struct FITColumns {
    /// The times of the records.
    private(set) var times: [Double] = []
    /// The samples of each measure; those of distances are differences.
    private(set) var points: [[ReadSeries.Point]]
    private(set) var places: [LocationFields] = []

    /// Records without a time.
    private(set) var untimed = 0
    /// Records with the time since the device was switched on.
    private(set) var unset = 0
    /// Records a day or more from those on both sides.
    private(set) var strayed = 0
    /// Records before the one that they follow.
    private(set) var disordered = 0
    /// Records beyond ``most``.
    private(set) var surplus = 0
    /// Places that are nowhere on Earth.
    private(set) var nowhere = 0

    private var values: [Double]
    private var plans: [FITRecordPlan] = []
    /// The distance of the last record that has one.
    private var distance: (time: Double, value: Double)?
    /// How far the columns were before the last record, if no record before it is near it.
    private var mark: Mark?

    private struct Mark {
        var counts: [Int]
        var times: Int
        var places: Int
        var distance: (time: Double, value: Double)?
    }

    /// The most records of a file: a week at one a second is 604,800.
    static let most = 700_000
    private static let day = 86_400.0
    private static let mostPlans = 16

    init() {
        points = Array(repeating: [], count: FITMeasure.allCases.count)
        values = Array(repeating: .nan, count: FITMeasure.allCases.count)
    }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - message: The record.
    ///   - tally: Counts what isn't stored.
    mutating func take(_ message: FITMessage, _ tally: inout FITTally) {
        guard let time = message.time else {
            untimed &+= 1
            return
        }
        guard time >= FITTime.firstOfCalendar else {
            unset &+= 1
            return
        }
        guard times.count < Self.most else {
            surplus &+= 1
            return
        }
        let seconds = FITClock.seconds(time)
        guard follows(seconds) else {
            disordered &+= 1
            return
        }
        plan(of: message.definition, &tally).read(message, into: &values, &tally)
        times.append(seconds)
        addValues(at: seconds)
    }

    private mutating func plan(of definition: FITDefinition, _ tally: inout FITTally) -> FITRecordPlan {
        for plan in plans where plan.definition === definition { return plan }
        if plans.count >= Self.mostPlans { plans.removeAll(keepingCapacity: true) }
        let plan = FITRecordPlan(definition, &tally)
        plans.append(plan)
        return plan
    }

    /// Whether a record follows those before it; one before it that is near no other goes.
    private mutating func follows(_ time: Double) -> Bool {
        while let last = times.last {
            if abs(time - last) <= Self.day {
                mark = nil
                return time >= last
            }
            guard let mark else { break }
            drop(to: mark)
        }
        mark = Mark(counts: points.map(\.count), times: times.count, places: places.count, distance: distance)
        distance = nil
        return true
    }

    private mutating func drop(to mark: Mark) {
        strayed &+= 1
        for (index, count) in mark.counts.enumerated() {
            points[index].removeLast(points[index].count - count)
        }
        times.removeLast(times.count - mark.times)
        places.removeLast(places.count - mark.places)
        distance = mark.distance
        self.mark = nil
    }

    private mutating func addValues(at time: Double) {
        for measure in Self.instants {
            let value = values[measure.rawValue]
            guard !value.isNaN, value != 0 || !measure.isNoneAtZero else { continue }
            points[measure.rawValue].append(ReadSeries.Point(at: time, value: value))
        }
        let cadence = values[FITMeasure.cadence.rawValue]
        if !cadence.isNaN {
            let fraction = values[FITMeasure.cadenceFraction.rawValue]
            let point = ReadSeries.Point(at: time, value: fraction.isNaN ? cadence : cadence + fraction)
            points[FITMeasure.cadence.rawValue].append(point)
        }
        let distance = values[FITMeasure.distance.rawValue]
        if !distance.isNaN { add(distance: distance, at: time) }
        addPlace(at: time)
    }

    private static let instants: [FITMeasure] = [
        .heartRate, .power, .speed, .oscillation, .contact, .stepLength, .respiration, .depth,
    ]

    private mutating func add(distance value: Double, at time: Double) {
        defer { distance = (time, value) }
        if let last = distance, value > last.value {
            // Differences of decimals in the file's own precision.
            let difference = ((value - last.value) * 1_000_000).rounded() / 1_000_000
            guard difference > 0, difference.isFinite else { return }
            let point = ReadSeries.Point(start: last.time, end: time, value: difference)
            points[FITMeasure.distance.rawValue].append(point)
        }
    }

    private mutating func addPlace(at time: Double) {
        let latitude = values[FITMeasure.latitude.rawValue] * 180 / 2_147_483_648
        let longitude = values[FITMeasure.longitude.rawValue] * 180 / 2_147_483_648
        if latitude.isNaN || longitude.isNaN || latitude == 0 && longitude == 0 { return }
        guard abs(latitude) <= 90, abs(longitude) <= 180 else {
            nowhere &+= 1
            return
        }
        let altitude = values[FITMeasure.altitude.rawValue]
        let accuracy = values[FITMeasure.accuracy.rawValue]
        let speed = values[FITMeasure.speed.rawValue]
        // An altitude without an accuracy is still valid; without either, it isn't known.
        places.append(
            LocationFields(
                coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                altitude: altitude.isNaN ? 0 : altitude,
                horizontalAccuracy: accuracy.isNaN ? 0 : accuracy,
                verticalAccuracy: altitude.isNaN ? -1 : 0,
                speed: speed.isNaN ? -1 : speed,
                timestamp: Date(timeIntervalSinceReferenceDate: time)
            )
        )
    }

    /// Ends the columns: the last record goes if it is near no other, and all are in order of time.
    mutating func finish() {
        plans = []
        if let mark, times.count > 1 || strayed > 0 { drop(to: mark) }
        guard !zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else { return }
        times.sort()
        places.sort { $0.timestamp < $1.timestamp }
        for index in points.indices { points[index].sort { $0.end < $1.end } }
    }
}
