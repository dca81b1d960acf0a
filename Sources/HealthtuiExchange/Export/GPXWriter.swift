import CoreLocation
import Foundation

/// Writes a route as GPX 1.1, line by line: valid by its schema, or in the layout of the Health app's export.
///
/// It holds only one piece of text at a time, regardless of the route's length:
///
/// ```swift
/// var writer = GPXWriter(name: "Route 2019-06-11 3:00pm", time: .now) { try file.write(contentsOf: $0) }
/// try writer.beginSegment()
/// for point in route.points { try writer.append(point.fields) }
/// try writer.finish()
/// ```
package struct GPXWriter {
    /// Receives the next piece of the file.
    package typealias Sink = ([UInt8]) throws -> Void

    /// The number of locations left out because they aren't on Earth: GPX can't express them.
    package private(set) var leftOut = 0
    /// The number of locations written.
    package private(set) var count = 0

    /// The layout of a file.
    package enum Layout: Sendable {
        /// Valid by the schema of GPX 1.1: data that GPX has no element for is in a separate namespace.
        case schema
        /// As the Health app writes routes, byte for byte: its extensions are in GPX's namespace, which the schema
        /// forbids.
        case healthApp
    }

    /// The namespace for data that GPX has no element for.
    static let namespace = "urn:x-healthtui:gpx:location:1"

    private let sink: Sink
    private let layout: Layout
    private let keepsFractions: Bool
    private var buffer: [UInt8] = []
    private var isInSegment = false

    private static let pieceSize = 1 << 16

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - name: The name of the track, as of ``RouteName/title``.
    ///   - time: The file's creation time.
    ///   - layout: The layout of the file.
    ///   - keepsFractions: Whether to write fractions of a second, which the Health app leaves out; without them, two
    ///     locations within a second have the same time.
    ///   - sink: Receives the file, piece by piece.
    package init(
        name: String,
        time: Date,
        layout: Layout = .schema,
        keepsFractions: Bool = true,
        sink: @escaping Sink
    ) {
        self.sink = sink
        self.layout = layout
        self.keepsFractions = keepsFractions
        buffer.reserveCapacity(Self.pieceSize + 1_024)
        write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
            \(layout == .schema ? "xmlns:loc=\"\(Self.namespace)\" " : "")\
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
              <metadata>
                <time>
            """
        )
        write(time: time.timeIntervalSinceReferenceDate.rounded(.down))
        write("</time>\n  </metadata>\n  <trk>\n    <name>")
        write(TrackText.escaped(name))
        write("</name>\n")
    }

    /// Begins a segment for one route; a workout has a segment per route.
    ///
    /// - Throws: Any error that the sink throws.
    package mutating func beginSegment() throws {
        endSegment()
        isInSegment = true
        write("    <trkseg>\n")
        try drain(below: Self.pieceSize)
    }

    /// Writes a location.
    ///
    /// - Parameter place: The location; one without a valid coordinate or time is counted in ``leftOut``.
    /// - Throws: Any error that the sink throws.
    package mutating func append(_ place: LocationFields) throws {
        guard CLLocationCoordinate2DIsValid(place.coordinate), let time = ISOTime(place.timestamp) else {
            leftOut += 1
            return
        }
        if !isInSegment { try beginSegment() }
        count += 1
        write("      <trkpt lon=\"")
        buffer.append(decimal: longitude(place.coordinate.longitude), places: coordinatePlaces)
        write("\" lat=\"")
        buffer.append(decimal: place.coordinate.latitude, places: coordinatePlaces)
        write("\">")
        write(element: "ele", place.altitude)
        write("<time>")
        time.append(to: &buffer, keepsFractions: keepsFractions)
        write("</time><extensions>")
        switch layout {
        case .schema:
            write(element: "loc:speed", place.speed)
            write(element: "loc:course", place.course)
            write(element: "loc:hAcc", place.horizontalAccuracy)
            write(element: "loc:vAcc", place.verticalAccuracy)
        case .healthApp:
            write(element: "speed", place.speed)
            write(element: "course", place.course)
            write(element: "hAcc", place.horizontalAccuracy)
            write(element: "vAcc", place.verticalAccuracy)
        }
        write("</extensions></trkpt>\n")
        try drain(below: Self.pieceSize)
    }

    /// Six decimals, as the Health app writes them, are 11 cm; seven distinguish places a centimeter apart.
    private var coordinatePlaces: Int { layout == .schema ? 7 : 6 }

    /// A longitude for GPX: the schema allows the antimeridian as -180 only.
    private func longitude(_ longitude: Double) -> Double {
        layout == .schema && (longitude * 1e7).rounded() >= 180e7 ? -180 : longitude
    }

    /// Ends the file.
    ///
    /// - Throws: Any error that the sink throws.
    package mutating func finish() throws {
        if count == 0, !isInSegment { try beginSegment() }
        endSegment()
        write("  </trk>\n</gpx>")
        try drain(below: 1)
    }

    private mutating func endSegment() {
        if isInSegment { write("    </trkseg>\n") }
        isInSegment = false
    }

    private mutating func drain(below size: Int) throws {
        guard buffer.count >= size else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try sink(buffer)
    }

    // MARK: Text

    private mutating func write(_ text: String) { buffer.append(contentsOf: text.utf8) }

    private mutating func write(time: Double) {
        guard let time = ISOTime(time) else { return write("1970-01-01T00:00:00Z") }
        time.append(to: &buffer, keepsFractions: false)
    }

    /// Writes an element with a number, or nothing if it isn't finite.
    private mutating func write(element name: StaticString, _ value: Double) {
        guard value.isFinite else { return }
        name.withUTF8Buffer { name in
            buffer.append(UInt8(ascii: "<"))
            buffer.append(contentsOf: name)
            buffer.append(UInt8(ascii: ">"))
        }
        write(decimal: value)
        name.withUTF8Buffer { name in
            buffer.append(UInt8(ascii: "<"))
            buffer.append(UInt8(ascii: "/"))
            buffer.append(contentsOf: name)
            buffer.append(UInt8(ascii: ">"))
        }
    }

    private mutating func write(decimal value: Double) { buffer.append(decimal: value, places: 6) }
}
