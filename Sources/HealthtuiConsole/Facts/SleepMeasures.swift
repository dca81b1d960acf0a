import Foundation
import HealthKit
import HealthtuiFacts

/// The days of sleep by each of its measures, with the values common to all of them.
struct SleepMeasures: Sendable {
    var parts: [Measure.SleepPart: MeasureDays] = [:]
    /// The number of samples of each day.
    var samples: [CalendarDay: Int] = [:]
    /// From the first to the last moment of each day's sleeps.
    var recorded: [CalendarDay: DateInterval] = [:]
}
