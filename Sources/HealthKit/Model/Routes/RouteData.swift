import CoreLocation
import Foundation
import HealthKitStore

/// The locations of a route, in order of time, each time once.
package struct RouteData: Sendable {
    package var points: [RoutePoint]

    /// Sorts points by time; of two at the same time the later in the array stays (R7.13).
    package init(_ points: [RoutePoint]) {
        var byTime: [Double: RoutePoint] = [:]
        for point in points { byTime[point.fields.timestamp] = point }
        self.points = byTime.values.sorted { $0.fields.timestamp < $1.fields.timestamp }
    }

    /// Creates a route from exported points, sorted by time; points of the same second keep their order.
    ///
    /// The Health app's exports omit fractions of seconds, so several points may have the same time.
    package init(exported points: [RoutePoint]) {
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.fields.timestamp <= $1.fields.timestamp }
        // The sort is stable.
        self.points = isSorted ? points : points.sorted { $0.fields.timestamp < $1.fields.timestamp }
    }

    /// The prefix that marks the column format.
    ///
    /// Earlier versions began with the number of points, which is never zero.
    private static let columnMark: [UInt8] = [0, 1]

    /// The route as bytes: the marks of all points, a column for each of their numbers, and the optional values.
    package var bytes: [UInt8] {
        func column(_ number: (RoutePoint) -> Double) -> [Double] { points.map(number) }
        let marks = points.map(\.marks.rawValue)
        var columns = [
            marks.map { Double($0) }, column { $0.fields.timestamp },
            column { $0.fields.coordinate.latitude }, column { $0.fields.coordinate.longitude },
            column { $0.fields.altitude }, column { $0.fields.horizontalAccuracy },
            column { $0.fields.verticalAccuracy }, column { $0.fields.course }, column { $0.fields.courseAccuracy },
            column { $0.fields.speed }, column { $0.fields.speedAccuracy },
        ]
        let all = RoutePoint.Marks(rawValue: marks.reduce(0, |))
        if all.contains(.ellipsoidalAltitude) { columns.append(column { $0.fields.ellipsoidalAltitude ?? 0 }) }
        // Levels are stored bit by bit, so that each is restored exactly.
        if all.contains(.floor) {
            columns.append(column { Double(bitPattern: UInt64(bitPattern: Int64($0.floor ?? 0))) })
        }
        return Self.columnMark + NumberColumns.bytes(columns)
    }

    /// Decodes ``bytes``, in this version and in earlier ones; `nil` if the bytes are invalid.
    package init?(bytes: [UInt8]) {
        let read = bytes.starts(with: Self.columnMark) ? Self.points(columns: bytes) : Self.points(rows: bytes)
        guard let read else { return nil }
        points = read
    }

    private static func points(columns bytes: [UInt8]) -> [RoutePoint]? {
        guard let columns = NumberColumns.columns(bytes.dropFirst(columnMark.count)),
            columns.count > RoutePoint.numberCount,
            let marks = columns.first?.map({ RoutePoint.Marks(rawValue: UInt8(exactly: $0) ?? 0) })
        else { return nil }
        let all = marks.reduce(into: RoutePoint.Marks()) { $0.formUnion($1) }
        var rest = columns.dropFirst(1 + RoutePoint.numberCount)
        let altitudes = all.contains(.ellipsoidalAltitude) ? rest.popFirst() : []
        let floors = all.contains(.floor) ? rest.popFirst() : []
        guard let altitudes, let floors, rest.isEmpty else { return nil }
        return marks.indices.map { row in
            var point = RoutePoint(marks: marks[row]) { columns[1 + $0][row] }
            if marks[row].contains(.ellipsoidalAltitude) { point.fields.ellipsoidalAltitude = altitudes[row] }
            if marks[row].contains(.floor) { point.floor = Int(Int64(bitPattern: floors[row].bitPattern)) }
            return point
        }
    }

    /// Decodes the format of earlier versions: the number of points, then each point.
    private static func points(rows bytes: [UInt8]) -> [RoutePoint]? {
        var reader = ByteReader(bytes)
        guard let count = reader.varint(), count > 0, count <= UInt64(reader.remaining / RoutePoint.smallestSize) else {
            return nil
        }
        var points: [RoutePoint] = []
        for _ in 0..<count {
            guard let point = RoutePoint(from: &reader) else { return nil }
            points.append(point)
        }
        return points
    }
}

/// One location of a route.
package struct RoutePoint: Sendable {
    package var fields: LocationFields
    package var floor: Int?
    /// Whether software simulated it, and whether an accessory provided it; `nil` if unknown.
    package var source: SourceInformation?

    package struct SourceInformation: Sendable {
        package var isSimulated: Bool
        package var isAccessory: Bool
    }

    /// A byte of marks and ten numbers.
    fileprivate static let smallestSize = 81

    fileprivate struct Marks: OptionSet {
        let rawValue: UInt8

        static let ellipsoidalAltitude = Marks(rawValue: 1)
        static let floor = Marks(rawValue: 2)
        static let source = Marks(rawValue: 4)
        static let simulated = Marks(rawValue: 8)
        static let accessory = Marks(rawValue: 16)
    }

    /// Creates a location from its numbers only.
    package init(fields: LocationFields) { self.fields = fields }

    package init(_ location: CLLocation) {
        fields = type(of: location) == CLLocation.self ? location.fields : LocationFields(reported: location)
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

    /// The properties of the location other than its numbers.
    fileprivate var marks: Marks {
        var marks = Marks(rawValue: 0)
        if fields.ellipsoidalAltitude != nil { marks.insert(.ellipsoidalAltitude) }
        if floor != nil { marks.insert(.floor) }
        if let source {
            marks.insert(.source)
            if source.isSimulated { marks.insert(.simulated) }
            if source.isAccessory { marks.insert(.accessory) }
        }
        return marks
    }

    /// The number of numeric values of a location.
    fileprivate static let numberCount = 10

    /// Creates a location from its numbers, requested in the order in which routes store them.
    fileprivate init(marks: Marks, _ number: (Int) -> Double) {
        fields = LocationFields(
            coordinate: CLLocationCoordinate2D(latitude: number(1), longitude: number(2)),
            altitude: number(3),
            horizontalAccuracy: number(4),
            verticalAccuracy: number(5),
            course: number(6),
            courseAccuracy: number(7),
            speed: number(8),
            speedAccuracy: number(9),
            timestamp: Date(timeIntervalSinceReferenceDate: number(0))
        )
        guard marks.contains(.source) else { return }
        source = SourceInformation(
            isSimulated: marks.contains(.simulated),
            isAccessory: marks.contains(.accessory)
        )
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let marks = reader.byte().map(Marks.init) else { return nil }
        let numbers = (0..<Self.numberCount).compactMap { _ in reader.double() }
        guard numbers.count == Self.numberCount else { return nil }
        self.init(marks: marks) { numbers[$0] }
        if marks.contains(.ellipsoidalAltitude) {
            guard let altitude = reader.double() else { return nil }
            fields.ellipsoidalAltitude = altitude
        }
        if marks.contains(.floor) {
            guard let level = reader.varint() else { return nil }
            floor = Int(Int64(bitPattern: level))
        }
    }
}

extension LocationFields {
    /// Creates a location from an object of an app's class, which may have overridden any property.
    fileprivate init(reported location: CLLocation) {
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
