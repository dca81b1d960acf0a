import Foundation
import HealthKit

/// The metadata and samples that fields of sessions, laps and records become.
enum FITDetails {
    /// The type and the unit of a measure; `nil` where HealthKit has none for the activity, or it isn't a sample.
    static func type(
        of measure: FITMeasure,
        _ activity: HKWorkoutActivityType
    ) -> (type: HKQuantityTypeIdentifier, unit: String)? {
        switch measure {
        case .heartRate: (.heartRate, "count/min")
        case .distance: FITSports.distance(activity).map { ($0, "m") }
        case .power: FITSports.power(activity).map { ($0, "W") }
        case .cadence: activity == .cycling || activity == .handCycling ? (.cyclingCadence, "count/min") : nil
        case .speed: FITSports.speed(activity).map { ($0, "m/s") }
        case .oscillation: (.runningVerticalOscillation, "mm")
        case .contact: (.runningGroundContactTime, "ms")
        case .stepLength: (.runningStrideLength, "mm")
        case .respiration: (.respiratoryRate, "count/min")
        case .depth: (.underwaterDepth, "m")
        case .cadenceFraction, .latitude, .longitude, .altitude, .accuracy: nil
        }
    }

    /// The metadata of a session.
    static func metadata(
        _ session: FITSessionSummary,
        _ activity: HKWorkoutActivityType,
        zone: String?
    ) -> [String: MetadataValue] {
        var values: [String: MetadataValue] = [:]
        if let ascent = session.ascent { values[HKMetadataKeyElevationAscended] = .quantity(ascent, .meter()) }
        if let descent = session.descent { values[HKMetadataKeyElevationDescended] = .quantity(descent, .meter()) }
        if let length = session.poolLength, length > 0 { values[HKMetadataKeyLapLength] = .quantity(length, .meter()) }
        if activity == .swimming, let location = FITSports.swimmingLocation(session.subSport) {
            values[HKMetadataKeySwimmingLocationType] = .integer(location.rawValue)
        }
        if let isIndoor = FITSports.isIndoor(session.subSport) { values[HKMetadataKeyIndoorWorkout] = .flag(isIndoor) }
        if let zone { values[HKMetadataKeyTimeZone] = .text(zone) }
        return values
    }

    /// The heart rate that a session tells.
    static func heartRate(_ session: FITSessionSummary) -> ReadWorkout.HeartRate? {
        let average = session.averageRate.flatMap { $0 > 0 ? $0 : nil }
        let highest = session.highestRate.flatMap { $0 > 0 ? $0 : nil }
        if average == nil, highest == nil { return nil }
        return ReadWorkout.HeartRate(average: average, minimum: nil, maximum: highest)
    }

    /// Whether the distance of an activity has a type that a workout's total doesn't imply.
    static func isOwnDistance(_ activity: HKWorkoutActivityType) -> Bool {
        [.rowing, .paddleSports, .skatingSports, .crossCountrySkiing].contains(activity)
    }

    /// A sum of a workout or of one of its activities.
    static func sum(
        _ meters: Double,
        _ type: HKQuantityTypeIdentifier,
        _ start: Double,
        _ end: Double
    ) -> WorkoutStatisticsContent {
        WorkoutStatisticsContent(
            type: type.rawValue,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            sum: QuantityText(value: meters, unit: "m")
        )
    }

    /// The events of a pause.
    static func events(_ pause: FITPause) -> [ReadWorkout.Event] {
        [
            ReadWorkout.Event(.pause, start: Date(timeIntervalSinceReferenceDate: pause.start)),
            ReadWorkout.Event(.resume, start: Date(timeIntervalSinceReferenceDate: pause.end)),
        ]
    }

    /// The event of a lap or a length.
    static func event(_ type: HKWorkoutEventType, _ lap: FITLapSummary) -> ReadWorkout.Event {
        ReadWorkout.Event(
            type,
            start: Date(timeIntervalSinceReferenceDate: lap.start),
            end: Date(timeIntervalSinceReferenceDate: lap.end)
        )
    }
}
