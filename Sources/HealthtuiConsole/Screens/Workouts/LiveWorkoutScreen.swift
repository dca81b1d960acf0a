import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// A workout that runs, with its figures as they come in; where none runs, the activities to start one of.
package struct LiveWorkoutScreen: Screen {
    private enum Phase: Sendable {
        /// Whether a workout runs is being found out.
        case looking
        case choosing
        case running(LiveFigures)
    }

    private var phase = Phase.looking
    private(set) var choice = ActivityChoice()
    private var isBusy = false
    /// The command requested while another was in progress.
    private var next: Command?
    /// Heart rates as they came, for the shape of the last minutes.
    private var trace: [Double?] = []

    package init() {}

    package enum Action: Sendable {
        /// Whether a workout runs here, and when one began that runs in another console.
        case looked(Answer<Found>)
        case startNow
        case started(Answer<Bool>)
        case tick
        case figures(Answer<LiveFigures?>)
        case done(Answer<Bool>)
        case endNow
        case ended(Answer<HKWorkout?>)
        case discardNow
        case discarded

        package struct Found: Sendable {
            let isRunning: Bool
            let elsewhere: Date?
        }
    }

    package var title: String {
        guard case .running(let figures) = phase else { return LiveStrings.title }
        return LiveView.title(figures)
    }

    package var isTyping: Bool { choice.filter.isTyping }

    package var contexts: [KeyContext] {
        switch phase {
        case .looking: []
        case .choosing: choice.filter.isTyping ? [.filter] : [.startingWorkout, .views, .list, .filtering]
        case .running: [.live]
        }
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        switch phase {
        case .looking: .empty
        case .choosing: choice.placeLine(theme: environment.theme)
        case .running: Line(environment.dates.time(environment.now, seconds: true), environment.theme.dim)
        }
    }

    package var farewell: [String] {
        guard case .running = phase else { return [] }
        return [LiveStrings.runsOn]
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [look(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard case .running = phase, news.hasSamples else { return [] }
        return [read(environment)]
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        choice.laidOut(layout)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch phase {
        case .looking: return nil
        case .choosing:
            if choice.perform(command) { return [] }
            guard command == .open, choice.selected != nil else { return nil }
            return start(environment)
        case .running(let figures): return perform(command, figures, environment)
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        choice.type(key)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        choice.paste(text)
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .choosing = phase, choice.opens(event) else { return [] }
        return perform(.open, environment) ?? []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .looked(.success(let found)):
            if found.isRunning { return [read(environment), tick] }
            if environment.isReadOnly { return [.pop, .notice(LiveStrings.noneRuns)] }
            phase = .choosing
            guard let since = found.elsewhere else { return [] }
            return [.notice(LiveStrings.anotherConsole(environment.dates.time(since)))]
        case .looked(.failure(let failure)):
            phase = .choosing
            return [.notice(failure.text)]
        case .startNow: return start(environment)
        case .started(.success):
            isBusy = false
            return [read(environment), tick]
        case .started(.failure(let failure)):
            isBusy = false
            return [.notice(LiveStrings.notStarted(failure.text))]
        case .tick: return [read(environment), tick]
        case .figures(.success(let figures?)):
            if case .running = phase {} else { choice = ActivityChoice() }
            phase = .running(figures)
            // It begins with the first heart rate.
            if figures.heartRate != nil || !trace.isEmpty { trace.append(figures.heartRate) }
            if trace.count > 600 { trace.removeFirst(trace.count - 600) }
            return figures.failure.map { [.notice($0.text)] } ?? []
        case .figures(.success(nil)): return []
        case .figures(.failure(let failure)): return [.notice(failure.text)]
        case .done(.failure(let failure)):
            isBusy = false
            next = nil
            return [.notice(failure.text)]
        case .done(.success):
            isBusy = false
            guard let command = next else { return [read(environment)] }
            next = nil
            return [read(environment)] + (perform(command, environment) ?? [])
        case .endNow: return end(environment)
        case .ended(.success(let workout)):
            isBusy = false
            let stop: [ScreenEffect<Action>] = [.loop(.cancel("tick")), .pop]
            guard let workout else { return stop + [.notice(LiveStrings.keptOnceUnlocked)] }
            return stop + [.open(.workout(workout))]
        case .ended(.failure(let failure)):
            isBusy = false
            return [.notice(LiveStrings.notEnded(failure.text))]
        case .discardNow:
            let live = environment.live
            return [
                .task("discard") {
                    live.discard()
                    return .discarded
                }
            ]
        case .discarded: return [.loop(.cancel("tick")), .pop, .notice(LiveStrings.discarded)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        switch phase {
        case .looking: grid.write(LoadingLine.line(WorkoutStrings.loading, theme: environment.theme), in: rect, x: 1)
        case .choosing: choice.draw(in: rect, on: &grid, environment)
        case .running(let figures):
            LiveView(figures: figures, trace: trace, environment: environment).draw(in: rect, on: &grid)
        }
    }
}

extension LiveWorkoutScreen {
    private var tick: ScreenEffect<Action> { .after(.seconds(1), "tick", .tick) }

    private func look(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let live = environment.live
        let isReadOnly = environment.isReadOnly
        return .task("look") {
            do {
                // Only looking takes no session over.
                let isRunning = isReadOnly ? live.isRunning : try await live.recover()
                if isRunning { return .looked(.success(Action.Found(isRunning: true, elsewhere: nil))) }
            } catch {
                return .looked(.failure(Failure(error)))
            }
            let since = await environment.ask { try $0.startOfOpenWorkout() }
            return .looked(since.map { Action.Found(isRunning: false, elsewhere: $0) })
        }
    }

    private mutating func start(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isBusy, let activity = choice.selected else { return [] }
        isBusy = true
        let (live, location) = (environment.live, choice.location)
        return [
            .task("start") {
                do {
                    try await live.start(activity, location)
                    return .started(.success(true))
                } catch {
                    return .started(.failure(Failure(error)))
                }
            }
        ]
    }

    private mutating func perform(
        _ command: Command,
        _ figures: LiveFigures,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let live = environment.live
        switch command {
        case .pauseWorkout, .lap, .mirror:
            // No key is lost, however fast it comes after another.
            guard !isBusy else {
                next = command
                return []
            }
            isBusy = true
            return [change(live, command)]
        case .endWorkout:
            let text = LiveStrings.endQuestion(LiveView.title(figures), WorkoutText.clock(figures.elapsed))
            return [
                .ask(
                    ConfirmDialog(title: LiveStrings.end, message: text, confirmLabel: LiveStrings.end),
                    confirmed: .endNow
                )
            ]
        case .discardWorkout:
            let text =
                LiveStrings.discardQuestion(LiveView.title(figures))
            return [
                .ask(
                    ConfirmDialog(title: LiveStrings.discard, message: text, confirmLabel: LiveStrings.discard),
                    confirmed: .discardNow
                )
            ]
        default: return nil
        }
    }

    /// Applies a key's command to the workout.
    private func change(_ live: LiveWorkout, _ command: Command) -> ScreenEffect<Action> {
        .task("change") {
            do {
                switch command {
                case .lap: try await live.lap()
                case .mirror: try await live.toggleMirroring()
                default: await live.togglePause()
                }
                return .done(.success(true))
            } catch {
                return .done(.failure(Failure(error)))
            }
        }
    }

    private mutating func end(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isBusy else { return [] }
        isBusy = true
        let live = environment.live
        return [
            .task("end") {
                do {
                    return .ended(.success(try await live.end()))
                } catch {
                    return .ended(.failure(Failure(error)))
                }
            }
        ]
    }

    private func read(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let live = environment.live
        return .task("read") { .figures(await environment.ask { _ in try live.snapshot() }) }
    }
}
