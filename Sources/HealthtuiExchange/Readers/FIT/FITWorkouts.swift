import CoreLocation
import Foundation
import HealthKit

/// Makes workouts of a file's sessions, or one of its records where it has no session.
struct FITWorkouts {
    private let file: FITCollection
    /// The heart rates of `hr` messages that records don't have.
    private let rates: [ReadSeries.Point]

    /// A session with its span.
    private struct Span {
        var session: FITSessionSummary
        var end: Double
        /// The times of its records: from here, and before there.
        var first: Double
        var last: Double

        var start: Double { session.start }
    }

    init(_ file: FITCollection) {
        self.file = file
        rates = FITSlice.unrecorded(file.beats.rates, beside: file.columns.points[FITMeasure.heartRate.rawValue])
    }

    /// The content of a file: the workouts in order of time, without their names, and what isn't stored.
    struct Made {
        var workouts: [ReadWorkout] = []
        /// Sessions of sports that the person doesn't do with the body.
        var driven = 0
        /// Values that HealthKit has no type for in that sport, by measure.
        var unstored: [FITMeasure: Int] = [:]
    }

    /// Makes the workouts.
    ///
    /// - Returns: The workouts, and what isn't stored.
    func make() -> Made {
        let spans = spans()
        var made = Made()
        let own = spans.filter { !FITSports.driven.contains($0.session.sport ?? 0) }
        made.driven = spans.count - own.count
        made.workouts = isMultisport(spans) ? [multisport(spans)] : own.map { workout($0) }
        for span in own {
            for measure in [FITMeasure.power, .cadence, .speed, .distance]
            where FITDetails.type(of: measure, activity(of: span)) == nil {
                let points = file.columns.points[measure.rawValue]
                let range = FITSlice.range(of: points, from: span.first, before: span.last) { $0.end }
                made.unstored[measure, default: 0] += range.count
            }
        }
        return made
    }

    /// The heart rates of `hr` messages outside of all workouts.
    func looseRates(_ workouts: [ReadWorkout]) -> [ReadSeries.Point] {
        let spans = workouts.map {
            $0.start.timeIntervalSinceReferenceDate...$0.end.timeIntervalSinceReferenceDate
        }
        var next = 0
        return rates.filter { point in
            while next < spans.count, spans[next].upperBound < point.start { next += 1 }
            return next == spans.count || !spans[next].contains(point.start)
        }
    }

    // MARK: Spans

    private func spans() -> [Span] {
        let times = file.columns.times
        guard !file.sessions.isEmpty else {
            guard let start = times.first, let end = times.last else { return [] }
            var session = FITSessionSummary(start: start)
            (session.sport, session.subSport) = file.sport ?? (nil, nil)
            return [Span(session: session, end: end, first: start - 1, last: end + 1.5)]
        }
        var spans: [Span] = []
        for (index, session) in file.sessions.enumerated() {
            // Sessions may begin at the same time.
            let following = file.sessions[(index + 1)...].first { $0.start > session.start }?.start
            let first = session.start - (index == 0 ? 1 : 0)
            let recorded = FITSlice.lastTime(in: times, from: session.start - 1, before: following)
            var end = max(session.start + session.reach, recorded ?? session.start)
            if let following { end = min(end, max(following, session.start + session.reach)) }
            let next = index + 1 < file.sessions.count ? file.sessions[index + 1].start : end + 1.5
            spans.append(Span(session: session, end: end, first: first, last: next))
        }
        return spans
    }

    /// Whether sessions are the legs of one workout: swimming, cycling and running, at least two of them.
    private func isMultisport(_ spans: [Span]) -> Bool {
        let legs: Set<HKWorkoutActivityType> = [.swimming, .cycling, .running]
        let all = spans.map { activity(of: $0) }
        return Set(all).intersection(legs).count > 1 && all.allSatisfy { legs.contains($0) || $0 == .transition }
    }

    private func activity(of span: Span) -> HKWorkoutActivityType {
        FITSports.activity(span.session.sport, span.session.subSport)
    }

    // MARK: Workouts

