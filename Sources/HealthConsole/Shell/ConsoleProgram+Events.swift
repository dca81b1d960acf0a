import Foundation
import HealthEntry
import HealthKit
import TerminalUI

extension ConsoleProgram {
    func handle(_ event: TerminalEvent, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch event {
        case .key(let key):
            let effects = parts(of: key, in: state)
                .flatMap { part in
                    state.notice = nil
                    return handle(part, &state)
                }
            return effects + offerRequest(in: &state)
        case .paste(let text):
            state.notice = nil
            return paste(text, &state)
        case .mouse(let mouse): return handle(mouse, &state)
        case .resize: return []
        }
    }

    /// Escape and a key typed quickly one after the other arrive as that key held with Alt, which means something only
    /// where text is edited.
    private func parts(of key: Key, in state: ConsoleState) -> [Key] {
        guard key.modifiers.contains(.alt) else { return [key] }
        let isEditing: Bool
        switch state.overlay {
        case .commandLine, .help: isEditing = true
        case .question: isEditing = false
        case nil: isEditing = state.current?.screen.isTyping ?? false
        }
        if isEditing, TextField.editingKeys.contains(key) { return [key] }
        return [.escape, Key(key.code, key.modifiers.subtracting(.alt))]
    }

    private func handle(_ key: Key, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch state.overlay {
        case .help(let sheet): return handle(key, in: sheet, &state)
        case .question(let question): return answer(key, question, &state)
        case .commandLine(let line): return handle(key, in: line, &state)
        case nil: return state.current.map { handle(key, on: $0, &state) } ?? []
        }
    }

    private func handle(_ key: Key, on open: OpenScreen, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch keys.resolve(key, in: open.screen.keyContexts) {
        case .command(let command): return obey(command, on: open, &state)
        case .blocked(let hint):
            state.notice = "this console only reads: \(hint) is not possible"
            return []
        case .unbound:
            if open.screen.isTyping { return send(.key(key), to: open.id, in: &state) ?? [] }
            state.notice = "\(key.label) does nothing here; ? shows the keys"
            return []
        }
    }

    /// Lets the screen obey a command, else obeys it for the console.
    private func obey(_ command: Command, on open: OpenScreen, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if let effects = send(.command(command), to: open.id, in: &state) { return effects }
        switch command {
        case .help:
            state.overlay = .help(HelpSheet(keys.help(in: open.screen.keyContexts)))
            return []
        case .interrupt where state.isAlone: return back(from: open, &state)
        case .export: return push(Route.export.screen, in: &state)
        case .log: return open.screen is LogScreen ? [] : push(Route.log.screen, in: &state)
        case .undo: return turn(isRedo: false, &state)
        case .redo: return turn(isRedo: true, &state)
        case .lock: return [lock()]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .interrupt, .quit: return quit(&state)
        case .back, .cancel: return back(from: open, &state)
        case .commandLine:
            state.overlay = .commandLine(CommandLine(prompt: ":", history: state.commandHistory))
            return []
        case .nextTab: return step(1, &state)
        case .previousTab: return step(-1, &state)
        default:
            if let tab = Tab(command) { return go(to: tab, &state) }
            // The key table says that the key means something here, and the screen does not: better said than dropped.
            state.notice = "\(command.rawValue) means nothing here"
            return []
        }
    }

    /// Takes a step back, or does one again, after those that were asked for before.
    private func turn(isRedo: Bool, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        state.turns.append(isRedo)
        state.notice = isRedo ? "redoing…" : "undoing…"
        return state.turns.count == 1 ? [turn(isRedo: isRedo)] : []
    }

