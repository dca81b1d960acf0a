import Foundation
import HealthKit

/// A workout for a TCX file: the data that the format supports, and the data that it doesn't.
struct TCXWorkoutFile {
    /// The written and the omitted data.
    private(set) var summary = ExportSummary()
    private let workout: HKWorkout
    private let person: PersonAccess
    /// The samples that belong to the workout, by their types.
    private var members: [(type: HKSampleType, count: Int)] = []
    private var contents = TCXContents()
    private var energies: [(start: Int64, end: Int64, value: Double)] = []
    private var written: Set<String> = [HKSeriesType.workoutRoute().identifier]

    /// Collects a workout's data.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - person: The store.
    /// - Throws: `HKError`.
    init(_ workout: HKWorkout, _ person: PersonAccess) throws {
        self.workout = workout
        self.person = person
        let activity = workout.workoutActivityType
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        try add(.heartRate, perMinute, \.heartRate)
        try add(TrackMeasure.cadence(activity), perMinute, \.cadence)
        try add(TrackMeasure.power(activity), .watt(), \.power)
        try add(TrackMeasure.speed(activity), .meter().unitDivided(by: .second()), \.speed)
        if let type = TrackMeasure.distance(activity) {
            contents.add(distances: try readings(type, .meter()).map { ($0.start, $0.end, $0.value) })
        }
        energies = try readings(.activeEnergyBurned, .kilocalorie())
            .compactMap { each in
                guard let start = TCXContents.milliseconds(each.start), let end = TCXContents.milliseconds(each.end)
                else { return nil }
                return (start, end, each.value)
            }
        for route in try person.routes(of: workout) {
            let places = route.points.map(\.fields)
            contents.add(route: places)
            summary.add(.workoutRoutes)
            summary.count("accuracies and courses of locations", places.count)
        }
        contents.merge()
        members = try person.memberCounts(of: workout)
        summary.add(.workouts)
    }

