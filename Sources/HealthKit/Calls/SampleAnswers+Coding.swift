import Foundation

extension SamplesCall: SamplesAnsweredCall {}
extension MembersCall: SamplesAnsweredCall {}

extension CorrelationsCall: AnsweredCall {
    package static func value(of answer: [HKCorrelation]) throws -> CallValue {
        try SamplesForm.value(of: answer)
    }
    package static func answer(from value: CallValue) throws -> [HKCorrelation] {
        try SamplesForm.of(HKCorrelation.self, value)
    }
}

extension PickRecordsCall: AnsweredCall {
    package static func value(of answer: [HKVerifiableClinicalRecord]) throws -> CallValue {
        try SamplesForm.value(of: answer)
    }
    package static func answer(from value: CallValue) throws -> [HKVerifiableClinicalRecord] {
        try SamplesForm.of(HKVerifiableClinicalRecord.self, value)
    }
}

extension SaveRouteCall: AnsweredCall {
    package static func value(of answer: HKWorkoutRoute) throws -> CallValue {
        try SamplesForm.value(of: [answer])
    }
    package static func answer(from value: CallValue) throws -> HKWorkoutRoute {
        try SamplesForm.one(HKWorkoutRoute.self, value)
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

extension SeriesCall: AnsweredCall {
    /// Columns: for each quantity its times, its value, and the indices of its unit and its sample, the sample's counted from 1.
    private struct Form: Codable {
        var starts: [Double] = []
        var ends: [Double] = []
        var values: [Double] = []
        var unit: [Int] = []
        var sample: [Int] = []
        var units: [String] = []
        var samples = SamplesForm([])
    }

    package static func value(of answer: [SeriesQuantity]) throws -> CallValue {
        var form = Form()
        var (units, samples): ([String: Int], [UUID: Int]) = ([:], [:])
        for quantity in answer {
            form.starts.append(quantity.element.start)
            form.ends.append(quantity.element.end)
            form.values.append(quantity.element.value)
            let unit = quantity.unit.unitString
            if units[unit] == nil {
                units[unit] = form.units.count
                form.units.append(unit)
            }
            form.unit.append(units[unit] ?? 0)
            if let sample = quantity.sample, samples[sample.uuid] == nil {
                form.samples.samples.append(sample)
                samples[sample.uuid] = form.samples.samples.count
            }
            form.sample.append(quantity.sample.flatMap { samples[$0.uuid] } ?? 0)
        }
        return try CallEncoder.value(of: form)
    }

    package static func answer(from value: CallValue) throws -> [SeriesQuantity] {
        let form = try CallDecoder.value(Form.self, from: value)
        let units = try form.units.map(HKUnit.ofAnswer)
        let count = form.starts.count
        guard form.ends.count == count, form.values.count == count, form.unit.count == count,
            form.sample.count == count, let samples = form.samples.samples as? [HKQuantitySample]
        else { throw CallCodingError.damaged("columns of different lengths") }
        return try (0..<count)
            .map { row in
                guard units.indices.contains(form.unit[row]), (0...samples.count).contains(form.sample[row]) else {
                    throw CallCodingError.damaged("a quantity without unit or sample")
                }
                let (start, end) = (form.starts[row], form.ends[row])
                return SeriesQuantity(
                    element: QuantitySeries.Element(start: start, end: end, value: form.values[row]),
                    unit: units[form.unit[row]],
                    sample: form.sample[row] == 0 ? nil : samples[form.sample[row] - 1]
                )
            }
    }
}

extension SourcesCall: AnsweredCall {
    package static func value(of answer: Set<HKSource>) throws -> CallValue {
        let sources = answer.sorted { ($0.bundleIdentifier, $0.name) < ($1.bundleIdentifier, $1.name) }
        return try CallEncoder.value(of: sources.map { SourceForm($0) })
    }
    package static func answer(from value: CallValue) throws -> Set<HKSource> {
        Set(try CallDecoder.value([SourceForm].self, from: value).map(\.source))
    }
}
