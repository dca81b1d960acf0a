import CoreLocation
import Foundation

/// The points of a workout for a TCX file, merged by their times.
struct TCXContents {
    /// A point; what isn't known of it is not a number.
    struct Point: BitwiseCopyable {
        /// In milliseconds since the reference date, as the file has it.
        let time: Int64
        var latitude = Double.nan
        var longitude = Double.nan
        var altitude = Double.nan
        var distance = Double.nan
        var heartRate = Double.nan
        var cadence = Double.nan
        var power = Double.nan
        /// The speed according to samples, and according to the route.
        var speed = Double.nan
        var placeSpeed = Double.nan

        init(time: Int64) { self.time = time }
    }

    private(set) var points: [Point] = []
    /// The number of values that are of the same time as another of their kind.
    private(set) var doubled = 0
    /// The number of locations that aren't on Earth.
    private(set) var nowhere = 0
    /// The distances over time, in meters, none of which overlaps another.
    private(set) var distances: [(start: Int64, end: Int64, value: Double)] = []

    /// A time as the file has it.
    ///
    /// - Parameter time: In seconds since the reference date.
    /// - Returns: Milliseconds, or `nil` for a time that no calendar has.
    static func milliseconds(_ time: Double) -> Int64? {
        guard abs(time) < 1e11 else { return nil }
        return Int64((time * 1_000).rounded())
    }

    /// Adds the locations of a route.
    mutating func add(route: [LocationFields]) {
        points.reserveCapacity(points.count + route.count)
        for place in route {
            guard CLLocationCoordinate2DIsValid(place.coordinate), let time = Self.milliseconds(place.timestamp) else {
                nowhere += 1
                continue
            }
            var point = Point(time: time)
            (point.latitude, point.longitude) = (place.coordinate.latitude, place.coordinate.longitude)
            if place.verticalAccuracy >= 0, place.altitude.isFinite { point.altitude = place.altitude }
            if place.speed >= 0, place.speed.isFinite { point.placeSpeed = place.speed }
            points.append(point)
        }
    }

    /// Adds values, each at its start.
    mutating func add(_ values: [(time: Double, value: Double)], _ field: WritableKeyPath<Point, Double>) {
        points.reserveCapacity(points.count + values.count)
        for each in values {
            guard let time = Self.milliseconds(each.time), each.value.isFinite else { continue }
            var point = Point(time: time)
            point[keyPath: field] = each.value
            points.append(point)
        }
    }

    /// Adds distances: points have the way since the start.
    ///
    /// - Parameter values: The distances in order of their starts.
    mutating func add(distances values: [(start: Double, end: Double, value: Double)]) {
        var total = 0.0
        var last = Int64.min
        for each in values {
            guard let start = Self.milliseconds(each.start), let end = Self.milliseconds(each.end),
                each.value.isFinite, each.value >= 0
            else { continue }
            guard start >= last else {
                doubled += 1
                continue
            }
            last = end
            distances.append((start, end, each.value))
            for time in start == end ? [end] : [start, end] {
                if time == end { total += each.value }
                var point = Point(time: time)
                point.distance = total
                points.append(point)
            }
        }
    }

    /// Merges points of the same time, and sorts them.
    mutating func merge() {
        points.sort { $0.time < $1.time }
        var merged: [Point] = []
        merged.reserveCapacity(points.count)
        for point in points {
            if let last = merged.indices.last, merged[last].time == point.time {
                doubled += merged[last].take(point)
            } else {
                merged.append(point)
            }
        }
        points = merged
    }
}

extension TCXContents.Point {
    /// Adds the values of another point of the same time.
    ///
    /// - Parameter other: The point.
    /// - Returns: The number of values that both have and that differ.
    fileprivate mutating func take(_ other: TCXContents.Point) -> Int {
        var doubled = 0
        if other.latitude.isFinite {
            if latitude.isNaN {
                (latitude, longitude, altitude) = (other.latitude, other.longitude, other.altitude)
                placeSpeed = other.placeSpeed
            } else if latitude != other.latitude || longitude != other.longitude {
                doubled += 1
            }
        }
        // The way at the end of a distance goes before the one at the start of the next.
        if other.distance.isFinite { distance = distance.isNaN ? other.distance : max(distance, other.distance) }
        doubled += Self.take(other.heartRate, &heartRate)
        doubled += Self.take(other.cadence, &cadence)
        doubled += Self.take(other.power, &power)
        doubled += Self.take(other.speed, &speed)
        return doubled
    }

    private static func take(_ other: Double, _ own: inout Double) -> Int {
        guard other.isFinite else { return 0 }
        defer { if own.isNaN { own = other } }
        return own.isNaN || own == other ? 0 : 1
    }
}
