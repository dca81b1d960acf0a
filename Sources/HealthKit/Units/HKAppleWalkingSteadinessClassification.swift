import Foundation

/// How steadily a person walks, in classes.
///
/// Apple's documents name the classes but not the scores at which one ends (Measuring Walking Quality Through iPhone
/// Mobility Metrics, May 2021). This module draws the lines at 20 % and 40 %: each of the two lower classes is one
/// fifth of the scale and the rest is OK, like most people's walking. Data classified by Apple's devices may have other
/// limits; events of type `appleWalkingSteadinessEvent` contain Apple's own classification.
public enum HKAppleWalkingSteadinessClassification: Int, CaseIterable, Sendable {
    /// Steady enough: 40 % or more.
    case ok = 1

    /// Low: 20 % or more, below 40 %.
    case low = 2

    /// Very low: below 20 %.
    case veryLow = 3

    /// Every class.
    public static var allCases: [HKAppleWalkingSteadinessClassification] { [.ok, .low, .veryLow] }

    /// Classifies a score.
    ///
    /// - Parameter appleWalkingSteadiness: The score, from 0 to 100 %.
    /// - Throws: `errorInvalidArgument` for a quantity that isn't a percentage, or is outside 0 to 100 %.
    public init(for appleWalkingSteadiness: HKQuantity) throws {
        guard let score = appleWalkingSteadiness.converted(to: .percent()), (0...1).contains(score) else {
            throw HKError.invalid("\(appleWalkingSteadiness) is not a walking steadiness from 0 to 100 %")
        }
        self = Self.allCases.first { score >= $0.limits.lowerBound } ?? .veryLow
    }

    /// The lowest score of the class.
    public var minimum: HKQuantity { HKQuantity(unit: .percent(), doubleValue: limits.lowerBound) }

    /// The score that the class reaches up to; below 100 % it belongs to the next class already.
    public var maximum: HKQuantity { HKQuantity(unit: .percent(), doubleValue: limits.upperBound) }

    private var limits: ClosedRange<Double> {
        switch self {
        case .ok: 0.4...1
        case .low: 0.2...0.4
        case .veryLow: 0...0.2
        }
    }
}
