import Foundation

/// The data shown on a workout's page, within the caller's rights.
package protocol WorkoutContents {
    /// The values of a type that belong to a workout.
    ///
    /// These are the values that were added to it or, if none was, those measured within its time (imports don't list
    /// the samples of a workout).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - workout: The workout.
    /// - Returns: The numbers.
    /// - Throws: `HKError`.
    func readings(_ type: HKQuantityType, of workout: HKWorkout) throws -> Readings

    /// The routes of a workout with their locations, in order of start.
    func routes(of workout: HKWorkout) throws -> [RouteData]

    /// The zones that apply to the person on a date, or `nil` if none are known.
    func preferredZones(of type: HKQuantityType, at date: Date) throws -> HKWorkoutZoneConfiguration?

    /// The latest effort score of a workout, from 0 to 10, the person's own before an estimate; `nil` without one.
    func effort(of workout: HKWorkout) throws -> HKQuantitySample?

    /// The number of samples of each type added to a workout, the type with the most first.
    func memberCounts(of workout: HKWorkout) throws -> [(type: HKSampleType, count: Int)]
}

extension HKQuantitySample {
    /// Whether the first of two scores is less specific: an estimate rather than the person's own, or an earlier one.
    static func isLessSpecific(_ left: HKQuantitySample, _ right: HKQuantitySample) -> Bool {
        let rated = HKQuantityTypeIdentifier.workoutEffortScore.rawValue
        let leftIsRated = left.quantityType.identifier == rated
        guard leftIsRated == (right.quantityType.identifier == rated) else { return !leftIsRated }
        return left.startDate < right.startDate
    }
}
