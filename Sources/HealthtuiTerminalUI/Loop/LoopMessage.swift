/// A message to the update loop.
enum LoopMessage<Action: Sendable>: Sendable {
    case event(TerminalEvent)
    case action(Action, from: Int)
    case workEnded(Int)
    case timePassed
}
