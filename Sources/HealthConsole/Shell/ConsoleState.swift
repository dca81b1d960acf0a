import Foundation
import HealthKit
import TerminalUI

/// The state of the whole console.
package struct ConsoleState: Sendable {
    package var now: Date
    package var tab: Tab
    /// The screens of each tab, the open one last.
    package var stacks: [Tab: [OpenScreen]]
    /// The sheet of an app's request, over all screens.
    package var sheet: OpenScreen?
    /// What is open over the screens and the sheet.
    package var overlay: Overlay?
    /// A line for the person, shown until the next key.
    package var notice: String?
    /// Requests for access that wait for an answer, the oldest first.
    package var waiting: [AuthorizationRequest] = []
    /// Requests that the person put off; they wait among the apps.
    package var putOff: Set<Int> = []
    package var commandHistory: [String] = []
    /// Whether the console is there for one request only and ends with it.
    package private(set) var isAlone = false
    /// Whether the request that the console is there for was answered.
    package var wasAnswered = false

    var lastID = 0

    package init(now: Date, tab: Tab = .summary) {
        self.now = now
        self.tab = tab
        stacks = [:]
    }

    /// The state of a console that is there for one request only.
    package init(now: Date, answering request: AuthorizationRequest) {
        self.init(now: now)
        isAlone = true
        waiting = [request]
        lastID = 1
        sheet = OpenScreen(id: 1, screen: RequestScreen(request, isAlone: true))
    }

    /// The screen that has the keys, or lies under what has them.
    package var current: OpenScreen? { sheet ?? stacks[tab]?.last }
}

/// A screen with the name under which its effects find back to it.
package struct OpenScreen: Sendable {
    package let id: Int
    package var screen: any Screen
    /// The names of the effects that it started.
    var effects: Set<String> = []
}

/// What is open over a screen and has the keys.
package enum Overlay: Sendable {
    case help(HelpSheet<Command>)
    case question(Question)
    case commandLine(CommandLine)
}

/// A question before something that can't be taken lightly, and what happens on yes.
package struct Question: Sendable {
    package var dialog: ConfirmDialog
    let screen: Int
    let confirmed: any Sendable
}

/// What happens to the console.
package enum ConsoleAction: Sendable {
    case event(TerminalEvent)
    case screen(Int, any Sendable)
    case storeChanged(StoreNews)
    case requests([AuthorizationRequest])
}
