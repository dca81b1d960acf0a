extension HKSampleType {
    /// The class of the type's samples, if the store keeps them as records with their own content.
    var recordClass: (any RecordSample.Type)? {
        switch self {
        case is HKStateOfMindType: HKStateOfMind.self
        case is HKScoredAssessmentType:
            identifier == HKScoredAssessmentTypeIdentifier.GAD7.rawValue ? HKGAD7Assessment.self : HKPHQ9Assessment.self
        case is HKElectrocardiogramType: HKElectrocardiogram.self
        case is HKSeriesType:
            identifier == HKDataTypeIdentifierHeartbeatSeries ? HKHeartbeatSeriesSample.self : HKWorkoutRoute.self
        case is HKAudiogramSampleType: HKAudiogramSample.self
        case is HKPrescriptionType: HKVisionPrescription.self
        case is HKClinicalType: HKClinicalRecord.self
        case is HKDocumentType: HKCDADocumentSample.self
        case is VerifiableRecordType: HKVerifiableClinicalRecord.self
        case is HKMedicationDoseEventType: HKMedicationDoseEvent.self
        default: nil
        }
    }
}
