import Foundation

/// The metadata key for the workout activity during which a sample was taken: a number that is a raw value of `HKWorkoutActivityType`.
public let HKMetadataKeyActivityType: String = "HKActivityType"

/// The metadata key for the version of the algorithm that made a sample: a number.
public let HKMetadataKeyAlgorithmVersion: String = "HKAlgorithmVersion"

/// The metadata key for the grade of a slope: a quantity in `%`.
public let HKMetadataKeyAlpineSlopeGrade: String = "HKAlpineSlopeGrade"

/// The metadata key that indicates whether the device that took a sample was calibrated: a Boolean.
public let HKMetadataKeyAppleDeviceCalibrated: String = "HKMetadataKeyAppleDeviceCalibrated"

/// The metadata key for the version of the algorithm that classified an electrocardiogram: a number that is a raw value of `HKAppleECGAlgorithmVersion`.
public let HKMetadataKeyAppleECGAlgorithmVersion: String = "HKMetadataKeyAppleECGAlgorithmVersion"

/// The metadata key for the catalog identifier of a Fitness+ workout: a string.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier: String = "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"

/// The metadata key that indicates whether a workout followed a Fitness+ session: a Boolean.
public let HKMetadataKeyAppleFitnessPlusSession: String = "HKMetadataKeyAppleFitnessPlusSession"

/// The metadata key that indicates how long exposure to sound lasted: a quantity in `s`.
public let HKMetadataKeyAudioExposureDuration: String = "HKMetadataKeyAudioExposureDuration"

/// The metadata key that indicates how loud a sound was: a quantity in `dBASPL`.
public let HKMetadataKeyAudioExposureLevel: String = "HKMetadataKeyAudioExposureLevel"

/// The metadata key for the average metabolic equivalent of a workout: a quantity in `kcal/(kg*hr)`.
public let HKMetadataKeyAverageMETs: String = "HKAverageMETs"

/// The metadata key for the average speed: a quantity in `m/s`.
public let HKMetadataKeyAverageSpeed: String = "HKAverageSpeed"

/// The metadata key for the air pressure around the device: a quantity in `Pa`.
public let HKMetadataKeyBarometricPressure: String = "HKMetadataKeyBarometricPressure"

/// The metadata key that indicates when blood glucose was measured in relation to a meal: a number that is a raw value of `HKBloodGlucoseMealTime`.
public let HKMetadataKeyBloodGlucoseMealTime: String = "HKBloodGlucoseMealTime"

/// The metadata key that indicates where on the body a temperature was measured: a number that is a raw value of `HKBodyTemperatureSensorLocation`.
public let HKMetadataKeyBodyTemperatureSensorLocation: String = "HKBodyTemperatureSensorLocation"

/// The metadata key that indicates whether a coach led a workout: a Boolean.
public let HKMetadataKeyCoachedWorkout: String = "HKCoachedWorkout"

/// The metadata key for the distance covered on a cross trainer: a quantity in `m`.
public let HKMetadataKeyCrossTrainerDistance: String = "HKCrossTrainerDistance"

/// The metadata key that indicates how functional threshold power was found: a number that is a raw value of `HKCyclingFunctionalThresholdPowerTestType`.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType: String =
    "HKCyclingCyclingFunctionalThresholdPowerTestType"

/// The metadata key for the date of the earliest data an estimate is built on: a date.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate: String = "HKDateOfEarliestDataUsedForEstimate"

/// The metadata key for the maker of a device: a string.
public let HKMetadataKeyDeviceManufacturerName: String = "HKDeviceManufacturerName"

/// The metadata key for the name of a device: a string.
public let HKMetadataKeyDeviceName: String = "HKDeviceName"

/// The metadata key for the side of the body a device was worn on: a number that is a raw value of `HKDevicePlacementSide`.
public let HKMetadataKeyDevicePlacementSide: String = "HKMetadataKeyDevicePlacementSide"

/// The metadata key for the serial number of a device: a string.
public let HKMetadataKeyDeviceSerialNumber: String = "HKDeviceSerialNumber"

/// The metadata key for a digital signature of the sample: a string.
public let HKMetadataKeyDigitalSignature: String = "HKDigitalSignature"

/// The metadata key for the elevation gained: a quantity in `m`.
public let HKMetadataKeyElevationAscended: String = "HKElevationAscended"

