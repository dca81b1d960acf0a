import Foundation

/// How many breathing disturbances during sleep there were, in classes.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, CaseIterable, Sendable {
    /// Not elevated.
    case notElevated = 0

    /// Elevated.
    case elevated = 1

    /// Every class.
    public static var allCases: [HKAppleSleepingBreathingDisturbancesClassification] { [.notElevated, .elevated] }
}
