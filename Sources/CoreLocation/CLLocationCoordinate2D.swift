/// An angle of latitude or longitude, in degrees.
public typealias CLLocationDegrees = Double

/// A length, in meters.
public typealias CLLocationDistance = Double

/// The radius of what a position or an altitude may be off by, in meters; negative when the value is not valid.
public typealias CLLocationAccuracy = Double

/// A speed, in meters a second; negative when it is not known.
public typealias CLLocationSpeed = Double

/// The possible error of a speed, in meters a second; negative when the speed is not valid.
public typealias CLLocationSpeedAccuracy = Double

/// A direction, in degrees clockwise from true north; negative when it is not known.
public typealias CLLocationDirection = Double

/// The possible error of a direction, in degrees; negative when the direction is not valid.
public typealias CLLocationDirectionAccuracy = Double

/// A place on the WGS-84 ellipsoid.
///
/// Nothing is checked when a coordinate is made: what a sensor or a file said is kept bit for bit.
/// `CLLocationCoordinate2DIsValid` tells whether it is a place on Earth.
public struct CLLocationCoordinate2D: BitwiseCopyable, Sendable {
    /// The latitude in degrees, north of the equator positive.
    public var latitude: CLLocationDegrees

    /// The longitude in degrees, east of Greenwich positive.
    public var longitude: CLLocationDegrees

    /// Makes the coordinate where the equator meets the meridian of Greenwich.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Makes a coordinate.
    ///
    /// - Parameters:
    ///   - latitude: The latitude in degrees, north of the equator positive.
    ///   - longitude: The longitude in degrees, east of Greenwich positive.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A coordinate that is no place on Earth.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether a coordinate is a place on Earth.
///
/// - Parameter coord: The coordinate.
/// - Returns: Whether the latitude lies within ±90° and the longitude within ±180°, both limits included.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// Makes a coordinate.
///
/// - Parameters:
///   - latitude: The latitude in degrees, north of the equator positive.
///   - longitude: The longitude in degrees, east of Greenwich positive.
/// - Returns: The coordinate.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
