import Foundation
import HealthKit

/// Makes workouts of the activities of a TCX file.
struct TCXActivities: TrackParts {
    var report = TrackReport()
    private(set) var hasWorkouts = false

    private var times = TrackTimes()
    /// The session of several activities that is being read.
    private var session: Session?
    private var activity: TCXActivity?
    private var point: TrackPoint?
    private var hasPosition = false
    /// The depth of the element that isn't read, with all that is in it; zero for none.
    private var skipped = 0
    /// The text and the line of a lap's start, until the sink is there that asks for its zone.
    private var lapStart: (reading: TrackTimes.Reading, line: Int)?

    /// A session of several activities as far as it is read.
    private struct Session {
        let line: Int
        var id = ""
        var idTime: Double?
        var activities: [TCXActivity] = []
    }

    // MARK: Elements

    mutating func start(_ scanner: borrowing XMLScanner) {
        guard skipped == 0 else { return }
        switch scanner.element {
        case TCXElement.trackpoint where activity != nil:
            var point = TrackPoint()
            point.line = UInt32(clamping: scanner.line)
            self.point = point
            hasPosition = false
        case TCXElement.track: startTrack()
        case TCXElement.lap: startLap(scanner)
        case TCXElement.activity:
            activity = TCXActivity(line: scanner.line, sport: scanner.attribute("Sport")?.text ?? "")
        case TCXElement.session: session = Session(line: scanner.line)
        case TCXElement.transition where session != nil:
            activity = TCXActivity(transition: scanner.line)
            startLap(scanner)
        case TCXElement.course: skip(scanner, as: "courses")
        case TCXElement.plan: skip(scanner, as: "planned workouts")
        case TCXElement.training: skip(scanner, as: "training plans of activities")
        case TCXElement.folders, TCXElement.author: skip(scanner, as: nil)
        default: break
        }
    }

