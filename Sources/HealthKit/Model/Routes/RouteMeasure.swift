import CoreLocation
import Foundation

/// The measurements of a workout's routes: distance, climb, and the splits of each kilometre or mile (R7.23).
///
/// The distance follows the shortest lines between locations. Locations that are invalid or less accurate than
/// ``worstAccuracy`` are skipped; nothing is counted between two routes, and of each leg only the part during which the workout
/// ran.
package struct RouteMeasure: Sendable, Hashable {
    /// A part of a route, of equal length but for the last.
    package struct Split: Sendable, Hashable {
        /// From 1.
        package var number: Int
        /// Metres.
        package var distance: Double
        package var start: Date
        package var end: Date
        /// Seconds, pauses left out.
        package var duration: Double
        /// Metres climbed and descended; `nil` if the route has no altitudes.
        package var ascent: Double?
        package var descent: Double?

        /// Seconds for a metre; `nil` without a distance.
        package var pace: Double? { distance > 0 ? duration / distance : nil }
    }

    /// A counted location, with the totals up to it.
    private struct Place: Sendable, Hashable {
        /// Seconds since the reference date.
        var time: Double
        /// Metres from the beginning.
        var distance: Double
        var ascent: Double
        var descent: Double
    }

    /// Metres.
    package var distance: Double { places.last?.distance ?? 0 }
    /// Metres climbed and descended; `nil` if no route has altitudes.
    package var ascent: Double? { hasHeights ? places.last?.ascent : nil }
    package var descent: Double? { hasHeights ? places.last?.descent : nil }

    private var places: [Place] = []
    private var hasHeights = false
    private let running: RunningTime

    /// The accuracy in metres at which locations are skipped.
    package static let worstAccuracy = 100.0
    /// A change of height counts once it reaches this number of metres; smaller changes are sensor noise.
    private static let heightStep = 2.0
    /// The most splits: a place on the other side of the Earth makes no more.
    package static let mostSplits = 2_000

    /// Measures routes.
    ///
    /// - Parameters:
    ///   - routes: The routes, in order of time.
    ///   - running: When the workout ran.
    /// - Complexity: In the number of places.
    package init(_ routes: [RouteData], running: RunningTime) {
        self.running = running
        var here = Place(time: 0, distance: 0, ascent: 0, descent: 0)
        for route in routes {
            var last: LocationFields?
            var level: Double?
            // A file without any accuracy is trusted.
            let hasAccuracy = route.points.contains { $0.fields.horizontalAccuracy >= 0 }
            for point in route.points where Self.counts(point.fields, hasAccuracy) {
                let fields = point.fields
                if let last { here.distance += Self.length(last, fields, running) }
                last = fields
                if fields.verticalAccuracy > 0, fields.altitude.isFinite {
                    if let known = level {
                        hasHeights = true
                        let change = fields.altitude - known
                        if abs(change) >= Self.heightStep {
                            if change > 0 { here.ascent += change } else { here.descent -= change }
                            level = fields.altitude
                        }
                    } else {
                        level = fields.altitude
                    }
                }
                here.time = fields.timestamp
                places.append(here)
            }
        }
    }

    private static func counts(_ fields: LocationFields, _ hasAccuracy: Bool) -> Bool {
        CLLocationCoordinate2DIsValid(fields.coordinate) && fields.timestamp.isFinite
            && (!hasAccuracy || (0...worstAccuracy).contains(fields.horizontalAccuracy))
    }

    private static func length(_ start: LocationFields, _ end: LocationFields, _ running: RunningTime) -> Double {
        let seconds = end.timestamp - start.timestamp
        let share = seconds > 0 ? running.length(from: start.timestamp, to: end.timestamp) / seconds : 0
        guard share > 0 else { return 0 }
        let metres = start.coordinate.distance(to: end.coordinate)
        return metres.isFinite ? metres * min(1, share) : 0
    }

    /// The splits of a length; the last one is the remainder.
    ///
    /// - Parameter length: Metres, for example 1,000 or 1,609.344.
    /// - Returns: The splits in order; none without a distance.
    package func splits(every length: Double) -> [Split] {
        guard length > 0, distance > 0, let first = places.first else { return [] }
        var splits: [Split] = []
        var start = first
        func close(_ end: Place) {
            splits.append(
                Split(
                    number: splits.count + 1,
                    distance: end.distance - start.distance,
                    start: Date(timeIntervalSinceReferenceDate: start.time),
                    end: Date(timeIntervalSinceReferenceDate: end.time),
                    duration: running.length(from: start.time, to: end.time),
                    ascent: hasHeights ? end.ascent - start.ascent : nil,
                    descent: hasHeights ? end.descent - start.descent : nil
                )
            )
            start = end
        }
        for (last, next) in zip(places, places.dropFirst()) {
            while next.distance - start.distance >= length, splits.count < Self.mostSplits - 1 {
                let mark = start.distance + length
                let share = next.distance > last.distance ? (mark - last.distance) / (next.distance - last.distance) : 1
                close(Self.between(last, next, share, distance: mark))
            }
        }
        // A remainder caused by rounding isn't a split.
        if let end = places.last, end.distance - start.distance > length * 1e-6 { close(end) }
        return splits
    }

    private static func between(_ last: Place, _ next: Place, _ share: Double, distance: Double) -> Place {
        Place(
            time: last.time + share * (next.time - last.time),
            distance: distance,
            ascent: last.ascent + share * (next.ascent - last.ascent),
            descent: last.descent + share * (next.descent - last.descent)
        )
    }
}
