import Foundation
import HealthtuiEntry
import HealthtuiTerminalUI

/// One screen of the console: a value with the displayed state, and the rules by which it changes.
///
/// `reduce` and the other mutating methods are pure; side effects are values of ``ScreenEffect``.
package protocol Screen: Sendable {
    associatedtype Action: Sendable

    /// The screen's part of the path in the first line.
    var title: String { get }

    /// Its contexts in the key table, innermost first.
    var contexts: [KeyContext] { get }

    /// Commands that would do nothing now: they aren't offered, and their keys show a message.
    func idle(_ environment: ConsoleEnvironment) -> Set<Command>

    /// Whether characters are typed into a field rather than being commands.
    var isTyping: Bool { get }

    /// Whether the screen must be answered before any other can be opened.
    var isModal: Bool { get }

    /// Whether the person decides about permissions or types a secret here. The installed console then shows nothing
    /// that other programs can have written, and uses the built-in keys.
    var decidesRights: Bool { get }

    /// Whether the screen takes keys yet; its hints show when it does.
    var isReady: Bool { get }

    /// The work or input that quitting now would interrupt or lose, as the beginning of a question; nil when there is none.
    var unfinished: Unfinished? { get }

    /// Tells the screen to stop its work, since the person wants to quit.
    mutating func stop()

    /// The lines to print in the shell after the console is left.
    var farewell: [String] { get }

    /// Choices or facts at the right end of the first line.
    func trailing(_ environment: ConsoleEnvironment) -> Line

    /// Called when the screen is opened.
    mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Called when the store has changed, in this process or another.
    mutating func storeChanged(_ news: StoreNews, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Handles a command; nil if it has no meaning here.
    mutating func perform(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]?

    /// Goes to a day, a month or a year; nil when this screen has no dates to go to.
    mutating func go(to time: CalendarPhrase.Time, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]?

    /// Handles a key that isn't a command while a field has the focus.
    mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Handles pasted text while a field has the focus.
    mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Handles a click or a turn of the wheel.
    mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Handles the result of an effect.
    mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Learns where its parts were drawn.
    mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]

    /// Draws itself.
    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment)
}

/// The work or input that quitting would interrupt or lose.
package enum Unfinished: Sendable, Hashable {
    /// Work that continues until it is asked to stop, and stops cleanly.
    case work(String)
    /// Typed text that isn't saved anywhere.
    case text(String)
}

extension Screen {
    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> { [] }

    package var isTyping: Bool { false }

    package var isReady: Bool { true }

    package var unfinished: Unfinished? { nil }

    package mutating func stop() {}

    package var farewell: [String] { [] }

    package var isModal: Bool { false }

    package var decidesRights: Bool { false }

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

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? { nil }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }
}