    private func workout(_ span: Span) -> ReadWorkout {
        let session = span.session
        let activity = activity(of: span)
        var workout = base(activity, span.start, span.end)
        workout.unknownName = FITSports.unknownName(session.sport, session.subSport)
        let pauses = pauses(span.start, span.end)
        workout.duration = duration(span, pauses)
        workout.energy = session.energy.flatMap { Self.quantity($0, "kcal") }
        workout.values = FITDetails.metadata(session, activity, zone: file.zone)
        workout.heartRate = FITDetails.heartRate(session)
        workout.events = events(span, activity, pauses)
        let parts = parts(span, activity, pauses)
        let distance = session.distance ?? parts.distance
        let own = FITSports.distance(activity)
        if distance > 0, distance < 1e9 {
            if FITDetails.isOwnDistance(activity), let own {
                workout.statistics = [FITDetails.sum(distance, own, span.start, span.end)]
            } else {
                workout.distance = Self.quantity(distance, "m")
            }
        }
        if activity == .swimming, let strokes = session.cycles, strokes > 0 {
            workout.strokes = Self.quantity(strokes, "count")
        }
        workout.samples = parts.samples
        workout.routes = parts.places.isEmpty ? [] : [parts.places]
        workout.heartbeats = heartbeats(span.first, span.last)
        return workout
    }

    private func multisport(_ spans: [Span]) -> ReadWorkout {
        let start = spans.map(\.start).min() ?? 0
        let end = spans.map(\.end).max() ?? start
        var workout = base(.swimBikeRun, start, end)
        let pauses = pauses(start, end)
        workout.events = pauses.flatMap { FITDetails.events($0) }
        if let zone = file.zone { workout.values[HKMetadataKeyTimeZone] = .text(zone) }
        let energy = spans.compactMap(\.session.energy).reduce(0, +)
        workout.energy = Self.quantity(energy, "kcal")
        var duration = 0.0
        var distances: [HKQuantityTypeIdentifier: Double] = [:]
        var places: [LocationFields] = []
        for span in spans {
            let activity = activity(of: span)
            let parts = parts(span, activity, pauses)
            let time = self.duration(span, pauses)
            duration += time
            var leg = ReadWorkout.Activity(activity, start: Self.date(span.start), end: Self.date(span.end))
            leg.duration = time
            leg.values = FITDetails.metadata(span.session, activity, zone: nil)
            let distance = span.session.distance ?? parts.distance
            if distance > 0, distance < 1e9, let type = FITSports.distance(activity) {
                leg.statistics = [FITDetails.sum(distance, type, span.start, span.end)]
                distances[type, default: 0] += distance
            }
            workout.activities.append(leg)
            workout.events += events(span, activity, [])
            workout.samples += parts.samples
            places += parts.places
        }
        workout.duration = duration
        workout.statistics = distances.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { FITDetails.sum($0.value, $0.key, start, end) }
        // A total beside a sum on foot is the whole; without one it would be taken for a sum on foot.
        if distances[.distanceWalkingRunning] != nil {
            workout.distance = Self.quantity(distances.values.sorted().reduce(0, +), "m")
        }
        workout.routes = places.isEmpty ? [] : [places]
        workout.heartbeats = heartbeats(spans.first?.first ?? start, spans.last?.last ?? end)
        return workout
    }

    private func base(_ activity: HKWorkoutActivityType, _ start: Double, _ end: Double) -> ReadWorkout {
        var workout = ReadWorkout(
            activity: activity,
            start: Self.date(start),
            end: Self.date(end),
            source: file.origin.source
        )
        workout.device = file.origin.device
        return workout
    }

    private func pauses(_ start: Double, _ end: Double) -> [FITPause] {
        let range = FITSlice.range(of: file.events, from: start - 1, before: end + 1.5) { $0.time }
        return FITPause.pauses(file.events[range], from: start, to: end)
    }

    /// The timer's time where it fits in the span, else the span without its pauses.
    private func duration(_ span: Span, _ pauses: [FITPause]) -> Double {
        let whole = span.end - span.start
        if let timer = span.session.timer, timer > 0, timer <= whole + 1 { return timer }
        return whole - pauses.reduce(0) { $0 + max(0, min($1.end, span.end) - max($1.start, span.start)) }
    }

    // MARK: Parts

    /// The records of a session.
    private struct Parts {
        var samples: [ReadSeries] = []
        var places: [LocationFields] = []
        /// The sum of all differences.
        var distance = 0.0
    }

