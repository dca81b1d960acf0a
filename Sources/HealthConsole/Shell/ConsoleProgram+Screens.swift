import Foundation
import HealthKit
import TerminalUI

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
        let open = OpenScreen(id: state.lastID, screen: screen)
        state.stacks[state.tab, default: []].append(open)
        return send(.opened, to: open.id, in: &state) ?? []
    }

    /// Closes the current screen unless it is the only one of its tab.
    ///
    /// - Returns: What stops its work; nil when it stays.
    func pop(in state: inout ConsoleState) -> [Effect<ConsoleAction>]? {
        guard let stack = state.stacks[state.tab], stack.count > 1, let top = stack.last else { return nil }
        state.stacks[state.tab]?.removeLast()
        return Self.stop(top)
    }

    static func stop(_ open: OpenScreen) -> [Effect<ConsoleAction>] {
        open.effects.sorted().map { .cancel(effectID($0, open.id)) }
    }

    private static func effectID(_ name: String, _ screen: Int) -> EffectID { EffectID("screen\(screen).\(name)") }

    /// Hands an event to a screen, wherever it is.
    ///
    /// - Returns: What follows from it; nil when there is no such screen, or the event meant nothing to it.
    func send(_ event: ScreenEvent, to id: Int, in state: inout ConsoleState) -> [Effect<ConsoleAction>]? {
        let environment = environment.at(state.now)
        if state.sheet?.id == id {
            return state.sheet?.screen.receive(event, environment).map { run($0, for: id, in: &state) }
        }
        for tab in Tab.allCases {
            guard let index = state.stacks[tab]?.firstIndex(where: { $0.id == id }) else { continue }
            let effects = state.stacks[tab]?[index].screen.receive(event, environment)
            return effects.map { run($0, for: id, in: &state) }
        }
        return nil
    }

    private func run(
        _ effects: [ScreenEffect<any Sendable>],
        for id: Int,
        in state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        effects.flatMap { run($0, for: id, in: &state) }
    }

    private func run(
        _ effect: ScreenEffect<any Sendable>,
        for id: Int,
        in state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        switch effect {
        case .task(let name, let work):
            remember(name, of: id, in: &state)
            return [.task(id: Self.effectID(name, id)) { await work().map { .screen(id, $0) } }]
        case .run(let name, let work):
            remember(name, of: id, in: &state)
            return [.run(id: Self.effectID(name, id)) { send in await work(Send { send(.screen(id, $0)) }) }]
        case .after(let delay, let name, let action):
            remember(name, of: id, in: &state)
            return [.after(delay, id: Self.effectID(name, id), .screen(id, action))]
        case .cancel(let name): return [.cancel(Self.effectID(name, id))]
        case .push(let screen): return push(screen, in: &state)
        case .replace(let screen):
            let stopped = state.stacks[state.tab]?.popLast().map(Self.stop) ?? []
            return stopped + push(screen, in: &state)
        case .pop: return close(id, in: &state)
        case .show(let tab): return show(tab, in: &state)
        case .notice(let text):
            state.notice = text
            return []
        case .ask(let dialog, let action):
            state.overlay = .question(Question(dialog: dialog, screen: id, confirmed: action))
            return []
        case .copy(let text):
            state.notice = "copied \(text)"
            return [.copy(text)]
        case .quit: return [.quit]
        }
    }

    /// Closes a screen that asked for it, with what lies over it.
    private func close(_ id: Int, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
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
