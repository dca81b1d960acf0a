import Foundation

/// The identifier of a type of clinical records.
public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKClinicalTypeIdentifier {
    /// Allergy records, as FHIR resources.
    public static let allergyRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierAllergyRecord")

    /// Clinical note records, as FHIR resources.
    public static let clinicalNoteRecord = HKClinicalTypeIdentifier(
        rawValue: "HKClinicalTypeIdentifierClinicalNoteRecord"
    )

    /// Condition records, as FHIR resources.
    public static let conditionRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierConditionRecord")

    /// Coverage records, as FHIR resources.
    public static let coverageRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierCoverageRecord")

    /// Immunization records, as FHIR resources.
    public static let immunizationRecord = HKClinicalTypeIdentifier(
        rawValue: "HKClinicalTypeIdentifierImmunizationRecord"
    )

    /// Lab result records, as FHIR resources.
    public static let labResultRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierLabResultRecord")

    /// Medication records, as FHIR resources.
    public static let medicationRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierMedicationRecord")

    /// Procedure records, as FHIR resources.
    public static let procedureRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierProcedureRecord")

    /// Vital sign records, as FHIR resources.
    public static let vitalSignRecord = HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierVitalSignRecord")
}
