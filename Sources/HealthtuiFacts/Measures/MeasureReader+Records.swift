import HealthKit

// Days of workouts, events and records.
extension MeasureReader {
    /// Adds the days of a measure that is made of samples one by one.
    func addRecords(to result: inout MeasureDays) throws {}
}
