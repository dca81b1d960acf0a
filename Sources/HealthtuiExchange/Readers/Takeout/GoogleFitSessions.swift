import Foundation
import HealthKit

/// The workouts of Google Fit, each in a separate file.
struct GoogleFitSessions {
    /// A workout, and where it is from.
    private struct Session {
        var word = ""
        var start: Double?
        var end: Double?
        var duration: Double?
        var meters: Double?
        /// Whether its sums, or the distance among them, can't be read.
        var hasWrongSums = false
    }

    /// When there was which activity, in order of time.
    private var spans: [(start: Double, end: Double, activity: HKWorkoutActivityType)] = []

    /// The most sessions at once.
    private static let mostOverlapping = 4

    /// Reads the sessions.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - sink: Receives the workouts that no other file of the import had.
    /// - Throws: The sink's errors.
    init(_ files: [MemberFile], _ sink: inout ReaderSink) throws {
        var others = sink.workoutTimes
        var (known, idle) = (0, 0)
        var found: [(start: Double, end: Double, activity: HKWorkoutActivityType)] = []
        for file in files {
            try sink.begin(file: file.path, posted: file.changed)
            try sink.reporting { sink in
                let session = try Self.session(file)
                guard let start = session.start, let end = session.end, start <= end else {
                    return sink.refuse("a workout without its times", at: "line 1", as: .workouts)
                }
                guard let exercise = GoogleFitActivity.named(session.word) else {
                    idle += 1
                    return
                }
                found.append((start, end, exercise.activity))
                if others.cover(from: start, to: end) {
                    known += 1
                    return
                }
                try sink.take(Self.workout(session, exercise, start, end, changed: file.changed), at: "line 1")
                if session.hasWrongSums { sink.leaveOut(1, "the workout's sums can't be read; it has no distance") }
            }
        }
        spans = found.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        sink.passOver("sessions of Google Fit that another file has", known, isData: false)
        sink.passOver("sessions of Google Fit that are no workouts", idle, isData: false)
    }

    private static func session(_ file: MemberFile) throws -> Session {
        var session = Session()
        try JSONItems(file.stream(), depth: 1)
            .visit { item in
                let text = item.walk.text(item.range)
                switch item.name {
                case "fitnessActivity": session.word = text ?? ""
                case "startTime": session.start = text.flatMap(Self.time)
                case "endTime": session.end = text.flatMap(Self.time)
                case "duration":
                    guard let text, text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite else {
                        return
                    }
                    session.duration = seconds
                case "aggregate":
                    do { session.meters = try Self.meters(item) } catch { session.hasWrongSums = true }
                default: break
                }
            }
        return session
    }

    /// The distance among the sums of a session.
    private static func meters(_ item: JSONItems.Item) throws -> Double? {
        let walk = item.walk
        guard walk.isList(item.range) else { throw ImportError("sums that are no list") }
        var meters: Double?
        try walk.forEachElement(of: item.range) { _, element in
            var name = ""
            var value: Double?
            try walk.forEachMember(of: element) { key, range in
                if key == "metricName" { name = walk.text(range) ?? "" }
                if key == "floatValue" { value = walk.number(range) }
            }
            guard name == "com.google.distance.delta" else { return }
            guard let value, value.isFinite else { throw ImportError("a distance that is no number") }
            meters = value
        }
        return meters
    }

    private static func time(_ text: String) -> Double? {
        WallTime.iso(text).flatMap { found in found.offset.map { found.time.time(offset: $0) } }
    }

    private static func workout(
        _ session: Session,
        _ exercise: HealthConnectExercise,
        _ start: Double,
        _ end: Double,
        changed: Date
    ) -> ReadWorkout {
        var workout = ReadWorkout(
            activity: exercise.activity,
            unknownName: exercise.name,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            source: GoogleFitKind.source
        )
        // Its active time, without pauses.
        if let duration = session.duration, duration > 0, duration <= end - start { workout.duration = duration }
        if let meters = session.meters, meters > 0 {
            workout.distance = HKQuantity(unit: .meter(), doubleValue: meters)
        }
        if let isIndoor = exercise.isIndoor { workout.values[HKMetadataKeyIndoorWorkout] = .flag(isIndoor) }
        if let place = exercise.swimming {
            workout.values[HKMetadataKeySwimmingLocationType] = .integer(place.rawValue)
        }
        workout.identity = ReadIdentity(["google-fit session", session.word, "\(start)"], changed: changed)
        return workout
    }

    /// The type of a distance: that of the activity over it.
    ///
    /// - Parameters:
    ///   - start: The start of the distance in seconds since the reference date.
    ///   - end: Its end.
    /// - Returns: The type, or `nil` for an activity without one.
    func distance(from start: Double, to end: Double) -> HKQuantityTypeIdentifier? {
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].start <= start { low = middle + 1 } else { high = middle }
        }
        let over = spans[max(0, low - Self.mostOverlapping)..<low].last { $0.end >= end }
        return HealthConnectMeasure.distance.type(for: over?.activity)
    }
}
