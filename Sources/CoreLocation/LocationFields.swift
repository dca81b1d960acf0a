import Foundation

/// The fields of a location, except its floor and its source.
package struct LocationFields: BitwiseCopyable, Sendable {
    package var coordinate: CLLocationCoordinate2D
    package var altitude: CLLocationDistance
    /// `nil` where only the altitude above sea level is known.
    package var ellipsoidalAltitude: CLLocationDistance?
    package var horizontalAccuracy: CLLocationAccuracy
    package var verticalAccuracy: CLLocationAccuracy
    package var course: CLLocationDirection
    package var courseAccuracy: CLLocationDirectionAccuracy
    package var speed: CLLocationSpeed
    package var speedAccuracy: CLLocationSpeedAccuracy
    /// Seconds since the reference date.
    package var timestamp: TimeInterval

    package init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance = 0,
        ellipsoidalAltitude: CLLocationDistance? = nil,
        horizontalAccuracy: CLLocationAccuracy = 0,
        verticalAccuracy: CLLocationAccuracy = -1,
        course: CLLocationDirection = -1,
        courseAccuracy: CLLocationDirectionAccuracy = -1,
        speed: CLLocationSpeed = -1,
        speedAccuracy: CLLocationSpeedAccuracy = -1,
        timestamp: Date = Date()
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.ellipsoidalAltitude = ellipsoidalAltitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp.timeIntervalSinceReferenceDate
    }

    /// The keys of what every archive has, in the order of ``numbers``.
    private static let keys = [
        "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "course", "courseAccuracy",
        "speed", "speedAccuracy", "timestamp",
    ]

    private static let ellipsoidalAltitudeKey = "ellipsoidalAltitude"

    private var numbers: [Double] {
        [
            coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy, verticalAccuracy, course,
            courseAccuracy, speed, speedAccuracy, timestamp,
        ]
    }

    init?(coder: NSCoder) {
        guard Self.keys.allSatisfy({ coder.containsValue(forKey: $0) }) else { return nil }
        let numbers = Self.keys.map { coder.decodeDouble(forKey: $0) }
        coordinate = CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1])
        altitude = numbers[2]
        horizontalAccuracy = numbers[3]
        verticalAccuracy = numbers[4]
        course = numbers[5]
        courseAccuracy = numbers[6]
        speed = numbers[7]
        speedAccuracy = numbers[8]
        timestamp = numbers[9]
        if coder.containsValue(forKey: Self.ellipsoidalAltitudeKey) {
            ellipsoidalAltitude = coder.decodeDouble(forKey: Self.ellipsoidalAltitudeKey)
        }
    }

    func encode(with coder: NSCoder) {
        for (key, number) in zip(Self.keys, numbers) { coder.encode(number, forKey: key) }
        if let ellipsoidalAltitude { coder.encode(ellipsoidalAltitude, forKey: Self.ellipsoidalAltitudeKey) }
    }
}
