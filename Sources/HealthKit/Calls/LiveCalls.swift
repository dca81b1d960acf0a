import Foundation

/// Observes samples that are added and removed.
package struct ObserveCall: StoreCall {
    /// The types with added or removed samples.
    package typealias Answer = Set<HKSampleType>
    package static let name = "observe"

    package var selections: [SampleSelection]

    package func check() throws { try selections.check() }
}

extension ObserveCall: AnsweredCall, AuditedCall {
    package static func value(of answer: Set<HKSampleType>) throws -> CallValue {
        .list(answer.map(\.identifier).sorted().map { .text($0) })
    }

    package static func answer(from value: CallValue) throws -> Set<HKSampleType> {
        Set(try CallDecoder.value([ByIdentifier<HKSampleType>].self, from: value).map(\.wrappedValue))
    }

    var audit: AuditSubject? { AuditSubject(.observe, selections) }

    func types(in answer: Set<HKSampleType>, of subject: AuditSubject) -> [HKObjectType] { Array(answer) }
}

/// Finds objects added and deleted since an anchor.
package struct AnchoredCall: StoreCall {
    package typealias Answer = AnchoredAnswer
    package static let name = "anchored"

    package var selections: [SampleSelection]
    package var anchor: CallAnchor
    /// The maximum number of samples and deleted objects together, or `nil` for all.
    package var limit: Int?

    package func check() throws { try selections.check() }
}

/// The caller's form of an anchor: opaque to the caller, and not a change number until the gate opens it.
package struct CallAnchor: Codable, Hashable, Sendable {
    /// The caller's value; 0 for the beginning.
    package var value: Int64
    /// The number of objects given to the caller so far, or `nil` for an anchor of an older version.
    package var given: Int64?
    /// The tag proving that the store gave it to the caller, or `nil` for an anchor of an older version.
    package var tag: Int64?

    package init(_ anchor: HKQueryAnchor?) {
        value = anchor?.value ?? 0
        tag = anchor?.tag
        given = anchor == nil ? 0 : anchor?.given
    }
}

/// The added and deleted objects, and the anchor to continue from.
package struct AnchoredAnswer: Sendable {
    package var added: [HKSample]
    package var deleted: [HKDeletedObject]
    package var anchor: HKQueryAnchor
}

extension AnchoredCall: AnsweredCall, AuditedCall {
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

    var audit: AuditSubject? { AuditSubject(.follow, selections) }

    func objects(in answer: AnchoredAnswer) -> AuditObjects { .samples(answer.added, of: selections.count) }
}

private struct AnchorForm: Codable {
    var value: Int64
    var given: Int64?
    var tag: Int64?

    init(_ anchor: HKQueryAnchor) { (value, given, tag) = (anchor.value, anchor.given, anchor.tag) }

    var anchor: HKQueryAnchor { HKQueryAnchor(value, given: given, tag: tag) }
}

/// Finds the activity summaries of days.
package struct SummariesCall: StoreCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "summaries"

    package var days: SummaryFilter
}

extension SummariesCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.read, [HKObjectType.activitySummaryType()]) }

    func objects(in answer: [ActivitySummaryContent]) -> AuditObjects { .total(answer.count) }
}

/// Finds the effort scores of workouts.
package struct EffortCall: StoreCall {
    package typealias Answer = EffortAnswer
    package static let name = "effort"

    /// The filter for the workouts.
    package var filter: SampleFilter
    package var anchor: CallAnchor
    package var isMostRelevantOnly: Bool

    package func check() throws { try filter.checkSize() }
}

/// Relationships of workouts and effort scores, and the anchor to continue from.
package struct EffortAnswer: Sendable {
    package var relationships: [HKWorkoutEffortRelationship]
    package var anchor: HKQueryAnchor
}

extension EffortCall: AnsweredCall, AuditedCall {
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

    var audit: AuditSubject? { AuditSubject(.follow, [HKObjectType.workoutType()] + WorkoutEffort.types) }

    func objects(in answer: EffortAnswer) -> AuditObjects {
        var counts = [HKWorkoutTypeIdentifier: answer.relationships.count]
        for (type, count) in AuditObjects.byType(answer.relationships.flatMap { $0.samples ?? [] }) {
            counts[type] = count
        }
        return .byType(counts)
    }
}
