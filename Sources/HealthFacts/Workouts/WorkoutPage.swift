import Foundation
import HealthEntry
import HealthKit

/// Everything that is told of one workout.
package struct WorkoutPage: Sendable {
    package let workout: HKWorkout
    package let summary: WorkoutSummary
    /// Metres: as the workout tells it, else what its routes measure.
    package private(set) var distance: Double?
    /// Beats in a minute, as the workout tells them, else as they were measured.
    package private(set) var averageHeartRate: Double?
    /// From the least to the most, from where the average is.
    package private(set) var heartRateRange: ClosedRange<Double>?
    package private(set) var heartRate: HeartRateTrace?
    /// How long it was in each zone of heart rate, or of power where there is no other; nil where no zones are known.
    package private(set) var zones: HKWorkoutZoneGroup?
    package private(set) var splits: [WorkoutSplit] = []
    /// How long a split is, in metres.
    package let splitLength: Double
    package private(set) var track: RouteTrack?
    /// Metres climbed and descended; nil where neither the workout nor its routes tell.
    package private(set) var ascent: Double?
    package private(set) var descent: Double?
    /// How hard it was, from 0 to 10, and whether the person said so.
    package private(set) var effort: (score: Double, isRated: Bool)?
    /// The workout beside the last ones of its kind; read only where it is shown.
    package var comparison: WorkoutComparison?
    /// How many samples of each type were added to it.
    package private(set) var members: [(type: HKSampleType, count: Int)] = []

    /// Reads what the store knows of a workout, as far as the caller may see it.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - caller: Who asks.
    ///   - text: How distances are told, for the length of splits.
    /// - Throws: `HKError`.
    package init(_ workout: HKWorkout, _ caller: Caller, text: WorkoutText) throws {
        let contents = caller.workouts
        self.workout = workout
        summary = WorkoutSummary(workout)
        splitLength = text.splitLength(workout.workoutActivityType)
        let rates = try contents.readings(HKQuantityType(.heartRate), of: workout)
        heartRate = HeartRateTrace(rates, of: workout)
        averageHeartRate = summary.heartRate ?? heartRate?.average
        heartRateRange = Self.heartRateRange(workout) ?? heartRate.map { $0.minimum...$0.maximum }
        let routes = try contents.routes(of: workout)
        let measures = try contents.measures(of: workout, routes: routes)
        zones = measures.zones.first
        distance = measures.distance
        addRoutes(routes, measures)
        if splits.isEmpty { try addMeasuredSplits(contents) }
        WorkoutSplit.addHeartRates(rates, to: &splits)
        if let score = try contents.effort(of: workout) {
            let isRated = score.quantityType.identifier == HKQuantityTypeIdentifier.workoutEffortScore.rawValue
            effort = score.quantity.converted(to: .appleEffortScore()).map { ($0, isRated) }
        }
        members = try contents.memberCounts(of: workout)
    }

    /// The bounds that the workout itself tells.
    private static func heartRateRange(_ workout: HKWorkout) -> ClosedRange<Double>? {
        let statistics = workout.statistics(for: HKQuantityType(.heartRate))
        let unit = HKUnit.count().unitDivided(by: .minute())
        guard let least = statistics?.minimumQuantity()?.converted(to: unit),
            let most = statistics?.maximumQuantity()?.converted(to: unit), least <= most
        else { return nil }
        return least...most
    }

    /// Seconds from the start to the end, pauses included.
    package var elapsed: Double { max(0, workout.endDate.timeIntervalSince(workout.startDate)) }

    /// The activities, where there is more than the whole.
    package var activities: [HKWorkoutActivity] {
        workout.workoutActivities.count > 1 ? workout.workoutActivities : []
    }

    /// The statistics of all types, by name.
    package var statistics: [HKStatistics] {
        workout.allStatistics.values.sorted { $0.quantityType.entry.name < $1.quantityType.entry.name }
    }

    /// What a score of effort is called.
    package static func effortName(_ score: Double) -> String {
        switch score {
        case ..<3.5: WorkoutFactStrings.easy
        case ..<6.5: WorkoutFactStrings.moderate
        case ..<8.5: WorkoutFactStrings.hard
        default: WorkoutFactStrings.allOut
        }
    }

    /// The name of an event for people; of one that this version doesn't know, what its export calls it.
    package static func name(of event: WorkoutEventContent) -> String {
        guard let kind = event.kind else { return event.exportName }
        return TypeCatalogue.shared.enumeration("HKWorkoutEventType")?.case(value: kind.rawValue)?.label
            ?? WorkoutFactStrings.event(kind.rawValue)
    }

    /// When an event was.
    package static func interval(of event: WorkoutEventContent) -> DateInterval {
        DateInterval(
            start: Date(timeIntervalSinceReferenceDate: event.start),
            end: Date(timeIntervalSinceReferenceDate: max(event.start, event.end))
        )
    }

    private mutating func addRoutes(_ routes: [RouteData], _ measures: WorkoutMeasures) {
        if let measure = measures.route {
            track = RouteTrack(routes)
            (ascent, descent) = (measure.ascent, measure.descent)
            splits = measure.splits(every: splitLength).map { WorkoutSplit($0) }
        }
        // What the device counted is nearer to the truth than what heights of places add up to.
        func metres(_ key: String) -> Double? {
            guard case .quantity(let value, let unit)? = workout.metadataValues?[key] else { return nil }
            return HKQuantity(unit: unit, doubleValue: value).converted(to: .meter())
        }
        ascent = metres(HKMetadataKeyElevationAscended) ?? ascent
        descent = metres(HKMetadataKeyElevationDescended) ?? descent
    }

    /// Splits by the distances that were measured, of one type and one source at a time.
    private mutating func addMeasuredSplits(_ contents: any WorkoutContents) throws {
        let types = workout.allStatistics.keys
            .filter { $0.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
        guard let type = types.first, types.count == 1 else { return }
        let readings = try contents.readings(type, of: workout)
        guard readings.areOwn else { return }
        splits = WorkoutSplit.splits(of: readings, every: splitLength, running: workout.runningTime)
    }
}
