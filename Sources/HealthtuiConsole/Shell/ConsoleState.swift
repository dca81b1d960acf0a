import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// The state of the whole console.
package struct ConsoleState: Sendable {
    package var now: Date
    package var tab: Tab
    /// The screens of each tab, the open one last.
    package var stacks: [Tab: [OpenScreen]]
    /// The sheet of an app's request, over all screens.
    package var sheet: OpenScreen?
    /// The screen shown in place of everything while the store is locked.
    package var lock: OpenScreen?
    /// The question for the secret that a service requires, above everything else.
    package var proof: OpenScreen?
    /// The overlay over the screens and the sheet.
    package var overlay: Overlay?
    /// Whether the terminal reported a light background; nil until it did.
    var isOnLight: Bool?
    /// A message for the person, shown until a key is pressed after there was time to read it.
    package var notice: String? {
        didSet {
            guard let notice else { return }
            noticed = now
            if notices.last?.text != notice { notices.append(Notice(text: notice, date: now)) }
            if notices.count > Notice.limit { notices.removeFirst() }
        }
    }
    /// When the notice came up.
    private var noticed: Date?
    /// The messages of this session, oldest first.
    package private(set) var notices: [Notice] = []
    /// Requests for access that wait for an answer, the oldest first.
    package var waiting: [AuthorizationRequest] = []
    /// Whether a guest uses the machine.
    package var isGuest = false
    /// The units that the person chose, by the identifier of the type.
    var units: [String: HKUnit] = [:]
    /// Requests that the person put off; they wait among the apps.
    package var putOff: Set<Int> = []
    /// Requests whose apps were waiting for the answer when that was last looked at.
    var awaited: Set<Int> = []
    /// Requests whose apps ended without waiting for the answer.
    var left: Set<Int> = []
    /// The ticks of the postponed sheets, by request.
    package var ticks: [Int: RequestScreen.Ticks] = [:]
    /// The choices on an assistant's sheet that was postponed, by request.
    package var choices: [Int: AssistantScreen.Choice] = [:]
    package var commandHistory: [String] = []
    /// The names in the store that could be opened when last read.
    var places: CommandPlaces?
    /// The names of measures when last read.
    var measureNames: MeasureNames?
    /// Whether the console was started for one request only and ends with it.
    package private(set) var isAlone = false
    /// Whether the store's changes can't be observed.
    var isDeaf = false
    /// The first screen's reads, once changes are observed.
    var beginning: [Effect<ConsoleAction>] = []
    /// Whether the person wants to quit once running work has stopped.
    package var isLeaving = false
    /// Whether the request that the console is there for was answered.
    package var wasAnswered = false

    /// The pending undos (or redos, if true), the current one first.
    var turns: [Bool] = []

    var lastID = 0

    package init(now: Date, tab: Tab = .summary) {
        self.now = now
        self.tab = tab
        stacks = [:]
    }

    /// Removes the notice, if there was time to read it.
    ///
    /// - Parameter time: The reading time of a notice with that text.
    /// - Returns: The remaining time; `nil` if the notice is gone.
    @discardableResult
    mutating func dismissNotice(after time: (String) -> TimeInterval) -> TimeInterval? {
        guard let notice, let noticed else { return nil }
        // A clock that was set back keeps nothing on the screen.
        let (shown, whole) = (now.timeIntervalSince(noticed), time(notice))
        if shown >= 0, shown < whole { return whole - shown }
        self.notice = nil
        return nil
    }

    /// The state of a console that is there for one request only.
    package init(now: Date, answering request: AuthorizationRequest) {
        self.init(now: now)
        isAlone = true
        waiting = [request]
        lastID = 1
        sheet = OpenScreen(id: 1, screen: request.sheet(isAlone: true))
    }

    /// All screens, the sheet included.
    private var screens: [any Screen] {
        Tab.allCases.flatMap { stacks[$0] ?? [] }.map(\.screen) + [sheet?.screen].compactMap { $0 }
    }

    /// Changes what is noted about every screen, the sheet included.
    mutating func changeScreens(_ change: (inout OpenScreen) -> Void) {
        func changed(_ open: OpenScreen) -> OpenScreen {
            var open = open
            change(&open)
            return open
        }
        stacks = stacks.mapValues { $0.map(changed) }
        sheet = sheet.map(changed)
    }

    /// The work or input that quitting now would interrupt or lose.
    var unfinished: [Unfinished] { screens.compactMap(\.unfinished) }

    /// Whether there is work that has to stop before the console can quit.
    var isWorking: Bool {
        unfinished.contains {
            guard case .work = $0 else { return false }
            return true
        }
    }

    /// The lines to print in the shell after the console is left.
    package var farewell: [String] { screens.flatMap(\.farewell) }

    /// The focused screen, or the one under the focused overlay.
    package var current: OpenScreen? { proof ?? lock ?? sheet ?? stacks[tab]?.last }

    /// Whether the person is deciding about permissions or typing a secret.
    var decidesRights: Bool {
        // Undoing may give permissions back.
        if case .question(let question) = overlay, question.undo != nil { return true }
        return current?.screen.decidesRights ?? false
    }
}

