/// The one instance of every type.
enum TypeTable {
    /// The types by identifier.
    static let types: [String: HKObjectType] = Dictionary(
        TypeCatalogue.shared.entries.map { ($0.identifier, makeType($0)) }
            + [(VerifiableRecordType.shared.identifier, VerifiableRecordType.shared)],
        uniquingKeysWith: { first, _ in first }
    )

    /// The types in the order of the catalogue.
    static let inOrder: [HKObjectType] = TypeCatalogue.shared.entries.compactMap { types[$0.identifier] }

    private static func makeType(_ entry: CatalogueEntry) -> HKObjectType {
        switch entry.kind {
        case .quantity: HKQuantityType(entry: entry)
        case .category: HKCategoryType(entry: entry)
        case .characteristic: HKCharacteristicType(entry: entry)
        case .correlation: HKCorrelationType(entry: entry)
        case .document: HKDocumentType(entry: entry)
        case .clinical: HKClinicalType(entry: entry)
        case .workout: HKWorkoutType(entry: entry)
        case .series: HKSeriesType(entry: entry)
        case .visionPrescription: HKPrescriptionType(entry: entry)
        case .stateOfMind: HKStateOfMindType(entry: entry)
        case .scoredAssessment: HKScoredAssessmentType(entry: entry)
        case .medicationDoseEvent: HKMedicationDoseEventType(entry: entry)
        case .userAnnotatedMedication: HKUserAnnotatedMedicationType(entry: entry)
        case .activitySummary: HKActivitySummaryType(entry: entry)
        case .audiogram: HKAudiogramSampleType(entry: entry)
        case .electrocardiogram: HKElectrocardiogramType(entry: entry)
        }
    }
}
