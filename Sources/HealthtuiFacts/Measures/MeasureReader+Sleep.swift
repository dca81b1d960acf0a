import HealthKit

// Days of sleep.
extension MeasureReader {
    /// Adds the days of a part of sleep.
    func addSleep(_ part: Measure.SleepPart, to result: inout MeasureDays) throws {}
}
