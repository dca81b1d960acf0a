import HealthtuiTerminalUI

/// An effect that a screen requests outside of itself: work, which is the loop's own effect, or a change of the console around
/// it.
package enum ScreenEffect<Action: Sendable>: Sendable {
    /// Work or a timer; its name is the screen's own.
    case loop(Effect<Action>)
    /// Opens a screen over this one.
    case open(Route)
    /// Goes back to the screen below.
    case pop
    /// Goes to another main screen.
    case show(Tab)
    /// A line for the person that goes with the next key.
    case notice(String)
    /// Asks for confirmation; the alternative is a second positive answer.
    case ask(ConfirmDialog, confirmed: Action, alternative: Action? = nil)
    /// An action that first requires other work in the console to end; if any is running, the user gets a message.
    case alone(Action)
    /// The store was closed and reopened: observers of its changes have to register again.
    case reopened
    /// Copies text to the clipboard, with a message.
    case copy(String)
    /// Undoes or redoes an operation of the log, after the necessary confirmations.
    case turn(step: Int)

    /// Work whose result is one action; work of the same name is replaced.
    package static func task(_ name: EffectID, _ work: @escaping @Sendable () async -> Action?) -> ScreenEffect {
        .loop(.task(id: name, work))
    }

    /// Work that sends any number of actions.
    package static func run(_ name: EffectID, _ work: @escaping Effect<Action>.Operation) -> ScreenEffect {
        .loop(.run(id: name, work))
    }

    /// An action after some time.
    package static func after(_ delay: Duration, _ name: EffectID, _ action: Action) -> ScreenEffect {
        .loop(.after(delay, id: name, action))
    }

    /// The same request with its actions wrapped, for a part of a screen, and for the console that shows it.
    package func map<Wrapped: Sendable>(
        _ transform: @escaping @Sendable (Action) -> Wrapped
    ) -> ScreenEffect<Wrapped> {
        switch self {
        case .loop(let effect): .loop(effect.map(transform))
        case .open(let route): .open(route)
        case .pop: .pop
        case .show(let tab): .show(tab)
        case .notice(let text): .notice(text)
        case .ask(let dialog, let action, let alternative):
            .ask(dialog, confirmed: transform(action), alternative: alternative.map(transform))
        case .alone(let action): .alone(transform(action))
        case .reopened: .reopened
        case .copy(let text): .copy(text)
        case .turn(let step): .turn(step: step)
        }
    }
}
