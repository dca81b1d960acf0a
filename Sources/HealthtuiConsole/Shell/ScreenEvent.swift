import HealthtuiEntry
import HealthtuiTerminalUI

/// An event for a screen, whatever its type.
enum ScreenEvent: Sendable {
    case opened
    case storeChanged(StoreNews)
    case command(Command)
    case time(CalendarPhrase.Time)
    case key(Key)
    case paste(String)
    case mouse(MouseEvent)
    case action(any Sendable)
    case laidOut(Layout)
}

extension Screen {
    /// Hands over an event without knowing the screen's actions.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The identifier of the screen, by which its actions return to it.
    ///   - environment: The store and the surroundings.
    /// - Returns: The screen's effects; nil when a command meant nothing.
    mutating func receive(
        _ event: ScreenEvent,
        as id: Int,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<ConsoleAction>]? {
        let effects: [ScreenEffect<Action>]?
        switch event {
        case .opened: effects = open(environment)
        case .storeChanged(let news): effects = storeChanged(news, environment)
        case .command(let command): effects = perform(command, environment)
        case .time(let time): effects = go(to: time, environment)
        case .key(let key): effects = type(key, environment)
        case .paste(let text): effects = paste(text, environment)
        case .mouse(let mouse): effects = self.mouse(mouse, environment)
        case .action(let action):
            guard let action = action as? Action else {
                // A screen's name is never used again, so only a mistake in the console itself leads here.
                assertionFailure("\(Self.self) takes no \(Swift.type(of: action))")
                return [.notice(ShellStrings.unexpectedAnswer)]
            }
            effects = reduce(action, environment)
        case .laidOut(let layout): effects = laidOut(layout, environment)
        }
        return effects?.map { $0.map { .screen(id, $0) } }
    }
}
