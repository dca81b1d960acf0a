import HealthtuiTerminalUI

/// A screen that is a form: keys, pastes and clicks are its form's, and the form's commands save it or leave it.
package protocol FormScreen: Screen {
    /// The fields; empty while the form is being fetched.
    var form: Form { get set }

    /// The input that leaving without saving would lose, as the confirmation names it.
    var losing: String { get }

    /// Updates notes after each change of the fields, such as how a time was understood.
    mutating func formChanged(_ environment: ConsoleEnvironment)

    /// Saves the fields, or shows errors next to them.
    mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]
}

/// The actions of a form that asks before typed text is lost.
package protocol FormAction: Sendable {
    /// Leaves the form without saving, after that was confirmed.
    static var leave: Self { get }
}

extension FormScreen {
    package var losing: String { SharedStrings.whatYouTyped }

    package mutating func formChanged(_ environment: ConsoleEnvironment) {}

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.handle(key)
        formChanged(environment)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.paste(text)
        formChanged(environment)
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.mouse(event)
        formChanged(environment)
        return []
    }
}

extension FormScreen where Action: FormAction {
    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        guard isTyping else { return nil }
        switch form.obey(command) {
        case .moved: formChanged(environment)
        case .save: return save(environment)
        case .leave: return Form.leave(title, losing: unfinished.map { _ in losing }, .leave)
        case nil: return nil
        }
        return []
    }
}
