import Foundation

/// The way sound reached the inner ear in a hearing test.
public enum HKAudiogramConductionType: Int, Sendable {
    /// Air.
    case air = 0
}

/// The ear that a hearing test was made on.
public enum HKAudiogramSensitivityTestSide: Int, Sendable {
    /// Left.
    case left = 0

    /// Right.
    case right = 1
}

/// The direction that the base of a prism points to.
public enum HKPrismBase: Int, Sendable {
    /// None.
    case none = 0

    /// Up.
    case up = 1

    /// Down.
    case down = 2

    /// In.
    case `in` = 3

    /// Out.
    case out = 4
}

/// An eye.
public enum HKVisionEye: Int, Sendable {
    /// Left.
    case left = 1

    /// Right.
    case right = 2
}

/// The purpose of a vision prescription.
public enum HKVisionPrescriptionType: UInt, Sendable {
    /// Glasses.
    case glasses = 1

    /// Contacts.
    case contacts = 2
}
