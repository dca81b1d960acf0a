import Foundation

extension PersonAccess {
    /// The workouts whose identity begins with a text, at most a few.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of a UUID, in any capitals; hyphens may be left out.
    ///   - limit: How many to look for.
    /// - Returns: The workouts; one where the text is a whole UUID.
    /// - Throws: `HKError`.
    package func workouts(beginning prefix: String, limit: Int = 5) throws -> [HKWorkout] {
        if let uuid = UUID(uuidString: prefix) { return try [sample(uuid) as? HKWorkout].compactMap { $0 } }
        let type = ByIdentifier<HKSampleType>(wrappedValue: HKObjectType.workoutType())
        return try ask(OwnerBeginningCall(prefix: prefix, types: [type], limit: limit)).compactMap { $0 as? HKWorkout }
    }

    /// The numbers of a type that belong to a workout: those that were added to it; where none was, those that were
    /// measured in its time (imports do not say what belongs to a workout).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - workout: The workout.
    /// - Returns: The numbers.
    /// - Throws: `HKError`.
    package func readings(_ type: HKQuantityType, of workout: HKWorkout) throws -> Readings {
        try ask(OwnerReadingsCall(type: type, workout: WorkoutReference(workout)))
    }

    /// The routes of a workout with their places, in order of start.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The routes; none where it has none.
    /// - Throws: `HKError`.
    package func routes(of workout: HKWorkout) throws -> [RouteData] {
        try ask(OwnerRoutesCall(workout: WorkoutReference(workout)))
    }

    /// How many samples of each type were added to a workout, the type with the most first.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The types that have some.
    /// - Throws: `HKError`.
    package func memberCounts(of workout: HKWorkout) throws -> [(type: HKSampleType, count: Int)] {
        try ask(OwnerMemberCountsCall(workout: WorkoutReference(workout)))
    }

    /// The latest score that tells how hard a workout was, a person's before an estimated one; `nil` where there is none.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: From 0 to 10.
    /// - Throws: `HKError`.
    package func effort(of workout: HKWorkout) throws -> HKQuantitySample? {
        try ask(OwnerEffortCall(workout: workout.uuid))
    }
}

extension PersonAccess {
    /// When the workout began that a console runs, here or in another process; `nil` when none does.
    ///
    /// - Throws: `HKError`.
    package func startOfOpenWorkout() throws -> Date? {
        try store.port.send(SessionsCall(withParts: nil)).lazy.filter(\.content.isOpen).compactMap(\.content.start)
            .first
    }

    /// When the workout began that a console left behind as it ended without a word; `nil` when there is none to go on with.
    ///
    /// - Throws: `HKError`.
    package func startOfWorkoutLeftBehind() throws -> Date? {
        try store.port.send(SessionsCall(withParts: nil))
            .filter { $0.content.isOpen && ($0.isPrimary || $0.content.state == .ended) }
            .first { try !store.port.isSessionMarked($0.content.identifier) }?
            .content.start
    }
}