/// The metadata key for the elevation lost: a quantity in `m`.
public let HKMetadataKeyElevationDescended: String = "HKElevationDescended"

/// The metadata key for an identifier given by the app: a string.
public let HKMetadataKeyExternalUUID: String = "HKExternalUUID"

/// The metadata key that indicates how long a fitness machine was used: a quantity in `s`.
public let HKMetadataKeyFitnessMachineDuration: String = "HKFitnessMachineDuration"

/// The metadata key for the name of a food: a string.
public let HKMetadataKeyFoodType: String = "HKFoodType"

/// The metadata key that indicates what glasses are for: a string.
public let HKMetadataKeyGlassesPrescriptionDescription: String = "HKMetadataKeyGlassesPrescriptionDescription"

/// The metadata key that indicates whether a workout was done in a group: a Boolean.
public let HKMetadataKeyGroupFitness: String = "HKGroupFitness"

/// The metadata key that indicates how much headphones reduced or raised sound: a quantity in `dBASPL`.
public let HKMetadataKeyHeadphoneGain: String = "HKMetadataKeyHeadphoneGain"

/// The metadata key for the threshold that a heart rate event crossed: a quantity in `count/min`.
public let HKMetadataKeyHeartRateEventThreshold: String = "HKHeartRateEventThreshold"

/// The metadata key that indicates how active the person was while heart rate was measured: a number that is a raw value of `HKHeartRateMotionContext`.
public let HKMetadataKeyHeartRateMotionContext: String = "HKMetadataKeyHeartRateMotionContext"

/// The metadata key that indicates how long the activity before recovery lasted: a quantity in `s`.
public let HKMetadataKeyHeartRateRecoveryActivityDuration: String = "HKMetadataKeyHeartRateRecoveryActivityDuration"

/// The metadata key for the activity before recovery: a number that is a raw value of `HKWorkoutActivityType`.
public let HKMetadataKeyHeartRateRecoveryActivityType: String = "HKMetadataKeyHeartRateRecoveryActivityType"

/// The metadata key for the highest heart rate seen during recovery: a quantity in `count/min`.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate: String =
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"

/// The metadata key that indicates how hard the exercise before recovery was: a number that is a raw value of `HKHeartRateRecoveryTestType`.
public let HKMetadataKeyHeartRateRecoveryTestType: String = "HKMetadataKeyHeartRateRecoveryTestType"

/// The metadata key that indicates where on the body heart rate was measured: a number that is a raw value of `HKHeartRateSensorLocation`.
public let HKMetadataKeyHeartRateSensorLocation: String = "HKHeartRateSensorLocation"

/// The metadata key for the distance covered on an indoor bike: a quantity in `m`.
public let HKMetadataKeyIndoorBikeDistance: String = "HKIndoorBikeDistance"

/// The metadata key that indicates whether a workout took place indoors: a Boolean.
public let HKMetadataKeyIndoorWorkout: String = "HKIndoorWorkout"

/// The metadata key that indicates why insulin was delivered; insulin samples must have it: a number that is a raw value of `HKInsulinDeliveryReason`.
public let HKMetadataKeyInsulinDeliveryReason: String = "HKInsulinDeliveryReason"

/// The metadata key for the length of a lap: a quantity in `m`.
public let HKMetadataKeyLapLength: String = "HKLapLength"

/// The metadata key for the threshold below which cardio fitness counts as low: a quantity in `mL/(kg*min)`.
public let HKMetadataKeyLowCardioFitnessEventThreshold: String = "HKLowCardioFitnessEventThreshold"

/// The metadata key for the brightest light: a quantity in `lx`.
public let HKMetadataKeyMaximumLightIntensity: String = "HKMetadataKeyMaximumLightIntensity"

/// The metadata key for the highest speed: a quantity in `m/s`.
public let HKMetadataKeyMaximumSpeed: String = "HKMaximumSpeed"

/// The metadata key that indicates whether a menstrual cycle starts here; menstrual flow samples must have it: a Boolean.
public let HKMetadataKeyMenstrualCycleStart: String = "HKMenstrualCycleStart"

/// The metadata key that indicates how physical effort was estimated: a number that is a raw value of `HKPhysicalEffortEstimationType`.
public let HKMetadataKeyPhysicalEffortEstimationType: String = "HKPhysicalEffortEstimationType"

