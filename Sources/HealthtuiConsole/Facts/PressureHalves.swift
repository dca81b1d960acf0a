import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// How many readings lie under the limit with both numbers, and how many reach it with either.
struct PressureFall: Sendable, Hashable {
    var under = 0
    var reached = 0

    /// Nothing read yet.
    init() {}

    /// Counts readings.
    ///
    /// - Parameters:
    ///   - readings: The readings.
    ///   - limit: The limit.
    init(_ readings: [BloodPressure], _ limit: PressureLimit) {
        reached = readings.count { limit.isReached($0.systolic, $0.diastolic) }
        under = readings.count - reached
    }
}

/// The readings of blood pressure by when on a day they were taken.
struct PressureHalves: Sendable {
    /// The readings before noon, and those from noon on: every reading is in one of them.
    var early: MeasureDays
    var late: MeasureDays
    /// The readings of the morning and of the evening, as filters mean them.
    var morning: MeasureDays
    var evening: MeasureDays
    /// Where the readings fall.
    var fall = PressureFall()

    /// Whether a day has readings of both halves.
    var isOfBoth: Bool { early.days.keys.contains { late.days[$0] != nil } }
}
