import Foundation

/// Numbers of a type over time, in order of start, whatever sources they came from.
package struct Readings: Codable, Sendable {
    /// Seconds since the reference date.
    package var starts: [Double] = []
    package var ends: [Double] = []
    /// In the type's canonical unit.
    package var values: [Double] = []
    /// Whether they were added to the workout that was asked about, rather than measured in its time.
    package var areOwn = false

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }
}

/// Which workout is asked about.
package struct WorkoutReference: Codable, Hashable, Sendable {
    package var uuid: UUID
    package var start: Date
    package var end: Date

    init(_ workout: HKWorkout) { (uuid, start, end) = (workout.uuid, workout.startDate, workout.endDate) }
}

/// The numbers of a type that belong to a workout: those that were added to it; where none was, those that were measured
/// in its time (imports do not say what belongs to a workout).
package struct OwnerReadingsCall: OwnerReadCall {
    package typealias Answer = Readings
    package static let name = "readings"

    @ByIdentifier package var type: HKQuantityType
    package var workout: WorkoutReference
}

/// The routes of a workout with their places, in order of start.
package struct OwnerRoutesCall: OwnerReadCall {
    package typealias Answer = [RouteData]
    package static let name = "routes"

    package var workout: WorkoutReference
}

/// How many samples of each type were added to a workout, the type with the most first.
package struct OwnerMemberCountsCall: OwnerReadCall {
    package typealias Answer = [(type: HKSampleType, count: Int)]
    package static let name = "memberCounts"

    package var workout: WorkoutReference
}

/// The latest score that tells how hard a workout was, a person's before an estimated one; `nil` where there is none.
package struct OwnerEffortCall: OwnerReadCall {
    package typealias Answer = HKQuantitySample?
    package static let name = "workoutEffort"

    package var workout: UUID
}

/// The zones that the person set for a type; `nil` for those that are worked out.
package struct OwnerChosenZonesCall: OwnerReadCall {
    package typealias Answer = HKWorkoutZoneConfiguration?
    package static let name = "chosenZones"

    @ByIdentifier package var type: HKQuantityType
}
