import Foundation

/// Checks that the caller may build workouts.
package struct MayBuildWorkoutCall: StoreCall {
    package typealias Answer = Void
    package static let name = "mayBuildWorkout"
}

extension MayBuildWorkoutCall: AnsweredCall, AuditedCall {
    // It reveals no data.
    var audit: AuditSubject? { nil }
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

extension CollectCall: AnsweredCall, AuditedCall {
    private struct Form: Codable {
        @Archived var added: [HKSample]
        var deleted: [UUID]
    }

    package static func value(of answer: CollectedSamples) throws -> CallValue {
        try CallEncoder.value(of: Form(added: answer.added, deleted: answer.deleted))
    }

    package static func answer(from value: CallValue) throws -> CollectedSamples {
        let form = try CallDecoder.value(Form.self, from: value)
        return CollectedSamples(added: form.added, deleted: form.deleted)
    }

    var audit: AuditSubject? { AuditSubject(.follow, selections) }

    func objects(in answer: CollectedSamples) -> AuditObjects { .samples(answer.added, of: selections.count) }
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

extension MembersCall: SamplesAnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.read, [HKObjectType]()) }

    func types(in answer: [HKSample], of subject: AuditSubject) -> [HKObjectType] {
        Array(Set(answer.map(\.sampleType)))
    }

    func objects(in answer: [HKSample]) -> AuditObjects { .byType(AuditObjects.byType(answer)) }
}

/// Reads the priority order of a type's sources, as far as the caller may see them.
package struct SourceOrderCall: StoreCall {
    /// Bundle identifiers, highest priority first.
    package typealias Answer = [String]
    package static let name = "sourceOrder"

    @ByIdentifier package var type: HKSampleType
}

extension SourceOrderCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.sources, [type]) }

    func objects(in answer: [String]) -> AuditObjects { .total(answer.count) }
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

// The audit counts its samples where they are stored.
extension AddToWorkoutCall: AnsweredCall {}

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

// The audit counts its samples where they are stored.
extension FinishWorkoutCall: AnsweredCall {
    package static func value(of answer: HKWorkout?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }

    package static func answer(from value: CallValue) throws -> HKWorkout? {
        value == .null ? nil : try SamplesForm.one(HKWorkout.self, value)
    }
}
