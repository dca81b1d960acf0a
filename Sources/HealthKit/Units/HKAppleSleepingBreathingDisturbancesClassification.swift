import Foundation

/// A classification of the number of breathing disturbances during sleep.
///
/// Apple publishes no number above which disturbances are elevated; its document says that notifications come when
/// values "reach a level associated with moderate to severe sleep apnea", and that such apnea is 15 or more events an
/// hour (Estimating Breathing Disturbances and Sleep Apnea Risk from Apple Watch, September 2024). This module uses
/// that number. It isn't a diagnosis.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, CaseIterable, Sendable {
    /// Not elevated: below 15.
    case notElevated = 0

    /// Elevated: 15 or more.
    case elevated = 1

    /// Every class.
    public static var allCases: [HKAppleSleepingBreathingDisturbancesClassification] { [.notElevated, .elevated] }

    /// Classifies a night's value; `nil` for a quantity that isn't a count, or is negative.
    ///
    /// - Parameter appleSleepingBreathingDisturbances: The disturbances, a count.
    public init?(classifying appleSleepingBreathingDisturbances: HKQuantity) {
        guard let count = appleSleepingBreathingDisturbances.converted(to: .count()), count >= 0 else { return nil }
        self = count >= Self.elevated.lowestCount ? .elevated : .notElevated
    }

    /// The lowest value of the class.
    public var minimum: HKQuantity { HKQuantity(unit: .count(), doubleValue: lowestCount) }

    private var lowestCount: Double {
        switch self {
        case .notElevated: 0
        case .elevated: 15
        }
    }
}
