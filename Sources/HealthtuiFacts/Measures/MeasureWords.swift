import HealthKit
import HealthtuiEntry

/// Words that mean measures besides their names: what people type.
enum MeasureWords {
    /// Additional words; an ambiguous one is rejected with these.
    static let measures: [(words: [String], measures: [Measure])] = [
        (["all sleep", "time asleep", "asleep"], [Measure(.sleep(.sleep))]),
        (["nights", "main sleep"], [Measure(.sleep(.night))]),
        (["nap"], [Measure(.sleep(.naps))]),
        (["deep"], [Measure(.sleep(.deep))]),
        (["core", "light sleep"], [Measure(.sleep(.core))]),
        (["rem"], [Measure(.sleep(.rem))]),
        (["awake"], [Measure(.sleep(.awake))]),
        (["wakeups", "wake ups"], [Measure(.sleep(.awakenings))]),
        (["in bed"], [Measure(.sleep(.inBed))]),
        (["efficiency"], [Measure(.sleep(.efficiency))]),
        (["bed time"], [Measure(.sleep(.bedtime))]),
        (["waking", "wake", "waketime", "waking time", "wakeup", "wake up"], [Measure(.sleep(.wakeTime))]),
        (["bed"], [Measure(.sleep(.inBed)), Measure(.sleep(.bedtime))]),
        (
            ["pace"],
            [
                Measure(.workouts(.running, .pace)), Measure(.workouts(.walking, .pace)),
                Measure(.quantity(HKQuantityType(.runningSpeed))), Measure(.quantity(HKQuantityType(.walkingSpeed))),
            ]
        ),
        (["emotion"], [Measure(.mind(.emotions))]),
        (["dose", "adherence"], [Measure(.doses(.adherence, of: nil))]),
        (["rings", "activity rings"], Measure.RingPart.allCases.map { Measure(.rings($0)) }),
        (["closed rings"], [Measure(.rings(.closed))]),
    ]

    /// The activities that are always understood, whether or not there is a workout, with their words.
    static let activities: [(HKWorkoutActivityType, words: [String])] = [
        (.running, ["running", "run", "jog", "jogging"]), (.walking, ["walking", "walk"]),
        (.cycling, ["cycling", "biking", "bike", "ride"]), (.swimming, ["swimming", "swim"]),
        (.hiking, ["hiking", "hike"]),
    ]

    /// The measure that a synonym of a type means.
    static func measure(of type: HKObjectType, synonym: String) -> Measure? {
        guard type is HKActivitySummaryType else { return measure(of: type) }
        return Measure(.rings(Measure.RingPart(rawValue: synonym) ?? .move))
    }

    /// The measure that the identifier of a type means.
    static func measure(of type: HKObjectType) -> Measure? {
        // One number of a pair is never shown alone.
        if type == BloodPressure.systolicType || type == BloodPressure.diastolicType { return Measure(.bloodPressure) }
        return Measure(of: type)
    }
}
