import Foundation
import Synchronization

/// Runs a program for a test: presses keys, waits until nothing is going on any more, and reads the screen.
///
/// `try await driver.press("3").type("steps").press(.enter)` answers after each key once the program is idle.
package final class TestDriver<P: Program>: Sendable {
    package let terminal: HeadlessTerminal
    private let runtime: Runtime<P>
    private let time = ManualTime()
    private let finalState = Mutex<P.State?>(nil)
    private let patience: Duration

    /// The program did not come to rest.
    package struct NotIdle: Error, CustomStringConvertible {
        package let screen: String
        package var description: String { "the program did not come to rest; its screen:\n\(screen)" }
    }

    /// The screen never showed what was waited for.
    package struct NotShown: Error, CustomStringConvertible {
        package let text: String
        package let screen: String
        package var description: String { "never on the screen: \(text)\nwhat was:\n\(screen)" }
    }

    /// Starts a program; ``settle()`` waits for its first screen.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - state: The state it begins with.
    ///   - size: The size of its screen.
    ///   - theme: What the screen is folded for.
    ///   - patience: How long to wait for it to come to rest.
    package init(
        _ program: P,
        _ state: P.State,
        size: Size = Size(width: 80, height: 24),
        theme: Theme = .plain,
        patience: Duration = .seconds(300)
    ) {
        terminal = HeadlessTerminal(size: size, theme: theme)
        runtime = Runtime(program, on: terminal, time: time, quitGrace: .seconds(60))
        self.patience = patience
        let thread = Thread { [self] in
            let end = runtime.run(state)
            finalState.withLock { $0 = end }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    package var screen: CellGrid { terminal.grid }
    package var text: String { terminal.grid.text }

    package func row(_ y: Int) -> String {
        terminal.grid.row(y)
    }

    /// The state at the end, or nil while the program runs.
    package var endState: P.State? {
        finalState.withLock { $0 }
    }

    /// Waits for the program to quit.
    ///
    /// - Returns: The state it ended with.
    /// - Throws: ``NotIdle`` when it goes on.
    package func end() async throws -> P.State {
        let deadline = ContinuousClock.now + patience
        while true {
            if let state = endState { return state }
            guard ContinuousClock.now < deadline else { throw NotIdle(screen: text) }
            try await Task.sleep(for: .microseconds(200))
        }
    }

    /// Waits until the program has answered everything and its finite work is done.
    @discardableResult
    package func settle() async throws -> Self {
        let deadline = ContinuousClock.now + patience
        while !runtime.mailbox.isIdle {
            guard ContinuousClock.now < deadline else { throw NotIdle(screen: text) }
            try await Task.sleep(for: .microseconds(200))
        }
        return self
    }

    @discardableResult
    package func send(_ event: TerminalEvent) async throws -> Self {
        try await settle()
        terminal.deliver(event)
        return try await settle()
    }

    @discardableResult
    package func press(_ keys: Key...) async throws -> Self {
        for key in keys {
            try await send(.key(key))
        }
        return self
    }

    /// Types text, one key a character.
    @discardableResult
    package func type(_ text: String) async throws -> Self {
        for character in text {
            try await send(.key(Key(.character(character))))
        }
        return self
    }

    @discardableResult
    package func resize(width: Int, height: Int) async throws -> Self {
        try await send(.resize(Size(width: width, height: height)))
    }

    @discardableResult
    package func mouse(_ kind: MouseEvent.Kind, x: Int, y: Int) async throws -> Self {
        try await send(.mouse(MouseEvent(kind, at: Point(x: x, y: y))))
    }

    /// Clicks on the first place where some text stands.
    @discardableResult
    package func click(on text: String) async throws -> Self {
        try await settle()
        for (y, row) in screen.rows.enumerated() {
            guard let range = row.range(of: text) else { continue }
            return try await mouse(.press, x: String(row[..<range.lowerBound]).displayWidth, y: y)
        }
        throw NotShown(text: text, screen: self.text)
    }

    /// Lets the program's timers see time pass.
    @discardableResult
    package func advance(by duration: Duration) async throws -> Self {
        time.advance(by: duration)
        runtime.timePassed()
        return try await settle()
    }

    /// Waits until some text is on the screen, for what endless work such as an observer brings.
    @discardableResult
    package func waitFor(_ text: String) async throws -> Self {
        let deadline = ContinuousClock.now + patience
        while !self.text.contains(text) {
            guard ContinuousClock.now < deadline else { throw NotShown(text: text, screen: self.text) }
            try await Task.sleep(for: .milliseconds(2))
        }
        return self
    }
}