    /// Writes the file.
    ///
    /// - Parameter sink: Receives it, piece by piece.
    /// - Throws: ``ExportError``, `HKError`, and what the sink throws.
    mutating func write(sink: @escaping ([UInt8]) throws -> Void) throws {
        guard let start = TCXContents.milliseconds(workout.startDate.timeIntervalSinceReferenceDate),
            let end = TCXContents.milliseconds(workout.endDate.timeIntervalSinceReferenceDate)
        else { throw ExportError("\(workout.uuid.uuidString): TCX can't express the times of the workout") }
        var laps = TCXLaps((start, end), laps: lapTimes, pauses: pauses(until: end))
        let distance =
            workout.totalDistance?.doubleValue(for: .meter())
            ?? contents.distances.reduce(0) { $0 + $1.value }
        if distance.isFinite { laps.spread(distance: max(0, distance), contents.distances) }
        laps.spread(energy: workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) ?? 0, energies)
        let active = Double(laps.laps.reduce(0) { $0 + $1.active }) / 1_000
        // Half a millisecond is what rounding the times may change.
        let isShorter = workout.duration > 0 && workout.duration < active - 0.001 * Double(laps.laps.count + 1)
        var writer = TCXWriter(sink: sink)
        try writer.write(head, laps.laps, contents.points, ratio: isShorter ? workout.duration / active : 1)
        summary.count("values during pauses, or outside the workout", writer.outside)
        summary.count("values beyond what TCX has room for", writer.oversized)
        summary.count("values of the same time as another", contents.doubled)
        summary.count("invalid locations", contents.nowhere)
        countRest()
    }

    // MARK: Contents

    private typealias Reading = (start: Double, end: Double, value: Double)

    private mutating func readings(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit) throws -> [Reading] {
        let type = HKQuantityType(type)
        written.insert(type.identifier)
        let found = try person.readings(type, of: workout)
        guard let conversion = type.canonicalUnit.conversion(to: unit) else { return [] }
        return (0..<min(found.starts.count, found.ends.count, found.values.count))
            .map { index in
                (found.starts[index], found.ends[index], found.values[index] * conversion.scale + conversion.offset)
            }
    }

    private mutating func add(
        _ type: HKQuantityTypeIdentifier?,
        _ unit: HKUnit,
        _ field: WritableKeyPath<TCXContents.Point, Double>
    ) throws {
        guard let type else { return }
        contents.add(try readings(type, unit).map { ($0.start, $0.value) }, field)
    }

    private var lapTimes: [(start: Int64, end: Int64)] {
        (workout.workoutEvents ?? []).filter { $0.type == .lap }.compactMap { Self.times($0.dateInterval) }
    }

    private static func times(_ interval: DateInterval) -> (start: Int64, end: Int64)? {
        guard let start = TCXContents.milliseconds(interval.start.timeIntervalSinceReferenceDate),
            let end = TCXContents.milliseconds(interval.end.timeIntervalSinceReferenceDate)
        else { return nil }
        return (start, end)
    }

    /// The pauses; one that nothing ends lasts to the end of the workout.
    private func pauses(until end: Int64) -> [(start: Int64, end: Int64)] {
        var pauses: [(start: Int64, end: Int64)] = []
        var start: Int64?
        let events = (workout.workoutEvents ?? []).filter { $0.type == .pause || $0.type == .resume }
            .sorted { $0.dateInterval.start < $1.dateInterval.start }
        for event in events {
            guard let time = Self.times(event.dateInterval)?.start else { continue }
            if event.type == .pause {
                start = start ?? time
            } else if let paused = start {
                if paused < time { pauses.append((paused, time)) }
                start = nil
            }
        }
        if let start, start < end { pauses.append((start, end)) }
        return pauses
    }

    private var head: TCXWriter.Head {
        let sport =
            switch workout.workoutActivityType {
            case .running: "Running"
            case .cycling, .handCycling: "Biking"
            default: "Other"
            }
        let source = workout.sourceRevision
        let numbers = (workout.device?.softwareVersion ?? source.version ?? "").split(separator: ".")
        let isVersion = numbers.count == 2 && numbers.allSatisfy { UInt16($0) != nil }
        return TCXWriter.Head(
            sport: sport,
            creator: workout.device?.name ?? source.source.name,
            unit: workout.device?.localIdentifier.flatMap { UInt32($0) } ?? 0,
            version: isVersion ? (UInt16(numbers[0]) ?? 0, UInt16(numbers[1]) ?? 0) : (0, 0)
        )
    }

    // MARK: What is left out

    /// Counts what the format has no place for.
    private mutating func countRest() {
        let isKnown = [.running, .cycling, .other].contains(workout.workoutActivityType)
        summary.count("the activity type, which is Other in TCX", isKnown ? 0 : 1)
        summary.count(
            "activities of the workout",
            workout.workoutActivities.count > 1 ? workout.workoutActivities.count : 0
        )
        let events = (workout.workoutEvents ?? []).filter { ![.lap, .pause, .resume].contains($0.type) }
        summary.count("events other than laps and pauses", events.count)
        let own = [HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion]
        summary.count("metadata of the workout", (workout.metadata ?? [:]).keys.filter { !own.contains($0) }.count)
        for (type, count) in members where !written.contains(type.identifier) {
            summary.count(TypeCatalogue.shared.entry(identifier: type.identifier)?.name ?? type.identifier, count)
        }
    }
}

extension ExportSummary {
    /// Counts what the format has no place for, if there is any.
    fileprivate mutating func count(_ kind: String, _ count: Int) {
        if count > 0 { leaveOut(kind, count) }
    }
}

extension SingleExporter {
    /// Writes a workout as TCX.
    ///
    /// - Parameters:
    ///   - uuid: The workout's UUID.
    ///   - request: The destination; the selection is ignored.
    /// - Returns: A summary of the written data.
    /// - Throws: ``ExportError`` if it isn't a workout, and as ``AppleExporter/run(_:)``.
    package func workout(_ uuid: UUID, _ request: ExportRequest) throws -> ExportSummary {
        guard let workout = try person.sample(uuid) as? HKWorkout else {
            throw ExportError("\(uuid.uuidString): workout not found")
        }
        let collected = try TCXWorkoutFile(workout, person)
        return try person.exportFile(request) { _, stream in
            var file = collected
            try file.write { try stream.write($0) }
            return file.summary
        }
    }
}
