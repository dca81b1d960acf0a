import Foundation

extension PickRecordsCall: AnsweredCall {
    package static func value(of answer: [HKVerifiableClinicalRecord]) throws -> CallValue {
        try SamplesForm.value(of: answer)
    }
    package static func answer(from value: CallValue) throws -> [HKVerifiableClinicalRecord] {
        try SamplesForm.of(HKVerifiableClinicalRecord.self, value)
    }
}
