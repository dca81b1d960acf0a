import HealthKit
import HealthtuiTerminalUI
import Synchronization

/// The console for reading its screens line by line: the open screen alone, without bars and hints, and its state.
struct LineProgram: Program {
    /// The program's current screen.
    final class Sight: Sendable {
        private let shown = Mutex<ConsoleState?>(nil)

        var state: ConsoleState? { shown.withLock { $0 } }

        fileprivate func note(_ state: ConsoleState) { shown.withLock { $0 = state } }
    }

    let console: ConsoleProgram
    let sight = Sight()

    func start(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] { console.start(&state) }

    func action(for event: TerminalEvent, in state: ConsoleState) -> ConsoleAction? {
        console.action(for: event, in: state)
    }

    func reduce(_ state: inout ConsoleState, _ action: ConsoleAction) -> [Effect<ConsoleAction>] {
        defer { sight.note(state) }
        return console.reduce(&state, action)
    }

    func view(_ state: ConsoleState, size: Size) -> CellGrid {
        sight.note(state)
        var grid = CellGrid(size: size)
        state.current?.screen
            .draw(in: grid.bounds, on: &grid, console.environment.at(state.now, units: state.units))
        return grid
    }

    func laidOut(_ layout: Layout, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        console.laidOut(layout, in: &state)
    }
}
