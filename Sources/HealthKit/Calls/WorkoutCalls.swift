import Foundation

/// Checks that the caller may build workouts.
package struct MayBuildWorkoutCall: StoreCall {
    package typealias Answer = Void
    package static let name = "mayBuildWorkout"
}

/// Observes samples saved since a date, including existing ones.
package struct CollectCall: StoreCall {
    package typealias Answer = CollectedSamples
    package static let name = "collect"

    package var selections: [SampleSelection]
    /// The earliest start of the samples.
    package var start: Date

    package func check() throws { try selections.check() }
}

/// The samples added and removed during collection.
package struct CollectedSamples: Sendable {
    package var added: [HKSample]
    package var deleted: [UUID]
}

/// Reads samples of any type by their UUIDs, if the caller saved or may see them.
package struct MembersCall: StoreCall {
    package typealias Answer = [HKSample]
    package static let name = "members"

    /// The UUIDs, 16 bytes each.
    package var samples: Data

    package func check() throws {
        try CallBounds.check(samples.count / 16, FinishWorkoutCall.memberLimit, "samples of a workout")
    }
}

/// Reads the priority order of a type's sources, as far as the caller may see them.
package struct SourceOrderCall: StoreCall {
    /// Bundle identifiers, highest priority first.
    package typealias Answer = [String]
    package static let name = "sourceOrder"

    @ByIdentifier package var type: HKSampleType
}

/// Saves samples of a workout that is being built; those that are already stored are not saved again.
package struct AddToWorkoutCall: StoreCall {
    package typealias Answer = Void
    package static let name = "addToWorkout"

    @Archived package var samples: [HKSample]
    /// The session whose builder they belong to; `nil` for a builder without one.
    package var session: UUID?
    /// The samples as a part of the session's builder.
    package var part: WorkoutPart?

    package func check() throws { try CallBounds.check(samples.count, CallBounds.objects, "objects") }
}

/// Saves a workout with its samples and its route, all or nothing.
package struct FinishWorkoutCall: StoreCall {
    /// The workout as it is stored, or `nil` when it waits until the machine is unlocked.
    package typealias Answer = HKWorkout?
    package static let name = "finishWorkout"

    /// The maximum number of samples in a workout.
    package static let memberLimit = 500_000

    @ArchivedOne package var workout: HKWorkout
    @Archived package var routes: [HKWorkoutRoute]
    /// The UUIDs of the samples, 16 bytes each, by the identifier of their type.
    package var members: [String: Data]
    /// The state to keep of the session whose builder made it.
    package var session: WorkoutSessionContent?

    package func check() throws {
        try CallBounds.check(routes.count, 1, "routes")
        try CallBounds.check(members.count, CallBounds.types, "types")
        try CallBounds.check(members.values.reduce(0) { $0 + $1.count / 16 }, Self.memberLimit, "samples of a workout")
    }
}

/// Keeps a session's state and further data of its builder.
package struct KeepSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "keepSession"

    package var session: WorkoutSessionContent
    package var parts: [WorkoutPart]
    /// Whether it becomes the store's primary session or stops being it; `nil` to leave it.
    package var takesPlace: Bool?

    package func check() throws {
        try CallBounds.check(parts.count, CallBounds.types, "parts of a session")
        try CallBounds.check(parts.reduce(0) { $0 + $1.bytes.count }, CallBounds.bytes, "bytes of parts of a session")
    }
}

/// Finds the caller's kept sessions, the latest change first, with their parts on request.
package struct SessionsCall: StoreCall {
    package typealias Answer = [KeptSession]
    package static let name = "sessions"

    /// The session whose parts are wanted.
    package var withParts: UUID?
}

/// A session that is kept.
package struct KeptSession: Sendable {
    package var content: WorkoutSessionContent
    package var parts: [WorkoutPart]
    /// Whether it is the store's primary session.
    package var isPrimary: Bool
}

/// Returns whether a session of the caller is the store's primary one.
package struct SessionPlaceCall: StoreCall {
    package typealias Answer = Bool
    package static let name = "sessionPlace"

    package var session: UUID
}

/// Forgets a session of the caller, and its builder's data.
package struct ForgetSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "forgetSession"

    package var session: UUID
}
