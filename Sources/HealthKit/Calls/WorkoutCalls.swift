import Foundation

/// Checks that the caller may make workouts.
package struct MayBuildWorkoutCall: StoreCall {
    package typealias Answer = Void
    package static let name = "mayBuildWorkout"
}

/// Hears of samples that were saved since a date, those that are there already included.
package struct CollectCall: StoreCall {
    package typealias Answer = CollectedSamples
    package static let name = "collect"

    package var selections: [SampleSelection]
    /// No sample that starts before.
    package var start: Date

    package func check() throws { try selections.check() }
}

/// What came and went while samples were collected.
package struct CollectedSamples: Sendable {
    package var added: [HKSample]
    package var deleted: [UUID]
}

/// Reads samples by their UUIDs, those of any type that the caller saved or may see.
package struct MembersCall: StoreCall {
    package typealias Answer = [HKSample]
    package static let name = "members"

    /// 16 bytes each.
    package var samples: Data

    package func check() throws {
        try CallBounds.check(samples.count / 16, FinishWorkoutCall.memberLimit, "samples of a workout")
    }
}

/// Reads in which order the sources of a type count, as far as the caller may see them.
package struct SourceOrderCall: StoreCall {
    /// Bundle identifiers, the first counts first.
    package typealias Answer = [String]
    package static let name = "sourceOrder"

    @ByIdentifier package var type: HKSampleType
}

/// Saves samples that belong to a workout to be; those that are stored already are not saved again.
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
    /// The workout as it is stored; `nil` when it waits until the machine is unlocked.
    package typealias Answer = HKWorkout?
    package static let name = "finishWorkout"

    /// The most samples of a workout.
    package static let memberLimit = 500_000

    @ArchivedOne package var workout: HKWorkout
    @Archived package var routes: [HKWorkoutRoute]
    /// The UUIDs of the samples, 16 bytes each, by the identifier of their type.
    package var members: [String: Data]
    /// The session whose builder made it, as it is to be kept now.
    package var session: WorkoutSessionContent?

    package func check() throws {
        try CallBounds.check(routes.count, 1, "routes")
        try CallBounds.check(members.count, CallBounds.types, "types")
        try CallBounds.check(members.values.reduce(0) { $0 + $1.count / 16 }, Self.memberLimit, "samples of a workout")
    }
}

/// Keeps what a session is and more of what its builder holds.
package struct KeepSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "keepSession"

    package var session: WorkoutSessionContent
    package var parts: [WorkoutPart]
    /// Whether it becomes the store's primary session, or is no longer that; `nil` to leave it.
    package var takesPlace: Bool?

    package func check() throws {
        try CallBounds.check(parts.count, CallBounds.types, "parts of a session")
        try CallBounds.check(parts.reduce(0) { $0 + $1.bytes.count }, CallBounds.bytes, "bytes of parts of a session")
    }
}

/// Finds the sessions of the caller that are kept, the latest change first, with their parts where they are asked for.
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

/// Reads whether a session of the caller is the store's primary one.
package struct SessionPlaceCall: StoreCall {
    package typealias Answer = Bool
    package static let name = "sessionPlace"

    package var session: UUID
}

/// Forgets a session of the caller, and what its builder held.
package struct ForgetSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "forgetSession"

    package var session: UUID
}
