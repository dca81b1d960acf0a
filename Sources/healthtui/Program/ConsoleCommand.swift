import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiNcurses
import HealthtuiTerminalUI

/// Opens the console.
struct ConsoleCommand: ParsableCommand, TerminalTaking {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Open the console. The default.",
        discussion: """
            With ACCESSIBLE=1 in the environment, the console asks and answers line by line, for screen readers and \
            braille displays.
            """
    )

    @Flag(name: .long, help: "Don't allow changes.")
    var readOnly = false

    @Flag(name: .long, help: "Print all keys, your own included.")
    var printKeys = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Record the session to a new file for healthtui replay, without what you type into fields.",
            valueName: "file"
        )
    )
    var record: String?

    @Flag(
        name: .long,
        help: "With --record: also record what you type into fields (values, names, paths), never a passphrase."
    )
    var recordTyped = false

    @OptionGroup var format: ValueFormatArguments

    @OptionGroup var appearance: AppearanceArguments
    @OptionGroup var store: StoreArguments

    var takesTerminal: Bool { !printKeys && !isLineByLine }

    /// Whether the person wants lines instead of screens.
    private var isLineByLine: Bool {
        let wish = ProcessInfo.processInfo.environment["ACCESSIBLE"] ?? ""
        return !["", "0", "no", "false"].contains(wish.lowercased())
    }

    func validate() throws {
        if format.json, !printKeys {
            throw ValidationError("--json needs --print-keys; other commands print what the screens show")
        }
        try checkRecording()
    }

    private func checkRecording() throws {
        if recordTyped, record == nil { throw ValidationError("--record-typed needs --record") }
        guard let record else { return }
        if record.isEmpty { throw ValidationError("--record needs a file name") }
        if printKeys { throw ValidationError("--record can't be combined with --print-keys") }
        if isLineByLine { throw ValidationError("--record doesn't work with ACCESSIBLE=1") }
    }

    func run() throws {
        var settings = try appearance.settings()
        if printKeys { return try print(settings) }
        LanguageFile.choose(&settings)
        settings.take(MappingFolder.use())
        let asker = store.asker
        let (store, person) = store.console(isReadOnly: readOnly, asker)
        // A problem with the store is reported before the terminal is taken over.
        try open(person)
        let presence = try person.storePath.map { ConsolePresence(storePath: $0) }
        if !readOnly { presence?.announce() }
        let attention = try person.storePath.flatMap { ConsoleAttention(storePath: $0) }
        try withExtendedLifetime(presence) {
            let session = ConsoleSession(
                store: store,
                person: person,
                asker: asker,
                appearance: appearance,
                isReadOnly: readOnly,
                settings: settings,
                attention: attention
            )
            if isLineByLine { return try session.openLineByLine() }
            try session.open(recording: try record.map { (try SessionFile(making: $0), recordTyped) })
        }
    }

    /// Opens the store, and says of one that cannot be written how to look at it all the same.
    private func open(_ person: PersonAccess) throws {
        do {
            if try !person.lockState().isLocked { _ = try person.types() }
        } catch let error as HKError where !readOnly && !error.saysLocked {
            let path = store.path
            // If reading fails too, the first error is the one to report.
            guard (try? store.console(isReadOnly: true, store.asker).person.types()) != nil else { throw error }
            let reason = error.text.hasPrefix(path + ": ") ? String(error.text.dropFirst(path.count + 2)) : error.text
            throw CommandFailure(path, reason + " To look at it without changing it, open it with --read-only.")
        }
    }

    /// Prints the table of keys.
    private func print(_ settings: ConsoleSettings) throws {
        for problem in settings.problems { StandardError.line("healthtui: config.toml: \(problem)") }
        let keys = settings.keyMap()
        guard format.json else { return try StandardOutput.shared.write(keys.printed() + "\n") }
        let rows = keys.bindings.map { binding in
            JSONValue.object([
                ("context", .text(binding.context.name)), ("command", .text(binding.name)),
                ("keys", .texts(binding.keys.map(\.name))), ("help", .text(binding.help)),
                ("writes", .bool(binding.isWriting)),
            ])
        }
        try StandardOutput.shared.line(JSONValue.object([("keys", .array(rows))]).line)
    }
}

extension StoreArguments {
    /// The store for the console.
    func console(isReadOnly: Bool, _ asker: OwnerAsker) -> (store: HKHealthStore, person: PersonAccess) {
        HKHealthStore.person(location: location, isReadOnly: isReadOnly, asker: asker)
    }
}
