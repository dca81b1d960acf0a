import CoreLocation
import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// Routes as files.
@Suite("GPX: a route as the Health app writes it")
struct GPXWriterTests {
    private static func place(
        _ longitude: Double,
        _ latitude: Double,
        _ seconds: Double,
        altitude: Double = 4.076904,
        speed: Double = 0.180883
    ) -> LocationFields {
        LocationFields(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: altitude,
            horizontalAccuracy: 8.063116,
            verticalAccuracy: 6.428697,
            course: 206.252884,
            speed: speed,
            timestamp: Date(timeIntervalSince1970: 1_560_290_442 + seconds)
        )
    }

    private static let made = Date(timeIntervalSince1970: 1_573_098_232.9)

    private static func written(
        _ segments: [[LocationFields]],
        name: String = "Route 2019-06-11 3:00pm",
        layout: GPXWriter.Layout = .healthApp,
        keepsFractions: Bool = true
    ) throws -> (text: String, leftOut: Int) {
        var bytes: [UInt8] = []
        var writer = GPXWriter(name: name, time: made, layout: layout, keepsFractions: keepsFractions) { bytes += $0 }
        for segment in segments {
            try writer.beginSegment()
            for place in segment { try writer.append(place) }
        }
        try writer.finish()
        return (String(decoding: bytes, as: UTF8.self), writer.leftOut)
    }

