import Foundation

extension MembersCall: SamplesAnsweredCall {}

extension PickRecordsCall: AnsweredCall {
    package static func value(of answer: [HKVerifiableClinicalRecord]) throws -> CallValue {
        try SamplesForm.value(of: answer)
    }
    package static func answer(from value: CallValue) throws -> [HKVerifiableClinicalRecord] {
        try SamplesForm.of(HKVerifiableClinicalRecord.self, value)
    }
}

extension FinishWorkoutCall: AnsweredCall {
    package static func value(of answer: HKWorkout?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }
    package static func answer(from value: CallValue) throws -> HKWorkout? {
        value == .null ? nil : try SamplesForm.one(HKWorkout.self, value)
    }
}

private struct AnchorForm: Codable {
    var value: Int64
    var given: Int64?
    var tag: Int64?

    init(_ anchor: HKQueryAnchor) { (value, given, tag) = (anchor.value, anchor.given, anchor.tag) }

    var anchor: HKQueryAnchor { HKQueryAnchor(value, given: given, tag: tag) }
}

extension AnchoredCall: AnsweredCall {
    private struct Deleted: Codable {
        var uuid: UUID
        var metadata: [UInt8]?

        init(_ object: HKDeletedObject) { (uuid, metadata) = (object.uuid, object.metadataValues?.bytes) }

        var object: HKDeletedObject {
            get throws {
                let known = metadata.map { Metadata(bytes: $0) }
                if case .some(.none) = known { throw CallCodingError.newer("metadata of an unknown kind") }
                return HKDeletedObject(uuid: uuid, metadata: known ?? nil)
            }
        }
    }

    private struct Form: Codable {
        @Archived var added: [HKSample]
        var deleted: [Deleted]
        var anchor: AnchorForm
    }

    package static func value(of answer: AnchoredAnswer) throws -> CallValue {
        let deleted = answer.deleted.map { Deleted($0) }
        return try CallEncoder.value(
            of: Form(added: answer.added, deleted: deleted, anchor: AnchorForm(answer.anchor))
        )
    }

    package static func answer(from value: CallValue) throws -> AnchoredAnswer {
        let form = try CallDecoder.value(Form.self, from: value)
        let deleted = try form.deleted.map { try $0.object }
        return AnchoredAnswer(added: form.added, deleted: deleted, anchor: form.anchor.anchor)
    }
}

extension CollectCall: AnsweredCall {
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
}

extension EffortCall: AnsweredCall {
    private struct Relationship: Codable {
        @ArchivedOne var workout: HKWorkout
        var activity: UUID?
        var samples: SamplesForm?
    }

    private struct Form: Codable {
        var relationships: [Relationship]
        var anchor: AnchorForm
    }

    package static func value(of answer: EffortAnswer) throws -> CallValue {
        let relationships = answer.relationships.map {
            Relationship(
                workout: $0.workout,
                activity: $0.activity?.uuid,
                samples: $0.samples.map { SamplesForm($0) }
            )
        }
        return try CallEncoder.value(of: Form(relationships: relationships, anchor: AnchorForm(answer.anchor)))
    }

    package static func answer(from value: CallValue) throws -> EffortAnswer {
        let form = try CallDecoder.value(Form.self, from: value)
        let relationships = try form.relationships.map { relationship in
            let workout = relationship.workout
            let activity = workout.workoutActivities.first { $0.uuid == relationship.activity }
            guard (activity == nil) == (relationship.activity == nil) else {
                throw CallCodingError.damaged("an activity of another workout")
            }
            return HKWorkoutEffortRelationship(
                workout: workout,
                activity: activity,
                samples: relationship.samples?.samples
            )
        }
        return EffortAnswer(relationships: relationships, anchor: form.anchor.anchor)
    }
}
