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
        /// Valid by the schema of GPX 1.1: data that GPX has no element for is in a namespace of its own.
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
        write(Self.escaped(name))
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
        write(decimal: longitude(place.coordinate.longitude))
        write("\" lat=\"")
        write(decimal: place.coordinate.latitude)
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

    /// A longitude for GPX: the schema allows the antimeridian as -180 only.
    private func longitude(_ longitude: Double) -> Double {
        layout == .schema && (longitude * 1e6).rounded() >= 180e6 ? -180 : longitude
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

    /// A number with six decimals.
    private mutating func write(decimal value: Double) {
        guard abs(value) < 1e12 else { return write(String(format: "%.6f", value)) }
        let millionths = Int((value * 1e6).rounded())
        if millionths < 0 { buffer.append(UInt8(ascii: "-")) }
        let size = millionths.magnitude
        buffer.append(contentsOf: String(size / 1_000_000).utf8)
        buffer.append(UInt8(ascii: "."))
        buffer.appendDigits(Int(size % 1_000_000), width: 6)
    }

    /// Text with markup escaped, without characters that XML forbids.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\t", "\n", "\r": result += " "
            case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// A time in UTC as XML writes it; fast, because routes have many.
private struct ISOTime {
    private let days: Int
    private let second: Int
    private let millionths: Int

    /// The time a number of seconds after the reference date, or `nil` outside the years 1 to 9999.
    init?(_ reference: Double) {
        let time = reference + Date.timeIntervalBetween1970AndReferenceDate
        guard time > -62_135_500_000, time < 253_402_200_000 else { return nil }
        // To the microsecond, which is about the precision of a double for a time of day.
        let whole = reference.rounded(.down)
        let fraction = Int(((reference - whole) * 1e6).rounded())
        let total =
            Int(whole) + Int(Date.timeIntervalBetween1970AndReferenceDate) + (fraction == 1_000_000 ? 1 : 0)
        millionths = fraction % 1_000_000
        days = total >= 0 ? total / 86_400 : -((-total + 86_399) / 86_400)
        second = total - days * 86_400
    }

    func append(to buffer: inout [UInt8], keepsFractions: Bool) {
        let date = Self.gregorian(days)
        buffer.appendDigits(date.year, width: 4)
        buffer.append(UInt8(ascii: "-"))
        buffer.appendDigits(date.month, width: 2)
        buffer.append(UInt8(ascii: "-"))
        buffer.appendDigits(date.day, width: 2)
        buffer.append(UInt8(ascii: "T"))
        buffer.appendDigits(second / 3_600, width: 2)
        buffer.append(UInt8(ascii: ":"))
        buffer.appendDigits(second / 60 % 60, width: 2)
        buffer.append(UInt8(ascii: ":"))
        buffer.appendDigits(second % 60, width: 2)
        if keepsFractions, millionths > 0 {
            buffer.append(UInt8(ascii: "."))
            buffer.appendDigits(millionths, width: 6)
            while buffer.last == UInt8(ascii: "0") { buffer.removeLast() }
        }
        buffer.append(UInt8(ascii: "Z"))
    }

    /// The date of a day counted from 1970-01-01, in the Gregorian calendar.
    private static func gregorian(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension [UInt8] {
    /// Appends a nonnegative number, padded with zeros to a width.
    fileprivate mutating func appendDigits(_ number: Int, width: Int) {
        var divisor = 1
        for _ in 1..<Swift.max(1, width) { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
