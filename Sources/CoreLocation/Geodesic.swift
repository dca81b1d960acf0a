import Foundation

/// Shortest lines on the WGS-84 ellipsoid.
///
/// A geodesic of the ellipsoid is the image of a great circle of the auxiliary sphere, on which latitudes are reduced
/// latitudes. Between most points Vincenty's iteration finds the great circle in a few steps (Survey Review 176, 1975).
/// Between points that nearly face each other it does not settle; there the azimuth at which the line leaves is found by
/// halving, since the longitude it reaches grows with the azimuth (Karney, Journal of Geodesy 87, 2013).
enum Geodesic {
    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    private static let polarRadius = equatorialRadius * (1 - flattening)

    /// The great circle arc of the auxiliary sphere that stands for a geodesic.
    private struct Arc {
        /// The sine of the azimuth at which the great circle crosses the equator.
        var sinEquatorialAzimuth: Double
        /// The length of the arc, in radians.
        var length: Double
        /// The cosine of twice the distance from the equator to the middle of the arc.
        var cosDoubleMiddle: Double
    }

    /// The length of the geodesic between two places, in meters.
    static func length(from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D) -> Double {
        let difference = abs((end.longitude - start.longitude).remainder(dividingBy: 360)) * .pi / 180
        let first = reducedLatitude(start.latitude)
        let second = reducedLatitude(end.latitude)
        guard difference.isFinite, first.isFinite, second.isFinite else { return .nan }
        let arc =
            iteratedArc(first, second, difference)
            ?? halvedArc(first, second, difference)
        return length(of: arc)
    }

    private static func reducedLatitude(_ degrees: Double) -> Double {
        atan((1 - flattening) * tan(degrees * .pi / 180))
    }

    /// How much less longitude the ellipsoid shows than the auxiliary sphere, in radians.
    private static func longitudeLoss(_ arc: Arc) -> Double {
        let f = flattening
        let cosSquared = 1 - arc.sinEquatorialAzimuth * arc.sinEquatorialAzimuth
        let c = f / 16 * cosSquared * (4 + f * (4 - 3 * cosSquared))
        let middle = arc.cosDoubleMiddle
        let series = middle + c * cos(arc.length) * (2 * middle * middle - 1)
        return (1 - c) * f * arc.sinEquatorialAzimuth * (arc.length + c * sin(arc.length) * series)
    }

    private static func length(of arc: Arc) -> Double {
        let cosSquared = 1 - arc.sinEquatorialAzimuth * arc.sinEquatorialAzimuth
        let radii = (equatorialRadius / polarRadius) * (equatorialRadius / polarRadius)
        let u = cosSquared * (radii - 1)
        let a = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
        let b = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let middle = arc.cosDoubleMiddle
        let sine = sin(arc.length)
        let inner = cos(arc.length) * (2 * middle * middle - 1)
        let outer = b / 6 * middle * (4 * sine * sine - 3) * (4 * middle * middle - 3)
        let correction = b * sine * (middle + b / 4 * (inner - outer))
        return polarRadius * a * (arc.length - correction)
    }

    /// Vincenty's iteration over the longitude on the sphere; `nil` when it does not settle.
    private static func iteratedArc(_ first: Double, _ second: Double, _ difference: Double) -> Arc? {
        var longitude = difference
        for _ in 0..<50 {
            let arc = sphericalArc(first, second, longitude)
            let next = difference + longitudeLoss(arc)
            guard next <= .pi else { return nil }
            guard abs(next - longitude) > 1e-13 else { return arc }
            longitude = next
        }
        return nil
    }

    /// The arc between two points of the sphere.
    private static func sphericalArc(_ first: Double, _ second: Double, _ longitude: Double) -> Arc {
        let across = cos(second) * sin(longitude)
        let along = cos(first) * sin(second) - sin(first) * cos(second) * cos(longitude)
        let sine = (across * across + along * along).squareRoot()
        let cosine = sin(first) * sin(second) + cos(first) * cos(second) * cos(longitude)
        let sinAzimuth = sine == 0 ? 0 : min(1, cos(first) * cos(second) * sin(longitude) / sine)
        let cosSquared = 1 - sinAzimuth * sinAzimuth
        let middle = cosSquared < 1e-15 ? 0 : cosine - 2 * sin(first) * sin(second) / cosSquared
        return Arc(sinEquatorialAzimuth: sinAzimuth, length: atan2(sine, cosine), cosDoubleMiddle: middle)
    }

    /// The arc whose azimuth is found by halving.
    private static func halvedArc(_ first: Double, _ second: Double, _ difference: Double) -> Arc {
        // By symmetry the line may start in the south, at the place that is farther from the equator.
        let (far, near) = abs(first) >= abs(second) ? (first, second) : (second, first)
        let start = -abs(far)
        let end = far > 0 ? -near : near
        var low = 0.0
        var high = Double.pi
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if longitudeReached(leaving: middle, from: start, to: end).longitude < difference {
                low = middle
            } else {
                high = middle
            }
        }
        return longitudeReached(leaving: (low + high) / 2, from: start, to: end).arc
    }

    /// The point where the line that leaves at an azimuth reaches the latitude of its end, and its arc.
    private static func longitudeReached(
        leaving azimuth: Double,
        from start: Double,
        to end: Double
    ) -> (longitude: Double, arc: Arc) {
        let sinEquator = sin(azimuth) * cos(start)
        let northAtStart = cos(azimuth) * cos(start)
        let northAtEnd = max(0, northAtStart * northAtStart + cos(end) * cos(end) - cos(start) * cos(start))
            .squareRoot()
        let from = atan2(sin(start), northAtStart)
        let to = atan2(sin(end), northAtEnd)
        let sphere = atan2(sinEquator * sin(to), cos(to)) - atan2(sinEquator * sin(from), cos(from))
        let arc = Arc(sinEquatorialAzimuth: sinEquator, length: to - from, cosDoubleMiddle: cos(from + to))
        return (sphere - longitudeLoss(arc), arc)
    }
}

extension CLLocationCoordinate2D {
    /// The length of the shortest line to another place, in meters; not a number when a coordinate is not finite.
    package func distance(to other: CLLocationCoordinate2D) -> CLLocationDistance {
        Geodesic.length(from: self, to: other)
    }
}
