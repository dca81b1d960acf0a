import Foundation
import HealthtuiTerminalUI

/// The console, with a recording of the person's actions.
package struct RecordedConsole: Program {
    private let console: ConsoleProgram
    private let recorder: SessionRecorder

    package init(_ console: ConsoleProgram, _ recorder: SessionRecorder) {
        self.console = console
        self.recorder = recorder
    }

    package var initialState: ConsoleState { console.initialState }

    package func start(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] { console.start(&state) }

    package func action(for event: TerminalEvent, in state: ConsoleState) -> ConsoleAction? {
        console.action(for: event, in: state)
    }

    package func reduce(_ state: inout ConsoleState, _ action: ConsoleAction) -> [Effect<ConsoleAction>] {
        if case .event(let event) = action {
            recorder.note(event, at: place(of: event, in: state), now: console.environment.clock())
        }
        return console.reduce(&state, action)
    }

    package func view(_ state: ConsoleState, size: Size) -> CellGrid { console.view(state, size: size) }

    package func laidOut(_ layout: Layout, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        console.laidOut(layout, in: &state)
    }

    /// The destination of an event in a state.
    private func place(of event: TerminalEvent, in state: ConsoleState) -> SessionRecorder.Place {
        switch state.overlay {
        case .commandLine, .help: return .names
        case .question: return .keys(nil)
        case nil: break
        }
        guard let screen = state.current?.screen else { return .keys(nil) }
        let field: SessionRecorder.Place = screen is LockScreen || screen is PassphraseScreen ? .secret : .field
        guard case .key(let key) = event else { return screen.isTyping ? field : .keys(nil) }
        if case .command(let command) = console.keys.resolve(key, in: screen.keyContexts) {
            return .keys(command.rawValue)
        }
        return screen.isTyping ? field : .keys(nil)
    }
}
