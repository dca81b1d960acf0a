import Foundation
import HealthKit

/// Reads the workouts of Garmin's export that no other file of it has: those that were typed in, and those without a FIT file.
struct GarminActivities {
    /// The fields of an entry, in the file's units.
    private struct Entry {
        var numbers: [String: Double] = [:]
        var identifier: Int64?
        var word = ""
        var isPart = false
    }

    /// The numbers that are read, with their units.
    static let numbers: [(name: String, unit: String, becomes: String)] = [
        ("beginTimestamp", "ms", "start"), ("elapsedDuration", "ms", "end"),
        ("duration", "ms", "duration, without pauses"), ("distance", "cm", "distance"),
        ("elevationGain", "cm", HKMetadataKeyElevationAscended),
        ("elevationLoss", "cm", HKMetadataKeyElevationDescended), ("avgHr", "count/min", "heart rate, average"),
        ("minHr", "count/min", "heart rate, least"), ("maxHr", "count/min", "heart rate, greatest"),
    ]

    private static let names = Set(numbers.map(\.name))

    /// When the workouts of other files were.
    private var others: WorkoutTimes
    private var (known, parts, driven, energies) = (0, 0, 0, 0)

    /// Makes a reading.
    ///
    /// - Parameter others: When the workouts of other files of the import were.
    init(_ others: WorkoutTimes) { self.others = others }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - sink: Receives the workouts.
    /// - Throws: ``ImportError`` for invalid JSON, and what the sink throws.
    mutating func read(_ file: MemberFile, _ sink: inout ReaderSink) throws {
        try JSONItems(file.stream(), depth: 3)
            .visit { item in
                guard item.name == "summarizedActivitiesExport", let index = item.index else { return }
                let place = "summarizedActivitiesExport[\(index)]"
                guard let entry = try? Self.entry(item), let identifier = entry.identifier,
                    let times = Self.times(entry)
                else { return sink.refuse("not a workout with its times", at: place, as: .workouts) }
                if entry.isPart {
                    parts += 1
                    return
                }
                guard let exercise = GarminActivity.named(entry.word) else {
                    driven += 1
                    return
                }
                if others.cover(from: times.start, to: times.end) {
                    known += 1
                    return
                }
                if entry.numbers["calories"] != nil { energies += 1 }
                try sink.take(Self.workout(entry, identifier, exercise, times, file.changed), at: place)
            }
    }

    /// Reports what wasn't read.
    ///
    /// - Parameter sink: Gets the numbers.
    func finish(_ sink: inout ReaderSink) {
        sink.passOver("activities that another file has", known, isData: false)
        sink.passOver("parts of activities of several sports", parts)
        sink.passOver("activities that are no workouts", driven, isData: false)
        sink.passOver("energies of activities, in kilocalories or kilojoules", energies, isData: false)
    }

    private static func entry(_ item: JSONItems.Item) throws -> Entry {
        let walk = item.walk
        var entry = Entry()
        try walk.forEachMember(of: item.range) { name, range in
            switch name {
            case "activityId": entry.identifier = walk.integer(range)
            case "activityType": entry.word = walk.text(range) ?? ""
            case "parentId": entry.isPart = walk.integer(range).map { $0 != 0 } ?? false
            case "calories": entry.numbers[name] = walk.number(range)
            case _ where names.contains(name): entry.numbers[name] = walk.number(range)
            default: break
            }
        }
        return entry
    }

    /// The times in seconds since the reference date.
    private static func times(_ entry: Entry) -> (start: Double, end: Double)? {
        guard let begin = entry.numbers["beginTimestamp"], begin > 0, begin < 4_102_444_800_000,
            let length = entry.numbers["elapsedDuration"] ?? entry.numbers["duration"], length >= 0,
            length <= 31 * 86_400_000
        else { return nil }
        let start = begin / 1_000 - Date.timeIntervalBetween1970AndReferenceDate
        // A timer may have run for longer than the duration in the file.
        return (
            start,
            start + max(length, entry.numbers["duration"].flatMap { $0 <= 31 * 86_400_000 ? $0 : nil } ?? 0) / 1_000
        )
    }

    private static func workout(
        _ entry: Entry,
        _ identifier: Int64,
        _ exercise: HealthConnectExercise,
        _ times: (start: Double, end: Double),
        _ changed: Date
    ) -> ReadWorkout {
        var workout = ReadWorkout(
            activity: exercise.activity,
            unknownName: exercise.name,
            start: Date(timeIntervalSinceReferenceDate: times.start),
            end: Date(timeIntervalSinceReferenceDate: times.end),
            source: GarminActivity.source
        )
        if let duration = entry.numbers["duration"], duration > 0, duration / 1_000 <= times.end - times.start {
            workout.duration = duration / 1_000
        }
        if let distance = entry.numbers["distance"], distance > 0 {
            workout.distance = HKQuantity(unit: .meterUnit(with: .centi), doubleValue: distance)
        }
        for (name, key) in [
            ("elevationGain", HKMetadataKeyElevationAscended), ("elevationLoss", HKMetadataKeyElevationDescended),
        ] {
            guard let climb = entry.numbers[name], climb > 0 else { continue }
            workout.values[key] = .quantity(climb, .meterUnit(with: .centi))
        }
        let rates = ["avgHr", "minHr", "maxHr"].map { entry.numbers[$0].flatMap { $0 > 0 ? $0 : nil } }
        if let average = rates[0] {
            workout.heartRate = ReadWorkout.HeartRate(average: average, minimum: rates[1], maximum: rates[2])
        }
        if let isIndoor = exercise.isIndoor { workout.values[HKMetadataKeyIndoorWorkout] = .flag(isIndoor) }
        if let place = exercise.swimming {
            workout.values[HKMetadataKeySwimmingLocationType] = .integer(place.rawValue)
        }
        workout.identity = ReadIdentity(["garmin activity", String(identifier)], changed: changed)
        return workout
    }
}
