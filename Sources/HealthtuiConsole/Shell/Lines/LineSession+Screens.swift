import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension LineSession {
    /// Opens a screen of the console, and follows the person there.
    ///
    /// - Parameters:
    ///   - tab: The main screen.
    ///   - command: The first command there; nil for none.
    ///   - text: The text typed then; empty for none.
    /// - Returns: Whether the session continues.
    /// - Throws: Errors from writing a line, and an interruption at the end of input.
    func open(_ tab: Tab, _ command: Command? = nil, typing text: String = "") async throws -> Bool {
        let here = onScreens
        if here.environment.isReadOnly, !environment.isReadOnly { try say(LineStrings.unattendedScreens) }
        guard Tab.available(isReadOnly: here.environment.isReadOnly).contains(tab) else {
            if environment.isReadOnly { try say(LineStrings.readOnly(tab.title)) }
            return true
        }
        switch try await LineScreens(here, at: tab).run(command, typing: text) {
        case .back: return true
        case .quit: return false
        case .hidden(let isLock):
            if isLock { try unlock() } else { try passphrase() }
            return true
        }
    }

    /// Asks which screen to open.
    func openScreen(_ text: String) async throws -> Bool {
        let tabs = Tab.available(isReadOnly: environment.isReadOnly)
        let named = ChoicePhrase.matches(text, in: tabs.map(\.title))
        if named.count == 1 { return try await open(tabs[named[0]]) }
        return try await open(choose(tabs, \.title))
    }

    /// The session for screens: permissions, and other changes on screens, need a person at a terminal.
    private var onScreens: LineSession {
        guard !isAttended else { return self }
        var environment = environment
        environment.isReadOnly = true
        return with(environment)
    }

    /// Asks for one of several, by number or by the beginning of a name.
    func choose<T>(_ options: [T], _ name: (T) -> String) throws -> T {
        for (index, option) in options.enumerated() { try say(LineStrings.choice(index + 1, name(option))) }
        while true {
            let answer = try ask(LineStrings.whichNumber)
            if let number = Int(answer), options.indices.contains(number - 1) { return options[number - 1] }
            let found = ChoicePhrase.matches(answer, in: options.map(name))
            if found.count == 1 { return options[found[0]] }
            try say(LineStrings.noneOfThem(answer))
        }
    }
}
