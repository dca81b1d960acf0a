/// The name of a running piece of work, by which it can be replaced or cancelled.
package struct EffectID: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package init(stringLiteral value: String) {
        name = value
    }
}

/// Sends actions from running work to the reducer.
///
/// Actions sent after the work was cancelled or replaced are dropped, so a stale result never reaches the state.
package struct Send<Action: Sendable>: Sendable {
    private let deliver: @Sendable (Action) -> Void

    package init(_ deliver: @escaping @Sendable (Action) -> Void) {
        self.deliver = deliver
    }

    package func callAsFunction(_ action: Action) {
        deliver(action)
    }
}

/// Whether the loop waits for an effect's work.
package enum EffectLifetime: Hashable, Sendable {
    /// Ends by itself: a query, a save. Quitting and tests wait for it.
    case finite
    /// Runs until cancelled, such as an observer.
    case endless
}

/// Work that a reducer requests outside of itself.
package struct Effect<Action: Sendable>: Sendable {
    package typealias Operation = @Sendable (Send<Action>) async -> Void

    enum Kind: Sendable {
        case run(EffectLifetime, Operation)
        case timer(Duration, repeats: Bool, Action)
        case send(Action)
        case cancel
        case copy(String)
        case suspend
        case redraw
        case quit
    }

    let kind: Kind
    /// The name under which the effect runs; starting another under the same name cancels it.
    package let id: EffectID?

    private init(_ kind: Kind, id: EffectID? = nil) {
        self.kind = kind
        self.id = id
    }

    /// Runs work that may send any number of actions.
    ///
    /// - Parameters:
    ///   - id: The name of the work; running work of the same name is cancelled first.
    ///   - lifetime: Whether the work ends by itself.
    ///   - operation: The work, run off the loop. It should stop soon when its task is cancelled; actions sent after it has
    ///     returned are dropped.
    /// - Returns: The effect.
    package static func run(
        id: EffectID? = nil,
        lifetime: EffectLifetime = .finite,
        _ operation: @escaping Operation
    ) -> Effect {
        Effect(.run(lifetime, operation), id: id)
    }

    /// Runs work whose result is one action, or none.
    package static func task(id: EffectID? = nil, _ work: @escaping @Sendable () async -> Action?) -> Effect {
        run(id: id) { send in
            if let action = await work() {
                send(action)
            }
        }
    }

    /// Sends an action once, after a delay.
    package static func after(_ delay: Duration, id: EffectID, _ action: Action) -> Effect {
        Effect(.timer(delay, repeats: false, action), id: id)
    }

    /// Sends an action repeatedly; use it only while something on the screen moves.
    package static func every(_ interval: Duration, id: EffectID, _ action: Action) -> Effect {
        Effect(.timer(interval, repeats: true, action), id: id)
    }

    /// Sends an action next.
    package static func send(_ action: Action) -> Effect {
        Effect(.send(action))
    }

    /// Cancels the work or timer of that name.
    package static func cancel(_ id: EffectID) -> Effect {
        Effect(.cancel, id: id)
    }

    /// Copies text to the clipboard, where the terminal allows it.
    package static func copy(_ text: String) -> Effect {
        Effect(.copy(text))
    }

    /// Suspends the program and returns to the shell until the user comes back.
    package static var suspend: Effect { Effect(.suspend) }

    /// Redraws the whole screen, in case another program has written on it.
    package static var redraw: Effect { Effect(.redraw) }

    /// Ends the loop.
    package static var quit: Effect { Effect(.quit) }

    /// The same effect under another name, so that two screens that use the same name don't stop each other's work.
    package func named(_ id: EffectID) -> Effect { Effect(kind, id: id) }

    /// The same effect with its actions wrapped, so that a screen's effects fit the program that shows it.
    package func map<Wrapped: Sendable>(
        _ transform: @escaping @Sendable (Action) -> Wrapped
    ) -> Effect<Wrapped> {
        let mapped: Effect<Wrapped>.Kind =
            switch kind {
            case .run(let lifetime, let operation):
                .run(lifetime) { send in await operation(Send { send(transform($0)) }) }
            case .timer(let delay, let repeats, let action):
                .timer(delay, repeats: repeats, transform(action))
            case .send(let action): .send(transform(action))
            case .cancel: .cancel
            case .copy(let text): .copy(text)
            case .suspend: .suspend
            case .redraw: .redraw
            case .quit: .quit
            }
        return Effect<Wrapped>(mapped, id: id)
    }
}

extension Effect: CustomStringConvertible {
    /// The kind of effect, for tests that compare lists of effects.
    package var description: String {
        let name = id.map { " \($0.name)" } ?? ""
        return switch kind {
        case .run(.finite, _): "run" + name
        case .run(.endless, _): "subscribe" + name
        case .timer(let delay, let repeats, _): (repeats ? "every \(delay)" : "after \(delay)") + name
        case .send(let action): "send \(action)"
        case .cancel: "cancel" + name
        case .copy(let text): "copy \(text)"
        case .suspend: "suspend"
        case .redraw: "redraw"
        case .quit: "quit"
        }
    }
}

extension Effect {
    /// Runs the effect's work immediately, for tests of reducers; effects without work do nothing.
    package func perform(_ send: Send<Action>) async {
        switch kind {
        case .run(_, let operation): await operation(send)
        case .send(let action): send(action)
        default: break
        }
    }
}
