/// A program for the terminal: a state, what changes it, and how it looks.
///
/// `reduce` and `view` are pure. Anything that waits or touches the world is an ``Effect``, run off the loop, whose
/// results come back as actions.
package protocol Program: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// Called once, before the first event; the first screen is drawn before its effects have run.
    func start(_ state: inout State) -> [Effect<Action>]

    /// What an event means in a state. Nil ignores it, but for Ctrl-C, which then quits, and Ctrl-Z, which suspends.
    func action(for event: TerminalEvent, in state: State) -> Action?

    /// The one place where the state changes.
    func reduce(_ state: inout State, _ action: Action) -> [Effect<Action>]

    /// Draws the state at a size, whatever the size.
    func view(_ state: State, size: Size) -> CellGrid

    /// Told where things were drawn, whenever that changed, before the next event is read.
    ///
    /// Here a list learns its height, and rows that came into view are asked for. It draws nothing by itself: the
    /// screen is drawn again if an effect's action or an event comes.
    func laidOut(_ layout: Layout, in state: inout State) -> [Effect<Action>]
}

extension Program {
    package func start(_ state: inout State) -> [Effect<Action>] { [] }

    package func laidOut(_ layout: Layout, in state: inout State) -> [Effect<Action>] { [] }
}
