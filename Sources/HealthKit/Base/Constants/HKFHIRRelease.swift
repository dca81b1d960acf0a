import Foundation

/// A release of the FHIR standard.
public struct HKFHIRRelease: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKFHIRRelease {
    /// The second draft standard for trial use.
    public static let dstu2 = HKFHIRRelease(rawValue: "DSTU2")

    /// Release 4.
    public static let r4 = HKFHIRRelease(rawValue: "R4")

    /// A release that is not known.
    public static let unknown = HKFHIRRelease(rawValue: "unknown")
}
