import Foundation

/// What the page of a workout reads of the store, within the rights of whoever asks.
package protocol WorkoutContents {
    /// The numbers of a type that belong to a workout: those that were added to it; where none was, those that were measured
    /// in its time (imports do not say what belongs to a workout).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - workout: The workout.
    /// - Returns: The numbers.
    /// - Throws: `HKError`.
    func readings(_ type: HKQuantityType, of workout: HKWorkout) throws -> Readings

    /// The routes of a workout with their locations, in order of start.
    func routes(of workout: HKWorkout) throws -> [RouteData]

    /// The zones that hold for the person on a date; `nil` where none are known.
    func preferredZones(of type: HKQuantityType, at date: Date) throws -> HKWorkoutZoneConfiguration?

    /// The latest score of how hard a workout was, from 0 to 10, the person's own before an estimate; `nil` without one.
    func effort(of workout: HKWorkout) throws -> HKQuantitySample?

    /// How many samples of each type were added to a workout, the type with the most first.
    func memberCounts(of workout: HKWorkout) throws -> [(type: HKSampleType, count: Int)]
}

extension PersonAccess: WorkoutContents {
    package func preferredZones(of type: HKQuantityType, at date: Date) throws -> HKWorkoutZoneConfiguration? {
        try store.port.send(PreferredZonesCall(type: type, date: date))
    }
}

extension HKQuantitySample {
    /// Whether the first of two scores says less: an estimate less than the person's own, an earlier one less than a later.
    static func isLessSpecific(_ left: HKQuantitySample, _ right: HKQuantitySample) -> Bool {
        let rated = HKQuantityTypeIdentifier.workoutEffortScore.rawValue
        let leftIsRated = left.quantityType.identifier == rated
        guard leftIsRated == (right.quantityType.identifier == rated) else { return !leftIsRated }
        return left.startDate < right.startDate
    }
}