/// The metadata key that indicates whether a quantity below its range was raised to its lower bound: a Boolean.
public let HKMetadataKeyQuantityClampedToLowerBound: String = "HKMetadataKeyQuantityClampedToLowerBound"

/// The metadata key that indicates whether a quantity above its range was lowered to its upper bound: a Boolean.
public let HKMetadataKeyQuantityClampedToUpperBound: String = "HKMetadataKeyQuantityClampedToUpperBound"

/// The metadata key for the lower limit of the reference range: a number.
public let HKMetadataKeyReferenceRangeLowerLimit: String = "HKReferenceRangeLowerLimit"

/// The metadata key for the upper limit of the reference range: a number.
public let HKMetadataKeyReferenceRangeUpperLimit: String = "HKReferenceRangeUpperLimit"

/// The metadata key for the sum of the strokes and seconds of a length swum: a number.
public let HKMetadataKeySWOLFScore: String = "HKSWOLFScore"

/// The metadata key for the estimate for a session as a whole: a quantity in the sample's own unit.
public let HKMetadataKeySessionEstimate: String = "HKMetadataKeySessionEstimate"

/// The metadata key that indicates whether protection was used: a Boolean.
public let HKMetadataKeySexualActivityProtectionUsed: String = "HKSexualActivityProtectionUsed"

/// The metadata key that indicates where the person swam: a number that is a raw value of `HKWorkoutSwimmingLocationType`.
public let HKMetadataKeySwimmingLocationType: String = "HKSwimmingLocationType"

/// The metadata key for the stroke of a swimmer: a number that is a raw value of `HKSwimmingStrokeStyle`.
public let HKMetadataKeySwimmingStrokeStyle: String = "HKSwimmingStrokeStyle"

/// The metadata key that indicates what identifies the sample wherever it is synchronized to: a string.
public let HKMetadataKeySyncIdentifier: String = "HKMetadataKeySyncIdentifier"

/// The metadata key for the version of the sample; a higher one replaces a lower one: a number.
public let HKMetadataKeySyncVersion: String = "HKMetadataKeySyncVersion"

/// The metadata key for the name, in the IANA database, of the time zone a sample was taken in: a string.
public let HKMetadataKeyTimeZone: String = "HKTimeZone"

/// The metadata key for the device part of a unique device identifier: a string.
public let HKMetadataKeyUDIDeviceIdentifier: String = "HKUDIDeviceIdentifier"

/// The metadata key for the production part of a unique device identifier: a string.
public let HKMetadataKeyUDIProductionIdentifier: String = "HKUDIProductionIdentifier"

/// The metadata key that indicates whether the person moved while a sample was taken: a number that is a raw value of `HKUserMotionContext`.
public let HKMetadataKeyUserMotionContext: String = "HKMetadataKeyUserMotionContext"

/// The metadata key that indicates how VO2 max was found: a number that is a raw value of `HKVO2MaxTestType`.
public let HKMetadataKeyVO2MaxTestType: String = "HKVO2MaxTestType"

/// The metadata key for the VO2 max that led to an event: a quantity in `mL/(kg*min)`.
public let HKMetadataKeyVO2MaxValue: String = "HKVO2MaxValue"

/// The metadata key that indicates whether a sample was taken in a laboratory: a Boolean.
public let HKMetadataKeyWasTakenInLab: String = "HKWasTakenInLab"

/// The metadata key that indicates whether the person typed the sample in: a Boolean.
public let HKMetadataKeyWasUserEntered: String = "HKWasUserEntered"

/// The metadata key that indicates whether water was salty: a number that is a raw value of `HKWaterSalinity`.
public let HKMetadataKeyWaterSalinity: String = "HKMetadataKeyWaterSalinity"

/// The metadata key for the weather: a number that is a raw value of `HKWeatherCondition`.
public let HKMetadataKeyWeatherCondition: String = "HKWeatherCondition"

/// The metadata key for the humidity of the air: a quantity in `%`.
public let HKMetadataKeyWeatherHumidity: String = "HKWeatherHumidity"

/// The metadata key for the temperature of the air: a quantity in `degC`.
public let HKMetadataKeyWeatherTemperature: String = "HKWeatherTemperature"

/// The metadata key for the brand of a workout: a string.
public let HKMetadataKeyWorkoutBrandName: String = "HKWorkoutBrandName"
