import Foundation

/// The fact that a verifiable clinical record attests.
public struct HKVerifiableClinicalRecordCredentialType: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKVerifiableClinicalRecordCredentialType {
    /// A record about COVID-19.
    public static let covid19 = HKVerifiableClinicalRecordCredentialType(rawValue: "https://smarthealth.cards#covid19")

    /// An immunization.
    public static let immunization = HKVerifiableClinicalRecordCredentialType(
        rawValue: "https://smarthealth.cards#immunization"
    )

    /// A result of a laboratory.
    public static let laboratory = HKVerifiableClinicalRecordCredentialType(
        rawValue: "https://smarthealth.cards#laboratory"
    )

    /// A recovery from an illness.
    public static let recovery = HKVerifiableClinicalRecordCredentialType(
        rawValue: "https://smarthealth.cards#recovery"
    )
}

/// The format a verifiable clinical record was issued in.
public struct HKVerifiableClinicalRecordSourceType: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKVerifiableClinicalRecordSourceType {
    /// A SMART Health Card.
    public static let smartHealthCard = HKVerifiableClinicalRecordSourceType(rawValue: "SMARTHealthCard")

    /// A digital COVID certificate of the European Union.
    public static let euDigitalCOVIDCertificate = HKVerifiableClinicalRecordSourceType(
        rawValue: "EUDigitalCOVIDCertificate"
    )
}
