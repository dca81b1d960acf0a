/// The classes of HealthKit that archives hold: one that is missing here can be archived and not read.
///
/// ``ArchivedClasses`` finds it by its name.
final class ArchivedClassList: ArchivedClassListing {
    static let classes: [any HKArchivedObject.Type] =
        objects + values + [HKQueryDescriptor.self, FilterPredicate.self, KeySortDescriptor.self]

    /// The classes that other archived objects contain.
    private static let objects: [any HKArchivedObject.Type] = [
        HKObject.self, HKObjectType.self, HKQueryAnchor.self, HKQuantity.self, HKUnit.self, HKDevice.self,
        HKSource.self,
        HKSourceRevision.self, HKDeletedObject.self, HKStatistics.self, HKActivitySummary.self,
        HKWorkoutConfiguration.self, HKWorkoutEvent.self, HKWorkoutActivity.self,
    ]

    /// The classes that are archived on their own.
    private static let values: [any HKArchivedObject.Type] = [
        HKWorkoutSession.self, HKWorkoutEffortRelationship.self, HKBiologicalSexObject.self, HKBloodTypeObject.self,
        HKFitzpatrickSkinTypeObject.self, HKWheelchairUseObject.self, HKActivityMoveModeObject.self, HKAttachment.self,
        HKAudiogramSensitivityPoint.self, HKAudiogramSensitivityPointClampingRange.self,
        HKAudiogramSensitivityTest.self, HKClinicalCoding.self, HKContactsLensSpecification.self,
        HKGlassesLensSpecification.self, HKVisionPrism.self, HKFHIRResource.self, HKFHIRVersion.self,
        HKVerifiableClinicalRecordSubject.self, HKHealthConceptIdentifier.self, HKMedicationConcept.self,
        HKUserAnnotatedMedication.self,
    ]
}
