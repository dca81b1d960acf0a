import HealthKit

/// The activities of FIT's numbers for sports.
enum FITSports {
    /// The sports that the person doesn't do with the body, such as driving: no workout.
    static let driven: Set<Int64> = [20, 22, 23, 24, 36, 56, 63]

    /// The activity of a sport.
    ///
    /// - Parameters:
    ///   - sport: The sport.
    ///   - subSport: What of it.
    /// - Returns: The activity; `other` for a sport that HealthKit doesn't have.
    static func activity(_ sport: Int64?, _ subSport: Int64?) -> HKWorkoutActivityType {
        subSport.flatMap { bySubSport[$0] } ?? sport.flatMap { bySport[$0] } ?? .other
    }

    /// The file's word for a sport that HealthKit doesn't have; `nil` for others.
    static func unknownName(_ sport: Int64?, _ subSport: Int64?) -> String? {
        guard let sport, subSport.flatMap({ bySubSport[$0] }) == nil, bySport[sport] == nil else { return nil }
        return "FIT sport \(sport)"
    }

    /// Whether the sport is done indoors; `nil` if the file doesn't say.
    static func isIndoor(_ subSport: Int64?) -> Bool? { subSport.map { indoor.contains($0) } }

    /// Where a swim is; `nil` if the file doesn't say.
    static func swimmingLocation(_ subSport: Int64?) -> HKWorkoutSwimmingLocationType? {
        switch subSport {
        case 17: .pool
        case 18: .openWater
        default: nil
        }
    }

    /// The stroke of a length.
    static func stroke(_ code: Int64?) -> HKSwimmingStrokeStyle? {
        switch code {
        case 0: .freestyle
        case 1: .backstroke
        case 2: .breaststroke
        case 3: .butterfly
        case 4: .kickboard
        case 5, 6: .mixed
        default: nil
        }
    }

    /// Whether cycles are strides, of which each is two steps.
    static func countsStrides(_ activity: HKWorkoutActivityType) -> Bool {
        [.running, .walking, .hiking].contains(activity)
    }

    /// The type of distances; `nil` for an activity that has none.
    static func distance(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? { distances[activity] }

    /// The type of speeds; `nil` for an activity that has none.
    static func speed(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? { speeds[activity] }

    /// The type of power; `nil` for an activity that has none.
    static func power(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .cycling, .handCycling: .cyclingPower
        case .running: .runningPower
        default: nil
        }
    }

    /// The activities by sport; `multisport` is one of swimming, cycling and running.
    static let bySport: [Int64: HKWorkoutActivityType] = [
        0: .other, 1: .running, 2: .cycling, 3: .transition, 4: .other, 5: .swimming, 6: .basketball, 7: .soccer,
        8: .tennis, 9: .americanFootball, 10: .other, 11: .walking, 12: .crossCountrySkiing, 13: .downhillSkiing,
        14: .snowboarding, 15: .rowing, 16: .hiking, 17: .hiking, 18: .swimBikeRun, 19: .paddleSports, 21: .cycling,
        25: .golf, 27: .equestrianSports, 28: .hunting, 29: .fishing, 30: .skatingSports, 31: .climbing, 32: .sailing,
        33: .skatingSports, 35: .snowSports, 37: .paddleSports, 38: .surfingSports, 39: .waterSports,
        40: .waterSports, 41: .paddleSports, 42: .paddleSports, 43: .waterSports, 44: .waterSports, 47: .boxing,
        48: .stairClimbing, 53: .underwaterDiving, 62: .highIntensityIntervalTraining, 64: .tennis,
    ]

    /// The activities by sub-sport, which says more than the sport.
    static let bySubSport: [Int64: HKWorkoutActivityType] = [
        12: .handCycling, 14: .rowing, 15: .elliptical, 16: .stairClimbing, 19: .flexibility,
        20: .traditionalStrengthTraining, 26: .mixedCardio, 43: .yoga, 44: .pilates, 84: .pickleball,
        88: .handCycling, 94: .squash, 95: .badminton, 96: .racquetball, 97: .tableTennis,
    ]

    private static let indoor: Set<Int64> = [1, 5, 6, 14, 15, 16, 17, 25, 27, 45, 58, 68, 88]

    private static let distances: [HKWorkoutActivityType: HKQuantityTypeIdentifier] = [
        .running: .distanceWalkingRunning, .walking: .distanceWalkingRunning, .hiking: .distanceWalkingRunning,
        .cycling: .distanceCycling, .handCycling: .distanceCycling, .swimming: .distanceSwimming,
        .rowing: .distanceRowing, .paddleSports: .distancePaddleSports, .skatingSports: .distanceSkatingSports,
        .crossCountrySkiing: .distanceCrossCountrySkiing, .downhillSkiing: .distanceDownhillSnowSports,
        .snowboarding: .distanceDownhillSnowSports, .transition: .distanceWalkingRunning,
    ]

    private static let speeds: [HKWorkoutActivityType: HKQuantityTypeIdentifier] = [
        .running: .runningSpeed, .cycling: .cyclingSpeed, .handCycling: .cyclingSpeed, .rowing: .rowingSpeed,
        .paddleSports: .paddleSportsSpeed, .crossCountrySkiing: .crossCountrySkiingSpeed,
    ]
}
