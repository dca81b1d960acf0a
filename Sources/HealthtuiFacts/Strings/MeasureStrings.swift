import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// The texts of measures: names of what has a number a day.
package enum MeasureStrings {
    static var days: String { localized("days") }
    /// Beside a pace, such as `5:32`: minutes for one unit of distance.
    static func pace(_ unit: String) -> String { localized("min/\(unit)") }
    /// The severity of a symptom, from its mean.
    static func severity(_ mean: Double) -> String {
        switch mean {
        case ..<0.5: localized("none")
        case ..<1.5: localized("mild")
        case ..<2.5: localized("moderate")
        default: localized("severe")
        }
    }

    // MARK: Sleep
    static var night: String { localized("Night", context: "measure") }
    static var naps: String { localized("Naps") }
    static var napTime: String { localized("Nap time") }
    static var deepSleep: String { localized("Deep sleep") }
    static var coreSleep: String { localized("Core sleep") }
    static var remSleep: String { localized("REM sleep") }
    static var timeAwake: String { localized("Time awake") }
    static var awakenings: String { localized("Awakenings") }
    static var timeInBed: String { localized("Time in bed") }
    static var sleepEfficiency: String { localized("Sleep efficiency") }
    static var bedtime: String { localized("Bedtime") }
    static var wakeTime: String { localized("Wake time") }

    // MARK: Workouts
    static var workouts: String { localized("Workouts") }
    static var workoutTime: String { localized("Workout time") }
    static var workoutDistance: String { localized("Workout distance") }
    static var workoutEnergy: String { localized("Workout energy") }
    static var workoutPace: String { localized("Workout pace") }
    static func workouts(of activity: String) -> String { localized("\(activity) workouts") }
    static func time(of activity: String) -> String { localized("\(activity) time", context: "measure") }
    static func distance(of activity: String) -> String { localized("\(activity) distance") }
    static func energy(of activity: String) -> String { localized("\(activity) energy") }
    static func pace(of activity: String) -> String { localized("\(activity) pace") }
    /// The distance of an activity's workouts, where a type has the shorter name.
    static func workoutDistance(of activity: String) -> String { localized("\(activity) workout distance") }
    /// The names of workouts of common activities.
    static func workouts(of activity: HKWorkoutActivityType) -> String? {
        switch activity {
        case .running: localized("Runs")
        case .walking: localized("Walks")
        case .cycling: localized("Rides")
        case .swimming: localized("Swims")
        case .hiking: localized("Hikes")
        default: nil
        }
    }

    // MARK: Rings, moods, doses, cycles
    static var moveRing: String { localized("Move ring") }
    static var exerciseRing: String { localized("Exercise ring") }
    static var standRing: String { localized("Stand ring") }
    static var ringsClosed: String { localized("Rings closed") }
    static var mood: String { localized("Mood") }
    static var emotions: String { localized("Emotions") }
    static var doses: String { localized("Doses") }
    static var dosesTaken: String { localized("Doses taken") }
    static func doses(of medication: String) -> String { localized("\(medication) doses") }
    static func dosesTaken(of medication: String) -> String { localized("\(medication) doses taken") }
    static var cycleLength: String { localized("Cycle length") }
    static var periodLength: String { localized("Period length") }
    static func severity(of symptom: String) -> String { localized("\(symptom) severity") }
    static var electrocardiograms: String { localized("ECGs") }
    static func electrocardiograms(_ classification: String) -> String { localized("ECGs: \(classification)") }
}
