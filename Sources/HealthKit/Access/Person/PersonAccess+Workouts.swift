import Foundation

extension PersonAccess {
    /// The workouts whose identity begins with a text, at most a few.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of a UUID, ignoring case; hyphens may be left out.
    ///   - limit: The maximum number of workouts.
    /// - Returns: The workouts; only one if the text is a complete UUID.
    /// - Throws: `HKError`.
    package func workouts(beginning prefix: String, limit: Int = 5) throws -> [HKWorkout] {
        if let uuid = UUID(uuidString: prefix) { return try [sample(uuid) as? HKWorkout].compactMap { $0 } }
        let type = ByIdentifier<HKSampleType>(wrappedValue: HKObjectType.workoutType())
        return try ask(OwnerBeginningCall(prefix: prefix, types: [type], limit: limit)).compactMap { $0 as? HKWorkout }
    }

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
    package func readings(_ type: HKQuantityType, of workout: HKWorkout) throws -> Readings {
        try ask(OwnerReadingsCall(type: type, workout: WorkoutReference(workout)))
    }

    /// The routes of a workout with their locations, in order of start.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The routes; empty if it has none.
    /// - Throws: `HKError`.
    package func routes(of workout: HKWorkout) throws -> [RouteData] {
        try ask(OwnerRoutesCall(workout: WorkoutReference(workout)))
    }

    /// The number of samples of each type added to a workout, the type with the most first.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The types that have some.
    /// - Throws: `HKError`.
    package func memberCounts(of workout: HKWorkout) throws -> [(type: HKSampleType, count: Int)] {
        try ask(OwnerMemberCountsCall(workout: WorkoutReference(workout)))
    }

    /// The latest effort score of a workout, a person's before an estimated one, or `nil` if there is none.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The score, from 0 to 10.
    /// - Throws: `HKError`.
    package func effort(of workout: HKWorkout) throws -> HKQuantitySample? {
        try ask(OwnerEffortCall(workout: workout.uuid))
    }
}

extension PersonAccess {
    /// The start of the workout that a console runs, here or in another process, or `nil` when none does.
    ///
    /// - Throws: `HKError`.
    package func startOfOpenWorkout() throws -> Date? {
        try store.port.send(SessionsCall(withParts: nil)).lazy.filter(\.content.isOpen).compactMap(\.content.start)
            .first
    }

    /// The start of the workout left behind by a console that ended unexpectedly, or `nil` when there is none to resume.
    ///
    /// - Throws: `HKError`.
    package func startOfWorkoutLeftBehind() throws -> Date? {
        try store.port.send(SessionsCall(withParts: nil))
            .filter { $0.content.isOpen && ($0.isPrimary || $0.content.state == .ended) }
            .first { try !store.port.isSessionMarked($0.content.identifier) }?
            .content.start
    }
}

extension PersonAccess: WorkoutContents {
    package func preferredZones(of type: HKQuantityType, at date: Date) throws -> HKWorkoutZoneConfiguration? {
        try store.port.send(PreferredZonesCall(type: type, date: date))
    }
}
