import Foundation

/// A type of facts about the person that rarely or never change.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {}

/// The type of activity summaries.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

/// The type of medications with the annotations of the person.
open class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}

/// The type of workouts.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {}

/// A type of documents.
open class HKDocumentType: HKSampleType, @unchecked Sendable {}

/// A type of clinical records.
open class HKClinicalType: HKSampleType, @unchecked Sendable {}

/// The type of hearing tests.
open class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

/// The type of electrocardiograms.
open class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

/// The type of prescriptions.
open class HKPrescriptionType: HKSampleType, @unchecked Sendable {}

/// The type of states of mind.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}

/// A type of questionnaires with a score.
open class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {}

/// The type of medication dose events.
open class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}

/// A type of samples that are series of data.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
    /// The type of workout routes.
    ///
    /// - Returns: The type.
    open class func workoutRoute() -> HKSeriesType { HKSeriesType(existing: HKWorkoutRouteTypeIdentifier) }

    /// The type of heartbeat series.
    ///
    /// - Returns: The type.
    open class func heartbeat() -> HKSeriesType { HKSeriesType(existing: HKDataTypeIdentifierHeartbeatSeries) }
}
