import Foundation

/// Reads a sample's data besides its content: voltages, locations, heartbeats, documents.
package struct RecordDataCall: StoreCall {
    package typealias Answer = SplitPayload
    package static let name = "recordData"

    @ByIdentifier package var type: HKSampleType
    package var uuid: UUID
}

extension RecordDataCall: AnsweredCall, AuditedCall {
    private struct Form: Codable {
        var content: [UInt8]
        var data: [UInt8]
    }

    package static func value(of answer: SplitPayload) throws -> CallValue {
        try CallEncoder.value(of: Form(content: answer.content, data: answer.data))
    }

    package static func answer(from value: CallValue) throws -> SplitPayload {
        let form = try CallDecoder.value(Form.self, from: value)
        return SplitPayload(content: form.content, data: form.data)
    }

    var audit: AuditSubject? { AuditSubject(.read, [type]) }

    func objects(in answer: SplitPayload) -> AuditObjects { .total(1) }
}

/// Finds medications in the person's list.
package struct MedicationsCall: StoreCall {
    package typealias Answer = [HKUserAnnotatedMedication]
    package static let name = "medications"

    package var filter: SampleFilter
    /// The maximum number of medications, or `nil` for all.
    package var limit: Int?

    package func check() throws { try filter.checkSize() }
}

extension MedicationsCall: AnsweredCall, AuditedCall {
    package static func value(of answer: [HKUserAnnotatedMedication]) throws -> CallValue {
        try CallEncoder.value(of: answer.map(\.content))
    }

    package static func answer(from value: CallValue) throws -> [HKUserAnnotatedMedication] {
        try CallDecoder.value([AnnotatedMedicationContent].self, from: value).map { HKUserAnnotatedMedication($0) }
    }

    var audit: AuditSubject? { AuditSubject(.read, [HKObjectType.userAnnotatedMedicationType()]) }

    func objects(in answer: [HKUserAnnotatedMedication]) -> AuditObjects { .total(answer.count) }
}
