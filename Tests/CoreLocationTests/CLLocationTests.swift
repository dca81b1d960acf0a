import CoreLocation
import Foundation
import Testing

@Suite struct CLLocationTests {
    private let time = Date(timeIntervalSinceReferenceDate: 339_620_400.125)
    private let place = CLLocationCoordinate2D(latitude: 37.332_331_41, longitude: -122.031_218_6)

    private func full() -> CLLocation {
        CLLocation(
            coordinate: place,
            altitude: 12.5,
            horizontalAccuracy: 5,
            verticalAccuracy: 3,
            course: 90,
            courseAccuracy: 2,
            speed: 1.25,
            speedAccuracy: 0.5,
            timestamp: time,
            sourceInfo: CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false)
        )
    }

    private func values(_ location: CLLocation) -> [UInt64] {
        [
            location.coordinate.latitude, location.coordinate.longitude, location.altitude,
            location.ellipsoidalAltitude, location.horizontalAccuracy, location.verticalAccuracy, location.course,
            location.courseAccuracy, location.speed, location.speedAccuracy,
            location.timestamp.timeIntervalSinceReferenceDate,
        ]
        .map(\.bitPattern)
    }

    private func archived(_ location: CLLocation) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true)
    }

    @Test("A location of latitude and longitude knows neither altitude, course nor speed, and is of now")
    func shortest() {
        let before = Date()
        let location = CLLocation(latitude: 1, longitude: 2)
        #expect(location.coordinate.latitude == 1 && location.coordinate.longitude == 2)
        #expect(location.altitude == 0 && location.horizontalAccuracy == 0 && location.verticalAccuracy == -1)
        #expect(location.course == -1 && location.courseAccuracy == -1)
        #expect(location.speed == -1 && location.speedAccuracy == -1)
        #expect(location.timestamp >= before && location.timestamp <= Date())
        #expect(location.floor == nil && location.sourceInformation == nil)
    }

    @Test("Each initializer keeps what it is given and knows nothing of the rest")
    func initializers() {
        let still = CLLocation(
            coordinate: place,
            altitude: 7,
            horizontalAccuracy: 5,
            verticalAccuracy: 3,
            timestamp: time
        )
        #expect(still.altitude == 7 && still.ellipsoidalAltitude == 7 && still.timestamp == time)
        #expect(still.course == -1 && still.speed == -1)

        let moving = CLLocation(
            coordinate: place,
            altitude: 7,
            horizontalAccuracy: 5,
            verticalAccuracy: 3,
            course: 180,
            speed: 2,
            timestamp: time
        )
        #expect(moving.course == 180 && moving.courseAccuracy == -1)
        #expect(moving.speed == 2 && moving.speedAccuracy == -1)

        let all = full()
        #expect(all.courseAccuracy == 2 && all.speedAccuracy == 0.5)
        #expect(all.sourceInformation?.isSimulatedBySoftware == true)
        #expect(all.sourceInformation?.isProducedByAccessory == false)
    }

    @Test("An archive gives every field back bit for bit")
    func archive() throws {
        let strange = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 91.000_000_000_1, longitude: -0.0),
            altitude: .infinity,
            horizontalAccuracy: -1,
            verticalAccuracy: .leastNonzeroMagnitude,
            timestamp: time
        )
        let indoors = CLLocation(
            fields: LocationFields(coordinate: place, ellipsoidalAltitude: -17, timestamp: time),
            floor: CLFloor(level: -2)
        )
        for location in [full(), strange, indoors] {
            let back = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: archived(location))
            )
            #expect(values(back) == values(location))
            #expect(back.floor?.level == location.floor?.level)
            #expect(
                back.sourceInformation?.isSimulatedBySoftware == location.sourceInformation?.isSimulatedBySoftware
            )
        }
    }

    @Test("A copy is the location itself, and a subclass may tell another place")
    func copies() {
        final class Elsewhere: CLLocation, @unchecked Sendable {
            override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 0, longitude: 1) }
        }
        let location = full()
        #expect(location.copy() as? CLLocation === location)
        let elsewhere = Elsewhere(latitude: 0, longitude: 0)
        #expect(abs(elsewhere.distance(from: CLLocation(latitude: 0, longitude: 0)) - 111_319.491) < 0.001)
    }

    @Test("The description tells place, accuracy, motion and time")
    func description() {
        #expect(
            full().description
                == "<+37.33233141,-122.03121860> +/- 5.00m (speed 1.25 mps / course 90.00) @ 2011-10-06 19:00:00 +0000"
        )
    }

    @Test("A coordinate is valid within 90 degrees of latitude and 180 of longitude")
    func validity() {
        for (latitude, longitude) in [(0.0, 0.0), (90, 180), (-90, -180)] {
            #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)))
        }
        for (latitude, longitude) in [(90.001, 0.0), (0, 180.001), (.nan, 0), (0, -.infinity)] {
            #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)))
        }
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
    }
}
