import HealthKit

/// The activities of Android's numbers for exercises; the library for apps has other ones.
package struct HealthConnectExercise: Sendable, Equatable {
    package let activity: HKWorkoutActivityType
    /// Android's name, for one that HealthKit has no activity for; else nil.
    package var name: String?
    /// Whether it is done indoors; nil if that isn't said.
    package var isIndoor: Bool?
    package var swimming: HKWorkoutSwimmingLocationType?

    /// The exercise that a number means.
    ///
    /// - Parameter number: The number.
    /// - Returns: The exercise; `other` with the number as its name for one that isn't known.
    package static func numbered(_ number: Int64) -> HealthConnectExercise {
        all[number] ?? HealthConnectExercise(activity: .other, name: String(number))
    }

    /// HealthKit's word for dances of all kinds, which it doesn't offer for new workouts.
    private static let dance = HKWorkoutActivityType(rawValue: 14) ?? .socialDance

    /// The exercises by Android's numbers.
    package static let all: [Int64: HealthConnectExercise] = {
        var all = activities.mapValues { HealthConnectExercise(activity: $0) }
        all[5] = HealthConnectExercise(activity: .cycling, isIndoor: true)
        all[34] = HealthConnectExercise(activity: .running, isIndoor: true)
        all[48] = HealthConnectExercise(activity: .swimming, swimming: .openWater)
        all[49] = HealthConnectExercise(activity: .swimming, swimming: .pool)
        all[6] = HealthConnectExercise(activity: .other, name: "boot camp")
        all[11] = HealthConnectExercise(activity: .other, name: "exercise class")
        all[26] = HealthConnectExercise(activity: .other, name: "paragliding")
        return all
    }()

    private static let activities: [Int64: HKWorkoutActivityType] = [
        0: .other, 1: .badminton, 2: .baseball, 3: .basketball, 4: .cycling, 7: .boxing,
        8: .functionalStrengthTraining, 9: .cricket, 10: dance, 12: .fencing, 13: .americanFootball,
        14: .australianFootball, 15: .discSports, 16: .golf, 17: .mindAndBody, 18: .gymnastics, 19: .handball,
        20: .highIntensityIntervalTraining, 21: .hiking, 22: .hockey, 23: .skatingSports, 24: .martialArts,
        25: .paddleSports, 27: .pilates, 28: .racquetball, 29: .climbing, 30: .hockey, 31: .rowing, 32: .rugby,
        33: .running, 35: .sailing, 36: .underwaterDiving, 37: .skatingSports, 38: .downhillSkiing, 39: .snowboarding,
        40: .snowSports, 41: .soccer, 42: .softball, 43: .squash, 44: .stairClimbing,
        45: .traditionalStrengthTraining, 46: .flexibility, 47: .surfingSports, 50: .tableTennis, 51: .tennis,
        52: .volleyball, 53: .walking, 54: .waterPolo, 55: .traditionalStrengthTraining, 56: .wheelchairWalkPace,
        57: .yoga, 58: .other, 59: .stairClimbing, 60: .elliptical, 61: .rowing,
    ]
}
