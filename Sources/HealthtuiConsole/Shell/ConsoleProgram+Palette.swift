import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The line after `:`.
extension ConsoleProgram {
    func openPalette(over open: OpenScreen, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        let finder = CommandFinder(
            keys: keys,
            contexts: open.screen.keyContexts,
            idle: open.screen.idle(environment),
            environment: environment.at(state.now, units: state.units),
            places: state.places,
            names: state.measureNames
        )
        state.overlay = .commandLine(CommandPalette(finder, history: state.commandHistory))
        let environment = environment
        return [
            .task(id: "palette.places") {
                guard case .success(let places) = await environment.ask({ try CommandPlaces($0) }) else { return nil }
                return .places(places)
            },
            .task(id: "palette.names") {
                let answer = await environment.ask { MeasureNames.names(of: try MeasureList.read(.person($0))) }
                guard case .success(let names) = answer else { return nil }
                return .measureNames(names)
            },
        ]
    }

    /// Changes the palette where it is open.
    func changePalette(
        _ state: inout ConsoleState,
        _ change: (inout CommandPalette) -> Void
    ) -> [Effect<ConsoleAction>] {
        guard case .commandLine(var palette) = state.overlay else { return [] }
        change(&palette)
        return show(palette, in: &state)
    }

    /// Shows the palette, and reads the notes about its first suggestion.
    func show(_ palette: CommandPalette, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        var palette = palette
        let wanted = palette.takeRequest()
        state.overlay = .commandLine(palette)
        guard let wanted else { return [] }
        let environment = environment.at(state.now, units: state.units)
        return [
            .task(id: "palette.notes") {
                let answer = await environment.ask { _ in try PaletteNotes.read(wanted, environment) }
                guard case .success(let notes?) = answer else { return nil }
                return .notes(notes, of: ConsoleAction.PaletteTarget(target: wanted))
            }
        ]
    }

    /// Saves a sample that the palette has shown.
    private func save(_ sample: HKSample, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        let environment = environment.at(state.now, units: state.units)
        let text = AddStrings.added(
            sample.sampleType.entry.name,
            environment.samples.labelled(sample),
            environment.dates.moment(sample.startDate)
        )
        return [
            .task(id: "palette.save") { .added(await environment.ask { try $0.save([sample]) }.map { text }) }
        ]
    }

    func added(_ answer: Answer<String>, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch answer {
        case .success(let text):
            state.notice = SharedStrings.saved(text)
            return storeChanged(.anything, in: &state)
        case .failure(let failure):
            state.notice = SharedStrings.notSaved(failure.text)
            return []
        }
    }

    func follow(
        _ outcome: CommandPalette.Outcome,
        of palette: CommandPalette,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        state.overlay = nil
        switch outcome {
        case .stays: return show(palette, in: &state)
        case .closed: break
        case .taken(let target):
            state.commandHistory = palette.line.history
            return go(to: target, &state)
        case .saved(let sample):
            state.commandHistory = palette.line.history
            return save(sample, &state)
        case .unknown(let text):
            state.commandHistory = palette.line.history
            let name = text.trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty else { break }
            state.notice = palette.line.offers.isEmpty ? ShellStrings.unknown(name) : ShellStrings.choose(name)
        }
        return []
    }

    private func go(to target: CommandTarget, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch target {
        case .time(let time):
            if let open = state.current, let effects = send(.time(time), to: open.id, in: &state) { return effects }
            state.notice = ShellStrings.timesAreOfCharts
            return []
        case .command(let command): return state.current.map { obey(command, on: $0, &state) } ?? []
        case .type(let type): return open(.type(type), on: .browse, &state)
        case .typeAt(let type, let time):
            let effects = open(.type(type), on: .browse, &state)
            return effects + (state.current.flatMap { send(.time(time), to: $0.id, in: &state) } ?? [])
        case .question(let question): return answer(question, &state)
        case .add: return []
        case .refused(let reason):
            state.notice = reason
            return []
        case .comparison(let first, let second, let range):
            return open(.comparison(first, second, range), on: .browse, &state)
        case .pattern(let type, let isHeat): return open(isHeat ? .heat(type) : .pattern(type), on: .browse, &state)
        case .editLatest(let type):
            // Below the form is its list, which shows the edited sample after saving.
            let effects = open(.samples(SampleListQuery(type: type)), on: .browse, &state)
            return effects + push(Route.editLatest(type).screen, in: &state)
        case .typeOver(let type, let span):
            let effects = open(.type(type), on: .browse, &state)
            return effects + (state.current.flatMap { send(.command(span.command), to: $0.id, in: &state) } ?? [])
        case .origin(let origin): return open(.origin(origin), on: .sources, &state)
        case .app(let app): return open(.app(app), on: .apps, &state)
        case .filtered(let type, let filter):
            return open(.filtered(SampleListQuery(type: type), filter), on: .browse, &state)
        }
    }

    /// Opens the answer to a question: an ongoing time has a start, with a chart before and after it.
    private func answer(_ question: MeasureQuestion, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard case .change = question.form, let range = question.range, let start = range.start,
            range.end ?? .distantFuture > state.now
        else { return open(.answer(question), on: .browse, &state) }
        let day = CalendarDay(start, in: environment.calendar)
        let change = Route.change(question.measure, day, mark: range.mark)
        guard let type = question.measure.type, Measure(of: type) == question.measure, ChartScreen.charts(type) else {
            return open(change, on: .browse, &state)
        }
        // Below it is the chart of its type, as if it had been opened from there.
        let effects = open(.type(type), on: .browse, &state)
        return effects + push(change.screen, in: &state)
    }

    /// Opens a screen right over a main one.
    private func open(_ route: Route, on tab: Tab, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        var effects = show(tab, in: &state)
        while let stopped = pop(in: &state) { effects += stopped }
        return effects + push(route.screen, in: &state)
    }
}
