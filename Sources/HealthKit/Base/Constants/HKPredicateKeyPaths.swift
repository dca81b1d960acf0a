import Foundation

/// The key path, in a predicate, of the average of a sample's quantities.
public let HKPredicateKeyPathAverage: String = "quantity"

/// The key path, in a predicate, of the average heart rate.
public let HKPredicateKeyPathAverageHeartRate: String = "ecg_average_heart_rate"

/// The key path, in a predicate, of the CDA author name.
public let HKPredicateKeyPathCDAAuthorName: String = "author_name"

/// The key path, in a predicate, of the CDA custodian name.
public let HKPredicateKeyPathCDACustodianName: String = "custodian_name"

/// The key path, in a predicate, of the CDA patient name.
public let HKPredicateKeyPathCDAPatientName: String = "patient_name"

/// The key path, in a predicate, of the CDA title.
public let HKPredicateKeyPathCDATitle: String = "title"

/// The key path, in a predicate, of a category sample's value.
public let HKPredicateKeyPathCategoryValue: String = "value"

/// The key path, in a predicate, of the clinical record FHIR resource identifier.
public let HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier: String = "FHIRResource.identifier"

/// The key path, in a predicate, of the clinical record FHIR resource type.
public let HKPredicateKeyPathClinicalRecordFHIRResourceType: String = "FHIRResource.resourceType"

/// The key path, in a predicate, of the correlation a sample belongs to.
public let HKPredicateKeyPathCorrelation: String = "correlation"

/// The key path, in a predicate, of the number of quantities in a sample.
public let HKPredicateKeyPathCount: String = "count"

/// The key path, in a predicate, of an activity summary's date components.
public let HKPredicateKeyPathDateComponents: String = "dateComponents"

/// The key path, in a predicate, of a sample's device.
public let HKPredicateKeyPathDevice: String = "device"

/// The key path, in a predicate, of the ECG classification.
public let HKPredicateKeyPathECGClassification: String = "ecg_public_classification"

/// The key path, in a predicate, of the ECG symptoms status.
public let HKPredicateKeyPathECGSymptomsStatus: String = "ecg_symptoms_status"

/// The key path, in a predicate, of a sample's end.
public let HKPredicateKeyPathEndDate: String = "endDate"

/// The key path, in a predicate, of the log origin.
public let HKPredicateKeyPathLogOrigin: String = "logOrigin"

/// The key path, in a predicate, of the largest of a sample's quantities.
public let HKPredicateKeyPathMax: String = "max"

/// The key path, in a predicate, of the medication concept identifier.
public let HKPredicateKeyPathMedicationConceptIdentifier: String = "medicationConceptIdentifier"

/// The key path, in a predicate, of a sample's metadata; a key follows after a dot.
public let HKPredicateKeyPathMetadata: String = "metadata"

/// The key path, in a predicate, of the smallest of a sample's quantities.
public let HKPredicateKeyPathMin: String = "min"

/// The key path, in a predicate, of the most recent of a sample's quantities.
public let HKPredicateKeyPathMostRecent: String = "most_recent"

/// The key path, in a predicate, of the duration of a sample's most recent quantity.
public let HKPredicateKeyPathMostRecentDuration: String = "most_recent_duration"

/// The key path, in a predicate, of the end of a sample's most recent quantity.
public let HKPredicateKeyPathMostRecentEndDate: String = "most_recent_end_date"

/// The key path, in a predicate, of the start of a sample's most recent quantity.
public let HKPredicateKeyPathMostRecentStartDate: String = "most_recent_start_date"

/// The key path, in a predicate, of a quantity sample's quantity.
public let HKPredicateKeyPathQuantity: String = "quantity"

/// The key path, in a predicate, of the scheduled date.
public let HKPredicateKeyPathScheduledDate: String = "scheduledDate"

/// The key path, in a predicate, of a sample's source.
public let HKPredicateKeyPathSource: String = "source"