/// A screen with the identifier by which results of its effects return to it.
package struct OpenScreen: Sendable {
    package let id: Int
    package var screen: any Screen
    /// The names of the effects that it started.
    var effects: Set<String> = []
    /// The changes in the store while the screen was hidden; it reloads once it's visible.
    var missed: StoreNews?
}

/// An overlay over a screen that has the focus.
package enum Overlay: Sendable {
    case help(HelpSheet<Command>)
    case question(Question)
    case commandLine(CommandPalette)
}

/// A confirmation question, and the action on yes.
package struct Question: Sendable {
    package var dialog: ConfirmDialog
    let confirmed: ConsoleAction
    /// The action of the second answer; `nil` if there is only one besides cancelling.
    var alternative: ConsoleAction?
    /// The details shown before an undo or redo; `nil` for a question that says everything itself.
    var undo: UndoSheet?
}

/// An action of the console.
package enum ConsoleAction: Sendable {
    case event(TerminalEvent)
    case screen(Int, any Sendable)
    case storeChanged(StoreNews)
    /// The requests that wait for an answer, and those of them whose apps have ended.
    case requests([AuthorizationRequest], left: Set<Int>)
    /// There was time to read the notice, and a key has come.
    case noticeRead
    /// It is time to check whether the requesting apps still wait.
    case findCallers
    /// Whether a guest uses the machine.
    case guest(Bool)
    /// The person wants to quit, whatever is not done.
    case leave
    /// An operation was undone or redone.
    case turned(Answer<OperationOutcome?>, isRedo: Bool)
    /// The person has to confirm an undo or redo, either of the next operation or of a chosen one.
    case turnAsked(OperationPreview, isChosen: Bool)
    /// A step that was chosen can't be turned, and why.
    case turnRefused(String)
    /// The person wants the step of that number turned, which is the next or was chosen.
    case turnAllowed(Int, isRedo: Bool, isChosen: Bool)
    /// The store reports its changes from now on, or can't.
    case hearing(Answer<Hearing>)
    /// The units that the person chose.
    case units([String: HKUnit])
    /// It is time to try again to observe the store's changes.
    case listen
    /// The names that can be opened.
    case places(CommandPlaces)
    /// The names of the measures of the store.
    case measureNames(MeasureNames)
    /// The notes about a target of the palette.
    case notes(PaletteNotes, of: PaletteTarget)
    /// A sample that was typed behind `:` was saved, or not.
    case added(Answer<String>)
    /// The store was found locked or unlocked.
    case lockState(StoreLockState)
    /// The store's file was removed or replaced.
    case storePlace(StorePlace)
    /// The store was to be locked.
    case locking(Answer<LockOutcome>)
    /// The service asks for the person's secret, or has received it.
    case secret(SecretQuestions.Event)
    /// A workout with this start was left behind by a console that ended unexpectedly.
    case leftBehind(Date)

    /// A target of the palette.
    package struct PaletteTarget: Sendable { let target: CommandTarget }

    /// The state of a store at the start of its observation.
    package struct Hearing: Sendable {
        let ear: StoreEar
        let lock: StoreLockState
        let units: [String: HKUnit]
    }
}
