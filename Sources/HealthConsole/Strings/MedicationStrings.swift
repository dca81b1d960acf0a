import Foundation
import HealthEntry

/// Medications: today's doses, the list, and the form of a new one.
enum MedicationStrings {
    // MARK: The list
    static let title = "Medications"
    static let doseIsDeletedOnItsPage = "a dose is deleted on its page; here a medication is put aside"
    static let putAsideTitle = "Put aside"
    static func putAsideQuestion(_ medication: String) -> String {
        "Take \(medication) off your list? Its doses stay, and adding it again brings it back."
    }
    static let takenAsNeeded = "that dose was taken as needed; delete it on its page if it was not"
    static let notedAlready = "that is noted already"
    static let onlyDueIsSkipped = "only a dose that was due can be skipped"
    static func noted(_ dose: String) -> String { "noted \(dose)" }
    static func notNoted(_ reason: String) -> String { "not noted: \(reason)" }
    static func putAside(_ medication: String) -> String { "put aside \(medication)" }
    static let today = "Today"
    static let noDose = "no dose is due or was taken"
    static let yourMedications = "Your medications"
    static let noMedication = "none; a adds one"
    /// What is being loaded; stands behind that word.
    static let loading = "medications"
    /// Of a dose that has its time now, and of one that has it later today.
    static let due = "due"
    static let later = "later"
    static func taken(_ count: Int, _ due: Int) -> String { "\(count) of \(due) taken" }
    static func last(_ day: String) -> String { "last \(day)" }
    static let neverTaken = "never taken"

    // MARK: The form
    static let newTitle = "New medication"
    static let unfinished = "The medication is not saved."
    static let name = "Name"
    static let nameExample = "Metformin 500 mg"
    static let nickname = "You call it"
    static let nicknameHint = "may be empty"
    static let form = "Form"
    static let formHelp = "It is kept in your list of medications; when you take it, note it there with one key."
    static let nameMissing = "a name is missing"
}
