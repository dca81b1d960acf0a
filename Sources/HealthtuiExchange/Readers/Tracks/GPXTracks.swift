import Foundation
import HealthKit

/// Makes workouts of the tracks of a GPX file.
struct GPXTracks: TrackParts {
    var report = TrackReport()
    private(set) var hasWorkouts = false

    private var times = TrackTimes()
    private var source = ReadSource(identifier: "gpx:", name: "GPX")
    private var track: Track?
    private var point: TrackPoint?
    /// The depth of the element that isn't read, with all that is in it; zero for none.
    private var skipped = 0

    /// A track as far as it is read.
    private struct Track {
        let line: Int
        var word = ""
        var points = TrackPoints()
        var segments: UInt32 = 0
    }

    // MARK: Elements

    mutating func start(_ scanner: borrowing XMLScanner) {
        guard skipped == 0 else { return }
        switch (scanner.element, scanner.parent) {
        case (GPXElement.trkpt, GPXElement.trkseg): point = startedPoint(scanner)
        case (GPXElement.trkseg, GPXElement.trk): track?.segments += 1
        case (GPXElement.trk, GPXElement.gpx): track = Track(line: scanner.line)
        case (GPXElement.gpx, _): if let creator = scanner.attribute("creator")?.text { source = Self.source(creator) }
        case (GPXElement.rte, _): skip(scanner, as: "routes")
        case (GPXElement.wpt, _): skip(scanner, as: "waypoints")
        case (GPXElement.metadata, _): skip(scanner, as: nil)
        case (GPXElement.link, _): skip(scanner, as: "links")
        default: break
        }
    }

    mutating func end(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws {
        if skipped > 0 {
            if scanner.depth == skipped { skipped = 0 }
            return
        }
        if point != nil {
            try scanner.element == GPXElement.trkpt ? finishPoint() : take(scanner, &sink)
        } else if scanner.element == GPXElement.trk, let track {
            try finish(track, &sink)
        } else if scanner.element == GPXElement.type, scanner.parent == GPXElement.trk {
            track?.word = scanner.string
        } else if scanner.isLeaf, track != nil {
            countLeaf(scanner)
        }
    }

    mutating func cut(_ sink: inout ReaderSink) throws {
        // A point that the file ends within isn't whole.
        point = nil
        if let track { try finish(track, &sink) }
    }

    private mutating func skip(_ scanner: borrowing XMLScanner, as name: String?) {
        skipped = scanner.depth
        if let name { report.count(name) }
    }

    private mutating func countLeaf(_ scanner: borrowing XMLScanner) {
        if scanner.withText({ !$0.isEmpty }) { report.count(scanner.localName.text) }
    }

    /// A source: the program that wrote the file, without its version.
    static func source(_ creator: String) -> ReadSource {
        var words = creator.prefix(128).split(whereSeparator: \.isWhitespace)
        var version: String?
        if words.count > 1, let last = words.last?.drop(while: { $0 == "v" || $0 == "V" }), last.contains("."),
            last.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        {
            version = String(last)
            words.removeLast()
        }
        let name = words.joined(separator: " ")
        return ReadSource(identifier: "gpx:\(name)", name: name.isEmpty ? "GPX" : name, version: version)
    }

    // MARK: Points

    private mutating func startedPoint(_ scanner: borrowing XMLScanner) -> TrackPoint {
        var point = TrackPoint()
        point.line = UInt32(clamping: scanner.line)
        point.part = track?.segments ?? 0
        let latitude = scanner.attribute("lat")?.plainDecimal
        let longitude = scanner.attribute("lon")?.plainDecimal
        if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
            (point.latitude, point.longitude) = (latitude, longitude)
        }
        return point
    }

    private mutating func take(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws {
        guard scanner.isLeaf else { return }
        switch scanner.element {
        case GPXElement.time:
            let reading = scanner.withText { times.reading($0) }
            let seconds = try times.seconds(reading, line: scanner.line, &report, &sink)
            if let seconds { point?.time = seconds } else { point?.hasBadTime = true }
        case GPXElement.ele: point?.altitude = scanner.number(&report)
        case GPXElement.speed: point?.speed = scanner.number(&report)
        case GPXElement.course: point?.course = scanner.number(&report)
        case GPXElement.heartRate: point?.heartRate = scanner.number(&report)
        case GPXElement.cadence: point?.cadence = scanner.number(&report)
        case GPXElement.power: point?.power = scanner.number(&report)
        default: countLeaf(scanner)
        }
    }

    private mutating func finishPoint() {
        guard let point else { return }
        self.point = nil
        guard point.isPlaced else { return report.note("a point that isn't on Earth", line: Int(point.line)) }
        // Its time was reported.
        if point.hasBadTime { return }
        track?.points.append(point, line: Int(point.line), &report)
    }

    // MARK: Workouts

    private mutating func finish(_ track: Track, _ sink: inout ReaderSink) throws {
        self.track = nil
        let place = "line \(track.line)"
        let meaning = track.word.isEmpty ? TrackActivity.unknown : TrackActivity.named(track.word)
        if meaning == .vehicle { return report.count("tracks of vehicles") }
        let points = track.points.inOrder(&report)
        guard let first = points.first, let last = points.last, points.count > 1 else {
            report.count("tracks without two times")
            return report.reportFlaws(to: &sink)
        }
        track.points.reportUntimed(&report)
        var workout = ReadWorkout(
            activity: .other,
            start: Date(timeIntervalSinceReferenceDate: first.time),
            end: Date(timeIntervalSinceReferenceDate: last.time),
            source: source
        )
        if case .activity(let activity, let isIndoor) = meaning {
            workout.activity = activity
            if let isIndoor { workout.values[HKMetadataKeyIndoorWorkout] = .flag(isIndoor) }
        } else if !track.word.isEmpty {
            workout.unknownName = track.word
        }
        var content = TrackContent()
        content.add(points, of: workout.activity, &report)
        workout.routes = [content.places]
        workout.samples = content.series
        workout.events = content.pauses
        if content.paused > 0 { workout.duration = last.time - first.time - content.paused }
        workout.identity = identity(points, changed: sink.hints.posted)
        hasWorkouts = true
        report.reportFlaws(to: &sink)
        try sink.take(workout, at: place)
    }

    /// The form of the route: the whole seconds at which it was somewhere.
    private func identity(_ points: [TrackPoint], changed: Date) -> ReadIdentity {
        let form = ExportSpelling.form(ofRouteFrom: source.lastingName, times: points.map(\.time))
        var digest = ImportedIdentity.Digest()
        digest.add(form)
        let text = digest.value.map { String($0, radix: 16) }.joined(separator: " ")
        return ReadIdentity(["gpx", text], changed: changed)
    }
}
