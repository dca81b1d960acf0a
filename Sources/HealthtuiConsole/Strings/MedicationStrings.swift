import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Medications: today's doses, the list, and the form of a new one.
enum MedicationStrings {
    // MARK: The list
    static var title: String { localized("Medications") }
    static var doseIsDeletedOnItsPage: String {
        localized("a dose is deleted on its page; here a medication is put aside")
    }
    static var putAsideTitle: String { localized("Put aside") }
    static func putAsideQuestion(_ medication: String) -> String {
        localized("Take \(medication) off your list? Its doses stay, and adding it again brings it back.")
    }
    static var takenAsNeeded: String { localized("that dose was taken as needed; delete it on its page if it was not") }
    static var notedAlready: String { localized("that is noted already") }
    static var onlyDueIsSkipped: String { localized("only a dose that was due can be skipped") }
    static func noted(_ dose: String) -> String { localized("noted \(dose)") }
    static func notNoted(_ reason: String) -> String { localized("not noted: \(reason)") }
    static func putAside(_ medication: String) -> String { localized("put aside \(medication)") }
    static var today: String { localized("Today") }
    static var noDose: String { localized("no dose is due or was taken") }
    static var yourMedications: String { localized("Your medications") }
    static var noMedication: String { localized("none; a adds one") }
    /// The name of the data in a loading message.
    static var loading: String { localized("medications") }
    /// Of a dose that has its time now, and of one that has it later today.
    static var due: String { localized("due") }
    static var later: String { localized("later") }
    static func taken(_ count: Int, _ due: Int) -> String { localized("\(count) of \(due) taken") }
    static func last(_ day: String) -> String { localized("last \(day)") }
    static var neverTaken: String { localized("never taken") }

    // MARK: The form
    static var newTitle: String { localized("New medication") }
    static var unfinished: String { localized("The medication is not saved.") }
    static var name: String { localized("Name") }
    static var nameExample: String { localized("Metformin 500 mg") }
    static var nickname: String { localized("You call it") }
    static var nicknameHint: String { localized("may be empty") }
    static var form: String { localized("Form") }
    static var formHelp: String {
        localized("It is kept in your list of medications; when you take it, note it there with one key.")
    }
    static var nameMissing: String { localized("a name is missing") }
}
