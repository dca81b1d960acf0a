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
