/// The types of samples that rate a workout's effort.
enum WorkoutEffort {
    /// The person's own score, followed by the estimated one.
    static let types = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

    static let typeIdentifiers = Set(types.map(\.identifier))
}
