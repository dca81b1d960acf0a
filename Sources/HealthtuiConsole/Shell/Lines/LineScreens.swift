import Dispatch
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI
import Synchronization

/// The screens of the console, printed line by line: rows that can be chosen have numbers, and commands have words in
/// place of keys.
///
/// It is the console itself that answers, so that there is nothing it can do that this can't.
final class LineScreens: Sendable {
    /// The way the user returned from the screens.
    enum End: Sendable {
        case back
        case quit
        /// The screen asks for hidden input, which the session reads itself.
        case hidden(isLock: Bool)
    }

    private let session: LineSession
    private let program: LineProgram
    private let terminal: HeadlessTerminal
    private let runtime: Runtime<LineProgram>
    private let bell = DispatchSemaphore(value: 0)
    private let said = Mutex<(path: String, lines: [ScreenLine], choices: [ScreenLine.Choice])>(("", [], []))

    /// Wide enough for a table's row, but too narrow for two columns: content side by side can't be read aloud.
    private static let size = Size(width: 119, height: 30)

    init(_ session: LineSession, at tab: Tab) {
        self.session = session
        var environment = session.environment
        environment.theme = .plain
        program = LineProgram(console: ConsoleProgram(environment, tab: tab))
        terminal = HeadlessTerminal(size: Self.size, theme: .plain)
        runtime = Runtime(program, on: terminal)
        runtime.whenIdle { [bell] in bell.signal() }
        let (runtime, initial, bell) = (runtime, program.console.initialState, bell)
        let thread = Thread {
            _ = runtime.run(initial)
            bell.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Prints the screen and follows typed commands until the person goes back or quits.
    ///
    /// - Parameters:
    ///   - command: The first command on the screen; nil for none.
    ///   - text: The text typed then; empty for none.
    /// - Returns: The way the user returned.
    /// - Throws: Errors from writing a line, and an interruption at the end of input.
    func run(_ command: Command?, typing text: String) async throws -> End {
        // It waits for the console's tasks, so it must not block their threads.
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { [self] in continuation.resume(with: Result { try follow(command, typing: text) }) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    private func follow(_ command: Command?, typing text: String) throws -> End {
        do {
            try settle()
            if let command, try !reach(command) { try session.say(LineStrings.noSuchCommand(command.rawValue)) }
            try settle()
            if !text.isEmpty, isTyping { try type(text) }
            try report()
            while !runtime.isOver {
                if let end = hiddenEntry() { return end }
                let line = try session.read(LineStrings.prompt(isTyping: isTyping, question: question != nil))
                if let end = try follow(line) { return end }
            }
            return .quit
        } catch {
            end()
            throw error
        }
    }

    // MARK: What is seen

    private var state: ConsoleState? { program.sight.state }

    private var screen: (any Screen)? { state?.current?.screen }

    private var question: ConfirmDialog? {
        guard case .question(let question) = state?.overlay else { return nil }
        return question.dialog
    }

    private var isTyping: Bool { question == nil && screen?.isTyping == true }

    /// The available bindings, from the key table.
    private var bindings: [KeyBinding<Command>] {
        guard let screen else { return [] }
        return program.console.keys.active(
            in: screen.keyContexts,
            without: screen.idle(session.environment)
        )
    }

    private var path: String {
        guard let state else { return "" }
        if let alone = state.lock ?? state.sheet { return alone.screen.title }
        let stack = state.stacks[state.tab] ?? []
        return ([state.tab.title] + stack.dropFirst().map(\.screen.title)).joined(separator: ", ")
    }

    /// Whether a passphrase is to be typed, which is not shown and does not come this way.
    private func hiddenEntry() -> End? {
        guard let contexts = screen?.contexts, question == nil else { return nil }
        if contexts.contains(.lock) {
            end()
            return .hidden(isLock: true)
        }
        guard contexts.contains(.secret) || screen is PassphraseScreen else { return nil }
        end()
        return .hidden(isLock: false)
    }

    /// Prints the changes of the screen: a newly opened one completely, otherwise only new rows.
    private func report() throws {
        guard !runtime.isOver else { return }
        if let question { return try say(question) }
        try showNumbers()
        let lines = ScreenLine.lines(terminal.grid)
        let (path, before) = (path, said.withLock { $0 })
        let isNew = path != before.path
        if isNew { try session.say(path + ".") }
        let old = Set(before.lines)
        let texts = Set(before.lines.map(\.text))
        var number = 0
        var isSilent = true
        for line in lines {
            if line.choice != nil { number += 1 }
            // A row that the cursor has left says nothing new.
            guard isNew || !texts.contains(line.text) || line.isHere && !old.contains(line) else { continue }
            isSilent = false
            let text = line.choice == nil ? line.text : LineStrings.choice(number, line.text)
            try session.say(line.isHere ? LineStrings.here(text) : text)
        }
        said.withLock { $0 = (path, lines, lines.compactMap(\.choice)) }
        if let notice = state?.notice {
            try session.say(notice.prefix(1).uppercased() + notice.dropFirst() + ".")
        } else if isSilent, !isNew {
            try session.say(LineStrings.nothingNew)
        }
    }

    /// Has pictures shown as the numbers that they are of.
    private func showNumbers() throws {
        let isPicture =
            switch screen {
            case let chart as ChartScreen: !chart.showsTable
            case let record as RecordScreen: record.page.value?.picture != nil && record.showsPicture
            default: false
            }
        guard isPicture, press(.table) else { return }
        try settle()
    }

    private func say(_ question: ConfirmDialog) throws {
        try session.say("\(question.title). \(question.message)")
        if let other = question.alternativeLabel { try session.say(LineStrings.alternative(other)) }
    }

    // MARK: What is typed

    private func follow(_ line: String) throws -> End? {
        if question != nil { return try answer(line) }
        switch line.lowercased() {
        case LineStrings.helpSign, LineStrings.helpWord:
            try help()
            return nil
        case LineStrings.back, LineStrings.cancel, LineStrings.englishCancel: return try back()
        case LineStrings.quit: return try leave(.quit)
        case "" where !isTyping:
            try session.say(LineStrings.screenHelp)
            return nil
        case LineStrings.again:
            said.withLock { $0 = ("", [], []) }
            try report()
            return nil
        case LineStrings.undo where isTyping: return try undo()
        default: break
        }
        if isTyping, !line.hasPrefix(LineStrings.commandSign) {
            try type(AnyQuestionWord.unquoted(line))
        } else {
            try obey(line.hasPrefix(LineStrings.commandSign) ? String(line.dropFirst()) : line)
        }
        try settle()
        try report()
        return nil
    }

    /// Answers the console's question.
    private func answer(_ line: String) throws -> End? {
        switch line.lowercased() {
        case LineStrings.yes, LineStrings.yesLetter: deliver(.key("y"))
        case LineStrings.no, LineStrings.noLetter, LineStrings.back, LineStrings.cancel: deliver(.key("n"))
        case let answer where LineStrings.englishYes.contains(answer): deliver(.key("y"))
        case let answer where LineStrings.englishNo.contains(answer) || answer == LineStrings.englishCancel:
            deliver(.key("n"))
        case LineStrings.alternativeLetter where question?.alternativeLabel != nil: deliver(.key("a"))
        case LineStrings.quit:
            deliver(.key("n"))
            try settle()
            return try leave(.quit)
        case LineStrings.undo: return try undo()
        case LineStrings.helpSign, LineStrings.helpWord:
            for line in LineStrings.questionHelp { try session.say(line) }
            try report()
            return nil
        case LineStrings.again:
            try report()
            return nil
        default:
            try session.say(LineStrings.pleaseYesOrNo)
            return nil
        }
        try settle()
        try report()
        return nil
    }

    /// Undoes the last action, in the middle of typing or of a question, and repeats the question.
    private func undo() throws -> End? {
        do {
            try session.undoAnywhere()
        } catch LineSession.Interruption.cancelled, LineSession.Interruption.back {
            try session.say(LineStrings.cancelled)
        } catch LineSession.Interruption.quit {
            return try leave(.quit)
        } catch let error as HKError {
            try session.say(LineStrings.didNotWork(Failure(error).text))
        }
        try settle()
        try report()
        return nil
    }

    /// Replaces the focused field's text, and moves to the next field.
    private func type(_ text: String) throws {
        if !text.isEmpty {
            deliver(.key(.end))
            deliver(.key(.control("u")))
            try settle()
            for character in text { deliver(.key(Key(.character(character)))) }
        }
        try settle()
        deliver(.key(.enter))
        try settle()
    }

    private func obey(_ text: String) throws {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = words.first else { return }
        if let number = Int(first) { return try choose(number, words.count > 1 ? words[1] : "") }
        if first.lowercased() == LineStrings.go, words.count > 1 { return try go(words[1]) }
        guard let binding = LineWords.binding(text, in: bindings) else {
            return try session.say(LineStrings.noSuchCommand(text))
        }
        if let key = binding.keys.first { deliver(.key(key)) }
    }

    /// Chooses a row by its number, or turns one of its boxes.
    private func choose(_ number: Int, _ column: String) throws {
        let choices = said.withLock { $0.choices }
        guard choices.indices.contains(number - 1) else { return try session.say(LineStrings.noneOfThat("\(number)")) }
        let choice = choices[number - 1]
        guard choice.boxes.isEmpty else {
            guard let box = choice.boxes.count == 1 ? 0 : LineStrings.columnIndex(column) else {
                return try session.say(LineStrings.whichColumn(number))
            }
            deliver(.mouse(MouseEvent(.press, at: choice.boxes[box])))
            return
        }
        let rows = ScreenLine.lines(terminal.grid)
        let isHere = rows.first { $0.choice == choice }?.isHere == true
        deliver(.mouse(MouseEvent(.press, at: choice.point)))
        try settle()
        // The first press moves the cursor, the second opens.
        let isStill = ScreenLine.lines(terminal.grid).contains { $0.choice == choice && $0.isHere }
        if !isHere, isStill, !isTyping, path == said.withLock({ $0.path }) {
            deliver(.mouse(MouseEvent(.press, at: choice.point)))
        }
    }

    /// Goes to a type, a source, an app, a day or a command by its name.
    private func go(_ text: String) throws {
        guard press(.commandLine) else { return try session.say(LineStrings.noSuchCommand(text)) }
        try settle()
        for character in text { deliver(.key(Key(.character(character)))) }
        try settle()
        deliver(.key(.enter))
        try settle()
        if case .commandLine = state?.overlay { deliver(.key(.escape)) }
    }

    /// Says every word that works here.
    private func help() throws {
        for binding in bindings where LineWords.isUseful(binding.command) {
            try session.say(LineStrings.command(LineWords.word(of: binding, in: bindings), binding.help))
        }
        for line in isTyping ? LineStrings.typingHelp : LineStrings.screensHelp { try session.say(line) }
    }

    // MARK: Coming back

    private func back() throws -> End? {
        guard let state else { return .back }
        let isRoot = state.sheet == nil && state.lock == nil && (state.stacks[state.tab]?.count ?? 0) <= 1
        let isPlain = !isTyping && screen?.isModal != true
        if isRoot, isPlain { return try leave(.back) }
        deliver(.key(.escape))
        try settle()
        // A field that was left is still on the first screen of its kind: then there is nothing more to leave.
        try report()
        return nil
    }

    /// Leaves the screens; asks for confirmation if work is running.
    private func leave(_ end: End) throws -> End? {
        // A form is left first, then the screens below it.
        for _ in 0..<Self.depth where !runtime.isOver && question == nil {
            deliver(.key(.control("c")))
            try settle()
        }
        if runtime.isOver { return end }
        try report()
        return nil
    }

    /// Ends without asking: running work is asked to stop cleanly.
    private func end() {
        for _ in 0..<Self.depth where !runtime.isOver {
            deliver(.key(question == nil ? .control("c") : "y"))
            wait()
        }
    }

    /// The number of times a key is pressed to leave the overlays.
    private static let depth = 8

    // MARK: The loop

    private func deliver(_ event: TerminalEvent) {
        guard !runtime.isOver else { return }
        terminal.deliver(event)
    }

    /// Presses the key of a command.
    ///
    /// - Returns: Whether it has one here.
    private func press(_ command: Command) -> Bool {
        guard let key = bindings.first(where: { $0.command == command })?.keys.first else { return false }
        deliver(.key(key))
        return true
    }

    /// Presses the key of a command, leaving the focused field first.
    ///
    /// - Returns: Whether it has one here.
    private func reach(_ command: Command) throws -> Bool {
        if press(command) { return true }
        guard isTyping, press(.cancel) else { return false }
        try settle()
        return press(command)
    }

    private func wait() {
        while !runtime.isIdle, !runtime.isOver { _ = bell.wait(timeout: .now() + .milliseconds(200)) }
    }

    /// Waits until the screen has settled; during longer work it reports the progress and follows typed commands.
    private func settle() throws {
        var turns = 0
        while !runtime.isIdle, !runtime.isOver {
            _ = bell.wait(timeout: .now() + .milliseconds(100))
            turns += 1
            guard turns % 10 == 0, screen?.unfinished != nil, question == nil else { continue }
            if turns % 20 == 0 { try reportProgress() }
            if session.isTyped() { try interrupt() }
        }
        waitUntilReady()
    }

    /// Waits until a sheet that came up by itself takes answers.
    private func waitUntilReady() {
        for _ in 0..<30 where screen?.isReady == false { _ = bell.wait(timeout: .now() + .milliseconds(100)) }
    }

    private func reportProgress() throws {
        let texts = Set(said.withLock { $0.lines }.map(\.text))
        let lines = ScreenLine.lines(terminal.grid)
        for line in lines where !texts.contains(line.text) { try session.say(line.text) }
        said.withLock { $0 = (path, lines, []) }
    }

    /// Stops running work: anything typed while it runs means that.
    private func interrupt() throws {
        _ = try session.read(LineStrings.stopping)
        let stops: [Command] = [.stopImport, .stopExport, .cancel]
        guard let stop = stops.first(where: { stop in bindings.contains { $0.command == stop } }) else { return }
        _ = press(stop)
        _ = bell.wait(timeout: .now() + .milliseconds(200))
        if question != nil { deliver(.key("y")) }
    }
}
