import Localization

/// The pages of doses of medications.
///
/// Labels stand in the first column, which is as wide as the longest of them.
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
    /// In the place of a name, where there is less room.
    static var notInListShort: String { localized("not in your list") }
}
