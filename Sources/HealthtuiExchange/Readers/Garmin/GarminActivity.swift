import HealthKit

/// Garmin's words for activities.
enum GarminActivity {
    /// The source of values that Garmin's export computes itself.
    static let source = ReadSource(identifier: "garmin", name: "Garmin Connect")

    /// Names of activities that aren't workouts.
    private static let none: Set<String> = [
        "auto_racing", "boating", "boating_v2", "driving_general", "flying", "hang_gliding", "motocross",
        "motocross_v2", "motorcycling", "motorcycling_v2", "overland", "rc_drone", "snowmobiling_ws", "atv", "atv_v2",
        "virtual_gaming", "gaming", "esport", "shooting",
    ]

    private static let all: [String: HKWorkoutActivityType] = [
        "running": .running, "street_running": .running, "track_running": .running, "trail_running": .running,
        "treadmill_running": .running, "indoor_running": .running, "virtual_run": .running, "ultra_run": .running,
        "obstacle_run": .running, "cycling": .cycling, "road_biking": .cycling, "mountain_biking": .cycling,
        "gravel_cycling": .cycling, "cyclocross": .cycling, "downhill_biking": .cycling, "track_cycling": .cycling,
        "recumbent_cycling": .cycling, "indoor_cycling": .cycling, "virtual_ride": .cycling, "bmx": .cycling,
        "e_bike_fitness": .cycling, "e_bike_mountain": .cycling, "hand_cycling": .handCycling,
        "indoor_hand_cycling": .handCycling, "walking": .walking, "casual_walking": .walking,
        "speed_walking": .walking, "indoor_walking": .walking, "hiking": .hiking, "mountaineering": .hiking,
        "swimming": .swimming, "lap_swimming": .swimming, "open_water_swimming": .swimming,
        "strength_training": .traditionalStrengthTraining, "yoga": .yoga, "pilates": .pilates,
        "hiit": .highIntensityIntervalTraining, "indoor_cardio": .mixedCardio, "cardio_training": .mixedCardio,
        "elliptical": .elliptical, "rowing": .rowing, "rowing_v2": .rowing, "indoor_rowing": .rowing,
        "stair_climbing": .stairClimbing, "floor_climbing": .stairClimbing, "kayaking": .paddleSports,
        "kayaking_v2": .paddleSports, "paddling": .paddleSports, "paddling_v2": .paddleSports,
        "stand_up_paddleboarding": .paddleSports, "stand_up_paddleboarding_v2": .paddleSports,
        "cross_country_skiing": .crossCountrySkiing, "cross_country_skiing_ws": .crossCountrySkiing,
        "skate_skiing_ws": .crossCountrySkiing, "resort_skiing": .downhillSkiing,
        "resort_skiing_snowboarding_ws": .downhillSkiing, "snowboarding_ws": .snowboarding,
        "snow_shoe": .snowSports, "snow_shoe_ws": .snowSports, "inline_skating": .skatingSports,
        "skating_ws": .skatingSports, "golf": .golf, "tennis": .tennis, "tennis_v2": .tennis,
        "table_tennis": .tableTennis, "badminton": .badminton, "squash": .squash, "pickleball": .pickleball,
        "racquetball": .racquetball, "soccer": .soccer, "basketball": .basketball, "volleyball": .volleyball,
        "american_football": .americanFootball, "boxing": .boxing, "rock_climbing": .climbing,
        "bouldering": .climbing, "indoor_climbing": .climbing, "horseback_riding": .equestrianSports,
        "sailing": .sailing, "sailing_v2": .sailing, "surfing": .surfingSports, "surfing_v2": .surfingSports,
        "jump_rope": .jumpRope, "multi_sport": .swimBikeRun, "breathwork": .mindAndBody, "other": .other,
    ]

    private static let indoor: Set<String> = [
        "treadmill_running", "indoor_running", "virtual_run", "indoor_cycling", "virtual_ride", "indoor_walking",
        "indoor_hand_cycling", "indoor_cardio", "indoor_rowing", "indoor_climbing", "elliptical", "stair_climbing",
    ]

    /// The exercise with a name.
    ///
    /// - Parameter word: The word.
    /// - Returns: The exercise: `nil` for a word that isn't a workout, and `other` with the word as its name for one
    ///   that isn't known.
    static func named(_ word: String) -> HealthConnectExercise? {
        if none.contains(word) { return nil }
        var exercise =
            all[word].map { HealthConnectExercise(activity: $0) }
            ?? HealthConnectExercise(activity: .other, name: word.isEmpty ? nil : String(word.prefix(64)))
        if indoor.contains(word) { exercise.isIndoor = true }
        if word == "lap_swimming" { exercise.swimming = .pool }
        if word == "open_water_swimming" { exercise.swimming = .openWater }
        return exercise
    }
}
