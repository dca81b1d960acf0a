import Foundation
import HealthKit

/// A workout of one or several activities of a TCX file.
struct TCXWorkout {
    private let activities: [TCXActivity]
    private let id: String
    private let idTime: Double?
    let line: Int

    /// Makes a workout.
    ///
    /// - Parameters:
    ///   - activities: Its activities, in their order in the file.
    ///   - id: Its identifier in the file.
    ///   - idTime: The time that the identifier is.
    ///   - line: Its line.
    init(_ activities: [TCXActivity], id: String, idTime: Double?, line: Int) {
        (self.activities, self.id, self.idTime, self.line) = (activities, id, idTime, line)
    }

    /// An activity with its times.
    private struct Part {
        let of: TCXActivity
        let start: Double
        let end: Double
        let laps: [(start: Double, end: Double)]
    }

    /// The workout for the store.
    ///
    /// - Parameters:
    ///   - changed: When the file was last changed.
    ///   - report: Receives what is left out.
    /// - Returns: The workout, or `nil` if nothing says when it was.
    func workout(changed: Date, _ report: inout TrackReport) -> ReadWorkout? {
        var content = TrackContent()
        let parts = parts(&content, &report)
        guard let first = parts.first, let start = parts.map(\.start).min(), let end = parts.map(\.end).max() else {
            return nil
        }
        let creator = activities.first { !$0.creator.name.isEmpty }?.creator ?? TCXActivity.Creator()
        var workout = ReadWorkout(
            activity: parts.count > 1 ? .swimBikeRun : first.of.activity,
            unknownName: parts.count > 1 ? nil : first.of.unknownName,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            source: creator.source
        )
        workout.device = creator.device
        if parts.count == 1, let isIndoor = first.of.isIndoor {
            workout.values[HKMetadataKeyIndoorWorkout] = .flag(isIndoor)
        }
        workout.duration = duration(parts, content, end - start)
        workout.distance = sum(parts, \.distance).map { HKQuantity(unit: .meter(), doubleValue: $0) }
        workout.energy = sum(parts, \.calories).map { HKQuantity(unit: .kilocalorie(), doubleValue: $0) }
        workout.events = content.pauses
        for lap in parts.flatMap(\.laps) {
            workout.events.append(ReadWorkout.Event(.lap, start: date(lap.start), end: date(lap.end)))
        }
        if parts.count > 1 { workout.activities = parts.map(activity) }
        if !content.places.isEmpty { workout.routes = [content.places] }
        workout.samples = content.series
        workout.identity = ReadIdentity(["tcx", creator.name, creator.unit, name(start)], changed: changed)
        return workout
    }

    /// The activities that have a time, with it; their points go to the content.
    private func parts(_ content: inout TrackContent, _ report: inout TrackReport) -> [Part] {
        var parts: [Part] = []
        var last = -Double.infinity
        for each in activities {
            let points = each.points.inOrder(after: last, &report)
            each.points.reportUntimed(&report)
            let span = points.first.flatMap { first in points.last.map { first.time...$0.time } }
            let laps = each.soundLaps(span, &report)
            let starts = laps.map(\.start) + (span.map { [$0.lowerBound] } ?? [])
            let ends = laps.map(\.end) + (span.map { [$0.upperBound] } ?? [])
            guard let start = starts.min(), let end = ends.max() else { continue }
            content.add(points, of: each.activity, &report)
            last = points.last?.time ?? last
            parts.append(Part(of: each, start: start, end: end, laps: laps))
        }
        return parts
    }

    /// The identifier: the time that it is, however it is written, else its text, else the start.
    private func name(_ start: Double) -> String {
        if idTime == nil, !id.isEmpty { return id }
        let time = ((idTime ?? start) * 1_000).rounded()
        return Int64(exactly: time).map { String($0) } ?? id
    }

    /// The time without pauses: what the laps say, where it fits in the span.
    private func duration(_ parts: [Part], _ content: TrackContent, _ span: Double) -> Double? {
        if let seconds = sum(parts, \.seconds), seconds <= span { return seconds }
        return content.paused > 0 ? span - content.paused : nil
    }

    private func sum(_ parts: [Part], _ field: (TCXActivity.Lap) -> Double) -> Double? {
        let sums = parts.compactMap { $0.of.sum(field) }
        return sums.isEmpty ? nil : sums.reduce(0, +)
    }

    private func activity(_ part: Part) -> ReadWorkout.Activity {
        var activity = ReadWorkout.Activity(part.of.activity, start: date(part.start), end: date(part.end))
        if let seconds = part.of.sum(\.seconds), seconds <= part.end - part.start { activity.duration = seconds }
        if let distance = part.of.sum(\.distance), let type = TrackMeasure.distance(part.of.activity) {
            activity.statistics.append(
                WorkoutStatisticsContent(
                    type: type.rawValue,
                    start: activity.start,
                    end: activity.end,
                    sum: QuantityText(value: distance, unit: "m")
                )
            )
        }
        return activity
    }

    private func date(_ time: Double) -> Date { Date(timeIntervalSinceReferenceDate: time) }
}
