import Foundation
import HealthKit

/// The number format of Health Auto Export, and its names for metrics, units and sleep stages.
enum HealthAutoExportNames {
    /// The metrics whose names aren't those of HealthKit's types in lowercase.
    private static let metrics: [String: HKQuantityTypeIdentifier] = [
        "active_energy": .activeEnergyBurned, "resting_energy": .basalEnergyBurned,
        "weight_body_mass": .bodyMass, "blood_oxygen_saturation": .oxygenSaturation,
        "walking_running_distance": .distanceWalkingRunning, "cycling_distance": .distanceCycling,
        "swimming_distance": .distanceSwimming, "wheelchair_distance": .distanceWheelchair,
        "downhill_snow_sports": .distanceDownhillSnowSports,
        "distance_downhill_snow_sports": .distanceDownhillSnowSports,
        "wheelchair_push_count": .pushCount, "swim_stroke_count": .swimmingStrokeCount,
        "heart_rate_variability": .heartRateVariabilitySDNN, "cardio_recovery": .heartRateRecoveryOneMinute,
        "walking_heart_rate": .walkingHeartRateAverage, "walking_heart_rate_average": .walkingHeartRateAverage,
        "vo2_max": .vo2Max, "vo2max": .vo2Max, "six_minute_walking_test_distance": .sixMinuteWalkTestDistance,
        "stair_speed_up": .stairAscentSpeed, "stair_speed_down": .stairDescentSpeed,
        "forced_expiratory_volume": .forcedExpiratoryVolume1, "under_water_depth": .underwaterDepth,
        "under_water_temperature": .waterTemperature, "underwater_temperature": .waterTemperature,
        "environmental_audio": .environmentalAudioExposure, "headphone_audio": .headphoneAudioExposure,
        "uv_exposure": .uvExposure, "breathing_disturbances": .appleSleepingBreathingDisturbances,
        "number_of_time_fallen": .numberOfTimesFallen, "alcohol_consumption": .numberOfAlcoholicBeverages,
        "dietary_energy": .dietaryEnergyConsumed, "carbohydrates": .dietaryCarbohydrates,
        "protein": .dietaryProtein, "total_fat": .dietaryFatTotal, "dietary_sugar": .dietarySugar,
        "saturated_fat": .dietaryFatSaturated, "monosaturated_fat": .dietaryFatMonounsaturated,
        "monounsaturated_fat": .dietaryFatMonounsaturated, "polyunsaturated_fat": .dietaryFatPolyunsaturated,
        "fiber": .dietaryFiber, "sodium": .dietarySodium, "cholesterol": .dietaryCholesterol,
        "caffeine": .dietaryCaffeine, "dietary_water": .dietaryWater, "apple_stand_time": .appleStandTime,
        "apple_exercise_time": .appleExerciseTime, "physical_effort": .physicalEffort,
    ]

    /// The type of a metric: by its name here, otherwise HealthKit's type of that name.
    static func type(_ name: String) -> HKQuantityTypeIdentifier? {
        if let known = metrics[name] { return known }
        let words = name.split(separator: "_")
            .map { acronyms.contains(String($0)) ? $0.uppercased() : $0.prefix(1).uppercased() + $0.dropFirst() }
        for prefix in ["HKQuantityTypeIdentifier", "HKQuantityTypeIdentifierDietary"] {
            let identifier = prefix + words.joined()
            if HKObjectType.type(identifier: identifier) is HKQuantityType {
                return HKQuantityTypeIdentifier(rawValue: identifier)
            }
        }
        return nil
    }

    /// Words that HealthKit writes in capitals.
    private static let acronyms: Set<String> = ["rmssd", "sdnn"]

    /// The metrics that are events or hours.
    static let events: [String: HKCategoryTypeIdentifier] = [
        "mindful_minutes": .mindfulSession, "handwashing": .handwashingEvent, "toothbrushing": .toothbrushingEvent,
        "apple_stand_hour": .appleStandHour, "sexual_activity": .sexualActivity,
    ]

    /// Units of this format that HealthKit spells differently.
    private static let units: [String: String] = [
        "bpm": "count/min", "steps": "count", "spm": "count/min", "breaths/min": "count/min",
        "ml/(kg·min)": "mL/kg·min", "mL/min·kg": "mL/kg·min", "kcal/hr·kg": "kcal/(kg*hr)", "MET": "kcal/(kg*hr)",
        "°C": "degC", "ºC": "degC", "°F": "degF", "ºF": "degF", "mmol/L": "mmol<\(HKUnitMolarMassBloodGlucose)>/L",
        "mph": "mi/hr", "kmph": "km/hr", "km/h": "km/hr", "sec": "s", "secs": "s", "mins": "min", "hrs": "hr",
        "μV": "mcV", "µV": "mcV", "uV": "mcV", "μg": "mcg", "µg": "mcg", "lbs": "lb", "iu": "IU", "fl. oz": "fl_oz_us",
    ]

    /// A unit as HealthKit spells it.
    static func unit(_ text: String) -> String { units[text] ?? text }

    /// The sleep stages, lowercase and without spaces.
    private static let stages: [String: HKCategoryValueSleepAnalysis] = [
        "inbed": .inBed, "asleep": .asleepUnspecified, "unspecified": .asleepUnspecified, "awake": .awake,
        "core": .asleepCore, "deep": .asleepDeep, "rem": .asleepREM,
    ]

    /// A sleep stage by its name, or `nil` for an unknown one.
    static func stage(_ name: String) -> HKCategoryValueSleepAnalysis? {
        let letters = name.lowercased().filter(\.isLetter)
        return stages[letters] ?? stages[String(letters.trimmingPrefix("asleep"))]
    }

    /// A number in a file, or `nil` if the value isn't one.
    static func number(_ value: Any?) -> Double? {
        guard let number = (value as? NSNumber)?.doubleValue, number.isFinite else { return nil }
        return number
    }
}
