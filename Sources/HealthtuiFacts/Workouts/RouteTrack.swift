import CoreLocation
import Foundation
import HealthKit

/// The routes of a workout, reduced to a picture of bounded size.
package struct RouteTrack: Sendable, Hashable {
    /// A point of the picture: meters east and north of the center; not finite where one route ends.
    package struct Place: Sendable, Hashable {
        package var x: Double
        package var y: Double
        /// Seconds since the reference date; not finite where one route ends.
        package var time: Double
        /// Meters above sea level, or nil if the route doesn't say.
        package var height: Double?

        static let gap = Place(x: .nan, y: .nan, time: .nan)
        package var isGap: Bool { x.isNaN }
    }

    /// The points to draw, at most ``limit``, regardless of the routes' size.
    package private(set) var places: [Place] = []
    /// The number of locations in the routes.
    package private(set) var count = 0

    /// The largest number of points drawn.
    package static let limit = 4_096
    /// The resolution of points across the longer side.
    private static let resolution = 1_024.0

    /// Creates the picture of routes; nil if there is no valid location.
    ///
    /// - Parameter routes: The routes, in order of time.
    package init?(_ routes: [RouteData]) {
        let parts = routes.map { route in
            route.points.map(\.fields).filter { CLLocationCoordinate2DIsValid($0.coordinate) }
        }
        count = parts.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        places = Self.thinned(Self.simplified(Self.projected(parts)))
    }

    /// Locations projected to a plane: degrees of longitude have their length at the center of the routes.
    private static func projected(_ parts: [[LocationFields]]) -> [Place] {
        guard let first = parts.first(where: { !$0.isEmpty })?.first?.coordinate else { return [] }
        var (south, north) = (first.latitude, first.latitude)
        for part in parts {
            for place in part {
                south = min(south, place.coordinate.latitude)
                north = max(north, place.coordinate.latitude)
            }
        }
        let metresPerDegree = 111_319.5
        let shrink = cos((south / 2 + north / 2) * .pi / 180)
        var places: [Place] = []
        for part in parts where !part.isEmpty {
            if !places.isEmpty { places.append(.gap) }
            for place in part {
                // Takes the shorter way around the Earth, so that a route across the date line stays in one piece.
                let east = (place.coordinate.longitude - first.longitude).remainder(dividingBy: 360)
                let north = place.coordinate.latitude - first.latitude
                let isHeight = place.verticalAccuracy > 0 && place.altitude.isFinite
                places.append(
                    Place(
                        x: east * shrink * metresPerDegree,
                        y: north * metresPerDegree,
                        time: place.timestamp,
                        height: isHeight ? place.altitude : nil
                    )
                )
            }
        }
        return places
    }

    /// Leaves out points that no screen can distinguish from the previous one.
    private static func simplified(_ places: [Place]) -> [Place] {
        let known = places.filter { !$0.isGap }
        guard let left = known.map(\.x).min(), let right = known.map(\.x).max(), let bottom = known.map(\.y).min(),
            let top = known.map(\.y).max()
        else { return [] }
        let least = max(right - left, top - bottom) / resolution
        var result: [Place] = []
        for (index, place) in places.enumerated() {
            let isEnd = index + 1 == places.count || places[index + 1].isGap
            if let last = result.last, !last.isGap, !place.isGap, !isEnd, abs(place.x - last.x) < least,
                abs(place.y - last.y) < least
            {
                continue
            }
            result.append(place)
        }
        return result
    }

    /// If there are too many points, takes every nth one and the ends of each route.
    private static func thinned(_ places: [Place]) -> [Place] {
        guard places.count > limit else { return places }
        let step = (places.count + limit / 2 - 1) / (limit / 2)
        var kept: [Place] = []
        for (index, place) in places.enumerated() {
            let isEdge =
                index == 0 || index + 1 == places.count || place.isGap || places[index - 1].isGap
                || places[index + 1].isGap
            if isEdge || index % step == 0 { kept.append(place) }
        }
        guard kept.count > limit else { return kept }
        // If there are so many routes that their ends alone are too many, they are drawn as one line.
        let all = kept.filter { !$0.isGap }
        let stride = (all.count + limit - 1) / limit
        return all.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    }
}
