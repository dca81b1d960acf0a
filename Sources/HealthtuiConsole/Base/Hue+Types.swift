import HealthKit
import HealthtuiTerminalUI

extension Hue {
    /// The hue of a type: that of its category in the Health app.
    static func of(_ type: HKObjectType) -> Hue {
        switch type.identifier {
        case HKQuantityTypeIdentifier.restingHeartRate.rawValue,
            HKQuantityTypeIdentifier.walkingHeartRateAverage.rawValue,
            HKQuantityTypeIdentifier.heartRateVariabilitySDNN.rawValue:
            return .restingHeart
        case HKQuantityTypeIdentifier.appleExerciseTime.rawValue: return .exercise
        case HKCategoryTypeIdentifier.appleStandHour.rawValue, HKQuantityTypeIdentifier.appleStandTime.rawValue:
            return .stand
        case HKQuantityTypeIdentifier.oxygenSaturation.rawValue, HKQuantityTypeIdentifier.respiratoryRate.rawValue:
            return .respiratory
        default: break
        }
        return of(type.entry.group)
    }

    /// The hue of a category.
    static func of(_ group: CatalogueGroup) -> Hue {
        switch group {
        case .activity, .mobility: .activity
        case .body: .body
        case .cycle: .cycle
        case .hearing: .hearing
        case .heart, .vitals: .heart
        case .medications: .medication
        case .mental: .mind
        case .nutrition: .nutrition
        case .respiratory: .respiratory
        case .sleep: .sleep
        case .records: .labs
        case .symptoms, .other, .profile: .other
        }
    }

    /// The hue of a value of sleep analysis; nil for one that is not known here.
    static func ofSleep(_ value: Int) -> Hue? {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .awake: .awake
        case .asleepREM: .rem
        case .asleepCore, .asleepUnspecified: .core
        case .asleepDeep: .deep
        case .inBed: .muted
        default: nil
        }
    }
}
