import CoreLocation
import Foundation
import HealthKit

/// The points of one track, as the file has them.
struct TrackPoints {
    /// The most points of a track: more than five days at one a second.
    static let most = 500_000

    private static let day = 86_400.0

    private(set) var points: [TrackPoint] = []
    /// The number of points without a time.
    private(set) var untimed = 0
    private var firstUntimed = 0

    /// Adds a point; one without a time is only counted.
    mutating func append(_ point: TrackPoint, line: Int, _ report: inout TrackReport) {
        guard point.time.isFinite else {
            if untimed == 0 { firstUntimed = line }
            untimed += 1
            return
        }
        guard points.count < Self.most else {
            return report.note("a point after the first \(Self.most) of its track", line: line)
        }
        points.append(point)
    }

    /// Reports the points without a time.
    func reportUntimed(_ report: inout TrackReport) {
        if untimed > 0 { report.note("a point without a time", line: firstUntimed, untimed) }
    }

    /// The points in order of time, without those whose times make no sense.
    ///
    /// - Parameters:
    ///   - earliest: The time that all come after.
    ///   - report: Receives what is left out.
    /// - Returns: The points.
    func inOrder(after earliest: Double = -.infinity, _ report: inout TrackReport) -> [TrackPoint] {
        var kept: [TrackPoint] = []
        kept.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            let line = Int(point.line)
            if isFar(index) {
                report.note("a time more than a day from those around it", line: line)
            } else if let last = kept.last, last.time >= point.time {
                if last.time == point.time, last.isBare {
                    kept[kept.count - 1] = point
                } else if last.time == point.time, point.isBare {
                    continue
                } else if point.says(as: last) {
                    report.count("points that repeat the one before")
                } else {
                    let isSame = last.time == point.time
                    report.note(
                        isSame ? "a second point of the same time" : "a point that goes back in time",
                        line: line
                    )
                }
            } else if point.time <= earliest {
                report.note("a point that goes back in time", line: line)
            } else {
                kept.append(point)
            }
        }
        return kept
    }

    /// Whether a point is over a day from those around it.
    private func isFar(_ index: Int) -> Bool {
        guard points.count > 2 else { return false }
        let last = points.count - 1
        let others = index == 0 ? (1, 2) : index == last ? (last - 2, last - 1) : (index - 1, index + 1)
        let (before, time, after) = (points[others.0].time, points[index].time, points[others.1].time)
        return abs(before - after) <= Self.day && abs(time - before) > Self.day && abs(time - after) > Self.day
    }
}

/// The places of points, and their samples by type.
struct TrackContent {
    private(set) var places: [LocationFields] = []
    private(set) var series: [ReadSeries] = []
    private(set) var pauses: [ReadWorkout.Event] = []
    /// The time of all pauses, in seconds.
    private(set) var paused = 0.0

    /// Adds the points of an activity.
    ///
    /// - Parameters:
    ///   - points: The points, in order of time.
    ///   - activity: The activity, which decides the types of distances, speeds, power and cadence.
    ///   - report: Receives what has no type.
    mutating func add(_ points: [TrackPoint], of activity: HKWorkoutActivityType, _ report: inout TrackReport) {
        addPlaces(points)
        addPauses(points)
        // A heart rate of zero is none.
        add(points, { $0.heartRate > 0 ? $0.heartRate : .nan }, .heartRate, "count/min", nil, &report)
        add(
            points,
            { $0.cadence },
            TrackMeasure.cadence(activity),
            "count/min",
            "cadences, except those of cycling",
            &report
        )
        add(
            points,
            { $0.power },
            TrackMeasure.power(activity),
            "W",
            "power, except that of cycling and running",
            &report
        )
        add(points, { $0.speed }, TrackMeasure.speed(activity), "m/s", nil, &report)
        addDistances(points, TrackMeasure.distance(activity), &report)
    }

    private mutating func addPlaces(_ points: [TrackPoint]) {
        places.reserveCapacity(places.count + points.count)
        for point in points where point.isPlaced {
            places.append(
                LocationFields(
                    coordinate: CLLocationCoordinate2D(latitude: point.latitude, longitude: point.longitude),
                    altitude: point.altitude.isFinite ? point.altitude : 0,
                    verticalAccuracy: point.altitude.isFinite ? 0 : -1,
                    course: point.course.isFinite ? point.course : -1,
                    speed: point.speed.isFinite ? point.speed : -1,
                    timestamp: Date(timeIntervalSinceReferenceDate: point.time)
                )
            )
        }
    }

    private mutating func addPauses(_ points: [TrackPoint]) {
        for (last, point) in zip(points, points.dropFirst()) where last.part != point.part {
            let start = Date(timeIntervalSinceReferenceDate: last.time)
            let end = Date(timeIntervalSinceReferenceDate: point.time)
            pauses += [ReadWorkout.Event(.pause, start: start), ReadWorkout.Event(.resume, start: end)]
            paused += point.time - last.time
        }
    }

    private mutating func add(
        _ points: [TrackPoint],
        _ field: (TrackPoint) -> Double,
        _ type: HKQuantityTypeIdentifier?,
        _ unit: String,
        _ untyped: String?,
        _ report: inout TrackReport
    ) {
        var found: [ReadSeries.Point] = []
        for point in points {
            let value = field(point)
            if value.isFinite { found.append(ReadSeries.Point(at: point.time, value: value)) }
        }
        add(found, type, unit, untyped, &report)
    }

    /// Adds the ways between the points: none over a pause, and none where the distance goes back.
    private mutating func addDistances(
        _ points: [TrackPoint],
        _ type: HKQuantityTypeIdentifier?,
        _ report: inout TrackReport
    ) {
        var found: [ReadSeries.Point] = []
        var last: TrackPoint?
        for point in points where point.distance.isFinite {
            if let last, last.part == point.part, point.distance > last.distance {
                found.append(
                    ReadSeries.Point(start: last.time, end: point.time, value: point.distance - last.distance)
                )
            }
            last = point
        }
        add(found, type, "m", "distances of points, of activities that HealthKit has no distance for", &report)
    }

    private mutating func add(
        _ points: [ReadSeries.Point],
        _ type: HKQuantityTypeIdentifier?,
        _ unit: String,
        _ untyped: String?,
        _ report: inout TrackReport
    ) {
        if points.isEmpty { return }
        guard let type else {
            if let untyped { report.count(untyped, points.count) }
            return
        }
        if let index = series.firstIndex(where: { $0.type == type.rawValue }) {
            series[index].points += points
        } else {
            series.append(ReadSeries(type: type, unit: unit, points: points))
        }
    }
}
