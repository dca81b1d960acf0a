import Foundation
import HealthEntry

/// The screen of a locked store.
enum LockStrings {
    static let tooLong = "this is longer than a passphrase can be"
    static let cannotBeGuarded = "nothing can be typed here: the system has no memory that can be locked"
    static let title = "Locked"
    static let passphrase = "Passphrase"
    static let recoveryKey = "Recovery key"
    /// What holds while the store is locked.
    static let note = "apps may add; nobody can read"
    static let unlocking = "unlocking…"
    /// Since when the store is locked, as `14:20`, and how many saves wait.
    static func facts(lockedAt clock: String?, waiting: Int) -> String {
        let when = clock.map { "store locked at \($0)" } ?? "store locked"
        let saves = NumberText.count(waiting, "save")
        return waiting == 0 ? when : "\(when); \(saves) \(waiting == 1 ? "waits" : "wait"), sealed"
    }
}
