import Foundation

/// Reads the daily summaries that imports brought and builders stored, by day.
package struct OwnerDaySummariesCall: OwnerReadCall {
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

/// The medications in the person's list, including archived ones, in the order in which they were added.
package struct OwnerMedicationsCall: OwnerReadCall {
    package typealias Answer = [HKUserAnnotatedMedication]
    package static let name = "medicationList"
}

/// Adds a medication to the person's list, or replaces the one with the same identifier.
package struct SaveMedicationCall: OwnerReadCall {
    package typealias Answer = Void
    package static let name = "saveMedication"

    package var medication: AnnotatedMedicationContent
}

/// Logs what the person did about a dose, replacing an earlier log of the same dose in the same transaction.
package struct LogDoseCall: OwnerReadCall {
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

/// The date from which estimates of a type are valid, or `nil` for always.
package struct OwnerRecalibrationCall: OwnerReadCall {
    package typealias Answer = Date?
    package static let name = "recalibration"

    @ByIdentifier package var type: HKSampleType
}
