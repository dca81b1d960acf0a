import HealthtuiTerminalUI

/// A screen that is a form: keys, pastes and clicks are its form's, and the form's commands save it or leave it.
package protocol FormScreen: Screen {
    /// The fields; those of a form that is still fetched are none.
    var form: Form { get set }

    /// The input that leaving without saving would lose, as the confirmation names it.
    var losing: String { get }

    /// Takes note of what is in the fields after each change, such as how a time was understood.
    mutating func formChanged(_ environment: ConsoleEnvironment)

    /// Saves what is in the fields, or says beside them what is wrong.
    mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]
}

/// The actions of a form that asks before what was typed is lost.
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
