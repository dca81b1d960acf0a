import Foundation
import HealthKitLocalization
import HealthtuiTerminalUI
import Synchronization

/// Runs a program for a test: presses keys, waits until nothing is going on any more, and reads the screen.
///
/// `try await driver.press("3").type("steps").press(.enter)` answers after each key once the program is idle.
package final class TestDriver<P: Program>: Sendable {
    package let terminal: HeadlessTerminal
    private let runtime: Runtime<P>
    private let time = ManualTime()
    private let finalState = Mutex<P.State?>(nil)
    /// Rung when the program comes to rest, draws or ends.
    private let bell = Doorbell()
    private let patience: Int

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
    ///   - patience: How many turns to wait for it to come to rest, as ``Doorbell`` counts them.
    package init(
        _ program: P,
        _ state: P.State,
        size: Size = Size(width: 80, height: 24),
        theme: Theme = .plain,
        patience: Int = Doorbell.patience
    ) {
        terminal = HeadlessTerminal(size: size, theme: theme) { [bell] in bell.ring() }
        runtime = Runtime(program, on: terminal, time: time, quitGrace: .never)
        self.patience = patience
        runtime.whenIdle { [bell] in bell.ring() }
        // The loop's thread is none of the test's task, and speaks the language of the test all the same.
        let locale = TextLocale.current
        let thread = Thread { [self] in
            let end = locale.during { runtime.run(state) }
            finalState.withLock { $0 = end }
            bell.ring()
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
        _ = await bell.wait(patience: patience) { endState != nil }
        guard let state = endState else { throw NotIdle(screen: text) }
        return state
    }

    /// Waits until the program has answered everything and its finite work is done.
    @discardableResult
    package func settle() async throws -> Self {
        guard await bell.wait(patience: patience, until: { runtime.isIdle }) else {
            throw NotIdle(screen: text)
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

    /// Waits until some text is no longer on the screen, for what endless work such as an observer takes away.
    @discardableResult
    package func waitForEnd(of text: String) async throws -> Self {
        guard await bell.wait(patience: patience, until: { !self.text.contains(text) }) else {
            throw NotShown(text: "anything but \(text)", screen: self.text)
        }
        return self
    }

    /// Waits until some text is on the screen, for what endless work such as an observer brings.
    @discardableResult
    package func waitFor(_ text: String) async throws -> Self {
        guard await bell.wait(patience: patience, until: { self.text.contains(text) }) else {
            throw NotShown(text: text, screen: self.text)
        }
        return self
    }
}
