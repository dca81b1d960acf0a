import Foundation

/// Reads the summaries of days that imports brought and builders stored, by day.
package struct OwnerDaySummariesCall: OwnerReadCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "daySummaries"
}

/// Visits the samples of a type that HealthKit does not know, in the order of start.
package struct OwnerUnknownSamplesCall: OwnerReadCall {
    /// The samples come one by one.
    package typealias Answer = Void
    package static let name = "unknownSamples"

    /// The type's raw identifier, and which of its samples.
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

/// The medications in the person's list, in the order in which they were added, those put aside among them.
package struct OwnerMedicationsCall: OwnerReadCall {
    package typealias Answer = [HKUserAnnotatedMedication]
    package static let name = "medicationList"
}

/// Puts a medication into the person's list, or in the place of the one with the same identifier.
package struct SaveMedicationCall: OwnerReadCall {
    package typealias Answer = Void
    package static let name = "saveMedication"

    package var medication: AnnotatedMedicationContent
}

/// Notes what the person did about a dose; what was noted of the same dose before goes, in the same transaction.
package struct LogDoseCall: OwnerReadCall {
    package typealias Answer = Void
    package static let name = "logDose"

    @ArchivedOne package var dose: HKMedicationDoseEvent
    /// What is stored of it; `nil` for a dose that nothing is stored of.
    package var earlier: UUID?
}

/// The samples that are kept as records (workouts, electrocardiograms, documents, …) whose UUIDs begin with a text, the
/// latest of a type first.
package struct OwnerBeginningCall: OwnerReadCall {
    package typealias Answer = [HKSample]
    package static let name = "beginning"

    /// The beginning, in any capitals, with or without hyphens.
    package var prefix: String
    package var types: Set<ByIdentifier<HKSampleType>>
    /// The most samples.
    package var limit: Int

    package func check() throws {
        try CallBounds.check(types.count, CallBounds.types, "types")
        try CallBounds.check(limit, CallBounds.objects, "objects")
    }
}

/// From which date on estimates of a type count; `nil` for always.
package struct OwnerRecalibrationCall: OwnerReadCall {
    package typealias Answer = Date?
    package static let name = "recalibration"

    @ByIdentifier package var type: HKSampleType
}
