/// A terminal program: its state, the actions that change it, and its view.
///
/// `reduce` and `view` are pure. Anything that waits or touches the world is an ``Effect``, run off the loop, whose
/// results come back as actions.
package protocol Program: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// Called once, before the first event; the first screen is drawn before its effects have run.
    func start(_ state: inout State) -> [Effect<Action>]

    /// The action for an event in a state. Nil ignores the event, except for Ctrl-C, which then quits, and Ctrl-Z, which
    /// suspends.
    func action(for event: TerminalEvent, in state: State) -> Action?

    /// Applies an action to the state; nothing else changes it.
    func reduce(_ state: inout State, _ action: Action) -> [Effect<Action>]

    /// Draws the state at any size.
    func view(_ state: State, size: Size) -> CellGrid

    /// Called with the layout whenever it changed, before the next event is read.
    ///
    /// Here a list learns its height and requests rows that came into view. This draws nothing by itself: the screen is redrawn
    /// when an effect's action or an event arrives.
    func laidOut(_ layout: Layout, in state: inout State) -> [Effect<Action>]
}

extension Program {
    package func start(_ state: inout State) -> [Effect<Action>] { [] }

    package func laidOut(_ layout: Layout, in state: inout State) -> [Effect<Action>] { [] }
}
