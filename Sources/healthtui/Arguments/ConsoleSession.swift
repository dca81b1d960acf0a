import ArgumentParser
import Foundation
import HealthConsole
import HealthExchange
import HealthKit
import NcursesTerminal
import TerminalUI

/// How the console looks.
struct LookArguments: ParsableArguments {
    @Flag(name: .long, help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(name: .long, inversion: .prefixedNo, help: "Use the mouse; by default it is used.")
    var mouse: Bool?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Settings: keys, theme, mouse, first screen, units. By default $XDG_CONFIG_HOME/healthtui/config.toml, else \
            ~/.config/healthtui/config.toml.
            """,
            valueName: "file"
        )
    )
    var config: String?

    /// The person's settings; a file that was named has to be there.
    func settings() throws -> ConsoleSettings {
        if let config { return try SettingsFile.read(config) }
        return try SettingsFile.readStandard()
    }
}

/// The console, or a request's sheet, on this terminal.
struct ConsoleSession {
    let store: HKHealthStore
    let person: PersonAccess
    let look: LookArguments
    let isReadOnly: Bool
    let settings: ConsoleSettings

    func open() throws {
        for problem in settings.problems { StandardError.line("healthtui: config.toml: \(problem)") }
        let farewell = try onTerminal { terminal in
            let program = ConsoleProgram(environment(terminal.theme))
            return Runtime(program, on: terminal).run(program.initialState).farewell
        }
        for line in farewell { try StandardOutput.shared.line(line) }
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
        let terminal = try NcursesTerminal(
            options: .init(
                asciiOnly: look.ascii || settings.ascii ?? false,
                mouse: look.mouse ?? settings.mouse ?? true
            )
        )
        defer { terminal.close() }
        return try body(terminal)
    }

    private func environment(_ theme: Theme) -> ConsoleEnvironment {
        var theme = theme
        theme.palette = settings.palette
        var environment = ConsoleEnvironment(
            store: store,
            person: person,
            theme: theme,
            isReadOnly: isReadOnly,
            importFile: ExportImporter(person).importFile
        )
        environment.settings = settings
        let seconds = settings.lockAfter
        environment.unlock = { try $0.unlock($1, UnlockPlan(seconds: seconds)) }
        environment.prepareThread = NcursesTerminal.prepareThread
        return environment
    }
}
