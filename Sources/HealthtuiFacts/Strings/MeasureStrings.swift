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

    // MARK: Names
    /// The name of a part of sleep; that of all sleep is the type's.
    static func name(_ part: Measure.SleepPart) -> String? {
        switch part {
        case .sleep: nil
        case .night: localized("Night", context: "measure")
        case .naps: localized("Naps")
        case .napTime: localized("Nap time")
        case .deep: localized("Deep sleep")
        case .core: localized("Core sleep")
        case .rem: localized("REM sleep")
        case .awake: localized("Time awake")
        case .awakenings: localized("Awakenings")
        case .inBed: localized("Time in bed")
        case .efficiency: localized("Sleep efficiency")
        case .bedtime: localized("Bedtime")
        case .wakeTime: localized("Wake time")
        }
    }
    /// The name of a number of all workouts.
    static func name(_ part: Measure.WorkoutPart) -> String {
        switch part {
        case .count: localized("Workouts")
        case .time: localized("Workout time")
        case .distance: localized("Workout distance")
        case .energy: localized("Workout energy")
        case .pace: localized("Workout pace")
        }
    }
    /// The name of a number of an activity's workouts: `Running distance`.
    static func name(_ part: Measure.WorkoutPart, of activity: String) -> String {
        switch part {
        case .count: localized("\(activity) workouts")
        case .time: localized("\(activity) time", context: "measure")
        case .distance: localized("\(activity) distance")
        case .energy: localized("\(activity) energy")
        case .pace: localized("\(activity) pace")
        }
    }
    /// The distance of an activity's workouts, where a type has the shorter name.
    static func workoutDistance(_ activity: String) -> String { localized("\(activity) workout distance") }
    /// What workouts of common activities are called.
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
    static func name(_ part: Measure.RingPart) -> String {
        switch part {
        case .move: localized("Move ring")
        case .exercise: localized("Exercise ring")
        case .stand: localized("Stand ring")
        case .closed: localized("Rings closed")
        }
    }
    static func name(_ part: Measure.MindPart) -> String {
        part == .mood ? localized("Mood") : localized("Emotions")
    }
    static func name(_ part: Measure.DosePart) -> String {
        part == .taken ? localized("Doses taken") : localized("Doses")
    }
    /// The doses of one medication.
    static func name(_ part: Measure.DosePart, of medication: String) -> String {
        part == .taken ? localized("\(medication) doses taken") : localized("\(medication) doses")
    }
    static func name(_ part: Measure.CyclePart) -> String {
        part == .length ? localized("Cycle length") : localized("Period length")
    }
    static func severity(of symptom: String) -> String { localized("\(symptom) severity") }
    static var electrocardiograms: String { localized("ECGs") }
    static func electrocardiograms(_ classification: String) -> String { localized("ECGs: \(classification)") }
}
