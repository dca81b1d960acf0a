import Foundation

/// How steadily a person walks, in classes.
public enum HKAppleWalkingSteadinessClassification: Int, CaseIterable, Sendable {
    /// Steady enough.
    case ok = 1

    /// Low.
    case low = 2

    /// Very low.
    case veryLow = 3

    /// Every class.
    public static var allCases: [HKAppleWalkingSteadinessClassification] { [.ok, .low, .veryLow] }
}
