import ArgumentParser
import Foundation
import Glibc
import HealthKit
import HealthtuiFacts

/// The PIN that a service requires for an unencrypted store.
struct PINCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Set or remove the PIN that a service asks for before it acts for you.",
        discussion: """
            A service that runs as a user of its own asks for a secret before it shows, changes or deletes anything for you: \
            the passphrase of an encrypted store, the PIN of a plain one. Adding and importing need none. Until there is a \
            PIN, what needs one is refused. After 5 wrong ones there is a wait, which grows to a minute; a terminal in which \
            it was given once has a count of its own.
            """,
        subcommands: [SetPINCommand.self, RemovePINCommand.self, PINStatusCommand.self, EndWaitCommand.self]
    )
}

/// Sets the PIN.
struct SetPINCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the PIN, or change it.",
        discussion: """
            Asks for the PIN that there is, then twice for the new one, without showing them. A PIN has at least 4 characters; \
            any will do.
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp("Read the new PIN from the first line of a file instead of asking.", valueName: "file")
    )
    var newPinFile: String?

    @OptionGroup var store: StoreArguments

    func run() throws {
        let person = store.open()
        let current = try store.currentPIN(person)
        try person.setPIN(new(), current: current)
        try StandardOutput.shared.line("PIN set")
    }

    private func new() throws -> StoreSecret {
        var arguments = SecretArguments()
        (arguments.passphraseFile, arguments.passphraseFd) = (newPinFile, nil)
        let first = try arguments.secret(.passphrase, prompt: "New PIN: ", isPIN: true)
        guard newPinFile == nil else { return first }
        guard
            try StorePassphrase.areEqual(first, arguments.secret(.passphrase, prompt: "The same again: ", isPIN: true))
        else {
            throw CommandFailure("PIN", "the PINs don't match; nothing was changed")
        }
        return first
    }
}

/// Removes the PIN.
struct RemovePINCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the PIN: the service asks for none from now on.",
        discussion: "Any program of yours can then use healthtui to read your data and to give apps permissions."
    )

    @OptionGroup var store: StoreArguments

    func run() throws {
        let person = store.open()
        try person.setPIN(nil, current: store.currentPIN(person))
        try StandardOutput.shared.line("PIN removed; the service asks for none")
    }
}

/// Ends the wait after wrong PINs.
struct EndWaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-wait",
        abstract: "End the wait after wrong PINs or passphrases, as root.",
        discussion: """
            For the service of a person, as make install-service sets it up, or the one that --store names. The next PIN or \
            passphrase is checked at once.
            """
    )

    @Option(name: .long, help: ArgumentHelp("Whose service it is.", valueName: "name"))
    var user: String?

    @OptionGroup var store: StoreArguments

    func validate() throws {
        if (user == nil) == (store.store == nil) { throw ValidationError("name the person with --user") }
    }

    func run() throws {
        guard geteuid() == 0 else { throw CommandFailure("pin end-wait", "only root can do this") }
        var store = store
        if let user {
            guard let number = UserNames.user(named: user) else { throw CommandFailure(user, "no such user") }
            store.store = "unix:" + InstalledService().socket(of: number)
        }
        try store.open().endSecretWait()
        try StandardOutput.shared.line("The next PIN or passphrase is checked at once")
    }
}

/// Shows whether the service requires a PIN.
struct PINStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what the service asks for."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let state = try store.open().pinState()
        if format.json {
            return try StandardOutput.shared.line(JSONValue.object([("asks", .text(state.rawValue))]).line)
        }
        let text =
            switch state {
            case .passphrase: "The service asks for the store's passphrase"
            case .set: "The service asks for the PIN"
            case .unset: "No PIN is set; the service refuses what needs one. Set it with: healthtui pin set"
            case .off: "The service asks for no PIN, as you decided"
            case .unasked: "Nothing is asked for: the store is open as you"
            }
        try StandardOutput.shared.line(text)
    }
}

extension StoreArguments {
    /// The current PIN, typed by the person; `nil` if there is none.
    ///
    /// - Throws: ``CommandFailure`` where none can be set.
    fileprivate func currentPIN(_ person: PersonAccess) throws -> StoreSecret? {
        switch try person.pinState() {
        case .set: return try secret.secret(.passphrase, prompt: "PIN: ", isPIN: true)
        case .unset, .off: return nil
        case .passphrase: throw CommandFailure(path, "encrypted; the service asks for its passphrase, and needs no PIN")
        case .unasked:
            throw CommandFailure(
                path,
                "no service that asks for a PIN has the store open; see healthtui serve --require-secret"
            )
        }
    }
}
