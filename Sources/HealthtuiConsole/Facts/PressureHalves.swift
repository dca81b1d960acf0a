import Foundation
import HealthKit
import HealthtuiFacts

/// The readings of blood pressure by when on a day they were taken.
struct PressureHalves: Sendable {
    /// The readings before noon, and those from noon on: every reading is in one of them.
    var early: MeasureDays
    var late: MeasureDays
    /// The readings of the morning and of the evening, as filters mean them.
    var morning: MeasureDays
    var evening: MeasureDays

    /// Whether a day has readings of both halves.
    var isOfBoth: Bool { early.days.keys.contains { late.days[$0] != nil } }
}
