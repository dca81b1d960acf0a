import Foundation

/// The form a medication comes in.
public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKMedicationGeneralForm {
    /// Capsule.
    public static let capsule = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormCapsule")

    /// Cream.
    public static let cream = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormCream")

    /// A device that gives the medication.
    public static let device = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormDevice")

    /// Drops.
    public static let drops = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormDrops")

    /// Foam.
    public static let foam = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormFoam")

    /// Gel.
    public static let gel = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormGel")

    /// Inhaler.
    public static let inhaler = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormInhaler")

    /// Injection.
    public static let injection = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormInjection")

    /// Liquid.
    public static let liquid = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormLiquid")

    /// Lotion.
    public static let lotion = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormLotion")

    /// Ointment.
    public static let ointment = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormOintment")

    /// Patch.
    public static let patch = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormPatch")

    /// Powder.
    public static let powder = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormPowder")

    /// Spray.
    public static let spray = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormSpray")

    /// Suppository.
    public static let suppository = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormSuppository")

    /// Tablet.
    public static let tablet = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormTablet")

    /// Any form put on the skin.
    public static let topical = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormTopical")

    /// A form that is not known.
    public static let unknown = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormUnknown")
}
