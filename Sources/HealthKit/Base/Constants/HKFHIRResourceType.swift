import Foundation

/// The kind of resource that a FHIR document holds.
public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKFHIRResourceType {
    /// A resource of the kind `AllergyIntolerance`.
    public static let allergyIntolerance = HKFHIRResourceType(rawValue: "AllergyIntolerance")

    /// A resource of the kind `Condition`.
    public static let condition = HKFHIRResourceType(rawValue: "Condition")

    /// A resource of the kind `Coverage`.
    public static let coverage = HKFHIRResourceType(rawValue: "Coverage")

    /// A resource of the kind `DiagnosticReport`.
    public static let diagnosticReport = HKFHIRResourceType(rawValue: "DiagnosticReport")

    /// A resource of the kind `DocumentReference`.
    public static let documentReference = HKFHIRResourceType(rawValue: "DocumentReference")

    /// A resource of the kind `Immunization`.
    public static let immunization = HKFHIRResourceType(rawValue: "Immunization")

    /// A resource of the kind `MedicationDispense`.
    public static let medicationDispense = HKFHIRResourceType(rawValue: "MedicationDispense")

    /// A resource of the kind `MedicationOrder`.
    public static let medicationOrder = HKFHIRResourceType(rawValue: "MedicationOrder")

    /// A resource of the kind `MedicationRequest`.
    public static let medicationRequest = HKFHIRResourceType(rawValue: "MedicationRequest")

    /// A resource of the kind `MedicationStatement`.
    public static let medicationStatement = HKFHIRResourceType(rawValue: "MedicationStatement")

    /// A resource of the kind `Observation`.
    public static let observation = HKFHIRResourceType(rawValue: "Observation")

    /// A resource of the kind `Procedure`.
    public static let procedure = HKFHIRResourceType(rawValue: "Procedure")
}
