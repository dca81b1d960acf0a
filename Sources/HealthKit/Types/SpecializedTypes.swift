import Foundation

/// A type of facts about the person that rarely or never change.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {}

/// The type of activity summaries.
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

/// The type of medications with the annotations of the person.
public final class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}

/// The type of workouts.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}

/// A type of documents.
public final class HKDocumentType: HKSampleType, @unchecked Sendable {}

/// A type of clinical records.
public final class HKClinicalType: HKSampleType, @unchecked Sendable {}

/// The type of hearing tests.
public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

/// The type of electrocardiograms.
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

/// The type of prescriptions.
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {}

/// The type of states of mind.
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {}

/// A type of questionnaires with a score.
public final class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {}

/// The type of medication dose events.
public final class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}

/// A type of samples that are series of data.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
    /// The type of workout routes.
    ///
    /// - Returns: The type.
    public class func workoutRoute() -> HKSeriesType { HKSeriesType(existing: HKWorkoutRouteTypeIdentifier) }

    /// The type of heartbeat series.
    ///
    /// - Returns: The type.
    public class func heartbeat() -> HKSeriesType { HKSeriesType(existing: HKDataTypeIdentifierHeartbeatSeries) }
}
