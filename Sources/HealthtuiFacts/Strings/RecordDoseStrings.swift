import HealthKitLocalization

/// The pages of doses of medications.
///
/// Labels are in the first column, which is as wide as the longest of them.
enum RecordDoseStrings {
    static var medication: String { localized("Medication") }
    static var notInList: String { localized("not in your list of medications") }
    static var nickname: String { localized("You call it") }
    static var form: String { localized("Form") }
    static var identifier: String { localized("Identifier") }
    static var status: String { localized("Status") }
    static var taken: String { localized("Taken") }
    static var schedule: String { localized("Schedule") }
    static var due: String { localized("Due") }
    static var dueAmount: String { localized("Due amount") }
    static var code: String { localized("Code") }
    static func code(_ code: String, of system: String) -> String { localized("\(code) of \(system)") }
    /// Replaces a name where there is less room.
    static var notInListShort: String { localized("not in your list") }

    /// The form of a medication, by the end of the name of `HKMedicationGeneralForm`; nil for one without a text yet.
    static func form(_ name: String) -> String? {
        switch name {
        case "Capsule": localized("capsule", context: "medication")
        case "Cream": localized("cream", context: "medication")
        case "Device": localized("device", context: "medication")
        case "Drops": localized("drops", context: "medication")
        case "Foam": localized("foam", context: "medication")
        case "Gel": localized("gel", context: "medication")
        case "Inhaler": localized("inhaler", context: "medication")
        case "Injection": localized("injection", context: "medication")
        case "Liquid": localized("liquid", context: "medication")
        case "Lotion": localized("lotion", context: "medication")
        case "Ointment": localized("ointment", context: "medication")
        case "Patch": localized("patch", context: "medication")
        case "Powder": localized("powder", context: "medication")
        case "Spray": localized("spray", context: "medication")
        case "Suppository": localized("suppository", context: "medication")
        case "Tablet": localized("tablet", context: "medication")
        case "Topical": localized("topical", context: "medication")
        default: nil
        }
    }
}
