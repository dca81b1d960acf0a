import Foundation

/// The identifier of the type of heartbeat series.
public let HKDataTypeIdentifierHeartbeatSeries: String = "HKDataTypeIdentifierHeartbeatSeries"

/// The identifier of the type of states of mind.
public let HKDataTypeIdentifierStateOfMind: String = "HKDataTypeStateOfMind"

/// The identifier of the type of medications with the annotations of the person.
public let HKDataTypeIdentifierUserAnnotatedMedicationConcept: String = "HKDataTypeUserAnnotatedMedicationConcept"

/// The identifier of the type of medication dose events.
public let HKMedicationDoseEventTypeIdentifierMedicationDoseEvent: String =
    "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"

/// The identifier of the type of vision prescriptions.
public let HKVisionPrescriptionTypeIdentifier: String = "HKVisionPrescriptionTypeIdentifier"

/// The identifier of the type of workout routes.
public let HKWorkoutRouteTypeIdentifier: String = "HKWorkoutRouteTypeIdentifier"

/// The identifier of the type of workouts.
public let HKWorkoutTypeIdentifier: String = "HKWorkoutTypeIdentifier"