    mutating func end(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws {
        if skipped > 0 {
            if scanner.depth == skipped { skipped = 0 }
            return
        }
        try readLapStart(&sink)
        switch scanner.element {
        case TCXElement.trackpoint: finishPoint()
        case TCXElement.activity, TCXElement.transition: try finishActivity(&sink)
        case TCXElement.session: try finishSession(&sink)
        default: if scanner.isLeaf { try takeLeaf(scanner, &sink) }
        }
    }

    mutating func cut(_ sink: inout ReaderSink) throws {
        // A point that the file ends within isn't whole.
        point = nil
        try finishActivity(&sink)
        try finishSession(&sink)
    }

    private mutating func skip(_ scanner: borrowing XMLScanner, as name: String?) {
        skipped = scanner.depth
        if let name { report.count(name) }
    }

    private mutating func startLap(_ scanner: borrowing XMLScanner) {
        activity?.laps.append(TCXActivity.Lap(line: scanner.line))
        guard let text = scanner.attribute("StartTime") else { return }
        lapStart = (times.reading(text), scanner.line)
    }

    private mutating func readLapStart(_ sink: inout ReaderSink) throws {
        guard let started = lapStart else { return }
        lapStart = nil
        let start = try times.seconds(started.reading, line: started.line, &report, &sink)
        if let start, let last = activity?.laps.indices.last { activity?.laps[last].start = start }
    }

    /// A second track of a lap comes after a pause.
    private mutating func startTrack() {
        guard var activity, let last = activity.laps.indices.last else { return }
        self.activity = nil
        if activity.laps[last].tracks > 0 { activity.part += 1 }
        activity.laps[last].tracks += 1
        self.activity = activity
    }

    // MARK: Leaves

    private mutating func takeLeaf(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws {
        switch (scanner.element, scanner.parent) {
        case (TCXElement.time, TCXElement.trackpoint):
            let time = try time(scanner, &sink)
            point?.time = time ?? .infinity
        case (TCXElement.latitude, TCXElement.position):
            hasPosition = true
            point?.latitude = scanner.number(&report)
        case (TCXElement.longitude, TCXElement.position): point?.longitude = scanner.number(&report)
        case (TCXElement.altitude, TCXElement.trackpoint): point?.altitude = scanner.number(&report)
        case (TCXElement.distance, TCXElement.trackpoint): point?.distance = scanner.number(&report)
        case (TCXElement.value, TCXElement.heartRate) where point != nil: point?.heartRate = scanner.number(&report)
        case (TCXElement.cadence, TCXElement.trackpoint): point?.cadence = scanner.number(&report)
        case (TCXElement.speed, _) where point != nil: point?.speed = scanner.number(&report)
        case (TCXElement.watts, _) where point != nil: point?.power = scanner.number(&report)
        case (TCXElement.seconds, TCXElement.lap), (TCXElement.seconds, TCXElement.transition):
            setLap(scanner, \.seconds, scanner.number(&report), most: TCXActivity.longestLap)
        case (TCXElement.distance, TCXElement.lap), (TCXElement.distance, TCXElement.transition):
            setLap(scanner, \.distance, scanner.number(&report), most: 1e9)
        case (TCXElement.calories, TCXElement.lap), (TCXElement.calories, TCXElement.transition):
            setLap(scanner, \.calories, scanner.number(&report), most: 1e6)
        case (TCXElement.id, TCXElement.activity): try setId(scanner, &sink)
        case (TCXElement.id, TCXElement.session): try setSessionId(scanner, &sink)
        default: takeOther(scanner)
        }
    }

    private mutating func takeOther(_ scanner: borrowing XMLScanner) {
        switch (scanner.element, scanner.parent) {
        case (TCXElement.name, TCXElement.creator): activity?.creator.name = scanner.string
        case (TCXElement.unit, TCXElement.creator):
            // Files of services have a zero for none.
            let unit = scanner.string
            activity?.creator.unit = unit.allSatisfy { $0 == "0" } ? "" : unit
        case (TCXElement.major, TCXElement.version): activity?.creator.major = scanner.string
        case (TCXElement.minor, TCXElement.version): activity?.creator.minor = scanner.string
        case (TCXElement.product, TCXElement.creator), (_, TCXElement.version): break
        default:
            guard activity != nil || session != nil, scanner.withText({ !$0.isEmpty }) else { return }
            report.count(scanner.localName.text)
        }
    }

    private mutating func time(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws -> Double? {
        let reading = scanner.withText { times.reading($0) }
        return try times.seconds(reading, line: scanner.line, &report, &sink)
    }

    private mutating func setLap(
        _ scanner: borrowing XMLScanner,
        _ field: WritableKeyPath<TCXActivity.Lap, Double>,
        _ value: Double,
        most: Double
    ) {
        guard let last = activity?.laps.indices.last, value.isFinite else { return }
        guard value >= 0, value <= most else {
            return report.note("\(scanner.localName.text) of a lap is out of range", line: scanner.line)
        }
        activity?.laps[last][keyPath: field] = value
    }

    private mutating func setId(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws {
        activity?.id = scanner.string
        activity?.idTime = scanner.withText { times.reading($0).time }
    }

    private mutating func setSessionId(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws {
        session?.id = scanner.string
        session?.idTime = scanner.withText { times.reading($0).time }
    }

    // MARK: Points

    private mutating func finishPoint() {
        guard var point else { return }
        self.point = nil
        // Its time was reported.
        if point.time == .infinity { return }
        let isOnEarth = abs(point.latitude) <= 90 && abs(point.longitude) <= 180
        let isNowhere = point.latitude == 0 && point.longitude == 0
        if !isOnEarth || isNowhere {
            if isNowhere {
                report.count("places at 0, 0")
            } else if hasPosition {
                report.note("a place that isn't on Earth", line: Int(point.line))
            }
            (point.latitude, point.longitude) = (.nan, .nan)
        }
        point.part = activity?.part ?? 0
        activity?.note(time: point.time)
        activity?.points.append(point, line: Int(point.line), &report)
    }

    // MARK: Workouts

    private mutating func finishActivity(_ sink: inout ReaderSink) throws {
        guard let activity else { return }
        self.activity = nil
        if session != nil {
            session?.activities.append(activity)
        } else {
            try take(TCXWorkout([activity], id: activity.id, idTime: activity.idTime, line: activity.line), &sink)
        }
    }

    private mutating func finishSession(_ sink: inout ReaderSink) throws {
        guard let session else { return }
        self.session = nil
        guard let first = session.activities.first else { return }
        let id = session.id.isEmpty ? first.id : session.id
        let idTime = session.id.isEmpty ? first.idTime : session.idTime
        try take(TCXWorkout(session.activities, id: id, idTime: idTime, line: session.line), &sink)
    }

    private mutating func take(_ workout: TCXWorkout, _ sink: inout ReaderSink) throws {
        let found = workout.workout(changed: sink.hints.posted, &report)
        report.reportFlaws(to: &sink)
        guard let found else {
            return sink.refuse("an activity without a time", at: "line \(workout.line)", as: .workouts)
        }
        hasWorkouts = true
        try sink.take(found, at: "line \(workout.line)")
    }
}

extension TrackTimes.Reading {
    /// The time, if the text names its zone.
    fileprivate var time: Double? {
        if case .time(let time) = self { return time }
        return nil
    }
}
