import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiNcurses
import HealthtuiTerminalUI
import Synchronization

/// The console's appearance.
struct AppearanceArguments: ParsableArguments {
    @Flag(name: .long, help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(name: .long, inversion: .prefixedNo, help: "Turn the mouse on or off. On by default.")
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
    /// Asks for the secret that a service wants.
    let asker: OwnerAsker
    let appearance: AppearanceArguments
    let isReadOnly: Bool
    let settings: ConsoleSettings
    /// Alerts the person when a key request is waiting.
    var attention: ConsoleAttention?
    private let questions = SecretQuestions()

    /// The keys for signatures; unreadable ones are skipped.
    private var keys: CardKeys {
        do { return try KeyFile.read() } catch {
            StandardError.line("healthtui: \(error)")
            return CardKeys()
        }
    }

    /// Opens the console.
    ///
    /// - Parameter recording: The file that records the person's actions, and whether it includes text typed into
    ///   fields.
    /// - Throws: ``TerminalError`` if there is no terminal.
    func open(recording: (file: SessionFile, keepsTyped: Bool)? = nil) throws {
        reportProblems()
        var farewell = try onTerminal { terminal in
            let program = ConsoleProgram(environment(terminal.theme))
            guard let recording else { return runtime(program, terminal).run(program.initialState).farewell }
            let recorder = SessionRecorder(
                .beginning(of: program.environment),
                size: terminal.size,
                keepsTyped: recording.keepsTyped,
                write: recording.file.write
            )
            defer { recorder.end() }
            let recorded = RecordedConsole(program, recorder)
            return runtime(recorded, terminal).run(recorded.initialState).farewell
        }
        if let recording { farewell.append(recording.file.farewell) }
        for line in farewell { try StandardOutput.shared.line(line) }
    }

    /// Prints problems with the settings so that they remain readable after the console has ended.
    private func reportProblems() {
        for problem in settings.problems { StandardError.line("healthtui: config.toml: \(problem)") }
        for problem in settings.languageProblems { StandardError.line("healthtui: \(problem)") }
    }

    private func runtime<P: Program>(_ program: P, _ terminal: NcursesTerminal) -> Runtime<P> {
        Runtime(program, on: terminal, heard: { [attention] in attention?.keyCame() })
    }

    /// Asks and answers line by line on standard input and output.
    func openLineByLine() throws {
        reportProblems()
        let isAttended = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let plain = environment(.plain)
        // While the store is locked, the person's units are unknown.
        let surroundings = plain.at(plain.now, units: (try? ProfileFacts.units(person)) ?? [:])
        let input = LineInput()
        let session = LineSession(surroundings, isAttended: isAttended) { [person] in
            let line = input.line()
            if line != nil { person.noteUse() }
            return line
        } secret: { prompt in
            do { return try SecretReader.ask(prompt) } catch { throw Failure("\(error)") }
        } isTyped: {
            input.isTyped
        } report: { text in
            try StandardOutput.shared.line(text)
            try StandardOutput.shared.flush()
        }
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await session.run()
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        try outcome.withLock { try $0.get() }
    }

    /// Shows the sheet of a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether it was answered.
    /// - Throws: ``TerminalError`` if there is no terminal.
    func answer(_ request: AuthorizationRequest) throws -> Bool {
        try onTerminal { terminal in
            let program = AuthorizeProgram(request, environment(terminal.theme))
            return Runtime(program, on: terminal).run(program.initialState).wasAnswered
        }
    }

    private func onTerminal<T>(_ body: (NcursesTerminal) throws -> T) throws -> T {
        let terminal = try NcursesTerminal(
            options: .init(
                asciiOnly: appearance.ascii || settings.ascii ?? false,
                mouse: appearance.mouse ?? settings.mouse ?? true
            )
        )
        defer { terminal.close() }
        // The screen takes over from here, and would cover a prompt.
        asker.ask(by: questions)
        defer { questions.close() }
        return try body(terminal)
    }

    private func environment(_ theme: Theme) -> ConsoleEnvironment {
        var theme = theme
        theme.palette = settings.palette
        theme.glyphs.hasBraille = settings.hasBraille
        var environment = ConsoleEnvironment(
            store: store,
            person: person,
            theme: theme,
            calendar: settings.region.calendar(times: .person(category: "LC_TIME"), timeZone: .current),
            isReadOnly: isReadOnly,
            importFile: ExportImporter(person).importFile
        )
        environment.settings = settings
        environment.isInstalled = ProcessGroup.isRaised
        environment.keys = keys
        environment.reportLanguage = .current
        environment.reportLanguages = { LanguageFile.reportLanguages() }
        let seconds = settings.lockAfter
        environment.strength = { PassphraseStrength($0) }
        environment.unlock = { try $0.unlock($1, UnlockPlan(seconds: seconds)) }
        environment.questions = questions
        environment.prepareThread = NcursesTerminal.prepareThread
        return environment
    }
}
