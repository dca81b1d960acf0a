import Foundation

extension HKObjectType {
    /// The quantity type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        TypeTable.types[identifier.rawValue] as? HKQuantityType
    }

    /// The category type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        TypeTable.types[identifier.rawValue] as? HKCategoryType
    }

    /// The characteristic type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
        TypeTable.types[identifier.rawValue] as? HKCharacteristicType
    }

    /// The correlation type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
        TypeTable.types[identifier.rawValue] as? HKCorrelationType
    }

    /// The document type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
        TypeTable.types[identifier.rawValue] as? HKDocumentType
    }

    /// The clinical type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
        TypeTable.types[identifier.rawValue] as? HKClinicalType
    }

    /// The scored assessment type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func scoredAssessmentType(
        forIdentifier identifier: HKScoredAssessmentTypeIdentifier
    ) -> HKScoredAssessmentType? {
        TypeTable.types[identifier.rawValue] as? HKScoredAssessmentType
    }

    /// The series type with an identifier.
    ///
    /// - Parameter identifier: Any identifier.
    /// - Returns: The type, or nil when there is none.
    public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        TypeTable.types[identifier] as? HKSeriesType
    }

    /// The type of workouts.
    ///
    /// - Returns: The type.
    public class func workoutType() -> HKWorkoutType { HKWorkoutType(existing: HKWorkoutTypeIdentifier) }

    /// The type of activity summaries.
    ///
    /// - Returns: The type.
    public class func activitySummaryType() -> HKActivitySummaryType {
        HKActivitySummaryType(existing: "HKActivitySummaryTypeIdentifier")
    }

    /// The type of hearing tests.
    ///
    /// - Returns: The type.
    public class func audiogramSampleType() -> HKAudiogramSampleType {
        HKAudiogramSampleType(existing: "HKDataTypeIdentifierAudiogram")
    }

    /// The type of electrocardiograms.
    ///
    /// - Returns: The type.
    public class func electrocardiogramType() -> HKElectrocardiogramType {
        HKElectrocardiogramType(existing: "HKDataTypeIdentifierElectrocardiogram")
    }

    /// The type of vision prescriptions.
    ///
    /// - Returns: The type.
    public class func visionPrescriptionType() -> HKPrescriptionType {
        HKPrescriptionType(existing: HKVisionPrescriptionTypeIdentifier)
    }

    /// The type of states of mind.
    ///
    /// - Returns: The type.
    public class func stateOfMindType() -> HKStateOfMindType {
        HKStateOfMindType(existing: HKDataTypeIdentifierStateOfMind)
    }

    /// The type of medication dose events.
    ///
    /// - Returns: The type.
    public class func medicationDoseEventType() -> HKMedicationDoseEventType {
        HKMedicationDoseEventType(existing: HKMedicationDoseEventTypeIdentifierMedicationDoseEvent)
    }

    /// The type of medications with the annotations of the person.
    ///
    /// - Returns: The type.
    public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType {
        HKUserAnnotatedMedicationType(existing: HKDataTypeIdentifierUserAnnotatedMedicationConcept)
    }
}