    private func turn(isRedo: Bool) -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "steps.turn") {
            .turned(await environment.ask { isRedo ? try $0.redo() : try $0.undo() }, isRedo: isRedo)
        }
    }

    /// Tells what became of a step, and goes on with the next that was asked for.
    func turned(_ answer: Answer<StepOutcome?>, isRedo: Bool, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if !state.turns.isEmpty { state.turns.removeFirst() }
        switch answer {
        case .success(let outcome?): state.notice = StepText.text(outcome)
        case .success(nil): state.notice = StepText.nothing(isRedo: isRedo)
        case .failure(let failure):
            state.notice = (isRedo ? "not redone: " : "not undone: ") + failure.text
            state.turns = []
        }
        // What is seen is read again at once; word of the change may come later, or not at all.
        return storeChanged(.anything, in: &state) + (state.turns.first.map { [turn(isRedo: $0)] } ?? [])
    }

    /// Quits, after asking where that cuts short or loses something.
    private func quit(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        let unfinished = state.unfinished
        guard !unfinished.isEmpty, !state.isLeaving else { return [.quit] }
        let reasons = unfinished.map { unfinished in
            switch unfinished {
            case .work(let text), .text(let text): text
            }
        }
        let dialog = ConfirmDialog(
            title: "Quit",
            message: reasons.joined(separator: " ") + " Quit?",
            confirmLabel: "Quit",
            cancelLabel: "Stay"
        )
        state.overlay = .question(Question(dialog: dialog, confirmed: .leave))
        return []
    }

    /// Quits once work has stopped in order; another press of the key does not wait for it.
    func leave(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard state.isWorking else { return [.quit] }
        state.isLeaving = true
        state.notice = "stopping; \(keys.label(of: .quit)) again does not wait"
        for tab in Tab.allCases {
            for index in (state.stacks[tab] ?? []).indices { state.stacks[tab]?[index].screen.stop() }
        }
        return []
    }

    /// A second press of a main screen's key goes to its first screen.
    private func go(to tab: Tab, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard state.tab == tab else { return show(tab, in: &state) }
        var effects: [Effect<ConsoleAction>] = []
        while let stopped = pop(in: &state) { effects += stopped }
        return effects
    }

    private func step(_ distance: Int, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        let tabs = Tab.available(isReadOnly: environment.isReadOnly)
        let index = tabs.firstIndex(of: state.tab) ?? 0
        return show(tabs[(index + distance + tabs.count) % tabs.count], in: &state)
    }

    private func back(from open: OpenScreen, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if state.sheet?.id == open.id {
            if let request = (open.screen as? RequestScreen)?.request { state.putOff.insert(request.id) }
            keepTicks(of: open, in: &state)
            state.sheet = nil
            state.notice = "the request waits among the apps"
            return Self.stop(open)
        }
        if let stopped = pop(in: &state) { return stopped }
        if state.tab != .summary { return show(.summary, in: &state) }
        state.notice = "Q quits"
        return []
    }

    private func paste(_ text: String, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch state.overlay {
        case .help(var sheet):
            sheet.paste(text)
            state.overlay = .help(sheet)
        case .commandLine(var line):
            line.paste(text)
            state.overlay = .commandLine(line)
        case .question: state.notice = "a question is not answered by pasting"
        case nil:
            guard let open = state.current, open.screen.isTyping else {
                state.notice = "nothing is typed here: what you pasted was passed over"
                return []
            }
            if text.utf8.count > TextField.limit {
                state.notice = "of what you pasted, \(NumberText.text(TextField.limit)) characters at most were taken"
            }
            return send(.paste(text), to: open.id, in: &state) ?? []
        }
        return []
    }

    private func handle(_ mouse: MouseEvent, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch state.overlay {
        case .help, .question, .commandLine: return []
        case nil: return state.current.flatMap { send(.mouse(mouse), to: $0.id, in: &state) } ?? []
        }
    }
}

extension ConsoleProgram {
    private func handle(
        _ key: Key,
        in sheet: HelpSheet<Command>,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        var sheet = sheet
        switch sheet.handle(key) {
        case .stays: state.overlay = .help(sheet)
        case .closed: state.overlay = nil
        case .run(let command):
            state.overlay = nil
            return state.current.map { obey(command, on: $0, &state) } ?? []
        }
        return []
    }

    private func answer(_ key: Key, _ question: Question, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        var question = question
        switch question.dialog.handle(key) {
        case nil: state.overlay = .question(question)
        case .cancelled: state.overlay = nil
        case .confirmed:
            state.overlay = nil
            return follow(question.confirmed, &state)
        }
        return []
    }

    private func handle(_ key: Key, in line: CommandLine, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        var line = line
        switch line.handle(key, candidates: { CommandTarget.names(beginning: $0, keys: keys) }) {
        case .edited, .ignored: state.overlay = .commandLine(line)
        case .cancelled: state.overlay = nil
        case .submitted(let text):
            state.overlay = nil
            state.commandHistory = line.history
            return run(text, &state)
        }
        return []
    }

    private func run(_ text: String, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        let calendar = CalendarPhrase(now: state.now, calendar: environment.calendar)
        switch CommandTarget.resolve(text, keys: keys, calendar: calendar) {
        case .time(let time):
            if let open = state.current, let effects = send(.time(time), to: open.id, in: &state) { return effects }
            state.notice = "a chart is where a day, a month or a year can be gone to"
            return []
        case .command(let command): return state.current.map { obey(command, on: $0, &state) } ?? []
        case .type(let type):
            var effects = show(.browse, in: &state)
            while let stopped = pop(in: &state) { effects += stopped }
            return effects + push(Route.type(type).screen, in: &state)
        case nil:
            let name = text.trimmingCharacters(in: .whitespaces)
            if !name.isEmpty { state.notice = "there is no screen, command, date or type called “\(name)”" }
            return []
        }
    }
}

extension ConsoleProgram {
    /// Brings the oldest request that the person has not put off before them, unless they are in the middle of
    /// something.
    func offerRequest(in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard state.overlay == nil, state.sheet == nil, state.lock == nil, !environment.isReadOnly, !state.isAlone,
            state.current?.screen.isTyping != true, state.current?.screen.isModal != true,
            let request = state.waiting.first(where: { !state.putOff.contains($0.id) })
        else { return [] }
        state.lastID += 1
        state.sheet = OpenScreen(id: state.lastID, screen: ticked(RequestScreen(request, isAlone: false), state))
        return send(.opened, to: state.lastID, in: &state) ?? []
    }

    /// Takes the sheet away when its request was answered elsewhere or withdrawn.
    func closeAnsweredRequest(in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard let open = state.sheet, let sheet = open.screen as? RequestScreen, !sheet.isAnswering,
            !state.waiting.contains(where: { $0.id == sheet.request.id })
        else { return [] }
        state.sheet = nil
        if case .question(let question) = state.overlay, case .screen(open.id, _) = question.confirmed {
            state.overlay = nil
        }
        return Self.stop(open)
    }
}