/// The key path, in a predicate, of a sample's source revision.
public let HKPredicateKeyPathSourceRevision: String = "sourceRevision"

/// The key path, in a predicate, of a sample's start.
public let HKPredicateKeyPathStartDate: String = "startDate"

/// The key path, in a predicate, of a dose event's status.
public let HKPredicateKeyPathStatus: String = "status"

/// The key path, in a predicate, of the sum of a sample's quantities.
public let HKPredicateKeyPathSum: String = "quantity"

/// The key path, in a predicate, of a sample's UUID.
public let HKPredicateKeyPathUUID: String = "UUID"

/// The key path, in a predicate, of the workout a sample belongs to.
public let HKPredicateKeyPathWorkout: String = "workout"

/// The key path, in a predicate, of the workout activity.
public let HKPredicateKeyPathWorkoutActivity: String = "workoutActivity"

/// The key path, in a predicate, of the workout activity average quantity.
public let HKPredicateKeyPathWorkoutActivityAverageQuantity: String = "activityAverageQuantity"

/// The key path, in a predicate, of the workout activity duration.
public let HKPredicateKeyPathWorkoutActivityDuration: String = "activityDuration"

/// The key path, in a predicate, of the workout activity end date.
public let HKPredicateKeyPathWorkoutActivityEndDate: String = "activityEndDate"

/// The key path, in a predicate, of the workout activity maximum quantity.
public let HKPredicateKeyPathWorkoutActivityMaximumQuantity: String = "activityMaximumQuantity"

/// The key path, in a predicate, of the workout activity minimum quantity.
public let HKPredicateKeyPathWorkoutActivityMinimumQuantity: String = "activityMinimumQuantity"

/// The key path, in a predicate, of the workout activity start date.
public let HKPredicateKeyPathWorkoutActivityStartDate: String = "activityStartDate"

/// The key path, in a predicate, of the workout activity sum quantity.
public let HKPredicateKeyPathWorkoutActivitySumQuantity: String = "activitySumQuantity"

/// The key path, in a predicate, of the workout activity type.
public let HKPredicateKeyPathWorkoutActivityType: String = "activityType"

/// The key path, in a predicate, of the workout average quantity.
public let HKPredicateKeyPathWorkoutAverageQuantity: String = "averageQuantity"

/// The key path, in a predicate, of the workout duration.
public let HKPredicateKeyPathWorkoutDuration: String = "duration"

/// The key path, in a predicate, of the workout effort relationship.
public let HKPredicateKeyPathWorkoutEffortRelationship: String = "ratingOfExertionAssociation"

/// The key path, in a predicate, of the workout maximum quantity.
public let HKPredicateKeyPathWorkoutMaximumQuantity: String = "maximumQuantity"

/// The key path, in a predicate, of the workout minimum quantity.
public let HKPredicateKeyPathWorkoutMinimumQuantity: String = "minimumQuantity"

/// The key path, in a predicate, of the workout sum quantity.
public let HKPredicateKeyPathWorkoutSumQuantity: String = "sumQuantity"

/// The key path, in a predicate, of the workout total distance.
public let HKPredicateKeyPathWorkoutTotalDistance: String = "totalDistance"

/// The key path, in a predicate, of the workout total energy burned.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned: String = "totalEnergyBurned"

/// The key path, in a predicate, of the workout total flights climbed.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed: String = "totalFlightsClimbed"

/// The key path, in a predicate, of the workout total swimming stroke count.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"

/// The key path, in a predicate, of the workout type.
public let HKPredicateKeyPathWorkoutType: String = "workoutType"

/// The key path, in a predicate, of whether a medication has a schedule.
public let HKUserAnnotatedMedicationPredicateKeyPathHasSchedule: String = "hasSchedule"

/// The key path, in a predicate, of whether a medication is archived.
public let HKUserAnnotatedMedicationPredicateKeyPathIsArchived: String = "isArchived"
