import HealthKit

/// HealthKit's types for measurements during an activity.
enum TrackMeasure {
    static func distance(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .running, .walking, .hiking: .distanceWalkingRunning
        case .cycling, .handCycling: .distanceCycling
        case .swimming: .distanceSwimming
        case .rowing: .distanceRowing
        case .paddleSports: .distancePaddleSports
        case .skatingSports: .distanceSkatingSports
        case .crossCountrySkiing: .distanceCrossCountrySkiing
        case .downhillSkiing, .snowboarding, .snowSports: .distanceDownhillSnowSports
        case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
        default: nil
        }
    }

    static func speed(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .running: .runningSpeed
        case .cycling, .handCycling: .cyclingSpeed
        case .rowing: .rowingSpeed
        case .paddleSports: .paddleSportsSpeed
        case .crossCountrySkiing: .crossCountrySkiingSpeed
        default: nil
        }
    }

    static func power(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .running: .runningPower
        case .cycling, .handCycling: .cyclingPower
        default: nil
        }
    }

    /// The type of cadence in turns per minute; none on foot, where some programs count steps and others strides.
    static func cadence(_ activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        activity == .cycling || activity == .handCycling ? .cyclingCadence : nil
    }
}
