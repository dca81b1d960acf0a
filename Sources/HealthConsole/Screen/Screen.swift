import Foundation
import TerminalUI

/// One screen of the console: a value that holds what it shows, and the rules by which that changes.
///
/// `reduce` and the other mutating methods are pure; what has to happen outside is a ``ScreenEffect``.
package protocol Screen: Sendable {
    associatedtype Action: Sendable

    /// The screen's part of the path in the first line.
    var title: String { get }

    /// Where its keys are found in the key table, innermost first.
    var contexts: [KeyContext] { get }

    /// Whether characters are typed into a field rather than being commands.
    var isTyping: Bool { get }

    /// Whether the screen has to be answered before any other can be gone to.
    var isModal: Bool { get }

    /// Choices or facts at the right end of the first line.
    func trailing(_ environment: ConsoleEnvironment) -> Line

    /// Called when the screen is opened.
    mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Called when the store has changed, in this process or another.
    mutating func storeChanged(_ news: StoreNews, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Obeys a command; nil when it means nothing here.
    mutating func perform(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]?

    /// Takes a key that is no command while a field has the keys.
    mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Takes text that was pasted while a field has the keys.
    mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Takes a click or a turn of the wheel.
    mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Takes in what an effect brought.
    mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Learns where its parts were drawn.
    mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Draws itself.
    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment)
}

extension Screen {
    package var isTyping: Bool { false }

    package var isModal: Bool { false }

    /// The contexts in which its keys are looked up: where characters are typed, none of them is a command.
    var keyContexts: [KeyContext] { isTyping || isModal ? contexts : contexts + [.screens] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line { .empty }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { [] }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? { nil }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }
}

/// What a screen asks to be done outside of it.
package enum ScreenEffect<Action: Sendable>: Sendable {
    /// Work whose result is one action; work of the same name is replaced.
    case task(String, @Sendable () async -> Action?)
    /// Work that sends any number of actions.
    case run(String, @Sendable (Send<Action>) async -> Void)
    /// An action after some time.
    case after(Duration, String, Action)
    case cancel(String)
    /// Opens a screen over this one.
    case push(any Screen)
    /// Opens a screen in place of this one.
    case replace(any Screen)
    /// Goes back to the screen below.
    case pop
    /// Goes to another main screen.
    case show(Tab)
    /// A line for the person that goes with the next key.
    case notice(String)
    /// Asks before something that can't be taken lightly.
    case ask(ConfirmDialog, confirmed: Action)
    case copy(String)
    case quit
}

/// What may happen to a screen, whatever its type.
enum ScreenEvent: Sendable {
    case opened
    case storeChanged(StoreNews)
    case command(Command)
    case key(Key)
    case paste(String)
    case mouse(MouseEvent)
    case action(any Sendable)
    case laidOut(Layout)
}

extension Screen {
    /// Hands over an event without knowing the screen's actions.
    ///
    /// - Returns: The effects with their actions boxed; nil when a command meant nothing.
    mutating func receive(_ event: ScreenEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<any Sendable>]? {
        let effects: [ScreenEffect<Action>]?
        switch event {
        case .opened: effects = open(environment)
        case .storeChanged(let news): effects = storeChanged(news, environment)
        case .command(let command): effects = perform(command, environment)
        case .key(let key): effects = type(key, environment)
        case .paste(let text): effects = paste(text, environment)
        case .mouse(let mouse): effects = self.mouse(mouse, environment)
        case .action(let action): effects = (action as? Action).map { reduce($0, environment) } ?? []
        case .laidOut(let layout): effects = laidOut(layout, environment)
        }
        return effects?.map { $0.boxed }
    }
}

extension ScreenEffect {
    fileprivate var boxed: ScreenEffect<any Sendable> {
        switch self {
        case .task(let name, let work): .task(name) { await work() }
        case .run(let name, let work): .run(name) { send in await work(Send { send($0) }) }
        case .after(let delay, let name, let action): .after(delay, name, action)
        case .cancel(let name): .cancel(name)
        case .push(let screen): .push(screen)
        case .replace(let screen): .replace(screen)
        case .pop: .pop
        case .show(let tab): .show(tab)
        case .notice(let text): .notice(text)
        case .ask(let dialog, let action): .ask(dialog, confirmed: action)
        case .copy(let text): .copy(text)
        case .quit: .quit
        }
    }
}
