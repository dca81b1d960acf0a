import HealthKit

/// The quantity that is summed over samples that are events or periods.
package enum EventMeasure: Sendable, Hashable {
    /// The time asleep; a night belongs to the day on which it ends.
    case sleep
    /// The length of the samples.
    case duration
    /// The samples with a value, or all.
    case events(value: Int?)

    /// The measure for a type's samples.
    package init(_ type: HKSampleType) {
        switch type.identifier {
        case HKCategoryTypeIdentifier.sleepAnalysis.rawValue: self = .sleep
        case HKCategoryTypeIdentifier.mindfulSession.rawValue: self = .duration
        case HKCategoryTypeIdentifier.appleStandHour.rawValue:
            self = .events(value: HKCategoryValueAppleStandHour.stood.rawValue)
        default: self = type is HKWorkoutType ? .duration : .events(value: nil)
        }
    }

    /// Whether what is added up are seconds rather than a count.
    package var isTime: Bool {
        switch self {
        case .sleep, .duration: true
        case .events: false
        }
    }
}
