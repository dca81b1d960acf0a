import CoreLocation
import Foundation

/// The locations of a route, in order of time, each time once.
package struct RouteData: Sendable {
    package var points: [RoutePoint]

    /// Sorts points by time; of two at the same time the later in the array stays (R7.13).
    package init(_ points: [RoutePoint]) {
        var byTime: [Double: RoutePoint] = [:]
        for point in points { byTime[point.fields.timestamp] = point }
        self.points = byTime.values.sorted { $0.fields.timestamp < $1.fields.timestamp }
    }

    /// Takes points as an export tells them: in order of time, and those of the same second in the order they stand.
    ///
    /// The Health app's exports leave fractions of seconds out, so several points may have the same time.
    package init(exported points: [RoutePoint]) {
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.fields.timestamp <= $1.fields.timestamp }
        // The sort keeps the order of what is equal.
        self.points = isSorted ? points : points.sorted { $0.fields.timestamp < $1.fields.timestamp }
    }

    /// The route as bytes: how many points, then each.
    package var bytes: [UInt8] {
        var writer = ByteWriter(reserving: points.count * RoutePoint.smallestSize + 16)
        writer.varint(UInt64(points.count))
        for point in points { point.write(to: &writer) }
        return writer.bytes
    }

    /// Reads what ``bytes`` wrote; `nil` when the bytes make no sense.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let count = reader.varint(), count <= UInt64(reader.remaining / RoutePoint.smallestSize) else {
            return nil
        }
        points = []
        for _ in 0..<count {
            guard let point = RoutePoint(from: &reader) else { return nil }
            points.append(point)
        }
    }
}

/// One location of a route.
package struct RoutePoint: Sendable {
    package var fields: LocationFields
    package var floor: Int?
    /// Whether software simulated it, and whether an accessory told it; `nil` when that is not known.
    package var source: SourceInformation?

    package struct SourceInformation: Sendable {
        package var isSimulated: Bool
        package var isAccessory: Bool
    }

    /// A byte of marks and ten numbers.
    fileprivate static let smallestSize = 81

    private struct Marks: OptionSet {
        let rawValue: UInt8

        static let ellipsoidalAltitude = Marks(rawValue: 1)
        static let floor = Marks(rawValue: 2)
        static let source = Marks(rawValue: 4)
        static let simulated = Marks(rawValue: 8)
        static let accessory = Marks(rawValue: 16)
    }

    /// A location of which no more is known than its numbers.
    package init(fields: LocationFields) { self.fields = fields }

    package init(_ location: CLLocation) {
        fields = type(of: location) == CLLocation.self ? location.fields : LocationFields(told: location)
        floor = location.floor?.level
        source = location.sourceInformation.map {
            SourceInformation(isSimulated: $0.isSimulatedBySoftware, isAccessory: $0.isProducedByAccessory)
        }
    }

    /// The location as an app gets it.
    package var location: CLLocation {
        CLLocation(
            fields: fields,
            floor: floor.map { CLFloor(level: $0) },
            sourceInformation: source.map {
                CLLocationSourceInformation(
                    softwareSimulationState: $0.isSimulated,
                    andExternalAccessoryState: $0.isAccessory
                )
            }
        )
    }

    fileprivate func write(to writer: inout ByteWriter) {
        var marks: Marks = []
        if fields.ellipsoidalAltitude != nil { marks.insert(.ellipsoidalAltitude) }
        if floor != nil { marks.insert(.floor) }
        if let source {
            marks.insert(.source)
            if source.isSimulated { marks.insert(.simulated) }
            if source.isAccessory { marks.insert(.accessory) }
        }
        writer.byte(marks.rawValue)
        writer.double(fields.timestamp)
        writer.double(fields.coordinate.latitude)
        writer.double(fields.coordinate.longitude)
        writer.double(fields.altitude)
        writer.double(fields.horizontalAccuracy)
        writer.double(fields.verticalAccuracy)
        writer.double(fields.course)
        writer.double(fields.courseAccuracy)
        writer.double(fields.speed)
        writer.double(fields.speedAccuracy)
        if let altitude = fields.ellipsoidalAltitude { writer.double(altitude) }
        if let floor { writer.varint(UInt64(bitPattern: Int64(floor))) }
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let marks = reader.byte().map(Marks.init) else { return nil }
        let numbers = (0..<10).compactMap { _ in reader.double() }
        guard numbers.count == 10 else { return nil }
        fields = LocationFields(
            coordinate: CLLocationCoordinate2D(latitude: numbers[1], longitude: numbers[2]),
            altitude: numbers[3],
            horizontalAccuracy: numbers[4],
            verticalAccuracy: numbers[5],
            course: numbers[6],
            courseAccuracy: numbers[7],
            speed: numbers[8],
            speedAccuracy: numbers[9],
            timestamp: Date(timeIntervalSinceReferenceDate: numbers[0])
        )
        if marks.contains(.ellipsoidalAltitude) {
            guard let altitude = reader.double() else { return nil }
            fields.ellipsoidalAltitude = altitude
        }
        if marks.contains(.floor) {
            guard let level = reader.varint() else { return nil }
            floor = Int(Int64(bitPattern: level))
        }
        if marks.contains(.source) {
            source = SourceInformation(
                isSimulated: marks.contains(.simulated),
                isAccessory: marks.contains(.accessory)
            )
        }
    }
}

extension LocationFields {
    /// What a location of a class of the app tells: it may have overridden any property.
    fileprivate init(told location: CLLocation) {
        self.init(
            coordinate: location.coordinate,
            altitude: location.altitude,
            ellipsoidalAltitude: location.ellipsoidalAltitude,
            horizontalAccuracy: location.horizontalAccuracy,
            verticalAccuracy: location.verticalAccuracy,
            course: location.course,
            courseAccuracy: location.courseAccuracy,
            speed: location.speed,
            speedAccuracy: location.speedAccuracy,
            timestamp: location.timestamp
        )
    }
}
