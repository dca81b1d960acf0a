import Foundation
import HealthKit
import HealthtuiTerminalUI

extension ConsoleProgram {
    /// Goes to a main screen, opening it the first time.
    func show(_ tab: Tab, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard Tab.available(isReadOnly: environment.isReadOnly).contains(tab) else { return [] }
        state.tab = tab
        guard state.stacks[tab]?.isEmpty ?? true else { return [] }
        return push(tab.root, in: &state)
    }

    /// Opens a screen over the current one.
    func push(_ screen: any Screen, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        state.lastID += 1
        let open = OpenScreen(id: state.lastID, screen: ticked(screen, state))
        state.stacks[state.tab, default: []].append(open)
        return send(.opened, to: open.id, in: &state) ?? []
    }

    /// Closes the current screen unless it is the only one of its tab.
    ///
    /// - Returns: The effects that stop its work; nil when it stays.
    func pop(in state: inout ConsoleState) -> [Effect<ConsoleAction>]? {
        guard let stack = state.stacks[state.tab], stack.count > 1, let top = stack.last else { return nil }
        state.stacks[state.tab]?.removeLast()
        keepTicks(of: top, in: &state)
        return Self.stop(top)
    }

    /// Stores the checked boxes of a request's sheet that is closed without an answer.
    func keepTicks(of open: OpenScreen, in state: inout ConsoleState) {
        if let sheet = open.screen as? RequestScreen { state.ticks[sheet.request.id] = sheet.ticks }
        if let sheet = open.screen as? AssistantScreen, let request = sheet.answered {
            state.choices[request.id] = sheet.choice
        }
    }

    /// The screen with its earlier choices, if it is the sheet of a postponed request.
    func ticked(_ screen: any Screen, _ state: ConsoleState) -> any Screen {
        if var sheet = screen as? RequestScreen, let ticks = state.ticks[sheet.request.id] {
            sheet.take(ticks)
            return sheet
        }
        if var sheet = screen as? AssistantScreen, let id = sheet.answered?.id, let choice = state.choices[id] {
            sheet.take(choice)
            return sheet
        }
        return screen
    }

    static func stop(_ open: OpenScreen) -> [Effect<ConsoleAction>] {
        open.effects.sorted().map { .cancel(effectID($0, open.id)) }
    }

    private static func effectID(_ name: String, _ screen: Int) -> EffectID { EffectID("screen\(screen).\(name)") }

    /// Hands an event to a screen, wherever it is.
    ///
    /// - Returns: The resulting effects; nil when there is no such screen, or the event has no meaning for it.
    func send(_ event: ScreenEvent, to id: Int, in state: inout ConsoleState) -> [Effect<ConsoleAction>]? {
        let environment = environment.at(state.now, units: state.units, hearsChanges: !state.isDeaf)
        if state.proof?.id == id {
            return state.proof?.screen.receive(event, as: id, environment).map { run($0, for: id, in: &state) }
        }
        if state.lock?.id == id {
            return state.lock?.screen.receive(event, as: id, environment).map { run($0, for: id, in: &state) }
        }
        if state.sheet?.id == id {
            return state.sheet?.screen.receive(event, as: id, environment).map { run($0, for: id, in: &state) }
        }
        for tab in Tab.allCases {
            guard let index = state.stacks[tab]?.firstIndex(where: { $0.id == id }) else { continue }
            let effects = state.stacks[tab]?[index].screen.receive(event, as: id, environment)
            return effects.map { run($0, for: id, in: &state) }
        }
        return nil
    }

    private func run(
        _ effects: [ScreenEffect<ConsoleAction>],
        for id: Int,
        in state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        effects.flatMap { run($0, for: id, in: &state) }
    }

    private func run(
        _ effect: ScreenEffect<ConsoleAction>,
        for id: Int,
        in state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        switch effect {
        case .loop(let effect):
            guard let name = effect.id?.name else { return [effect] }
            remember(name, of: id, in: &state)
            return [effect.named(Self.effectID(name, id))]
        case .open(let route): return push(route.screen, in: &state)
        case .pop: return close(id, in: &state)
        case .show(let tab): return show(tab, in: &state)
        case .notice(let text):
            state.notice = text
            return []
        case .ask(let dialog, let action, let alternative):
            state.overlay = .question(Question(dialog: dialog, confirmed: action, alternative: alternative))
            return []
        case .alone(let action):
            guard !state.isWorking, !environment.live.isRunning else {
                state.notice = ShellStrings.otherWorkGoesOn
                return []
            }
            return follow(action, &state)
        case .reopened: return [listen()] + storeChanged(.anything, in: &state)
        case .copy(let text):
            state.notice = ShellStrings.copied(text)
            return [.copy(text)]
        case .turn(let step): return turn(step, &state)
        }
    }

    /// Closes a screen at its request, together with the screens above it.
    private func close(_ id: Int, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if state.lock?.id == id { return show(&state) }
        if let sheet = state.sheet, sheet.id == id {
            state.sheet = nil
            state.wasAnswered = true
            return Self.stop(sheet) + [fetchRequests()]
        }
        for tab in Tab.allCases {
            guard let stack = state.stacks[tab], let index = stack.firstIndex(where: { $0.id == id }), index > 0 else {
                continue
            }
            state.stacks[tab] = Array(stack[..<index])
            return stack[index...].flatMap(Self.stop)
        }
        return []
    }

    private func remember(_ name: String, of id: Int, in state: inout ConsoleState) {
        if state.lock?.id == id {
            state.lock?.effects.insert(name)
            return
        }
        if state.sheet?.id == id {
            state.sheet?.effects.insert(name)
            return
        }
        for tab in Tab.allCases {
            guard let index = state.stacks[tab]?.firstIndex(where: { $0.id == id }) else { continue }
            state.stacks[tab]?[index].effects.insert(name)
        }
    }
}
