import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The console as a program for a terminal.
package struct ConsoleProgram: Program {
    package let environment: ConsoleEnvironment
    package let keys: KeyMap<Command>
    private let initialTab: Tab
    /// The same with built-in keys and colors, for decisions about permissions in the installed console; empty in
    /// others.
    private let builtIn: [ConsoleProgram]

    /// The console.
    ///
    /// - Parameters:
    ///   - environment: The store and the surroundings.
    ///   - tab: The main screen to begin with; nil for the person's setting or, without one, the summary.
    package init(_ environment: ConsoleEnvironment, tab: Tab? = nil) {
        self.environment = environment
        keys = environment.settings.keyMap(isReadOnly: environment.isReadOnly)
        let wanted = tab ?? environment.settings.start ?? .summary
        builtIn = environment.isInstalled ? [ConsoleProgram(environment.builtIn, tab: tab)] : []
        initialTab = Tab.available(isReadOnly: environment.isReadOnly).contains(wanted) ? wanted : .summary
    }

    /// The program that handles keys and draws in a state.
    private func acting(in state: ConsoleState) -> ConsoleProgram {
        state.decidesRights ? builtIn.first ?? self : self
    }

    package var initialState: ConsoleState {
        var state = ConsoleState(now: environment.clock(), tab: initialTab)
        if !builtIn.isEmpty, initialTab == .apps { return state }
        let problems = environment.settings.problems
        if let first = problems.first {
            state.notice = ShellStrings.settings(first.description, more: problems.count - 1)
        } else if let first = environment.settings.languageProblems.first {
            state.notice = ShellStrings.language(first, more: environment.settings.languageProblems.count - 1)
        }
        return state
    }

    /// The delay before observing the store's changes is tried again.
    private static let retry = Duration.seconds(5)

    /// Listens before anything is read, so that no change falls between the two.
    package func start(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if let sheet = state.sheet {
            state.beginning = (send(.opened, to: sheet.id, in: &state) ?? []) + [fetchRequests()]
        } else {
            let others = [fetchGuest()] + (environment.isReadOnly ? [] : [fetchRequests(), findWorkout()])
            state.beginning = show(state.tab, in: &state) + others
        }
        return [hearQuestions(), listen()]
    }

    /// Listens to the store from now on.
    func listen() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "store.listen") {
            .hearing(
                await environment.ask { person in
                    let (ear, lock) = (try StoreEar(person), try person.lockState())
                    // The first screen already uses the user's units.
                    return ConsoleAction.Hearing(ear: ear, lock: lock, units: try ProfileFacts.units(person))
                }
            )
        }
    }

    /// Observes the location of the store's file.
    private func watchPlace() -> Effect<ConsoleAction> {
        let person = environment.person
        return .run(id: "store.place", lifetime: .endless) { send in
            let (places, continuation) = AsyncStream.makeStream(of: StorePlace.self)
            // Without the watch, the next call reports the file's state.
            let watch = HealthLog.attempt("place") { try person.watchPlace { continuation.yield($0) } }
            if watch == nil { continuation.finish() }
            for await place in places { send(.storePlace(place)) }
            withExtendedLifetime(watch) {}
        }
    }

    private func hearing(
        _ answer: Answer<ConsoleAction.Hearing>,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        var effects = state.beginning
        state.beginning = []
        switch answer {
        case .success(let heard):
            state.units = heard.units
            if heard.lock.isLocked { effects = follow(heard.lock, &state) }
            effects.append(
                .run(id: "store.watch", lifetime: .endless) { send in await heard.ear.report { send(.storeChanged($0)) }
                }
            )
            effects.append(watchPlace())
            // Reads begun before the units were known start again.
            if !heard.units.isEmpty { effects += storeChanged(.shownAnew, in: &state) }
            if state.isDeaf { effects += storeChanged(.anything, in: &state) }
            state.isDeaf = false
        case .failure(let failure):
            if !state.isDeaf { state.notice = ShellStrings.isDeaf(failure.text) }
            state.isDeaf = true
            effects.append(.after(Self.retry, id: "store.retry", .listen))
        }
        return effects
    }

    package func action(for event: TerminalEvent, in state: ConsoleState) -> ConsoleAction? { .event(event) }

    package func reduce(_ state: inout ConsoleState, _ action: ConsoleAction) -> [Effect<ConsoleAction>] {
        state.now = environment.clock()
        let decided = state.decidesRights
        var program = acting(in: state)
        // Its question is drawn up before it is seen.
        if case .turnAsked = action { program = builtIn.first ?? self }
        let effects = program.follow(action, &state) + program.catchUp(&state)
        // An earlier message may quote the settings, and would take the place of the keys.
        if !builtIn.isEmpty, state.decidesRights, !decided { state.notice = nil }
        let isOver = state.isAlone && state.sheet == nil || state.isLeaving && !state.isWorking
        return isOver ? effects + [.quit] : effects
    }

    func follow(_ action: ConsoleAction, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch action {
        case .event(let event): return handle(event, &state)
        case .screen(let id, let action): return send(.action(action), to: id, in: &state) ?? []
        case .storeChanged(let news): return storeChanged(news, in: &state)
        case .requests(let requests, let left): return take(requests, left: left, &state)
        case .noticeRead:
            state.dismissNotice(after: environment.readingTime)
            return []
        case .findCallers: return findCallers(state)
        case .guest(let isGuest):
            state.isGuest = isGuest
            return offerRequest(in: &state)
        case .leave: return leave(&state)
        case .turned(let answer, let isRedo): return turned(answer, isRedo: isRedo, &state)
        case .turnAsked(let preview, let isChosen): return ask(preview, isChosen: isChosen, &state)
        case .turnAllowed(let number, let isRedo, let isChosen):
            return turn(number, isRedo: isRedo, isChosen: isChosen, &state)
        case .turnRefused(let reason):
            state.turns = []
            state.notice = reason
            return []
        case .hearing(let answer): return hearing(answer, &state)
        case .units(let units):
            guard units != state.units else { return [] }
            state.units = units
            return storeChanged(.shownAnew, in: &state)
        case .listen: return [listen()]
        case .places(let places):
            state.places = places
            return changePalette(&state) { $0.take(places) }
        case .measureNames(let names):
            state.measureNames = names
            return changePalette(&state) { $0.take(names) }
        case .notes(let notes, let of): return changePalette(&state) { $0.take(notes, of: of.target) }
        case .added(let answer): return added(answer, &state)
        case .lockState(let lock): return follow(lock, &state)
        case .storePlace(let place):
            let saidNotSaved = state.notice?.hasPrefix(SharedStrings.notSaved("")) == true
            switch place {
            case .unchanged: break
            // That something was not saved says why, and stays until it was read.
            case .removed where saidNotSaved, .unreadable where saidNotSaved: break
            case .removed: state.notice = ShellStrings.storeRemoved
            case .reopened: state.notice = ShellStrings.storeReplaced
            case .unreadable(let reason): state.notice = ShellStrings.storeUnreadable(reason)
            }
            return []
        case .locking(let answer): return locking(answer, &state)
        case .secret(let event): return follow(event, &state)
        case .leftBehind(let start):
            let when = environment.at(state.now).dates.moment(start)
            let way = [Command.workouts, .startWorkout].map { keys.label(of: $0) }.joined(separator: " ")
            state.notice = state.notice ?? ShellStrings.workoutLeftBehind(way, when)
            return []
        }
    }

    package func view(_ state: ConsoleState, size: Size) -> CellGrid {
        let program = acting(in: state)
        return program.draw(state, size: size)
    }

    private func draw(_ state: ConsoleState, size: Size) -> CellGrid {
        var environment = environment.at(state.now, units: state.units)
        if let isLight = state.isOnLight { environment.theme.isLight = isLight }
        return ConsoleView(state: state, environment: environment, keys: keys).draw(at: size)
    }

    package func laidOut(_ layout: Layout, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        acting(in: state).follow(layout, &state)
    }

    private func follow(_ layout: Layout, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if case .help(var sheet) = state.overlay {
            sheet.laidOut(layout)
            state.overlay = .help(sheet)
            return []
        }
        if case .commandLine(var palette) = state.overlay {
            palette.laidOut(layout)
            state.overlay = .commandLine(palette)
        }
        return state.current.flatMap { send(.laidOut(layout), to: $0.id, in: &state) } ?? []
    }

    func storeChanged(_ news: StoreNews, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if state.lock != nil || news.isLocked == true { return [checkLock()] }
        state.changeScreens { open in
            if open.missed == nil { open.missed = news } else { open.missed?.merge(news) }
        }
        let guest = news.topics.contains(.guest) ? [fetchGuest()] : []
        let units = news.topics.contains(.units) ? [fetchUnits()] : []
        return guest + units + (news.topics.contains(.requests) && !environment.isReadOnly ? [fetchRequests()] : [])
    }

    /// Reports the changes since it was last visible to the visible screen; hidden screens don't load data.
    private func catchUp(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard let open = state.current, let news = open.missed else { return [] }
        state.changeScreens { if $0.id == open.id { $0.missed = nil } }
        return send(.storeChanged(news), to: open.id, in: &state) ?? []
    }

    func findWorkout() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "workout.left") {
            guard case .success(let start?) = await environment.ask({ try $0.startOfWorkoutLeftBehind() }) else {
                return nil
            }
            return .leftBehind(start)
        }
    }

    private func fetchGuest() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "guest.fetch") {
            guard case .success(let isGuest) = await environment.ask({ try $0.isGuest() }) else { return nil }
            return .guest(isGuest)
        }
    }

    private func fetchUnits() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "units.fetch") {
            guard case .success(let units) = await environment.ask({ try ProfileFacts.units($0) }) else { return nil }
            return .units(units)
        }
    }

    func fetchRequests() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "requests.fetch") {
            let answer = await environment.ask { person in
                let requests = try person.requests()
                return ConsoleAction.requests(requests, left: try person.left(of: requests))
            }
            guard case .success(let action) = answer else { return nil }
            return action
        }
    }
}
