import Foundation
import HealthKit

/// Writes a workout as TCX, valid by the schema of Training Center Database 2.
struct TCXWriter {
    /// The workout, apart from its points.
    struct Head {
        /// The format's word: `Running`, `Biking` or `Other`.
        let sport: String
        /// The name of what recorded it.
        let creator: String
        /// The number of the device; zero for none.
        let unit: UInt32
        /// The version of its software.
        let version: (major: UInt16, minor: UInt16)
    }

    private let sink: ([UInt8]) throws -> Void
    private var buffer: [UInt8] = []
    /// The number of values that no track has, since they were measured during pauses, or before or after the workout.
    private(set) var outside = 0
    /// The number of values that the schema has no room for.
    private(set) var oversized = 0

    private static let pieceSize = 1 << 16

    /// Makes a writer.
    ///
    /// - Parameter sink: Receives the file, piece by piece.
    init(sink: @escaping ([UInt8]) throws -> Void) { self.sink = sink }

    /// Writes a file with one activity.
    ///
    /// - Parameters:
    ///   - head: What it is.
    ///   - laps: Its laps, without gaps.
    ///   - points: Its points, in order of time.
    ///   - ratio: The part of the laps' time that the workout ran, where it doesn't say when it paused.
    /// - Throws: The errors of the sink.
    mutating func write(
        _ head: Head,
        _ laps: [TCXLaps.Lap],
        _ points: [TCXContents.Point],
        ratio: Double
    ) throws {
        write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
            xmlns:ax="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
              <Activities>
                <Activity Sport="\(head.sport)">
                  <Id>
            """
        )
        write(time: laps.first?.start ?? 0)
        write("</Id>\n")
        var rest = points[...]
        if let start = laps.first?.start { drop(&rest) { $0.time >= start } }
        for (index, lap) in laps.enumerated() {
            let isLast = index == laps.count - 1
            let mine = rest.prefix { $0.time < lap.end || (isLast && $0.time == lap.end) }
            rest = rest.dropFirst(mine.count)
            try write(lap, mine, ratio: ratio)
        }
        drop(&rest) { _ in false }
        write("      <Creator xsi:type=\"Device_t\"><Name>\(TrackText.escaped(head.creator))</Name>")
        write("<UnitId>\(head.unit)</UnitId><ProductID>0</ProductID><Version>")
        write("<VersionMajor>\(head.version.major)</VersionMajor><VersionMinor>\(head.version.minor)</VersionMinor>")
        write("</Version></Creator>\n    </Activity>\n  </Activities>\n</TrainingCenterDatabase>\n")
        try drain(below: 1)
    }

    // MARK: Laps

    private mutating func write(
        _ lap: TCXLaps.Lap,
        _ points: ArraySlice<TCXContents.Point>,
        ratio: Double
    ) throws {
        write("      <Lap StartTime=\"")
        write(time: lap.start)
        write("\"><TotalTimeSeconds>")
        buffer.append(decimal: Double(lap.active) / 1_000 * ratio, places: 3)
        write("</TotalTimeSeconds><DistanceMeters>")
        buffer.append(decimal: lap.distance, places: 7)
        write("</DistanceMeters><Calories>\(min(lap.energy, Int(UInt16.max)))</Calories>")
        write("<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>\n")
        try writeTracks(lap, points, hasEnd: ratio < 1 || !lap.pauses.isEmpty)
        write("      </Lap>\n")
    }

    /// Writes the tracks of a lap: each pause begins another.
    ///
    /// - Parameters:
    ///   - lap: The lap.
    ///   - points: Its points.
    ///   - hasEnd: Whether its end is only known from a point.
    /// - Throws: The errors of the sink.
    private mutating func writeTracks(
        _ lap: TCXLaps.Lap,
        _ points: ArraySlice<TCXContents.Point>,
        hasEnd: Bool
    ) throws {
        guard !points.isEmpty || hasEnd else { return }
        var rest = points
        var start = lap.start
        for pause in lap.pauses {
            let track = rest.prefix { $0.time <= pause.start }
            rest = rest.dropFirst(track.count)
            try writeTrack(track, from: start, to: pause.start, isWhole: true)
            drop(&rest) { $0.time >= pause.end }
            start = pause.end
        }
        try writeTrack(rest, from: start, to: lap.end, isWhole: hasEnd)
    }

    /// Writes a track.
    ///
    /// - Parameters:
    ///   - points: Its points.
    ///   - start: Its start.
    ///   - end: Its end.
    ///   - isWhole: Whether it has a point at its start and at its end, even if nothing was measured then.
    /// - Throws: The errors of the sink.
    private mutating func writeTrack(
        _ points: ArraySlice<TCXContents.Point>,
        from start: Int64,
        to end: Int64,
        isWhole: Bool
    ) throws {
        guard isWhole || !points.isEmpty else { return }
        write("        <Track>\n")
        if isWhole, points.first?.time != start { try write(TCXContents.Point(time: start)) }
        for point in points { try write(point) }
        if isWhole, start != end, points.last?.time != end { try write(TCXContents.Point(time: end)) }
        write("        </Track>\n")
    }

    /// Drops the points before the first that something holds for.
    private mutating func drop(
        _ points: inout ArraySlice<TCXContents.Point>,
        until holds: (TCXContents.Point) -> Bool
    ) {
        let rest = points.drop { !holds($0) }
        outside += points.count - rest.count
        points = rest
    }

    // MARK: Points

    private mutating func write(_ point: TCXContents.Point) throws {
        write("          <Trackpoint><Time>")
        write(time: point.time)
        write("</Time>")
        if point.latitude.isFinite {
            write("<Position>")
            write("LatitudeDegrees", point.latitude)
            write("LongitudeDegrees", point.longitude)
            write("</Position>")
        }
        write("AltitudeMeters", point.altitude)
        write("DistanceMeters", point.distance)
        if let rate = whole(point.heartRate, 1...255) { write("<HeartRateBpm><Value>\(rate)</Value></HeartRateBpm>") }
        if let cadence = whole(point.cadence, 0...254) { write("<Cadence>\(cadence)</Cadence>") }
        let power = whole(point.power, 0...65_535)
        let speed = point.speed.isFinite ? point.speed : point.placeSpeed
        if power != nil || speed.isFinite {
            write("<Extensions><ax:TPX>")
            write("ax:Speed", speed)
            if let power { write("<ax:Watts>\(power)</ax:Watts>") }
            write("</ax:TPX></Extensions>")
        }
        write("</Trackpoint>\n")
        try drain(below: Self.pieceSize)
    }

    /// A value that the schema wants whole, or `nil` for none and for one that it has no room for.
    private mutating func whole(_ value: Double, _ range: ClosedRange<Int>) -> Int? {
        guard value.isFinite else { return nil }
        let whole = Int(exactly: value.rounded()).flatMap { range.contains($0) ? $0 : nil }
        if whole == nil { oversized += 1 }
        return whole
    }

    // MARK: Text

    private mutating func write(_ text: String) { buffer.append(contentsOf: text.utf8) }

    private mutating func write(time: Int64) {
        guard let time = ISOTime(Double(time) / 1_000) else { return write("1970-01-01T00:00:00Z") }
        time.append(to: &buffer, keepsFractions: true)
    }

    /// Writes an element with a number, or nothing if it isn't finite.
    private mutating func write(_ name: String, _ value: Double) {
        guard value.isFinite else { return }
        write("<\(name)>")
        buffer.append(decimal: value, places: 7)
        write("</\(name)>")
    }

    private mutating func drain(below size: Int) throws {
        guard buffer.count >= size else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try sink(buffer)
    }
}
