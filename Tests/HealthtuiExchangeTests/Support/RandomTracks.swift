import Foundation
import RandomTesting

/// Random runs as other programs write them: the same ones as GPX and as TCX.
struct RandomTracks {
    private struct Point {
        /// Milliseconds since the beginning of the day.
        var time: Int
        var latitude: String
        var longitude: String
        var altitude: String?
        /// Whether it says where it was; one of a GPX file always does.
        var isPlaced: Bool
        var isInZone: Bool
    }

    /// The runs, each with its parts between pauses.
    private var runs: [[[Point]]] = []
    /// The number of points that say where they were, in the TCX file.
    var placed: Int { runs.joined().joined().count(where: \.isPlaced) }
    /// The number of all points, each of which has a place in the GPX file.
    var count: Int { runs.joined().joined().count }
    /// The number of runs.
    var runCount: Int { runs.count }

    /// The runs of some random numbers.
    init(_ generator: inout SeededGenerator) {
        for number in 0..<Int.random(in: 1...4, using: &generator) {
            // No run takes two hours.
            var time = number * 7_200_000
            let parts = Int.random(in: 1...4, using: &generator)
            runs.append(
                (0..<parts)
                    .map { part in
                        time += part == 0 ? 0 : Int.random(in: 1_000...400_000, using: &generator)
                        return (0..<Int.random(in: 2...40, using: &generator))
                            .map { index in
                                time += index == 0 ? 1 : Int.random(in: 1...29_999, using: &generator)
                                if Bool.random(using: &generator) { time += (1_000 - time % 1_000) % 1_000 }
                                return Self.point(time, &generator)
                            }
                    }
            )
        }
    }

    private static func point(_ time: Int, _ generator: inout SeededGenerator) -> Point {
        func number(_ range: ClosedRange<Double>, _ generator: inout SeededGenerator) -> String {
            let decimals = Int.random(in: 1...9, using: &generator)
            return String(format: "%.\(decimals)f", Double.random(in: range, using: &generator))
        }
        /// A coordinate; gpsbabel leaves out points of a TCX file with one that is 0.
        func coordinate(_ limit: Double, _ generator: inout SeededGenerator) -> String {
            let text = number(-limit...limit, &generator)
            return Double(text) == 0 ? "0.5" : text
        }
        return Point(
            time: time,
            latitude: coordinate(89.9, &generator),
            longitude: coordinate(179.9, &generator),
            altitude: Int.random(in: 0..<5, using: &generator) == 0 ? nil : number(-400...8_000, &generator),
            isPlaced: Int.random(in: 0..<8, using: &generator) > 0,
            isInZone: Int.random(in: 0..<4, using: &generator) == 0
        )
    }

    /// A time as text; one in a zone is two hours ahead.
    private static func text(_ milliseconds: Int, isInZone: Bool = false) -> String {
        let time = milliseconds + (isInZone ? 7_200_000 : 0)
        func padded(_ number: Int, _ width: Int = 2) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        let seconds = time / 1_000
        let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { padded($0) }.joined(separator: ":")
        let fraction = time % 1_000 == 0 ? "" : "." + padded(time % 1_000, 3)
        return "2024-05-01T\(clock)\(fraction)\(isInZone ? "+02:00" : "Z")"
    }

    /// The runs as a GPX file.
    var gpx: String {
        let tracks = runs.map { parts in
            let segments = parts.map { points in
                let places = points.map { point in
                    let altitude = point.altitude.map { "<ele>\($0)</ele>" } ?? ""
                    let time = Self.text(point.time, isInZone: point.isInZone)
                    return
                        "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">\(altitude)<time>\(time)</time></trkpt>\n"
                }
                return "<trkseg>\n\(places.joined())</trkseg>\n"
            }
            return "<trk><type>running</type>\n\(segments.joined())</trk>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Runner 1.0" xmlns="http://www.topografix.com/GPX/1/1">
            \(tracks.joined())</gpx>
            """
    }

    /// The runs as a TCX file.
    var tcx: String {
        let activities = runs.map { parts in
            let start = Self.text(parts.first?.first?.time ?? 0)
            let tracks = parts.map { "<Track>\n\($0.map(Self.trackpoint).joined())</Track>\n" }
            return """
                <Activity Sport="Running"><Id>\(start)</Id>
                <Lap StartTime="\(start)"><TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>200</DistanceMeters>\
                <Calories>3</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>
                \(tracks.joined())</Lap></Activity>

                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
            \(activities.joined())</Activities></TrainingCenterDatabase>
            """
    }

    private static func trackpoint(_ point: Point) -> String {
        let place =
            point.isPlaced
            ? "<Position><LatitudeDegrees>\(point.latitude)</LatitudeDegrees>"
                + "<LongitudeDegrees>\(point.longitude)</LongitudeDegrees></Position>" : ""
        let altitude = point.altitude.map { "<AltitudeMeters>\($0)</AltitudeMeters>" } ?? ""
        let time = text(point.time, isInZone: point.isInZone)
        return "<Trackpoint><Time>\(time)</Time>\(place)\(altitude)"
            + "<HeartRateBpm><Value>140</Value></HeartRateBpm></Trackpoint>\n"
    }
}
