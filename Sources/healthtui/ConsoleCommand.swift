import ArgumentParser
import Foundation
import HealthConsole
import HealthExchange
import HealthKit
import NcursesTerminal
import TerminalUI

/// Opens the console.
struct ConsoleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Open the console; so does healthtui alone."
    )

    @Flag(name: .long, help: "Hide and block every key that writes.")
    var readOnly = false

    @Flag(name: .long, help: "Print the table of keys and end.")
    var printKeys = false

    @OptionGroup var look: LookArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
        if printKeys {
            try StandardOutput.shared.write(KeyTable.printed() + "\n")
            return
        }
        let (store, person) = store.console(isReadOnly: readOnly)
        // What is wrong with the store is told before the terminal is taken.
        _ = try person.types()
        let presence = try person.storePath.map { ConsolePresence(storePath: $0) }
        if !readOnly { _ = presence?.announce() }
        try ConsoleSession(store: store, person: person, look: look, isReadOnly: readOnly).open()
    }
}

/// How the console looks.
struct LookArguments: ParsableArguments {
    @Flag(name: .long, help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(name: .long, inversion: .prefixedNo, help: "Use the mouse.")
    var mouse = true
}

/// The console, or a request's sheet, on this terminal.
struct ConsoleSession {
    let store: HKHealthStore
    let person: PersonAccess
    let look: LookArguments
    let isReadOnly: Bool

    func open() throws {
        try onTerminal { terminal in
            let program = ConsoleProgram(environment(terminal.theme))
            _ = Runtime(program, on: terminal).run(program.initialState)
        }
    }

    /// Shows the sheet of a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether it was answered.
    /// - Throws: ``TerminalError`` when there is no terminal to show it on.
    func answer(_ request: AuthorizationRequest) throws -> Bool {
        try onTerminal { terminal in
            let program = AuthorizeProgram(request, environment(terminal.theme))
            return Runtime(program, on: terminal).run(program.initialState).wasAnswered
        }
    }

    private func onTerminal<T>(_ body: (NcursesTerminal) throws -> T) throws -> T {
        let terminal = try NcursesTerminal(options: .init(asciiOnly: look.ascii, mouse: look.mouse))
        defer { terminal.close() }
        return try body(terminal)
    }

    private func environment(_ theme: Theme) -> ConsoleEnvironment {
        ConsoleEnvironment(
            store: store,
            person: person,
            theme: theme,
            isReadOnly: isReadOnly,
            importFile: ExchangeImport.importer(for: person)
        )
    }
}

extension StoreArguments {
    /// The store for the console.
    func console(isReadOnly: Bool) -> (store: HKHealthStore, person: PersonAccess) {
        HKHealthStore.person(location: location, isReadOnly: isReadOnly)
    }
}
