import Foundation

/// The version of the algorithm that classified an electrocardiogram.
public enum HKAppleECGAlgorithmVersion: Int, Sendable {
    /// Version 1.
    case version1 = 1

    /// Version 2.
    case version2 = 2
}

/// When blood glucose was measured in relation to a meal.
public enum HKBloodGlucoseMealTime: Int, Sendable {
    /// Before a meal.
    case preprandial = 1

    /// After a meal.
    case postprandial = 2
}

/// The location on the body of a temperature measurement.
public enum HKBodyTemperatureSensorLocation: Int, Sendable {
    /// Other.
    case other = 0

    /// Armpit.
    case armpit = 1

    /// Body.
    case body = 2

    /// Ear.
    case ear = 3

    /// Finger.
    case finger = 4

    /// Gastrointestinal tract.
    case gastroIntestinal = 5

    /// Mouth.
    case mouth = 6

    /// Rectum.
    case rectum = 7

    /// Toe.
    case toe = 8

    /// Ear drum.
    case earDrum = 9

    /// Temporal artery.
    case temporalArtery = 10

    /// Forehead.
    case forehead = 11
}

/// How functional threshold power was found.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable {
    /// By the hardest effort of 60 minutes.
    case maxExercise60Minute = 1

    /// By the hardest effort of 20 minutes.
    case maxExercise20Minute = 2

    /// By an effort that grows until it cannot.
    case rampTest = 3

    /// Predicted from exercise.
    case predictionExercise = 4
}

/// The side of the body a device was worn on.
public enum HKDevicePlacementSide: Int, Sendable {
    /// Unknown.
    case unknown = 0

    /// Left.
    case left = 1

    /// Right.
    case right = 2

    /// Central.
    case central = 3
}

/// How active the person was while heart rate was measured.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// Sedentary.
    case sedentary = 1

    /// Active.
    case active = 2
}

/// How hard the exercise before a measurement of recovery was.
public enum HKHeartRateRecoveryTestType: Int, Sendable {
    /// Exercise to exhaustion.
    case maxExercise = 1

    /// Lighter exercise, the result predicted.
    case predictionSubMaxExercise = 2

    /// No exercise, the result predicted.
    case predictionNonExercise = 3
}

/// The location on the body of a heart rate measurement.
public enum HKHeartRateSensorLocation: Int, Sendable {
    /// Other.
    case other = 0

    /// Chest.
    case chest = 1

    /// Wrist.
    case wrist = 2

    /// Finger.
    case finger = 3

    /// Hand.
    case hand = 4

    /// Ear lobe.
    case earLobe = 5

    /// Foot.
    case foot = 6
}

/// Why insulin was delivered.
public enum HKInsulinDeliveryReason: Int, Sendable {
    /// To cover the need between meals.
    case basal = 1

    /// To cover a meal or correct a high level.
    case bolus = 2
}

/// How physical effort was estimated.
public enum HKPhysicalEffortEstimationType: Int, Sendable {
    /// From a table of activities.
    case activityLookup = 1

    /// From sensors.
    case deviceSensed = 2
}

/// Whether the person moved while a sample was taken.
public enum HKUserMotionContext: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// Stationary.
    case stationary = 1

    /// Active.
    case active = 2
}

/// How VO2 max was found.
public enum HKVO2MaxTestType: Int, Sendable {
    /// By exercise to exhaustion.
    case maxExercise = 1

    /// Predicted from lighter exercise.
    case predictionSubMaxExercise = 2

    /// Predicted without exercise.
    case predictionNonExercise = 3

    /// Predicted from a step test.
    case predictionStepTest = 4
}

/// Whether water was salty.
public enum HKWaterSalinity: Int, Sendable {
    /// Fresh water.
    case freshWater = 1

    /// Salt water.
    case saltWater = 2
}
