import Foundation
import HealthEntry

/// The person's profile: characteristics, goals, units, the lock and the guest.
enum ProfileStrings {
    // MARK: The page
    static let title = "Profile"
    static let guestUses = "a guest uses the machine: apps change nothing"
    static let noGuestUses = "no guest uses the machine"
    /// What is being loaded; stands behind that word.
    static let loading = "your profile"
    static let notSet = "not set"
    /// Which sources do not count; `count` is how many `names` there are.
    static func doNotCount(_ names: String, _ count: Int) -> String {
        "\(names) \(count == 1 ? "does" : "do") not count"
    }
    static let you = "You"
    static let goalsAndZones = "Goals and zones"
    static let thisStore = "This store"
    static let sourcesLeftOut = "Sources left out"
    static let units = "Units"
    static let notEncrypted = "not encrypted; Enter sets a passphrase"
    static let encrypted = "encrypted; Ctrl-K locks it, Enter changes the passphrase"
    static let locked = "locked"
    static let lock = "Lock"
    static let guest = "Guest"
    static let somebodyElse = "somebody else uses the machine: apps change nothing"
    static let nobodyElse = "nobody else uses the machine"
    static func years(_ count: Int) -> String { NumberText.count(count, "year") }
    static func energy(_ kilocalories: String) -> String { "\(kilocalories) kcal" }
    static func moving(_ minutes: String) -> String { "\(minutes) min moving" }
    static func exercise(_ minutes: String) -> String { "\(minutes) min exercise" }
    static func standing(_ hours: String) -> String { "\(hours) h standing" }
    static let guestLeavesQuestion = "Let apps change your health data again?"
    static let iAmBack = "I am back"

    // MARK: The forms
    static let aboutYou = "About You"
    static func unitOf(_ type: String) -> String { "Unit of \(type)" }
    static let unfinished = "What you changed of your profile is not saved."
    static let savedWithUndo = "saved; u takes it back"
    static let birthHelp = "A date of birth is written 1990-12-10. Typing chooses, and so do the arrows."
    static let appsHelp = "Apps read these only where you let them."
    static let unitHelp = "Every screen follows at once, and so do apps that ask which unit you prefer. Typing chooses."
    static let unit = "Unit"
    static func asUsual(_ unit: String) -> String { "as usual (\(unit))" }
}
