import Foundation
import HealthKit
import HealthtuiEntry

/// The contents of a workout's page.
package struct WorkoutPage: Sendable {
    package let workout: HKWorkout
    package let summary: WorkoutSummary
    /// Meters: the workout's own distance, otherwise the length of its routes.
    package private(set) var distance: Double?
    /// Beats per minute: the workout's own value, otherwise the measured one.
    package private(set) var averageHeartRate: Double?
    /// From the minimum to the maximum, from the same source as the average.
    package private(set) var heartRateRange: ClosedRange<Double>?
    package private(set) var heartRate: HeartRateTrace?
    /// The time in each heart rate zone, or power zone if there are no others; nil if no zones are known.
    package private(set) var zones: HKWorkoutZoneGroup?
    package private(set) var splits: [WorkoutSplit] = []
    /// The length of a split, in meters.
    package let splitLength: Double
    package private(set) var track: RouteTrack?
    /// Meters climbed and descended, or nil if neither the workout nor its routes say.
    package private(set) var ascent: Double?
    package private(set) var descent: Double?
    /// The effort from 0 to 10, and whether the person rated it.
    package private(set) var effort: (score: Double, isRated: Bool)?
    /// The comparison with the last workouts of its kind; read only if it is shown.
    package var comparison: WorkoutComparison?
    /// The recordings of several sources during it; read only if shown, and for the person alone.
    package var recordings: WorkoutRecordings?
    /// The number of samples of each type added to it.
    package private(set) var members: [(type: HKSampleType, count: Int)] = []

    /// Reads a workout's data from the store, as far as the caller may read it.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - caller: The caller.
    ///   - text: The format of distances, which determines the length of splits.
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

    /// The bounds in the workout's own statistics.
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

    /// The activities, if there are any besides the whole workout.
    package var activities: [HKWorkoutActivity] {
        workout.workoutActivities.count > 1 ? workout.workoutActivities : []
    }

    /// The statistics of all types, by name.
    package var statistics: [HKStatistics] {
        workout.allStatistics.values.sorted { $0.quantityType.entry.name < $1.quantityType.entry.name }
    }

    /// The name of an effort score.
    package static func effortName(_ score: Double) -> String {
        switch score {
        case ..<3.5: WorkoutFactStrings.easy
        case ..<6.5: WorkoutFactStrings.moderate
        case ..<8.5: WorkoutFactStrings.hard
        default: WorkoutFactStrings.allOut
        }
    }

    /// The name of an event for people; for one that this version doesn't know, the export's name.
    package static func name(of event: WorkoutEventContent) -> String {
        guard let kind = event.kind else { return event.exportName }
        return TypeCatalogue.shared.enumeration("HKWorkoutEventType")?.case(value: kind.rawValue)?.label
            ?? WorkoutFactStrings.event(kind.rawValue)
    }

    /// The time of an event.
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
        // The device's own count is more accurate than the sum of the locations' elevations.
        func metres(_ key: String) -> Double? {
            guard case .quantity(let value, let unit)? = workout.metadataValues?[key] else { return nil }
            return HKQuantity(unit: unit, doubleValue: value).converted(to: .meter())
        }
        ascent = metres(HKMetadataKeyElevationAscended) ?? ascent
        descent = metres(HKMetadataKeyElevationDescended) ?? descent
    }

    /// Adds splits from measured distances, of one type and one source at a time.
    private mutating func addMeasuredSplits(_ contents: any WorkoutContents) throws {
        let types = workout.allStatistics.keys
            .filter { $0.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
        guard let type = types.first, types.count == 1 else { return }
        let readings = try contents.readings(type, of: workout)
        guard readings.areOwn else { return }
        splits = WorkoutSplit.splits(of: readings, every: splitLength, running: workout.runningTime)
    }
}
