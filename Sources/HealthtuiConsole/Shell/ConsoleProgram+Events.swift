import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension ConsoleProgram {
    func handle(_ event: TerminalEvent, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch event {
        case .key(let key):
            environment.questions.keyCame()
            environment.person.noteUse()
            var effects: [Effect<ConsoleAction>] = []
            for part in parts(of: key, in: state) {
                // A notice that can't have been read yet disappears later, without another key.
                if let rest = state.dismissNotice(after: environment.readingTime) {
                    effects.append(.after(.seconds(rest + 0.01), id: "notice.read", .noticeRead))
                }
                effects += handle(part, &state)
            }
            return effects + offerRequest(in: &state)
        case .paste(let text):
            state.notice = nil
            return paste(text, &state)
        case .mouse(let mouse): return handle(mouse, &state)
        case .resize: return []
        case .background(let isLight):
            state.isOnLight = isLight
            return []
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
        case .help(var sheet): return follow(sheet.handle(key), of: sheet, &state)
        case .question(let question): return answer(key, question, &state)
        case .commandLine(var palette): return follow(palette.handle(key), of: palette, &state)
        case nil: return state.current.map { handle(key, on: $0, &state) } ?? []
        }
    }

    private func handle(_ key: Key, on open: OpenScreen, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch keys.resolve(key, in: open.screen.keyContexts) {
        case .command(let command) where open.screen.idle(environment).contains(command):
            state.notice = ShellStrings.keyDoesNothing(key.label)
            return []
        case .command(let command): return obey(command, on: open, &state)
        case .blocked(let hint):
            state.notice = ShellStrings.onlyReads(hint)
            return []
        case .unbound:
            if open.screen.isTyping { return send(.key(key), to: open.id, in: &state) ?? [] }
            let isFilter = keys.bindings.contains { $0.command == .filter && $0.keys.contains(key) }
            state.notice =
                isFilter
                ? ShellStrings.nothingToFilter(key.label, keys.label(of: .commandLine))
                : ShellStrings.keyDoesNothing(key.label)
            return []
        }
    }

    /// Lets the screen handle a command, otherwise handles it for the console.
    func obey(_ command: Command, on open: OpenScreen, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if let effects = send(.command(command), to: open.id, in: &state) { return effects }
        switch command {
        case .help:
            let idle = open.screen.idle(environment)
            state.overlay = .help(HelpSheet(HelpOrder.sorted(keys.help(in: open.screen.keyContexts, without: idle))))
            return []
        case .interrupt where state.isAlone: return back(from: open, &state)
        case .export: return push(Route.export.screen, in: &state)
        case .report: return open.screen is ReportScreen ? [] : push(Route.report.screen, in: &state)
        case .log: return open.screen is LogScreen ? [] : push(Route.log.screen, in: &state)
        case .notices: return open.screen is NoticesScreen ? [] : push(NoticesScreen(state.notices), in: &state)
        case .rings: return open.screen is RingsScreen ? [] : push(Route.rings.screen, in: &state)
        case .goalList: return open.screen is GoalListScreen ? [] : push(Route.goalList.screen, in: &state)
        case .goals: return push(Route.goals.screen, in: &state)
        case .night: return push(Route.form(NightForm.type).screen, in: &state)
        case .startWorkout: return open.screen is LiveWorkoutScreen ? [] : push(Route.live.screen, in: &state)
        case .undo: return turn(isRedo: false, &state)
        case .redo: return turn(isRedo: true, &state)
        case .lock: return [lock()]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .interrupt, .quit: return quit(&state)
        case .back, .cancel: return back(from: open, &state)
        case .commandLine:
            return openPalette(over: open, &state)
        case .nextTab: return step(1, &state)
        case .previousTab: return step(-1, &state)
        default:
            if let tab = Tab(command) { return go(to: tab, &state) }
            // The key table has the key, but the screen doesn't handle it: a message is better than no reaction.
            state.notice = ShellStrings.commandMeansNothing(command.rawValue)
            return []
        }
    }

    /// Undoes or redoes an operation, after those requested before.
    private func turn(isRedo: Bool, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        state.turns.append(isRedo)
        state.notice = isRedo ? ShellStrings.redoing : ShellStrings.undoing
        return state.turns.count == 1 ? [turn(isRedo: isRedo)] : []
    }

    private func turn(isRedo: Bool) -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "steps.turn") {
            let answer = await environment.ask { person -> Turning in
                guard let next = try person.nextStep(isRedo: isRedo) else { return .turned(nil) }
                if next.mayAsk, let preview = try person.previewStep(isRedo: isRedo), preview.asks {
                    return .asks(preview)
                }
                return .turned(
                    isRedo ? try person.redo(expecting: next.number) : try person.undo(expecting: next.number)
                )
            }
            switch answer {
            case .success(.asks(let preview)): return .turnAsked(preview, isChosen: false)
            case .success(.turned(let outcome)): return .turned(.success(outcome), isRedo: isRedo)
            case .failure(let failure): return .turned(.failure(failure), isRedo: isRedo)
            }
        }
    }

    /// The result of a request to undo or redo.
    private enum Turning: Sendable {
        case asks(OperationPreview)
        case turned(OperationOutcome?)
    }

    /// Turns a step that the person chose, unless something since rests on it.
    func turn(_ number: Int, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard state.turns.isEmpty else { return [] }
        let environment = environment
        return [
            .task(id: "steps.turn") {
                let answer = await environment.ask { person -> ConsoleAction in
                    guard let preview = try person.previewStep(number) else {
                        return .turnRefused(OperationText.noStep(number))
                    }
                    if let obstacle = OperationText.obstacle(preview) { return .turnRefused(obstacle) }
                    if preview.asks { return .turnAsked(preview, isChosen: true) }
                    let outcome = try person.turnStep(number, isRedo: preview.isRedo)
                    return .turned(.success(outcome), isRedo: preview.isRedo)
                }
                switch answer {
                case .success(let action): return action
                case .failure(let failure): return .turnRefused(ShellStrings.notUndone(failure.text))
                }
            }
        ]
    }

    /// Asks for confirmation to undo or redo an operation, and drops later requests.
    func ask(
        _ preview: OperationPreview,
        isChosen: Bool,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        state.turns = []
        state.notice = nil
        // The person has opened something else meanwhile.
        guard state.overlay == nil, state.lock == nil, state.proof == nil else { return [] }
        let labels = UndoSheet.Keys(
            undo: keys.label(of: .undo),
            redo: keys.label(of: .redo),
            log: keys.label(of: .log),
            apps: keys.label(of: .apps)
        )
        let sheet = UndoSheet(preview, labels, isChosen: isChosen)
        let confirmed = ConsoleAction.turnAllowed(preview.step.number, isRedo: preview.isRedo, isChosen: isChosen)
        state.overlay = .question(Question(dialog: sheet.dialog, confirmed: confirmed, undo: sheet))
        return []
    }

    /// Undoes or redoes the operation that the person was asked about.
    func turn(
        _ number: Int,
        isRedo: Bool,
        isChosen: Bool,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        state.turns = [isRedo]
        state.notice = isRedo ? ShellStrings.redoing : ShellStrings.undoing
        let environment = environment
        return [
            .task(id: "steps.turn") {
                .turned(
                    await environment.ask {
                        if isChosen { return try $0.turnStep(number, isRedo: isRedo) }
                        return isRedo ? try $0.redo(expecting: number) : try $0.undo(expecting: number)
                    },
                    isRedo: isRedo
                )
            }
        ]
    }

    /// Reports the result of an undo or redo, and continues with the next requested one.
    func turned(_ answer: Answer<OperationOutcome?>, isRedo: Bool, _ state: inout ConsoleState) -> [Effect<
        ConsoleAction
    >] {
        if !state.turns.isEmpty { state.turns.removeFirst() }
        switch answer {
        case .success(let outcome?): state.notice = OperationText.text(outcome)
        case .success(nil): state.notice = OperationText.nothing(isRedo: isRedo)
        case .failure(let failure):
            state.notice = isRedo ? ShellStrings.notRedone(failure.text) : ShellStrings.notUndone(failure.text)
            state.turns = []
        }
        // The visible screen is reloaded at once; the change notification may come later, or not at all.
        return storeChanged(.anything, in: &state) + (state.turns.first.map { [turn(isRedo: $0)] } ?? [])
    }

    /// Quits; asks for confirmation if that interrupts or loses something.
    private func quit(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        let unfinished = state.unfinished
        guard !unfinished.isEmpty, !state.isLeaving else { return [.quit] }
        let reasons = unfinished.map { unfinished in
            switch unfinished {
            case .work(let text), .text(let text): text
            }
        }
        let dialog = ConfirmDialog(
            title: ShellStrings.quit,
            message: ShellStrings.question(reasons.joined(separator: " ")),
            confirmLabel: ShellStrings.quit,
            cancelLabel: ShellStrings.stay
        )
        state.overlay = .question(Question(dialog: dialog, confirmed: .leave))
        return []
    }

    /// Quits once work has stopped cleanly; a second press of the key doesn't wait.
    func leave(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard state.isWorking else { return [.quit] }
        state.isLeaving = true
        state.notice = ShellStrings.stopping(keys.label(of: .quit))
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
            if let request = (open.screen as? any RequestSheet)?.answered { state.putOff.insert(request.id) }
            keepTicks(of: open, in: &state)
            state.sheet = nil
            state.notice = ShellStrings.requestWaits
            return Self.stop(open)
        }
        if let stopped = pop(in: &state) { return stopped }
        if state.tab != .summary { return show(.summary, in: &state) }
        state.notice = ShellStrings.quits
        return []
    }

    private func paste(_ text: String, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch state.overlay {
        case .help(var sheet):
            sheet.paste(text)
            state.overlay = .help(sheet)
        case .commandLine(var palette):
            palette.paste(text)
            return show(palette, in: &state)
        case .question: state.notice = ShellStrings.questionIsNotPasted
        case nil:
            guard let open = state.current, open.screen.isTyping else {
                state.notice = ShellStrings.nothingIsTyped
                return []
            }
            if text.utf8.count > TextField.limit {
                state.notice = ShellStrings.pastedTooMuch(NumberText.text(TextField.limit))
            }
            return send(.paste(text), to: open.id, in: &state) ?? []
        }
        return []
    }

    private func handle(_ mouse: MouseEvent, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch state.overlay {
        case .help(var sheet): return follow(sheet.handle(mouse), of: sheet, &state)
        case .commandLine(var palette): return follow(palette.handle(mouse), of: palette, &state)
        case .question: return []
        case nil: break
        }
        if mouse.kind == .press, case .item(let name, let index, _) = mouse.target {
            if name == BreadcrumbBar.linkName { return goBack(to: index, &state) }
            if name == ConsoleView.requestsName {
                state.putOff = []
                return offerRequest(in: &state)
            }
        }
        return state.current.flatMap { send(.mouse(mouse), to: $0.id, in: &state) } ?? []
    }

    /// Goes back to a screen of the path; if typed text would be lost, the visible screen asks first.
    private func goBack(to index: Int, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        if let open = state.current, let unfinished = open.screen.unfinished {
            guard case .text = unfinished else { return obey(.back, on: open, &state) }
            return obey(.cancel, on: open, &state)
        }
        var effects: [Effect<ConsoleAction>] = []
        while (state.stacks[state.tab]?.count ?? 0) > index + 1, let stopped = pop(in: &state) { effects += stopped }
        return effects
    }
}

