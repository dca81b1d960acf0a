import HealthKit

/// Google Fit's words for activities.
enum GoogleFitActivity {
    /// Names of activities that aren't workouts.
    private static let none: Set<String> = [
        "elevator", "escalator", "in_vehicle", "sleep", "still", "tilting", "unknown",
    ]

    private static let dance = HKWorkoutActivityType(rawValue: 14) ?? .socialDance

    /// Activities by words; a name with a dot is a more specific form of the name before it.
    private static let all: [String: HKWorkoutActivityType] = [
        "archery": .archery, "badminton": .badminton, "baseball": .baseball, "basketball": .basketball,
        "biking": .cycling, "biking.hand": .handCycling, "boxing": .boxing,
        "calisthenics": .functionalStrengthTraining, "cricket": .cricket, "crossfit": .crossTraining,
        "curling": .curling, "dancing": dance, "elliptical": .elliptical, "fencing": .fencing,
        "football.american": .americanFootball, "football.australian": .australianFootball,
        "football.soccer": .soccer, "frisbee_disc": .discSports, "golf": .golf, "gymnastics": .gymnastics,
        "handball": .handball, "hiking": .hiking, "hockey": .hockey, "horseback_riding": .equestrianSports,
        "ice_skating": .skatingSports, "interval_training.high_intensity": .highIntensityIntervalTraining,
        "jump_rope": .jumpRope, "kayaking": .paddleSports, "kickboxing": .kickboxing, "kitesurfing": .waterSports,
        "martial_arts": .martialArts, "pilates": .pilates, "racquetball": .racquetball, "rock_climbing": .climbing,
        "rowing": .rowing, "rugby": .rugby, "running": .running, "sailing": .sailing,
        "scuba_diving": .underwaterDiving, "skating": .skatingSports, "skiing.cross_country": .crossCountrySkiing,
        "skiing.downhill": .downhillSkiing, "snowboarding": .snowboarding, "snowshoeing": .snowSports,
        "softball": .softball, "squash": .squash, "stair_climbing": .stairClimbing,
        "standup_paddleboarding": .paddleSports, "strength_training": .traditionalStrengthTraining,
        "surfing": .surfingSports, "swimming": .swimming, "table_tennis": .tableTennis, "tennis": .tennis,
        "volleyball": .volleyball, "wakeboarding": .waterSports, "walking": .walking, "water_polo": .waterPolo,
        "weightlifting": .traditionalStrengthTraining, "wheelchair": .wheelchairWalkPace,
        "windsurfing": .waterSports, "yoga": .yoga,
    ]

    private static let indoor: Set<String> = [
        "biking.spinning", "biking.stationary", "rowing.machine", "running.treadmill", "skating.indoor",
        "stair_climbing.machine", "volleyball.indoor", "walking.treadmill",
    ]

    /// The exercise with a name.
    ///
    /// - Parameter word: The word.
    /// - Returns: The exercise: `nil` for a word that isn't a workout, and `other` with the word as its name for one
    ///   that isn't known.
    static func named(_ word: String) -> HealthConnectExercise? {
        let general = word.split(separator: ".").first.map(String.init) ?? word
        if none.contains(general) || word.isEmpty { return nil }
        var exercise =
            (all[word] ?? all[general]).map { HealthConnectExercise(activity: $0) }
            ?? HealthConnectExercise(activity: .other, name: String(word.prefix(64)))
        if indoor.contains(word) { exercise.isIndoor = true }
        if word == "swimming.pool" { exercise.swimming = .pool }
        if word == "swimming.open_water" { exercise.swimming = .openWater }
        return exercise
    }
}
