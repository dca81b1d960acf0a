import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The screen of a locked store.
enum LockStrings {
    static var tooLong: String { localized("this is longer than a passphrase can be") }
    static var cannotBeGuarded: String {
        localized("nothing can be typed here: the system has no memory that can be locked")
    }
    static var title: String { localized("Locked") }
    static var passphrase: String { localized("Passphrase") }
    static var recoveryKey: String { localized("Recovery key") }
    /// The rules while the store is locked.
    static var note: String { localized("apps may add; nobody can read") }
    static var unlocking: String { localized("unlocking…") }
    /// Since when the store is locked, as `14:20`, and how many saves wait.
    static func facts(lockedAt clock: String?, waiting: Int) -> String {
        let count = NumberText.text(waiting)
        guard let clock else {
            if waiting == 0 { return localized("store locked") }
            return plural(
                waiting,
                one: "store locked; \(count) save waits, sealed",
                other: "store locked; \(count) saves wait, sealed"
            )
        }
        if waiting == 0 { return localized("store locked at \(clock)") }
        return plural(
            waiting,
            one: "store locked at \(clock); \(count) save waits, sealed",
            other: "store locked at \(clock); \(count) saves wait, sealed"
        )
    }
}