extension ConsoleProgram {
    private func follow(
        _ outcome: HelpSheet<Command>.Outcome,
        of sheet: HelpSheet<Command>,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        switch outcome {
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
        if question.undo?.handle(key) == true {
            state.overlay = .question(question)
            return []
        }
        if question.undo != nil, let open = state.current {
            for command in [Command.log, .quit, .help]
            where keys.bindings.contains(where: { $0.command == command && $0.keys.contains(key) }) {
                state.overlay = nil
                return obey(command, on: open, &state)
            }
        }
        switch question.dialog.handle(key) {
        case nil: state.overlay = .question(question)
        case .cancelled: state.overlay = nil
        case .confirmed:
            state.overlay = nil
            return follow(question.confirmed, &state)
        case .alternative:
            state.overlay = nil
            return question.alternative.map { follow($0, &state) } ?? []
        }
        return []
    }
}

extension ConsoleProgram {
    /// Brings the oldest request that the person has not put off before them, unless they are in the middle of
    /// something.
    func offerRequest(in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard state.overlay == nil, state.sheet == nil, state.lock == nil, state.proof == nil, !environment.isReadOnly,
            !state.isAlone,
            !state.isGuest,
            state.current?.screen.isTyping != true, state.current?.screen.isModal != true,
            let request = state.waiting.first(where: { !state.putOff.contains($0.id) })
        else { return [] }
        state.lastID += 1
        state.sheet = OpenScreen(id: state.lastID, screen: ticked(request.sheet(isAlone: false), state))
        return send(.opened, to: state.lastID, in: &state) ?? []
    }

