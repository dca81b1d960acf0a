/// The pages of doses of medications.
///
/// Labels stand in the first column, which is as wide as the longest of them.
enum RecordDoseStrings {
    static let medication = "Medication"
    static let notInList = "not in your list of medications"
    static let nickname = "You call it"
    static let form = "Form"
    static let identifier = "Identifier"
    static let status = "Status"
    static let taken = "Taken"
    static let schedule = "Schedule"
    static let due = "Due"
    static let dueAmount = "Due amount"
    static let code = "Code"
    static func code(_ code: String, of system: String) -> String { "\(code) of \(system)" }
    /// In the place of a name, where there is less room.
    static let notInListShort = "not in your list"
}
