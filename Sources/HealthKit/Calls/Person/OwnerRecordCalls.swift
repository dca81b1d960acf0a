import Foundation

/// Reads the daily summaries from imports and builders, by day.
package struct OwnerDaySummariesCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "daySummaries"
}

/// Visits the samples of a type that HealthKit does not know, in order of start.
package struct OwnerUnknownSamplesCall: OwnerReadCall {
    /// Nothing, as the samples are delivered one by one.
    package typealias Answer = Void
    package static let name = "unknownSamples"

    /// The type's raw identifier, and the filter for its samples.
    package var selection: SampleSelection
    package var ascending: Bool

    package func check() throws { try selection.check() }
}

/// The sample with a UUID of a type that HealthKit does not know; `nil` when there is none.
package struct OwnerUnknownSampleCall: OwnerReadCall {
    package typealias Answer = UnknownSample?
    package static let name = "unknownSample"

    package var uuid: UUID
}

extension OwnerUnknownSampleCall: AnsweredCall {
    private struct Form: Codable {
        var uuid: UUID
        var identifier: String
        var start: Date
        var end: Date
        var value: Double
        var text: String?
        var unit: String
        var creationDate: Date
        var revision: [String?]
        var device: [String?]?
        var metadata: [UInt8]?
    }

    package static func value(of answer: UnknownSample?) throws -> CallValue {
        guard let answer else { return .null }
        return try CallEncoder.value(
            of: Form(
                uuid: answer.uuid,
                identifier: answer.identifier,
                start: answer.start,
                end: answer.end,
                value: answer.value,
                text: answer.text,
                unit: answer.unit,
                creationDate: answer.creationDate,
                revision: answer.sourceRevision.fieldTexts,
                device: answer.device?.fields,
                metadata: answer.metadata?.bytes
            )
        )
    }

    package static func answer(from value: CallValue) throws -> UnknownSample? {
        if value == .null { return nil }
        let form = try CallDecoder.value(Form.self, from: value)
        let metadata = form.metadata.map { Metadata(bytes: $0) }
        if case .some(.none) = metadata { throw CallCodingError.newer("metadata of an unknown kind") }
        guard form.device.map({ $0.count == 8 }) ?? true else { throw CallCodingError.damaged("not 8 fields") }
        return UnknownSample(
            uuid: form.uuid,
            identifier: form.identifier,
            start: form.start,
            end: form.end,
            value: form.value,
            text: form.text,
            unit: form.unit,
            creationDate: form.creationDate,
            sourceRevision: try HKSourceRevision.revision(form.revision),
            device: form.device.map { HKDevice(fields: $0) },
            metadata: metadata ?? nil
        )
    }
}

/// The medications in the person's list, including archived ones, in the order in which they were added.
package struct OwnerMedicationsCall: OwnerReadCall {
    package typealias Answer = [HKUserAnnotatedMedication]
    package static let name = "medicationList"
}

extension OwnerMedicationsCall: AnsweredCall {
    package static func value(of answer: [HKUserAnnotatedMedication]) throws -> CallValue {
        try MedicationsCall.value(of: answer)
    }

    package static func answer(from value: CallValue) throws -> [HKUserAnnotatedMedication] {
        try MedicationsCall.answer(from: value)
    }
}

/// Adds a medication to the person's list, or replaces the one with the same identifier.
package struct SaveMedicationCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = Void
    package static let name = "saveMedication"

    package var medication: AnnotatedMedicationContent
}

/// Logs how the person handled a dose, replacing an earlier log of the same dose in the same transaction.
package struct LogDoseCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = Void
    package static let name = "logDose"

    @ArchivedOne package var dose: HKMedicationDoseEvent
    /// The stored event of the dose, or `nil` if there is none.
    package var earlier: UUID?
}

/// The samples that are kept as records (workouts, electrocardiograms, documents, …) whose UUIDs begin with a text, the
/// latest of a type first.
package struct OwnerBeginningCall: OwnerReadCall {
    package typealias Answer = [HKSample]
    package static let name = "beginning"

    /// The beginning, ignoring case, with or without hyphens.
    package var prefix: String
    package var types: Set<ByIdentifier<HKSampleType>>
    /// The maximum number of samples.
    package var limit: Int

    package func check() throws {
        try CallBounds.check(types.count, CallBounds.types, "types")
        try CallBounds.check(limit, CallBounds.objects, "objects")
    }
}

extension OwnerBeginningCall: SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { true }
}

/// The date from which estimates of a type are valid, or `nil` for always.
package struct OwnerRecalibrationCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = Date?
    package static let name = "recalibration"

    @ByIdentifier package var type: HKSampleType
}