    private func parts(_ span: Span, _ activity: HKWorkoutActivityType, _ pauses: [FITPause]) -> Parts {
        var parts = Parts()
        for measure in FITMeasure.allCases where measure != .distance {
            guard let (type, unit) = FITDetails.type(of: measure, activity) else { continue }
            add(FITSlice.points(file.columns.points[measure.rawValue], from: span.first, before: span.last), type, unit)
        }
        let differences = FITSlice.points(
            file.columns.points[FITMeasure.distance.rawValue],
            from: span.first,
            before: span.last
        )
        parts.distance = (differences.reduce(0) { $0 + $1.value } * 1_000).rounded() / 1_000
        if let type = FITSports.distance(activity) { add(FITSlice.without(pauses, differences), type, "m") }
        let strap = FITSlice.points(rates, from: span.start, before: span.end.nextUp)
        if !strap.isEmpty { add(strap, .heartRate, "count/min") }
        let counts = counts(span, activity)
        if !counts.isEmpty {
            add(counts, activity == .swimming ? .swimmingStrokeCount : .stepCount, "count")
        }
        let range = FITSlice.range(of: file.columns.places, from: span.first, before: span.last) { $0.timestamp }
        let places = file.columns.places
        parts.places = range == places.indices ? places : Array(places[range])
        return parts

        func add(_ points: [ReadSeries.Point], _ type: HKQuantityTypeIdentifier, _ unit: String) {
            if points.isEmpty { return }
            if let index = parts.samples.firstIndex(where: { $0.type == type.rawValue }) {
                parts.samples[index].points += points
                parts.samples[index].points.sort { $0.start < $1.start }
            } else {
                parts.samples.append(ReadSeries(type: type, unit: unit, points: points))
            }
        }
    }

    /// Steps or strokes: by length, by lap if all laps have them, else of the session.
    private func counts(_ span: Span, _ activity: HKWorkoutActivityType) -> [ReadSeries.Point] {
        let factor: Double
        if FITSports.countsStrides(activity) {
            factor = 2
        } else if activity == .swimming {
            factor = 1
        } else {
            return []
        }
        func points(_ spans: ArraySlice<FITLapSummary>) -> [ReadSeries.Point] {
            spans.compactMap { span in
                guard let cycles = span.cycles, cycles > 0 else { return nil }
                return ReadSeries.Point(start: span.start, end: span.end, value: factor * cycles)
            }
        }
        let lengths = lengths(span).filter { $0.isActive == true }
        if activity == .swimming, lengths.contains(where: { $0.cycles != nil }) { return points(lengths[...]) }
        let laps = laps(span)
        if !laps.isEmpty, laps.allSatisfy({ $0.cycles != nil }) { return points(laps) }
        guard let cycles = span.session.cycles, cycles > 0 else { return [] }
        return [ReadSeries.Point(start: span.start, end: span.end, value: factor * cycles)]
    }

    private func laps(_ span: Span) -> ArraySlice<FITLapSummary> {
        file.laps[FITSlice.range(of: file.laps, from: span.first, before: span.last) { $0.start }]
    }

    private func lengths(_ span: Span) -> ArraySlice<FITLapSummary> {
        file.lengths[FITSlice.range(of: file.lengths, from: span.first, before: span.last) { $0.start }]
    }

    private func events(_ span: Span, _ activity: HKWorkoutActivityType, _ pauses: [FITPause]) -> [ReadWorkout.Event] {
        let lengths = activity == .swimming ? lengths(span) : []
        var events = pauses.flatMap { FITDetails.events($0) }
        for lap in laps(span) {
            events.append(FITDetails.event(lengths.isEmpty ? .lap : .segment, lap))
        }
        for length in lengths where length.isActive == true {
            var event = FITDetails.event(.lap, length)
            if let stroke = FITSports.stroke(length.stroke) {
                event.values[HKMetadataKeySwimmingStrokeStyle] = .integer(stroke.rawValue)
            }
            events.append(event)
        }
        return events
    }

    private func heartbeats(_ first: Double, _ last: Double) -> [ReadHeartbeats] {
        let beats = file.beats.beats
        let range = FITSlice.range(of: beats, from: first, before: last) { $0.record }
        guard let beginning = beats[range].first else { return [] }
        let start = beginning.time - beginning.interval
        let series = beats[range]
            .map { beat in
                HeartbeatSeries.Beat(
                    time: ((beat.time - start) * 1_000).rounded() / 1_000,
                    precededByGap: beat.followsGap
                )
            }
        return [ReadHeartbeats(start: Self.date(start), beats: series)]
    }

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    private static func quantity(_ value: Double, _ unit: String) -> HKQuantity? {
        guard value > 0, value.isFinite, let unit = HKUnit.named(unit) else { return nil }
        return HKQuantity(unit: unit, doubleValue: value)
    }
}
