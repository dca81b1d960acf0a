import Foundation

/// The identifier of a type of samples that group other samples.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKCorrelationTypeIdentifier {
    /// Blood pressure: one systolic and one diastolic pressure.
    public static let bloodPressure = HKCorrelationTypeIdentifier(rawValue: "HKCorrelationTypeIdentifierBloodPressure")

    /// Food: any of the dietary quantities.
    public static let food = HKCorrelationTypeIdentifier(rawValue: "HKCorrelationTypeIdentifierFood")
}
