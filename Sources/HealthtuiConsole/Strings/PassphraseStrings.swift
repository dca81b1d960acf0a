import HealthKitLocalization

/// The page on which the store's passphrase is set, changed and removed.
enum PassphraseStrings {
    static var title: String { localized("Passphrase") }
    /// The name of the data in a loading message.
    static var loading: String { localized("the lock") }
    static var isPlain: String { localized("The store isn’t encrypted: whoever has the file can read it.") }
    static var isEncrypted: String { localized("The store is encrypted. A passphrase or the recovery key unlocks it.") }
    /// An operation: its name, its description, and its messages during and after the work.
    typealias Words = (name: String, about: String, working: String, done: String)
    static var set: Words {
        (
            localized("Set a passphrase"),
            localized(
                """
                Encrypts the store. It is closed meanwhile, so no other program may have it open. Copies, backups and \
                exports that were made before stay as they are.
                """
            ),
            localized("Encrypting the store…"),
            localized("the store is encrypted")
        )
    }
    static var change: Words {
        (
            localized("Change the passphrase"),
            localized(
                "Other programs may have the store open. A copy made before still opens with the old passphrase."
            ),
            localized("Changing the passphrase…"),
            localized("the passphrase was changed")
        )
    }
    static var recoveryKey: Words {
        (
            localized("Make a new recovery key"),
            localized("The old recovery key stops working."),
            localized("Making a recovery key…"),
            localized("the old recovery key no longer works")
        )
    }
    static var removal: Words {
        (
            localized("Remove the passphrase"),
            localized(
                """
                Decrypts the store: whoever has the file can read it. It is closed meanwhile, so no other program may \
                have it open.
                """
            ),
            localized("Decrypting the store…"),
            localized("the store is no longer encrypted")
        )
    }
    static var current: String { localized("Passphrase now") }
    static var currentKey: String { localized("Recovery key") }
    static var new: String { localized("New passphrase") }
    static var again: String { localized("The same again") }
    static var weakTitle: String { localized("Weak passphrase") }
    static var weakQuestion: String {
        localized(
            """
            A program that guesses passphrases finds this one. Four or more words that don’t belong together are harder to \
            guess. Use it anyway?
            """
        )
    }
    static var useWeak: String { localized("Use it") }
    /// Behind it is the system's reason.
    static func notJudged(_ reason: String) -> String {
        localized("Whether the passphrase is weak isn’t checked: \(reason)")
    }
    static var dontMatch: String { localized("The passphrases don’t match. Type the new one again.") }
    static var nothingTyped: String { localized("A passphrase has at least one character.") }
    static var removeQuestion: String { localized("Decrypt the store? Whoever has the file can read it then.") }
    static var remove: String { localized("Remove") }
    static func written(_ bytes: Int, of total: Int) -> String {
        localized("\(megabytes(bytes)) of \(megabytes(total)) MB written")
    }
    static var checking: String { localized("reading it back") }
    static func overwritten(_ bytes: Int, of total: Int) -> String {
        localized("overwriting where it lay: \(megabytes(bytes)) of \(megabytes(total)) MB")
    }
    private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 }
    static var unfinished: String { localized("The store is being written anew; stopping leaves it as it was.") }
    static var stopped: String { localized("Stopped. The store is as it was.") }
    static var stopping: String { localized("stopping…") }
    static var keyTitle: String { localized("Recovery key") }
    static var keyShown: String { localized("The recovery key is on the screen, and is shown only this once.") }
    static var keyAbout: String {
        localized("The recovery key unlocks the store when the passphrase is forgotten, and is shown this once:")
    }
    static var keyAdvice: String {
        localized("Write it down and keep it apart from this machine. Who loses both has lost the store.")
    }
    static var keyQuestion: String { localized("Have you written the recovery key down? It isn’t shown again.") }
    static var keyKept: String { localized("I have it") }
    static var keyStay: String { localized("Show it") }
    static func staysLocked(_ reason: String) -> String { localized("The store stays locked for now: \(reason)") }
}
