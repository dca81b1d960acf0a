import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The person's profile: characteristics, goals, units, the lock and the guest.
enum ProfileStrings {
    // MARK: The page
    static var title: String { localized("Profile") }
    static var guestUses: String { localized("a guest uses the machine: apps change nothing") }
    static var noGuestUses: String { localized("no guest uses the machine") }
    /// The name of the data in a loading message.
    static var loading: String { localized("your profile") }
    static var notSet: String { localized("not set") }
    /// Which sources do not count; `count` is how many `names` there are.
    static func doNotCount(_ names: String, _ count: Int) -> String {
        plural(count, one: "\(names) does not count", other: "\(names) do not count")
    }
    static var you: String { localized("You") }
    static var goalsAndZones: String { localized("Rings and zones") }
    static var typeGoals: String { localized("Goals") }
    static var thisStore: String { localized("This store") }
    static var sourcesLeftOut: String { localized("Sources left out") }
    static var units: String { localized("Units") }
    static var notEncrypted: String { localized("not encrypted; Enter sets a passphrase") }
    static var notEncryptedReadOnly: String { localized("not encrypted") }
    static var encryptedReadOnly: String { localized("encrypted; Ctrl-K locks it") }
    static var encrypted: String { localized("encrypted; Ctrl-K locks it, Enter changes the passphrase") }
    static var locked: String { localized("locked") }
    static var lock: String { localized("Lock") }
    static var guest: String { localized("Guest") }
    static var somebodyElse: String { localized("somebody else uses the machine: apps change nothing") }
    static var nobodyElse: String { localized("nobody else uses the machine") }
    static func years(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) year", other: "\(NumberText.text(count)) years")
    }
    static func energy(_ kilocalories: String) -> String { localized("\(kilocalories) kcal") }
    static func moving(_ minutes: String) -> String { localized("\(minutes) min moving") }
    static func exercise(_ minutes: String) -> String { localized("\(minutes) min exercise") }
    static func standing(_ hours: String) -> String { localized("\(hours) h standing") }
    static var guestLeavesQuestion: String { localized("Let apps change your health data again?") }
    static var iAmBack: String { localized("I am back") }

    // MARK: The forms
    static var aboutYou: String { localized("About You") }
    static func unitOf(_ type: String) -> String { localized("Unit of \(type)") }
    static var unfinished: String { localized("What you changed of your profile is not saved.") }
    static var savedWithUndo: String { localized("saved; u takes it back") }
    static var birthHelp: String {
        localized(
            "A date of birth is written \(DateStrings.typedBirthday). Typing chooses, and so do the arrows."
        )
    }
    static var appsHelp: String { localized("Apps read these only where you let them.") }
    static var unitHelp: String {
        localized("Every screen follows at once, and so do apps that ask which unit you prefer. Typing chooses.")
    }
    static var unit: String { localized("Unit") }
    static func asUsual(_ unit: String) -> String { localized("as usual (\(unit))") }
}
