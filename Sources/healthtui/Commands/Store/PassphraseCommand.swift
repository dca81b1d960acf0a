import ArgumentParser
import Foundation
import HealthKit

/// The passphrase of the store: encrypts it, and makes it plain again.
struct PassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase",
        abstract: "Encrypt the store with a passphrase, change the passphrase, or remove it.",
        discussion: """
            Asks for passphrases without showing them. Scripts pass them in a file, never as an argument. Exits with \
            1, and changes nothing, if the passphrase is wrong or another program has the store open that must not.
            """,
        subcommands: [
            SetPassphraseCommand.self, ChangePassphraseCommand.self, RemovePassphraseCommand.self,
            RecoveryKeyCommand.self, AcceptFileCommand.self,
        ]
    )
}

/// The store of a command, and the secret that unlocks it now.
struct UnlockingArguments: ParsableArguments {
    @Flag(name: .long, help: "Use the recovery key instead of the passphrase.")
    var recoveryKey = false

    @OptionGroup var store: StoreArguments

    /// Reads the passphrase or the recovery key, or asks for it.
    ///
    /// - Returns: The secret.
    /// - Throws: ``CommandFailure`` if there is none.
    func read() throws -> StoreSecret {
        try store.secret.secret(
            recoveryKey ? .recoveryKey : .passphrase,
            prompt: recoveryKey ? "Recovery key: " : "Passphrase: "
        )
    }

    /// The passphrase of the store.
    ///
    /// - Returns: Its operations.
    /// - Throws: ``CommandFailure`` for a store without one.
    func passphrase() throws -> StorePassphrase {
        let path = try store.existingPath()
        let passphrase = StorePassphrase(path: path)
        guard try passphrase.isSet else {
            throw CommandFailure(path, "not encrypted; healthtui passphrase set encrypts it")
        }
        return passphrase
    }
}

/// A progress line for rewriting the store.
struct RewritingLine {
    private let line = ProgressLine()

    /// Does the work and shows the line meanwhile.
    /// - Throws: Any error that `work` throws.
    func during<T>(_ work: ((StorePassphrase.Step) -> Void) throws -> T) rethrows -> T {
        defer { line.clear() }
        return try work { line.show(Self.text($0)) }
    }

    static func text(_ step: StorePassphrase.Step) -> String {
        switch step {
        case .writing(let done, let total): "\(megabytes(done)) of \(megabytes(total)) MB written"
        case .checking: "reading it back"
        case .overwriting(let done, let total):
            "overwriting where it lay: \(megabytes(done)) of \(megabytes(total)) MB"
        }
    }

    private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 }
}

/// The new passphrase of a command, which needs one besides another secret.
struct NewSecretArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the new passphrase from the first line of a file instead of asking.",
            valueName: "file"
        )
    )
    var newPassphraseFile: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the new passphrase from the first line of an open file descriptor.",
            valueName: "number"
        )
    )
    var newPassphraseFd: Int32?

    func validate() throws {
        if newPassphraseFile != nil, newPassphraseFd != nil {
            throw ValidationError("--new-passphrase-file and --new-passphrase-fd can't be used together")
        }
        if let newPassphraseFd, newPassphraseFd < 0 {
            throw ValidationError("--new-passphrase-fd must be 0 or greater")
        }
    }

    /// Reads the new passphrase, or asks for it.
    ///
    /// - Returns: The passphrase.
    /// - Throws: ``CommandFailure`` if there is none, and if the repeated input differs.
    func secret() throws -> StoreSecret { try NewSecret.read(newPassphraseFile, newPassphraseFd) }
}

/// A new passphrase, typed twice because it isn't shown.
enum NewSecret {
    static func read(_ file: String?, _ descriptor: Int32?) throws -> StoreSecret {
        var arguments = SecretArguments()
        (arguments.passphraseFile, arguments.passphraseFd) = (file, descriptor)
        let first = try arguments.secret(.passphrase, prompt: "New passphrase: ")
        try StorePassphrase.require(first)
        try judge(first, asks: file == nil && descriptor == nil)
        guard file == nil, descriptor == nil else { return first }
        guard try StorePassphrase.areEqual(first, arguments.secret(.passphrase, prompt: "The same again: ")) else {
            throw CommandFailure("passphrase", "the passphrases don't match; nothing was changed")
        }
        return first
    }
}

extension NewSecret {
    /// Warns of a weak passphrase, and asks whether to use it, if there is a terminal.
    private static func judge(_ secret: StoreSecret, asks: Bool) throws {
        switch PassphraseStrength(secret) {
        case .good: return
        case .unknown(let reason):
            StandardError.line("healthtui: whether the passphrase is weak isn't checked: \(reason.printable)")
        case .weak:
            let text = "The passphrase is weak: a program that guesses passphrases finds it."
            guard asks else { return StandardError.line("healthtui: \(text)") }
            guard try Confirmation.ask("\(text) Use it anyway?") else {
                throw CommandFailure(
                    "passphrase",
                    "nothing was changed; choose four or more words that don't belong together"
                )
            }
        }
    }
}

