import Foundation
import HealthtuiTerminalUI
import Synchronization

/// Replays a recording step by step in a console on an invisible terminal.
///
/// Each step is completed before the next, and takes a second of the replay's own time: the result depends only on the
/// session and the store.
package final class SessionReplay: Sendable {
    /// The time of a replay: that of the recording, and a second for each step.
    package final class Clock: Sendable {
        private let moment: Mutex<Date>

        package init(_ moment: Date) { self.moment = Mutex(moment) }

        package var now: Date { moment.withLock { $0 } }

        func advance(by seconds: Int) { moment.withLock { $0.addTimeInterval(Double(seconds)) } }
    }

    /// Why a replay went no further.
    package struct Stopped: Error, CustomStringConvertible {
        /// The line of the session.
        package let line: Int
        package let text: String
        /// The contents of the screen.
        package let rows: [String]

        package var description: String { SessionStrings.atLine(line, text) }
    }

    private let terminal: HeadlessTerminal
    private let runtime: Runtime<ConsoleProgram>
    private let time = ManualTime()
    private let clock: Clock
    /// Signalled when the console comes to rest, draws or ends.
    private let bell = DispatchSemaphore(value: 0)
    private let patience: DispatchTimeInterval

    /// Starts a console.
    ///
    /// - Parameters:
    ///   - environment: The store and the surroundings; its clock is `clock`.
    ///   - clock: The time of the replay.
    ///   - patience: The time limit for expected contents to appear.
    package init(_ environment: ConsoleEnvironment, _ clock: Clock, patience: DispatchTimeInterval = .seconds(10)) {
        self.clock = clock
        self.patience = patience
        terminal = HeadlessTerminal(size: Size(width: 80, height: 24), theme: environment.theme) { [bell] in
            bell.signal()
        }
        let program = ConsoleProgram(environment)
        runtime = Runtime(program, on: terminal, time: time, quitGrace: .never)
        runtime.whenIdle { [bell] in bell.signal() }
        let thread = Thread { [runtime] in _ = runtime.run(program.initialState) }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// The screen as it is now.
    package var screen: CellGrid { terminal.grid }

    /// Whether the console was left.
    package var isOver: Bool { runtime.isOver }

    /// Performs a step, and waits for all its effects.
    ///
    /// - Throws: ``Stopped`` if it cannot be done, or an expected text isn't on the screen.
    package func perform(_ step: RecordedSession.Step) throws {
        settle()
        if case .expect(let text) = step.line { return try expect(text, step) }
        guard !isOver else { throw stopped(step, SessionStrings.wasLeft) }
        switch step.line {
        case .press(let keys):
            for key in keys { deliver(.key(key)) }
        case .type(let text):
            for character in text { deliver(.key(Key(.character(character)))) }
        case .paste(let text): deliver(.paste(text))
        case .click(let place): deliver(.mouse(MouseEvent(.press, at: place)))
        case .wheel(let isUp, let place): deliver(.mouse(MouseEvent(isUp ? .wheelUp : .wheelDown, at: place)))
        case .size(let size): deliver(.resize(size))
        case .wait(let seconds): pass(seconds)
        case .unreported:
            throw stopped(step, SessionStrings.wasNotRecorded)
        case .expect: break
        }
    }

    /// Waits for all effects of the last step, however long they take, since imports can be long.
    package func settle() {
        while !runtime.isIdle { bell.wait() }
    }

    private func deliver(_ event: TerminalEvent) {
        terminal.deliver(event)
        settle()
        pass(1)
    }

    private func pass(_ seconds: Int) {
        guard !isOver else { return }
        clock.advance(by: seconds)
        time.advance(by: .seconds(seconds))
        runtime.timePassed()
        settle()
    }

    /// Waits for a row, since the store's change notices may come a moment later.
    private func expect(_ text: String, _ step: RecordedSession.Step) throws {
        let deadline = DispatchTime.now() + patience
        while !screen.rows.contains(where: { $0.contains(text) }) {
            guard !isOver, bell.wait(timeout: deadline) == .success else {
                throw stopped(step, SessionStrings.noRowShows(text))
            }
        }
    }

    private func stopped(_ step: RecordedSession.Step, _ text: String) -> Stopped {
        Stopped(line: step.number, text: text, rows: screen.rows)
    }
}

extension SessionReplay {
    /// The row that best shows a step's effect, as text to expect in the next replay: the one under the cursor if it is
    /// new, otherwise the first new one.
    ///
    /// A row with an identifier is another each time.
    ///
    /// - Parameter before: The rows of the screen before the step.
    /// - Returns: The row; `nil` when none is new.
    package func news(since before: [String]) -> String? {
        let known = Set(before.map { $0.trimmingCharacters(in: .whitespaces) })
        let identifier = /[0-9A-F]{8}-[0-9A-F]{4}/
        let new = screen.rows.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { row in
                guard !known.contains(row), row.firstMatch(of: identifier) == nil else { return false }
                return row.contains { $0.isLetter || $0.isNumber }
            }
        let cursor = [Glyphs.utf8.cursorRow, Glyphs.ascii.cursorRow]
        return new.first { row in cursor.contains { row.hasPrefix($0) } } ?? new.first
    }
}
