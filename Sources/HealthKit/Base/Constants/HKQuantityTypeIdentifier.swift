import Foundation

/// The identifier of a type of samples that hold a quantity.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKQuantityTypeIdentifier {
    /// Apple sleeping wrist temperature, in `degC`; discrete.
    public static let appleSleepingWristTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingWristTemperature"
    )

    /// Body fat percentage, in `%`; discrete.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyFatPercentage"
    )

    /// Body mass, in `kg`; discrete.
    public static let bodyMass = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyMass")

    /// Body mass index, in `count`; discrete.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyMassIndex")

    /// Electrodermal activity, in `S`; discrete.
    public static let electrodermalActivity = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierElectrodermalActivity"
    )

    /// Height, in `m`; discrete.
    public static let height = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeight")

    /// Lean body mass, in `kg`; discrete.
    public static let leanBodyMass = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierLeanBodyMass")

    /// Waist circumference, in `m`; discrete.
    public static let waistCircumference = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWaistCircumference"
    )

    /// Active energy burned, in `kcal`; cumulative.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned"
    )

    /// Apple exercise time, in `min`; cumulative.
    public static let appleExerciseTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleExerciseTime"
    )

    /// Apple move time, in `min`; cumulative.
    public static let appleMoveTime = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierAppleMoveTime")

    /// Apple stand time, in `min`; cumulative.
    public static let appleStandTime = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierAppleStandTime")

    /// Basal energy burned, in `kcal`; cumulative.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned"
    )

    /// Cross country skiing speed, in `m/s`; discrete.
    public static let crossCountrySkiingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed"
    )

    /// Cycling cadence, in `count/min`; discrete, weighted by time.
    public static let cyclingCadence = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierCyclingCadence")

    /// Cycling functional threshold power, in `W`; discrete.
    public static let cyclingFunctionalThresholdPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower"
    )

    /// Cycling power, in `W`; discrete, weighted by time.
    public static let cyclingPower = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierCyclingPower")

    /// Cycling speed, in `m/s`; discrete, weighted by time.
    public static let cyclingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierCyclingSpeed")

    /// Distance cross country skiing, in `m`; cumulative.
    public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
    )

    /// Distance cycling, in `m`; cumulative.
    public static let distanceCycling = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDistanceCycling")

    /// Distance downhill snow sports, in `m`; cumulative.
    public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
    )

    /// Distance paddle sports, in `m`; cumulative.
    public static let distancePaddleSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistancePaddleSports"
    )

    /// Distance rowing, in `m`; cumulative.
    public static let distanceRowing = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDistanceRowing")

    /// Distance skating sports, in `m`; cumulative.
    public static let distanceSkatingSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports"
    )

    /// Distance swimming, in `m`; cumulative.
    public static let distanceSwimming = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDistanceSwimming")

    /// Distance walking running, in `m`; cumulative.
    public static let distanceWalkingRunning = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning"
    )

    /// Distance wheelchair, in `m`; cumulative.
    public static let distanceWheelchair = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWheelchair"
    )

    /// Estimated workout effort score, in `appleEffortScore`; discrete.
    public static let estimatedWorkoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore"
    )

    /// Flights climbed, in `count`; cumulative.
    public static let flightsClimbed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierFlightsClimbed")

    /// Nike fuel, in `count`; cumulative.
    public static let nikeFuel = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierNikeFuel")

    /// Paddle sports speed, in `m/s`; discrete.
    public static let paddleSportsSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPaddleSportsSpeed"
    )

    /// Physical effort, in `kcal/(kg*hr)`; discrete.
    public static let physicalEffort = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierPhysicalEffort")

    /// Push count, in `count`; cumulative.
    public static let pushCount = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierPushCount")

    /// Rowing speed, in `m/s`; discrete.
    public static let rowingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRowingSpeed")

    /// Running power, in `W`; discrete.
    public static let runningPower = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRunningPower")

    /// Running speed, in `m/s`; discrete.
    public static let runningSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRunningSpeed")

    /// Step count, in `count`; cumulative.
    public static let stepCount = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStepCount")

    /// Swimming stroke count, in `count`; cumulative.
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount"
    )

    /// Underwater depth, in `m`; discrete.
    public static let underwaterDepth = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierUnderwaterDepth")

    /// Workout effort score, in `appleEffortScore`; discrete.
    public static let workoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWorkoutEffortScore"
    )

    /// Environmental audio exposure, in `dBASPL`; discrete, averaged as an equivalent continuous level.
    public static let environmentalAudioExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
    )

    /// Environmental sound reduction, in `dBASPL`; discrete, averaged as an equivalent continuous level.
    public static let environmentalSoundReduction = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalSoundReduction"
    )

    /// Headphone audio exposure, in `dBASPL`; discrete, averaged as an equivalent continuous level.
    public static let headphoneAudioExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeadphoneAudioExposure"
    )

    /// Atrial fibrillation burden, in `%`; discrete, weighted by time.
    public static let atrialFibrillationBurden = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAtrialFibrillationBurden"
    )

    /// Heart rate, in `count/min`; discrete, weighted by time.
    public static let heartRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeartRate")

    /// Heart rate recovery one minute, in `count/min`; discrete.
    public static let heartRateRecoveryOneMinute = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"
    )

    /// Heart rate variability RMSSD, in `ms`; discrete.
    public static let heartRateVariabilityRMSSD = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD"
    )

    /// Heart rate variability SDNN, in `ms`; discrete.
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    )

    /// Peripheral perfusion index, in `%`; discrete.
    public static let peripheralPerfusionIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPeripheralPerfusionIndex"
    )

    /// Resting heart rate, in `count/min`; discrete, weighted by time.
    public static let restingHeartRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRestingHeartRate")

    /// VO2 max, in `mL/(kg*min)`; discrete.
    public static let vo2Max = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierVO2Max")

    /// Walking heart rate average, in `count/min`; discrete, weighted by time.
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage"
    )

    /// Apple walking steadiness, in `%`; discrete.
    public static let appleWalkingSteadiness = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleWalkingSteadiness"
    )

    /// Running ground contact time, in `ms`; discrete.
    public static let runningGroundContactTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningGroundContactTime"
    )

    /// Running stride length, in `m`; discrete.
    public static let runningStrideLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningStrideLength"
    )

    /// Running vertical oscillation, in `cm`; discrete.
    public static let runningVerticalOscillation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningVerticalOscillation"
    )

    /// Six minute walk test distance, in `m`; discrete.
    public static let sixMinuteWalkTestDistance = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance"
    )

    /// Stair ascent speed, in `m/s`; discrete.
    public static let stairAscentSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStairAscentSpeed")

    /// Stair descent speed, in `m/s`; discrete.
    public static let stairDescentSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStairDescentSpeed"
    )

    /// Walking asymmetry percentage, in `%`; discrete.
    public static let walkingAsymmetryPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage"
    )

    /// Walking double support percentage, in `%`; discrete.
    public static let walkingDoubleSupportPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage"
    )

    /// Walking speed, in `m/s`; discrete.
    public static let walkingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierWalkingSpeed")

    /// Walking step length, in `m`; discrete.
    public static let walkingStepLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingStepLength"
    )

    /// Dietary biotin, in `g`; cumulative.
    public static let dietaryBiotin = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryBiotin")

    /// Dietary caffeine, in `g`; cumulative.
    public static let dietaryCaffeine = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryCaffeine")

    /// Dietary calcium, in `g`; cumulative.
    public static let dietaryCalcium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryCalcium")

    /// Dietary carbohydrates, in `g`; cumulative.
    public static let dietaryCarbohydrates = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCarbohydrates"
    )

    /// Dietary chloride, in `g`; cumulative.
    public static let dietaryChloride = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryChloride")

    /// Dietary cholesterol, in `g`; cumulative.
    public static let dietaryCholesterol = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCholesterol"
    )

    /// Dietary chromium, in `g`; cumulative.
    public static let dietaryChromium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryChromium")

    /// Dietary copper, in `g`; cumulative.
    public static let dietaryCopper = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryCopper")

    /// Dietary energy consumed, in `kcal`; cumulative.
    public static let dietaryEnergyConsumed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryEnergyConsumed"
    )

    /// Dietary fat monounsaturated, in `g`; cumulative.
    public static let dietaryFatMonounsaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatMonounsaturated"
    )

    /// Dietary fat polyunsaturated, in `g`; cumulative.
    public static let dietaryFatPolyunsaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated"
    )

    /// Dietary fat saturated, in `g`; cumulative.
    public static let dietaryFatSaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatSaturated"
    )

    /// Dietary fat total, in `g`; cumulative.
    public static let dietaryFatTotal = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryFatTotal")

    /// Dietary fiber, in `g`; cumulative.
    public static let dietaryFiber = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryFiber")

    /// Dietary folate, in `g`; cumulative.
    public static let dietaryFolate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryFolate")

    /// Dietary iodine, in `g`; cumulative.
    public static let dietaryIodine = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryIodine")

    /// Dietary iron, in `g`; cumulative.
    public static let dietaryIron = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryIron")

    /// Dietary magnesium, in `g`; cumulative.
    public static let dietaryMagnesium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryMagnesium")

    /// Dietary manganese, in `g`; cumulative.
    public static let dietaryManganese = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryManganese")

    /// Dietary molybdenum, in `g`; cumulative.
    public static let dietaryMolybdenum = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryMolybdenum"
    )

    /// Dietary niacin, in `g`; cumulative.
    public static let dietaryNiacin = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryNiacin")

    /// Dietary pantothenic acid, in `g`; cumulative.
    public static let dietaryPantothenicAcid = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPantothenicAcid"
    )

    /// Dietary phosphorus, in `g`; cumulative.
    public static let dietaryPhosphorus = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPhosphorus"
    )

    /// Dietary potassium, in `g`; cumulative.
    public static let dietaryPotassium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryPotassium")

    /// Dietary protein, in `g`; cumulative.
    public static let dietaryProtein = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryProtein")

    /// Dietary riboflavin, in `g`; cumulative.
    public static let dietaryRiboflavin = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryRiboflavin"
    )

    /// Dietary selenium, in `g`; cumulative.
    public static let dietarySelenium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietarySelenium")

    /// Dietary sodium, in `g`; cumulative.
    public static let dietarySodium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietarySodium")

    /// Dietary sugar, in `g`; cumulative.
    public static let dietarySugar = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietarySugar")

    /// Dietary thiamin, in `g`; cumulative.
    public static let dietaryThiamin = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryThiamin")

    /// Dietary vitamin a, in `g`; cumulative.
    public static let dietaryVitaminA = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminA")

    /// Dietary vitamin B12, in `g`; cumulative.
    public static let dietaryVitaminB12 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminB12"
    )

    /// Dietary vitamin B6, in `g`; cumulative.
    public static let dietaryVitaminB6 = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminB6")

    /// Dietary vitamin c, in `g`; cumulative.
    public static let dietaryVitaminC = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminC")

    /// Dietary vitamin d, in `g`; cumulative.
    public static let dietaryVitaminD = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminD")

    /// Dietary vitamin e, in `g`; cumulative.
    public static let dietaryVitaminE = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminE")

    /// Dietary vitamin k, in `g`; cumulative.
    public static let dietaryVitaminK = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminK")

    /// Dietary water, in `mL`; cumulative.
    public static let dietaryWater = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryWater")

    /// Dietary zinc, in `g`; cumulative.
    public static let dietaryZinc = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryZinc")

    /// Blood alcohol content, in `%`; discrete.
    public static let bloodAlcoholContent = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodAlcoholContent"
    )

    /// Blood pressure diastolic, in `mmHg`; discrete.
    public static let bloodPressureDiastolic = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodPressureDiastolic"
    )

    /// Blood pressure systolic, in `mmHg`; discrete.
    public static let bloodPressureSystolic = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodPressureSystolic"
    )

    /// Insulin delivery, in `IU`; cumulative.
    public static let insulinDelivery = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierInsulinDelivery")

    /// Number of alcoholic beverages, in `count`; cumulative.
    public static let numberOfAlcoholicBeverages = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages"
    )

    /// Number of times fallen, in `count`; cumulative.
    public static let numberOfTimesFallen = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNumberOfTimesFallen"
    )

    /// Time in daylight, in `min`; cumulative.
    public static let timeInDaylight = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierTimeInDaylight")

    /// UV exposure, in `count`; discrete.
    public static let uvExposure = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierUVExposure")

    /// Water temperature, in `degC`; discrete.
    public static let waterTemperature = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierWaterTemperature")

    /// Basal body temperature, in `degC`; discrete.
    public static let basalBodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalBodyTemperature"
    )

    /// Apple sleeping breathing disturbances, in `count`; discrete.
    public static let appleSleepingBreathingDisturbances = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances"
    )

    /// Forced expiratory volume 1, in `L`; discrete.
    public static let forcedExpiratoryVolume1 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierForcedExpiratoryVolume1"
    )

    /// Forced vital capacity, in `L`; discrete.
    public static let forcedVitalCapacity = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierForcedVitalCapacity"
    )

    /// Inhaler usage, in `count`; cumulative.
    public static let inhalerUsage = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierInhalerUsage")

    /// Oxygen saturation, in `%`; discrete.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierOxygenSaturation")

    /// Peak expiratory flow rate, in `L/min`; discrete.
    public static let peakExpiratoryFlowRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate"
    )

    /// Respiratory rate, in `count/min`; discrete.
    public static let respiratoryRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRespiratoryRate")

    /// Blood glucose, in `mg/dL`; discrete.
    public static let bloodGlucose = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBloodGlucose")

    /// Body temperature, in `degC`; discrete.
    public static let bodyTemperature = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyTemperature")
}
