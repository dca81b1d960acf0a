import HealthKit

/// What opens for a type.
enum TypePage {
    /// The chart of a type that has one, else the list of its samples.
    static func screen(_ type: HKSampleType) -> any Screen {
        switch type {
        case is HKQuantityType, is HKCategoryType, is HKWorkoutType: return ChartScreen(type)
        case let type where type.identifier == BloodPressure.type?.identifier: return ChartScreen(type)
        default: return SamplesScreen(SampleListQuery(type: type), standsForType: true)
        }
    }
}
