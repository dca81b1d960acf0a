import CoreLocation
import Testing

@Suite struct GeodesicTests {
    struct Line: Sendable {
        let from: CLLocationCoordinate2D
        let to: CLLocationCoordinate2D
        let meters: Double

        init(
            _ latitude: Double,
            _ longitude: Double,
            _ otherLatitude: Double,
            _ otherLongitude: Double,
            _ meters: Double
        ) {
            from = CLLocationCoordinate2DMake(latitude, longitude)
            to = CLLocationCoordinate2DMake(otherLatitude, otherLongitude)
            self.meters = meters
        }
    }

    /// Lengths found by quadrature: New York to London, lines along the equator and over the pole, and lines between
    /// points that nearly face each other.
    static let known = [
        Line(40.6, -73.8, 51.6, -0.5, 5_551_759.400),
        Line(0, 0, 0, 1, 111_319.491),
        Line(0, 0, 1, 0, 110_574.389),
        Line(0, 0, 90, 0, 10_001_965.729),
        Line(-90, 0, 90, 0, 20_003_931.459),
        Line(0, 0, 0, 179, 19_926_188.852),
        Line(0, 0, 0, 179.5, 19_980_861.909),
        Line(0, 0, 0, 180, 20_003_931.459),
        Line(0, 0, 1, 180, 19_893_357.070),
        Line(0, 0, 0.5, 179.5, 19_936_288.579),
        Line(0, 0, 0.5, 179.7, 19_944_127.421),
        Line(-30, 0, 29.9, 179.8, 19_989_832.828),
    ]

    private func length(_ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D) -> Double {
        CLLocation(latitude: to.latitude, longitude: to.longitude)
            .distance(from: CLLocation(latitude: from.latitude, longitude: from.longitude))
    }

    @Test("Distances are right to two millimeters, in both directions and mirrored", arguments: known)
    func lengths(line: Line) {
        #expect(abs(length(line.from, line.to) - line.meters) < 0.002)
        #expect(abs(length(line.to, line.from) - line.meters) < 0.002)
        let mirrored = length(
            CLLocationCoordinate2DMake(-line.from.latitude, 170 - line.from.longitude),
            CLLocationCoordinate2DMake(-line.to.latitude, 170 - line.to.longitude)
        )
        #expect(abs(mirrored - line.meters) < 0.002)
    }

    @Test("A place is at no distance from itself, on whichever side of the date line it is written")
    func samePlace() {
        #expect(length(CLLocationCoordinate2DMake(52.5, 13.4), CLLocationCoordinate2DMake(52.5, 13.4)) == 0)
        #expect(length(CLLocationCoordinate2DMake(10, -180), CLLocationCoordinate2DMake(10, 180)) == 0)
        #expect(length(CLLocationCoordinate2DMake(90, 0), CLLocationCoordinate2DMake(90, 77)) < 1e-6)
    }

    @Test("Close to where the two ways of computing meet, distances stay continuous")
    func seam() {
        var last = length(CLLocationCoordinate2DMake(0, 0), CLLocationCoordinate2DMake(0.3, 179))
        for step in 1...2_000 {
            let longitude = 179 + Double(step) / 2_000
            let next = length(CLLocationCoordinate2DMake(0, 0), CLLocationCoordinate2DMake(0.3, longitude))
            #expect(next > last && next - last < 56, "at \(longitude)")
            last = next
        }
    }

    @Test("A coordinate that is not finite has no distance")
    func notFinite() {
        #expect(length(CLLocationCoordinate2DMake(.nan, 0), CLLocationCoordinate2DMake(0, 0)).isNaN)
        #expect(length(CLLocationCoordinate2DMake(0, 0), CLLocationCoordinate2DMake(0, .infinity)).isNaN)
    }
}