    /// The time between checks of whether the callers still wait; they end without a message.
    private static let callersPause = Duration.seconds(1)

    /// Stores the waiting requests, and shows the first.
    ///
    /// A request whose app ended isn't shown: it stays in the list of apps, and its answer applies when the app returns
    /// (R1.24).
    func take(
        _ requests: [AuthorizationRequest],
        left: Set<Int>,
        _ state: inout ConsoleState
    ) -> [Effect<ConsoleAction>] {
        let ids = Set(requests.map(\.id))
        state.waiting = requests
        state.ticks = state.ticks.filter { ids.contains($0.key) }
        state.choices = state.choices.filter { ids.contains($0.key) }
        state.putOff.formUnion(left.subtracting(state.left))
        let ended = state.awaited.intersection(left)
        state.left = left
        state.awaited = Set(requests.filter { $0.callers != nil }.map(\.id)).subtracting(left)
        return closeRequest(leftBy: ended, in: &state) + closeAnsweredRequest(in: &state) + offerRequest(in: &state)
            + (state.awaited.isEmpty ? [] : [findCallersLater])
    }

    private var findCallersLater: Effect<ConsoleAction> {
        .after(Self.callersPause, id: "requests.look", .findCallers)
    }

    /// Checks whether the requesting apps still wait, as long as one did at the last check.
    func findCallers(_ state: ConsoleState) -> [Effect<ConsoleAction>] {
        guard !state.awaited.isEmpty, state.lock == nil else { return [] }
        return [fetchRequests(), findCallersLater]
    }

    /// Closes the sheet if the requesting app has ended.
    private func closeRequest(leftBy ended: Set<Int>, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard let open = state.sheet, let sheet = open.screen as? any RequestSheet, !sheet.isAnswering,
            let request = sheet.answered, ended.contains(request.id)
        else { return [] }
        keepTicks(of: open, in: &state)
        state.notice = ShellStrings.appHasEnded(request.app.name)
        return takeAway(open, in: &state)
    }

    private func takeAway(_ open: OpenScreen, in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        state.sheet = nil
        if case .question(let question) = state.overlay, case .screen(open.id, _) = question.confirmed {
            state.overlay = nil
        }
        return Self.stop(open)
    }

    /// Closes the sheet if its request was answered elsewhere or withdrawn.
    func closeAnsweredRequest(in state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard let open = state.sheet, let sheet = open.screen as? any RequestSheet, !sheet.isAnswering,
            let request = sheet.answered, !state.waiting.contains(where: { $0.id == request.id })
        else { return [] }
        return takeAway(open, in: &state)
    }
}
