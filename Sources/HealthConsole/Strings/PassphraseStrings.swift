/// The page on which the store's passphrase is set, changed and removed.
enum PassphraseStrings {
    static let title = "Passphrase"
    /// What is being loaded; stands behind that word.
    static let loading = "the lock"
    static let isPlain = "The store isn’t encrypted: whoever has the file can read it."
    static let isEncrypted = "The store is encrypted. A passphrase or the recovery key unlocks it."
    /// What can be done: its name, what it means, what is said while it is done and once it is.
    typealias Words = (name: String, about: String, working: String, done: String)
    static let set: Words = (
        "Set a passphrase",
        "Encrypts the store. It is closed meanwhile, so no other program may have it open. Copies, backups and exports that "
            + "were made before stay as they are.",
        "Encrypting the store…",
        "the store is encrypted"
    )
    static let change: Words = (
        "Change the passphrase",
        "Other programs may have the store open. A copy made before still opens with the old passphrase.",
        "Changing the passphrase…",
        "the passphrase was changed"
    )
    static let recoveryKey: Words = (
        "Make a new recovery key",
        "The old recovery key stops working.",
        "Making a recovery key…",
        "the old recovery key no longer works"
    )
    static let removal: Words = (
        "Remove the passphrase",
        "Decrypts the store: whoever has the file can read it. It is closed meanwhile, so no other program may have it open.",
        "Decrypting the store…",
        "the store is no longer encrypted"
    )
    static let current = "Passphrase now"
    static let currentKey = "Recovery key"
    static let new = "New passphrase"
    static let again = "The same again"
    static let dontMatch = "The passphrases don’t match. Type the new one again."
    static let nothingTyped = "A passphrase has at least one character."
    static let removeQuestion = "Decrypt the store? Whoever has the file can read it then."
    static let remove = "Remove"
    static func written(_ bytes: Int, of total: Int) -> String {
        "\(megabytes(bytes)) of \(megabytes(total)) MB written"
    }
    static let checking = "reading it back"
    static func overwritten(_ bytes: Int, of total: Int) -> String {
        "overwriting where it lay: \(megabytes(bytes)) of \(megabytes(total)) MB"
    }
    private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 }
    static let unfinished = "The store is being written anew; stopping leaves it as it was."
    static let stopped = "Stopped. The store is as it was."
    static let stopping = "stopping…"
    static let keyTitle = "Recovery key"
    static let keyShown = "The recovery key is on the screen, and is shown only this once."
    static let keyAbout = "The recovery key unlocks the store when the passphrase is forgotten, and is shown this once:"
    static let keyAdvice = "Write it down and keep it apart from this machine. Who loses both has lost the store."
    static let keyQuestion = "Have you written the recovery key down? It isn’t shown again."
    static let keyKept = "I have it"
    static let keyStay = "Show it"
    static func staysLocked(_ reason: String) -> String { "The store stays locked for now: \(reason)" }
}
