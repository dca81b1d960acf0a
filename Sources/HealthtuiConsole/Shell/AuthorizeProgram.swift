import Foundation
import HealthKit
import HealthtuiTerminalUI

/// The sheet of one request by itself, as `healthtui authorize` shows it in the app's own terminal.
///
/// It ends when the request was answered here or elsewhere, was withdrawn, or is left waiting.
package struct AuthorizeProgram: Program {
    private let console: ConsoleProgram
    private let request: AuthorizationRequest

    package init(_ request: AuthorizationRequest, _ environment: ConsoleEnvironment) {
        self.request = request
        console = ConsoleProgram(environment)
    }

    /// The state to begin with; at the end `wasAnswered` says whether the request was answered.
    package var initialState: ConsoleState {
        ConsoleState(now: console.environment.clock(), answering: request)
    }

    package func start(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] { console.start(&state) }

    package func action(for event: TerminalEvent, in state: ConsoleState) -> ConsoleAction? {
        console.action(for: event, in: state)
    }

    package func reduce(_ state: inout ConsoleState, _ action: ConsoleAction) -> [Effect<ConsoleAction>] {
        console.reduce(&state, action)
    }

    package func view(_ state: ConsoleState, size: Size) -> CellGrid { console.view(state, size: size) }

    package func laidOut(_ layout: Layout, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        console.laidOut(layout, in: &state)
    }
}