/// The text about a recovery key, the one time that it is shown.
enum RecoveryKeyText {
    static func show(_ key: String) throws {
        let output = StandardOutput.shared
        try output.line("Recovery key, shown this once; it unlocks the store when the passphrase is forgotten:")
        try output.line("")
        try output.line("    \(key)")
        try output.line("")
        try output.line("Write it down and keep it apart from this machine. Who loses both has lost the store.")
    }
}

/// Encrypts a plain store.
struct SetPassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Encrypt the store and print its recovery key once.",
        discussion: """
            The store is written anew beside itself, read back, and moved to its place; a crash, or ^C, leaves one or the \
            other. Where the plain file lay is overwritten, which is no promise: a disk may keep traces of it, and copies, \
            backups and exports that were made before stay as they are. While another program has the store open nothing \
            is done.
            """
    )

    @OptionGroup var store: StoreArguments

    func run() throws {
        let path = try store.existingPath()
        let passphrase = StorePassphrase(path: path)
        if try passphrase.isSet {
            throw CommandFailure(path, "already encrypted; healthtui passphrase change changes the passphrase")
        }
        let new = try NewSecret.read(store.secret.passphraseFile, store.secret.passphraseFd)
        let key = try RewritingLine().during { try passphrase.set(new, progress: $0) }
        try StandardOutput.shared.line("\(path.printable): encrypted")
        try RecoveryKeyText.show(key)
        try StandardOutput.shared.line("healthtui unlock opens the store for your programs.")
        try StandardOutput.shared.line("Copies, backups and exports that were made before are still plain.")
    }
}

/// Puts another passphrase in place of the one there is.
struct ChangePassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Give the store another passphrase.",
        discussion: """
            Without --new-key only the passphrase changes, and other programs may have the store open. That protects from \
            someone who learned the old passphrase and has no copy of the store. Someone who has a copy from before, such \
            as a backup, opens it with the old passphrase, and with the key in it also reads what is written to the store \
            from now on.

            With --new-key the whole store is encrypted anew with another key, and another recovery key is printed. Then \
            such a copy opens nothing but itself. It takes as long as passphrase set, and no other program may have the \
            store open.
            """
    )

    @Flag(name: .long, help: "Encrypt the store with another key too, and print another recovery key.")
    var newKey = false

    @OptionGroup var unlocking: UnlockingArguments
    @OptionGroup var new: NewSecretArguments

    func run() throws {
        let passphrase = try unlocking.passphrase()
        let old = try unlocking.read()
        let output = StandardOutput.shared
        guard newKey else {
            try passphrase.change(from: old, to: new.secret())
            try output.line("\(passphrase.path.printable): the passphrase was changed")
            try output.line(
                "Copies made before still open with the old one. With --new-key they say nothing of new data."
            )
            return
        }
        let secret = try new.secret()
        let key = try RewritingLine().during { try passphrase.renewKey(from: old, to: secret, progress: $0) }
        try output.line("\(passphrase.path.printable): encrypted with another key")
        try RecoveryKeyText.show(key)
        try output.line("healthtui unlock opens the store for your programs.")
        try output.line("Copies made before open with the old passphrase, and open nothing but themselves.")
    }
}

/// Accepts a file that is in the place of an encrypted store.
struct AcceptFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept an unencrypted file, or none, where an encrypted store was.",
        discussion: """
            Your programs remember which stores are encrypted. When a file that isn't encrypted takes the place of one, they \
            refuse to use it, as someone may have put it there to get what apps save. If you made the change yourself, this \
            command accepts it. It isn't needed after passphrase remove and restore. Without --yes it asks.
            """
    )

    @Flag(name: .long, help: "Accept without asking.")
    var yes = false

    @OptionGroup var store: StoreArguments

    func run() throws {
        let path = try store.filePath()
        let passphrase = StorePassphrase(path: path)
        guard try passphrase.isReplaced else {
            throw CommandFailure(
                path,
                "there is nothing to accept: no encrypted store is remembered here, or it is in place"
            )
        }
        if !yes {
            guard try Confirmation.ask("Was \(path) replaced or removed by you?") else {
                throw CommandFailure(path, "nothing was changed")
            }
        }
        _ = passphrase.accept()
        try StandardOutput.shared.line("\(path.printable): accepted")
        if FileManager.default.fileExists(atPath: path) {
            try StandardOutput.shared.line("It isn't encrypted. Encrypt it with: healthtui passphrase set")
        }
    }
}

/// Makes the store plain.
struct RemovePassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Decrypt the store: whoever has the file can read it.",
        discussion: """
            The store is written anew, as by passphrase set; a crash, or ^C, leaves one or the other. While another program \
            has the store open nothing is done.
            """
    )

    @OptionGroup var unlocking: UnlockingArguments

    func run() throws {
        let passphrase = try unlocking.passphrase()
        let secret = try unlocking.read()
        try RewritingLine().during { try passphrase.remove(with: secret, progress: $0) }
        try StandardOutput.shared.line("\(passphrase.path.printable): it is plain now")
    }
}

/// Puts another recovery key in place of the one there is.
struct RecoveryKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery-key",
        abstract: "Replace the recovery key and print the new one once. The old one stops working."
    )

    @OptionGroup var unlocking: UnlockingArguments

    func run() throws {
        let passphrase = try unlocking.passphrase()
        try RecoveryKeyText.show(passphrase.renewRecoveryKey(with: unlocking.read()))
    }
}
