import HealthKit

/// The page on which the store's passphrase is set, changed and removed.
enum PassphraseStrings {
    static let title = "Passphrase"
    /// What is being loaded; stands behind that word.
    static let loading = "the lock"
    static let isPlain = "The store isn’t encrypted: whoever has the file can read it."
    static let isEncrypted = "The store is encrypted. A passphrase or the recovery key unlocks it."
    static func name(_ task: PassphraseTask) -> String {
        switch task {
        case .set: "Set a passphrase"
        case .change: "Change the passphrase"
        case .recoveryKey: "Make a new recovery key"
        case .remove: "Remove the passphrase"
        }
    }
    static func about(_ task: PassphraseTask) -> String {
        switch task {
        case .set:
            "Encrypts the store. It is closed meanwhile, so no other program may have it open. Copies, backups and exports "
                + "that were made before stay as they are."
        case .change:
            "Other programs may have the store open. A copy made before still opens with the old passphrase."
        case .recoveryKey: "The old recovery key stops working."
        case .remove:
            "Decrypts the store: whoever has the file can read it. It is closed meanwhile, so no other program may have it "
                + "open."
        }
    }
    static func label(_ step: PassphraseTask.Step, _ kind: StoreSecret.Kind) -> String {
        switch step {
        case .current: kind == .passphrase ? "Passphrase now" : "Recovery key"
        case .new: "New passphrase"
        case .again: "The same again"
        }
    }
    static let dontMatch = "The passphrases don’t match. Type the new one again."
    static let nothingTyped = "A passphrase has at least one character."
    static let removeQuestion = "Decrypt the store? Whoever has the file can read it then."
    static let remove = "Remove"
    static func working(_ task: PassphraseTask) -> String {
        switch task {
        case .set: "Encrypting the store…"
        case .change: "Changing the passphrase…"
        case .recoveryKey: "Making a recovery key…"
        case .remove: "Decrypting the store…"
        }
    }
    static func progress(_ step: StorePassphrase.Step) -> String {
        switch step {
        case .writing(let done, let total): "\(megabytes(done)) of \(megabytes(total)) MB written"
        case .checking: "reading it back"
        case .overwriting(let done, let total):
            "overwriting where it lay: \(megabytes(done)) of \(megabytes(total)) MB"
        }
    }
    private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 }
    static func done(_ task: PassphraseTask) -> String {
        switch task {
        case .set: "the store is encrypted"
        case .change: "the passphrase was changed"
        case .recoveryKey: "the old recovery key no longer works"
        case .remove: "the store is no longer encrypted"
        }
    }
    static let unfinished = "The store is being written anew; stopping leaves it as it was."
    static let stopped = "Stopped. The store is as it was."
    static let stopping = "stopping…"
    static let keyTitle = "Recovery key"
    static let keyShown = "The recovery key is on the screen, and is shown only this once."
    static let keyAbout = "It unlocks the store when the passphrase is forgotten, and is shown this once."
    static let keyAdvice = "Write it down and keep it apart from this machine. Who loses both has lost the store."
    static let keyQuestion = "Have you written the recovery key down? It isn’t shown again."
    static let keyKept = "I have it"
    static let keyStay = "Show it"
    static func staysLocked(_ reason: String) -> String { "The store stays locked for now: \(reason)" }
}
