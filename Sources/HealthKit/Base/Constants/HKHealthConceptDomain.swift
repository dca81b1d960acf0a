import Foundation

/// The domain of knowledge that a health concept belongs to.
public struct HKHealthConceptDomain: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKHealthConceptDomain {
    /// Medications.
    public static let medication = HKHealthConceptDomain(rawValue: "HKHealthConceptDomainMedication")
}
