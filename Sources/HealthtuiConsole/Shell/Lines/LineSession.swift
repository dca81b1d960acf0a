import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The console line by line, for a screen reader or a braille display: it prompts, reads a line and answers in
/// sentences, and never moves the cursor.
package struct LineSession: Sendable {
    let environment: ConsoleEnvironment
    /// Whether a person answers, who may decide about permissions.
    let isAttended: Bool
    private let nextLine: @Sendable () -> String?
    /// Asks for something that is not shown.
    let secret: @Sendable (String) throws -> StoreSecret.Entry?
    /// Whether something was typed that was not read yet.
    let isTyped: @Sendable () -> Bool
    private let report: @Sendable (String) throws -> Void
    /// The lines spoken for the last question.
    private let spoken: SpokenLines

    /// A session.
    ///
    /// - Parameters:
    ///   - environment: The store and the surroundings.
    ///   - isAttended: Whether a person answers, not a program: only a person may decide about permissions.
    ///   - read: The next line that the person typed; `nil` at the end of input.
    ///   - secret: Asks for a passphrase, which is not shown; `nil` at the end of input.
    ///   - isTyped: Whether there is unread input, which stops running work.
    ///   - report: Writes a line.
    package init(
        _ environment: ConsoleEnvironment,
        isAttended: Bool,
        read: @escaping @Sendable () -> String?,
        secret: @escaping @Sendable (String) throws -> StoreSecret.Entry?,
        isTyped: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (String) throws -> Void
    ) {
        self.environment = environment
        self.isAttended = isAttended
        nextLine = read
        self.secret = secret
        self.isTyped = isTyped
        self.report = report
        spoken = SpokenLines()
    }

    /// A session in other surroundings.
    private init(_ session: LineSession, _ environment: ConsoleEnvironment) {
        self.environment = environment
        isAttended = session.isAttended
        nextLine = session.nextLine
        secret = session.secret
        isTyped = session.isTyped
        report = session.report
        spoken = session.spoken
    }

    /// Why a question was not answered.
    enum Interruption: Error {
        /// The input has ended.
        case ended
        /// The person wants to do something else.
        case cancelled
        /// The person goes back from the question.
        case back
        /// The person quits the console.
        case quit
    }

    /// The available commands, by their typed words.
    private enum Wish: String, CaseIterable {
        case summary
        case browse
        case add
        case requests
        case undo
        case log
        case open
        case passphrase
        case lock
        case help
        case quit
        case apps
        case sources
        case workouts
        case profile
        case `import`
        case export
        case report
        case rings
        case redo
        case unlock
        case start
        case permissions

        /// Whether it changes the store.
        var writes: Bool { [.add, .requests, .undo, .redo, .start, .passphrase, .import].contains(self) }
    }

    /// Asks and answers until the person quits or the input ends.
    ///
    /// - Throws: Errors from writing a line.
    package func run() async throws {
        do {
            try greet()
            while try await step() {}
        } catch Interruption.ended {
            try say(LineStrings.inputEnded)
        } catch Interruption.cancelled, Interruption.back {
            try say(LineStrings.cancelled)
        } catch Interruption.quit {}
    }

    func say(_ text: String) throws {
        spoken.add(text)
        try report(text)
    }

    /// The answer to a question.
    ///
    /// Words that work everywhere are followed, and the question is asked again.
    ///
    /// - Throws: ``Interruption`` for `cancel`, `back` and `quit`, and at the end of input.
    func ask(_ question: String) throws -> String {
        while true {
            let answer = try read(question)
            switch AnyQuestionWord(answer) {
            case nil: return AnyQuestionWord.unquoted(answer)
            case .cancel?: throw Interruption.cancelled
            case .back?: throw Interruption.back
            case .quit?: throw Interruption.quit
            case .help?: for line in LineStrings.questionHelp { try say(line) }
            case .again?: try sayAgain()
            case .undo?: try undoAnywhere()
            }
        }
    }

    /// Undoes the last operation in the middle of something else.
    func undoAnywhere() throws {
        environment.isReadOnly ? try say(LineStrings.readOnly(Wish.undo.rawValue)) : try undo()
    }

    /// Repeats the output before the last question; the question itself is asked next.
    func sayAgain() throws {
        for line in spoken.last.dropLast() { try say(line) }
    }

    /// The line that is typed in answer to a question, whatever it is.
    ///
    /// - Throws: ``Interruption`` at the end of input.
    func read(_ question: String) throws -> String {
        try say(question)
        guard let line = nextLine() else { throw Interruption.ended }
        spoken.endTurn()
        let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(printable)).trimmingCharacters(in: .whitespaces)
    }

    /// The session in other surroundings.
    func with(_ environment: ConsoleEnvironment) -> LineSession {
        LineSession(self, environment)
    }

    /// Whether the person says yes; asked again until the answer is valid.
    func confirm(_ question: String) throws -> Bool {
        while true {
            let answer = try ask(LineStrings.yesOrNo(question)).lowercased()
            // The person's own words first: a letter may mean one thing here and another in English.
            if [LineStrings.yesLetter, LineStrings.yes].contains(answer) { return true }
            if [LineStrings.noLetter, LineStrings.no].contains(answer) { return false }
            if LineStrings.englishYes.contains(answer) { return true }
            if LineStrings.englishNo.contains(answer) { return false }
            try say(LineStrings.pleaseYesOrNo)
        }
    }

    private func greet() throws {
        if try environment.person.lockState().isLocked { return try say(LineStrings.storeIsLocked) }
        let types = try environment.person.types()
        let samples = types.reduce(0) { $0 + $1.count }
        try say(LineStrings.greeting(samples: samples, types: types.count))
        if environment.isReadOnly { return try say(LineStrings.readOnly) }
        let waiting = try environment.person.requests().count
        if waiting > 0 { try say(LineStrings.waiting(waiting)) }
    }

    /// One thing that the person wants.
    ///
    /// - Returns: Whether to continue.
    private func step() async throws -> Bool {
        var answer = try read(LineStrings.whatNow)
        switch AnyQuestionWord(answer) {
        // Here is where these two lead to.
        case .cancel?, .back?: return true
        case .again?:
            try sayAgain()
            return true
        case .help?: answer = Wish.help.rawValue
        case .quit?, .undo?, nil: break
        }
        let words = answer.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = words.first else { return true }
        let rest = words.count > 1 ? words[1] : ""
        // While the store is locked, the person's units are unknown.
        let units = (try? ProfileFacts.units(environment.person)) ?? [:]
        let here = with(environment.at(environment.clock(), units: units))
        do {
            guard let wish = Wish.allCases.first(where: { $0.rawValue.hasPrefix(first.lowercased()) }) else {
                try await here.browse(answer)
                return true
            }
            if wish == .quit { return false }
            if wish.writes, environment.isReadOnly {
                try say(LineStrings.readOnly(wish.rawValue))
                return true
            }
            return try await here.follow(wish, rest)
        } catch Interruption.cancelled, Interruption.back {
            try say(LineStrings.cancelled)
        } catch let failure as Failure {
            try say(LineStrings.didNotWork(failure.text))
        } catch let error as HKError {
            try say(LineStrings.didNotWork(Failure(error).text))
        }
        return true
    }

    /// Carries out a command.
    ///
    /// - Returns: Whether to continue.
    private func follow(_ wish: Wish, _ rest: String) async throws -> Bool {
        switch wish {
        case .open: return try await openScreen(rest)
        case .apps, .permissions: return try await open(.apps)
        case .sources: return try await open(.sources)
        case .workouts: return try await open(.workouts)
        case .profile: return try await open(.profile)
        case .import: return try await open(.importing, typing: rest)
        case .export: return try await open(.importing, .export, typing: rest)
        case .report: return try await open(.importing, .report)
        case .rings: return try await open(.workouts, .rings)
        case .start: return try await open(.workouts, .startWorkout)
        case .summary: try await summary()
        case .browse: try await browse(rest)
        case .add: try add(rest)
        case .requests: try requests()
        case .undo: try undo(rest)
        case .log: try log()
        case .help:
            for line in LineStrings.help { try say(line) }
        case .redo: try redo(rest)
        case .passphrase: try passphrase()
        case .lock: try lock()
        case .unlock: try unlock()
        case .quit: return false
        }
        return true
    }

    // MARK: Types

    /// The type with a name; if several match, the person is asked which.
    func chooseType(_ text: String, _ question: String, where isFitting: (HKSampleType) -> Bool) throws -> HKSampleType
    {
        var text = text
        while true {
            if text.isEmpty { text = try ask(question) }
            if let type = TypeCatalogue.resolve(text)?.type as? HKSampleType, isFitting(type) { return type }
            let found = TypeCatalogue.search(text).compactMap { $0.type as? HKSampleType }.filter(isFitting).prefix(9)
            if let only = found.first, found.count == 1 { return only }
            if found.isEmpty || text.isEmpty {
                try say(LineStrings.noTypeFits(text))
            } else {
                let names = found.enumerated().map { "\($0.offset + 1) \($0.element.entry.name)" }
                let answer = try ask(LineStrings.whichOne(names.joined(separator: ", ")))
                if let number = Int(answer), (1...found.count).contains(number) { return found[number - 1] }
                text = answer
                continue
            }
            text = ""
        }
    }
}