    @Test("The layout is the Health app's, to the byte")
    func layout() throws {
        let text = try Self.written([[Self.place(-122.396397, 37.781672, 0)]]).text
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
                  <metadata>
                    <time>2019-11-07T03:43:52Z</time>
                  </metadata>
                  <trk>
                    <name>Route 2019-06-11 3:00pm</name>
                    <trkseg>
                      <trkpt lon="-122.396397" lat="37.781672"><ele>4.076904</ele><time>2019-06-11T22:00:42Z</time>\
                <extensions><speed>0.180883</speed><course>206.252884</course><hAcc>8.063116</hAcc>\
                <vAcc>6.428697</vAcc></extensions></trkpt>
                    </trkseg>
                  </trk>
                </gpx>
                """
        )
    }

    @Test("A file that isn't the Health app's is valid by GPX 1.1's schema, wherever its places are")
    func schema() throws {
        var random = SeededGenerator("places of a valid file")
        let ends = [-180.0, 180, 179.999_999_6, -179.999_999_9, 0]
        let places = (0..<200)
            .map { index in
                Self.place(
                    index < ends.count ? ends[index] : .random(in: -180...180, using: &random),
                    index < ends.count
                        ? [90, -90, 89.999_999_9, 0, -0.000_000_1][index]
                        : .random(in: -90...90, using: &random),
                    Double.random(in: 0...1e6, using: &random),
                    altitude: index % 7 == 0 ? .nan : .random(in: -400...9_000, using: &random),
                    speed: index % 5 == 0 ? -1 : .random(in: 0...40, using: &random)
                )
            }
        let segments = [Array(places.prefix(120)), [], Array(places.dropFirst(120))]
        let (text, leftOut) = try Self.written(segments, name: "a <b> & c", layout: .schema)
        #expect(leftOut == 0)
        let problems = GPXSchema.problems(text)
        #expect(problems.isEmpty, "seed \(random.seed): \(problems.prefix(3))")
        // The check itself finds what the Health app's layout has wrong.
        #expect(!GPXSchema.problems(try Self.written(segments).text).isEmpty)
        var reader = GPXReader()
        Array(text.utf8).withUnsafeBytes { reader.feed($0) }
        let back = reader.finish().places
        #expect(back.count == places.count)
        for (old, new) in zip(places, back) {
            #expect(abs(old.speed - new.speed) < 1e-6 && abs(old.course - new.course) < 1e-6)
            #expect(abs(old.horizontalAccuracy - new.horizontalAccuracy) < 1e-6)
            #expect(abs(old.verticalAccuracy - new.verticalAccuracy) < 1e-6)
        }
    }

    @Test("The name is that of the person's clock, in the file's name and in the track's")
    func names() throws {
        let start = Date(timeIntervalSince1970: 1_560_290_442)
        let west = RouteName(start: start, timeZone: try #require(TimeZone(identifier: "America/Los_Angeles")))
        #expect(west.title == "Route 2019-06-11 3:00pm")
        #expect(west.fileName == "route_2019-06-11_3.00pm.gpx")
        let midnight = RouteName(start: start.addingTimeInterval(7_158 - 42), timeZone: .gmt)
        #expect(midnight.fileName == "route_2019-06-11_11.59pm.gpx")
        let after = RouteName(start: start.addingTimeInterval(7_560), timeZone: .gmt)
        #expect(after.fileName == "route_2019-06-12_12.06am.gpx")
    }

    @Test("Two places within a second keep their times, unless whole seconds are asked for")
    func fractions() throws {
        let places = [Self.place(1, 2, 0.25), Self.place(1, 2, 0.999_999_9), Self.place(1, 2, 1.5)]
        let kept = try Self.written([places]).text
        #expect(kept.contains("<time>2019-06-11T22:00:42.25Z</time>"))
        #expect(kept.contains("<time>2019-06-11T22:00:43Z</time>"))
        #expect(kept.contains("<time>2019-06-11T22:00:43.5Z</time>"))
        let cut = try Self.written([places], keepsFractions: false).text
        #expect(cut.contains("<time>2019-06-11T22:00:42Z</time>"))
        #expect(!cut.contains("42.25"))
    }

    @Test("A place that is nowhere on Earth is left out and counted; a number that is none is left out of its place")
    func nowhere() throws {
        let places = [
            Self.place(.nan, 0, 0), Self.place(181, 0, 1), Self.place(0, -90.5, 2), Self.place(0, 0, .infinity),
            Self.place(-0.0000004, -0.5, 3, altitude: .nan, speed: -1),
        ]
        let (text, leftOut) = try Self.written([places])
        #expect(leftOut == 4)
        #expect(text.split(separator: "<trkpt").count == 2)
        #expect(text.contains("lon=\"0.000000\" lat=\"-0.500000\"><time>"))
        #expect(text.contains("<speed>-1.000000</speed>"))
    }

    @Test("Numbers round as printf rounds them, over the whole Earth")
    func numbers() throws {
        for number in stride(from: -1_799_999_999, through: 1_799_999_999, by: 1_797_331) {
            // Halfway between two numbers of six decimals printf looks at more digits than anybody measures.
            guard abs(number) % 10 != 5 else { continue }
            let longitude = Double(number) / 1e7
            let text = try Self.written([[Self.place(longitude, 0, 0)]]).text
            let expected = String(format: "%.6f", longitude)
            let isNought = Double(expected) == 0
            #expect(isNought || text.contains("lon=\"\(expected)\""), "\(longitude)")
        }
    }

    @Test("A name is text, whatever it holds")
    func escaping() throws {
        let text = try Self.written([], name: "a <b> & \"c\"\u{0}\n").text
        #expect(text.contains("<name>a &lt;b&gt; &amp; \"c\"\u{FFFD} </name>"))
        #expect(text.contains("<trkseg>\n    </trkseg>"))
    }

    @Test("A hundred thousand places pass in pieces, and each route is a segment")
    func pieces() throws {
        var largest = 0
        var total = 0
        var segments = 0
        var writer = GPXWriter(name: "long", time: Self.made) { piece in
            largest = max(largest, piece.count)
            total += piece.count
            segments += String(decoding: piece, as: UTF8.self).components(separatedBy: "<trkseg>").count - 1
        }
        for _ in 0..<2 {
            try writer.beginSegment()
            for index in 0..<50_000 { try writer.append(Self.place(Double(index) / 1e4, 45, Double(index))) }
        }
        try writer.finish()
        #expect(writer.count == 100_000)
        #expect(segments == 2)
        #expect(largest < 70_000)
        #expect(total > 20_000_000)
    }

    @Test("What the sink throws is thrown")
    func failingSink() throws {
        struct Full: Error {}
        var writer = GPXWriter(name: "full", time: Self.made) { _ in throw Full() }
        #expect(throws: Full.self) {
            for index in 0..<1_000 { try writer.append(Self.place(0, 0, Double(index))) }
        }
    }
}
