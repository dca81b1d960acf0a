import HealthKit

extension HKSampleType {
    /// Whether the length of the type's samples is what a day adds up: sleep, workouts and minutes, rather than events.
    package var addsUpTime: Bool {
        if self is HKWorkoutType { return true }
        let identifiers: [HKCategoryTypeIdentifier] = [
            .sleepAnalysis, .mindfulSession, .handwashingEvent, .toothbrushingEvent,
        ]
        return identifiers.contains { $0.rawValue == identifier }
    }
}
