import Foundation

/// A position with its time and accuracy.
///
/// HealthKit's workout routes consist of locations. The module declares the part of Apple's framework that HealthKit's
/// own declarations name; it does not find out where the machine is.
///
/// Locations never change and may be shared between threads. As on Apple's platforms, two locations are equal only when
/// they are the same object; compare coordinates and times to see whether they say the same.
///
/// - Note: The module is named as Apple's is. A package that has a module of the same name cannot be built together
///   with this one.
open class CLLocation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    package private(set) var fields: LocationFields
    private var storedFloor: CLFloor?
    private var storedSource: CLLocationSourceInformation?

    /// Makes a location from a place, now.
    ///
    /// The altitude is 0 and not valid, the horizontal accuracy 0; course and speed are not known.
    ///
    /// - Parameters:
    ///   - latitude: The latitude in degrees, north of the equator positive.
    ///   - longitude: The longitude in degrees, east of Greenwich positive.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        fields = LocationFields(coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    }

    /// Makes a location whose course and speed are not known.
    ///
    /// - Parameters:
    ///   - coordinate: The place.
    ///   - altitude: The height above mean sea level, in meters.
    ///   - hAccuracy: The radius in meters within which the place lies; negative when it is not valid.
    ///   - vAccuracy: The possible error of the altitude, in meters; negative when it is not valid.
    ///   - timestamp: The time of the measurement.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        fields = LocationFields(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            timestamp: timestamp
        )
    }

    /// Makes a location with course and speed.
    ///
    /// - Parameters:
    ///   - coordinate: The place.
    ///   - altitude: The height above mean sea level, in meters.
    ///   - hAccuracy: The radius in meters within which the place lies; negative when it is not valid.
    ///   - vAccuracy: The possible error of the altitude, in meters; negative when it is not valid.
    ///   - course: The direction of travel, in degrees clockwise from true north; negative when it is not known.
    ///   - speed: The speed, in meters a second; negative when it is not known.
    ///   - timestamp: The time of the measurement.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        fields = LocationFields(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            speed: speed,
            timestamp: timestamp
        )
    }

    /// Makes a location with course and speed and their accuracies.
    ///
    /// - Parameters:
    ///   - coordinate: The place.
    ///   - altitude: The height above mean sea level, in meters.
    ///   - hAccuracy: The radius in meters within which the place lies; negative when it is not valid.
    ///   - vAccuracy: The possible error of the altitude, in meters; negative when it is not valid.
    ///   - course: The direction of travel, in degrees clockwise from true north; negative when it is not known.
    ///   - courseAccuracy: The possible error of the course, in degrees; negative when it is not valid.
    ///   - speed: The speed, in meters a second; negative when it is not known.
    ///   - speedAccuracy: The possible error of the speed, in meters a second; negative when it is not valid.
    ///   - timestamp: The time of the measurement.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        fields = LocationFields(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp
        )
    }

    /// Makes a location with course and speed, their accuracies, and its source.
    ///
    /// - Parameters:
    ///   - coordinate: The place.
    ///   - altitude: The height above mean sea level, in meters.
    ///   - hAccuracy: The radius in meters within which the place lies; negative when it is not valid.
    ///   - vAccuracy: The possible error of the altitude, in meters; negative when it is not valid.
    ///   - course: The direction of travel, in degrees clockwise from true north; negative when it is not known.
    ///   - courseAccuracy: The possible error of the course, in degrees; negative when it is not valid.
    ///   - speed: The speed, in meters a second; negative when it is not known.
    ///   - speedAccuracy: The possible error of the speed, in meters a second; negative when it is not valid.
    ///   - timestamp: The time of the measurement.
    ///   - sourceInfo: The source of the location.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date,
        sourceInfo: CLLocationSourceInformation
    ) {
        fields = LocationFields(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp
        )
        storedSource = sourceInfo
    }

    /// Makes a location from all that one can have.
    package convenience init(
        fields: LocationFields,
        floor: CLFloor? = nil,
        sourceInformation: CLLocationSourceInformation? = nil
    ) {
        self.init(latitude: 0, longitude: 0)
        self.fields = fields
        storedFloor = floor
        storedSource = sourceInformation
    }

    /// The place.
    open var coordinate: CLLocationCoordinate2D { fields.coordinate }

    /// The height above mean sea level, in meters.
    open var altitude: CLLocationDistance { fields.altitude }

    /// The height above the WGS-84 ellipsoid, in meters.
    ///
    /// No initializer that Apple declares takes it. Where it was not recorded it is the altitude: the module has no model
    /// of the geoid, which lies up to 107 meters below and 86 meters above the ellipsoid.
    open var ellipsoidalAltitude: CLLocationDistance { fields.ellipsoidalAltitude ?? fields.altitude }

    /// The radius in meters within which the place lies; negative when the coordinate is not valid.
    open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }

    /// The possible error of the altitude, in meters; negative when the altitude is not valid.
    open var verticalAccuracy: CLLocationAccuracy { fields.verticalAccuracy }

    /// The direction of travel, in degrees clockwise from true north; negative when it is not known.
    open var course: CLLocationDirection { fields.course }

    /// The possible error of the course, in degrees; negative when the course is not valid.
    open var courseAccuracy: CLLocationDirectionAccuracy { fields.courseAccuracy }

    /// The speed, in meters a second; negative when it is not known.
    open var speed: CLLocationSpeed { fields.speed }

    /// The possible error of the speed, in meters a second; negative when the speed is not valid.
    open var speedAccuracy: CLLocationSpeedAccuracy { fields.speedAccuracy }

    /// The time of the measurement.
    open var timestamp: Date { Date(timeIntervalSinceReferenceDate: fields.timestamp) }

    /// The floor of the building; `nil` when it is not known.
    open var floor: CLFloor? { storedFloor }

    /// The source of the location; `nil` when it is not known.
    open var sourceInformation: CLLocationSourceInformation? { storedSource }

    /// The length of the shortest line to another location, in meters.
    ///
    /// The line follows the surface of the WGS-84 ellipsoid; altitudes do not count. It is exact to a millimeter, all
    /// round the Earth.
    ///
    /// - Parameter location: The other location.
    /// - Returns: The length; not a number when a coordinate is not finite.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        Geodesic.length(from: coordinate, to: location.coordinate)
    }

    /// Whether secure coding is supported: it is.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a location from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let fields = LocationFields(coder: coder) else { return nil }
        self.fields = fields
        storedFloor = coder.decoded(CLFloor.self, forKey: "floor")
        storedSource = coder.decoded(CLLocationSourceInformation.self, forKey: "sourceInformation")
    }

    /// Writes the location to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        fields.encode(with: coder)
        coder.encode(storedFloor, forKey: "floor")
        coder.encode(storedSource, forKey: "sourceInformation")
    }

    /// The same location: locations are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The place, its accuracy, the speed, the course and the time, as in
    /// `<+37.33233141,-122.03121860> +/- 5.00m (speed 1.20 mps / course 90.00) @ 2011-10-06 19:00:00 +0000`.
    open override var description: String {
        let place = String(
            format: "<%+.8f,%+.8f> +/- %.2fm",
            coordinate.latitude,
            coordinate.longitude,
            horizontalAccuracy
        )
        let motion = String(format: "(speed %.2f mps / course %.2f)", speed, course)
        return "\(place) \(motion) @ \(timestamp)"
    }
}

extension NSCoder {
    /// An object from an archive; `nil` when it is missing, where some coders would stop the program.
    fileprivate func decoded<Value: NSObject & NSCoding>(_ type: Value.Type, forKey key: String) -> Value? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }
}
