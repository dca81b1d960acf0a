import Foundation
import HealthKit
import TerminalUI

/// The console as a program for a terminal.
package struct ConsoleProgram: Program {
    package let environment: ConsoleEnvironment
    package let keys: KeyMap<Command>
    private let initialTab: Tab

    /// The console.
    ///
    /// - Parameters:
    ///   - environment: The store and the surroundings.
    ///   - tab: The main screen to begin with.
    package init(_ environment: ConsoleEnvironment, tab: Tab = .summary) {
        self.environment = environment
        keys = KeyTable.keys(isReadOnly: environment.isReadOnly)
        initialTab = tab
    }

    package var initialState: ConsoleState { ConsoleState(now: environment.clock(), tab: initialTab) }

    package func start(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if let sheet = state.sheet { return (send(.opened, to: sheet.id, in: &state) ?? []) + [watchStore()] }
        return show(state.tab, in: &state) + [watchStore()] + (environment.isReadOnly ? [] : [fetchRequests()])
    }

    private func watchStore() -> Effect<ConsoleAction> {
        let person = environment.person
        return .run(id: "store.watch", lifetime: .endless) { send in
            await StoreNews.watch(person) { send(.storeChanged($0)) }
        }
    }

    package func action(for event: TerminalEvent, in state: ConsoleState) -> ConsoleAction? { .event(event) }

    package func reduce(_ state: inout ConsoleState, _ action: ConsoleAction) -> [Effect<ConsoleAction>] {
        state.now = environment.clock()
        let effects = follow(action, &state)
        return state.isAlone && state.sheet == nil ? effects + [.quit] : effects
    }

    private func follow(_ action: ConsoleAction, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch action {
        case .event(let event): return handle(event, &state)
        case .screen(let id, let action): return send(.action(action), to: id, in: &state) ?? []
        case .storeChanged(let news): return storeChanged(news, in: &state)
        case .requests(let requests):
            state.waiting = requests
            return closeAnsweredRequest(in: &state) + offerRequest(in: &state)
        }
    }

    package func view(_ state: ConsoleState, size: Size) -> CellGrid {
        ConsoleView(state: state, environment: environment.at(state.now), keys: keys).draw(at: size)
    }

    package func laidOut(_ layout: Layout, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if case .help(var sheet) = state.overlay {
            sheet.laidOut(layout)
            state.overlay = .help(sheet)
            return []
        }
        return state.current.flatMap { send(.laidOut(layout), to: $0.id, in: &state) } ?? []
    }

    private func storeChanged(_ news: StoreNews, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        var effects: [Effect<ConsoleAction>] = []
        for tab in Tab.allCases {
            for open in state.stacks[tab] ?? [] {
                effects += send(.storeChanged(news), to: open.id, in: &state) ?? []
            }
        }
        if news.namespaces.contains(StoreNamespace.requests), !environment.isReadOnly {
            effects.append(fetchRequests())
        }
        return effects
    }

    func fetchRequests() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "requests.fetch") {
            guard case .success(let requests) = await environment.ask({ try $0.requests() }) else { return nil }
            return .requests(requests)
        }
    }
}
