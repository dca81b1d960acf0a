import CoreLocation
import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Numbers of routes")
struct GPXNumberTests {
    /// A route of one place, and so much behind it that a place as the Health app writes it is read at once.
    private func course(_ number: String, spaced: Bool) -> Double? {
        let space = spaced ? " " : ""
        let text = """
            <?xml version="1.0"?>
            <gpx version="1.1" creator="Apple Health Export"><trk><trkseg>
            <trkpt lon="-122.000000"\(space) lat="37.000000"><ele>4.5</ele><time>2024-01-01T00:00:00Z</time><extensions>\
            <speed>2.013000</speed><course>\(number)</course><hAcc>8.063116</hAcc><vAcc>6.428697</vAcc></extensions></trkpt>
            </trkseg></trk></gpx>\(String(repeating: "\n", count: 600))
            """
        var reader = GPXReader()
        Array(text.utf8).withUnsafeBytes { reader.feed($0) }
        let places = reader.finish().places
        return places.count == 1 ? places[0].course : nil
    }

    @Test(
        "Numbers are read bit for bit as the standard library does, however many digits they have",
        arguments: 0..<20
    )
    func digits(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for whole in 1...12 {
            for decimals in 0...19 {
                func digits(_ count: Int) -> String {
                    (0..<count).map { _ in String(generator.next() % 10) }.joined()
                }
                let sign = generator.next() % 2 == 0 ? "" : "-"
                let text = sign + digits(whole) + (decimals == 0 ? "" : "." + digits(decimals))
                #expect(course(text, spaced: false)?.bitPattern == Double(text)?.bitPattern, "\(text)")
                #expect(course(text, spaced: true)?.bitPattern == Double(text)?.bitPattern, "\(text), spaced")
            }
        }
    }

    @Test(
        "What isn't a number leaves the course unknown, in either form",
        arguments: ["", "-", ".", ".5.", "1.5.2", "1,5", "12a", "1.2a", "1.23456789a", "0x1F ", "--1", "1.-5", "½"]
    )
    func noNumbers(_ text: String) {
        #expect(course(text, spaced: false) == -1)
        #expect(course(text, spaced: true) == -1)
    }

    @Test("A long route is the same in whatever pieces it comes", arguments: [1, 9, 511, 4_096, 70_000, 262_144])
    func pieces(size: Int) {
        var generator = SeededGenerator(seed: UInt64(size))
        let places = (0..<3_000)
            .map { number in
                let course = "\(generator.next() % 360).\(100_000 + generator.next() % 900_000)"
                let space = generator.next() % 50 == 0 ? "\n" : ""
                return "<trkpt lon=\"8.5\(number)\"\(space) lat=\"47.1\"><ele>\(number).000000</ele>"
                    + "<time>2024-01-01T00:\(10 + number / 60 % 50):\(10 + number % 50)Z</time><extensions>"
                    + "<speed>2.013000</speed><course>\(course)</course><hAcc>8.063116</hAcc><vAcc>6.428697</vAcc>"
                    + "</extensions></trkpt>\n"
            }
        let text = Array(("<gpx creator=\"Apple Health Export\">" + places.joined() + "</gpx>").utf8)
        var whole = GPXReader()
        text.withUnsafeBytes { whole.feed($0) }
        var parts = GPXReader()
        for start in stride(from: 0, to: size < 100 ? 60_000 : text.count, by: size) {
            text[start..<min(start + size, text.count)].withUnsafeBytes { parts.feed($0) }
        }
        let (one, other) = (whole.finish(), parts.finish())
        #expect(one.places.count == 3_000)
        #expect(size < 100 || other.places.count == 3_000)
        #expect(one.places.prefix(other.places.count).map(\.course) == other.places.map(\.course))
        #expect(one.places.prefix(other.places.count).map(\.altitude) == other.places.map(\.altitude))
    }
}
