import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Sets the store's passphrase, changes or removes it, and makes a new recovery key.
package struct PassphraseScreen: Screen {
    /// The state of the work.
    private enum Phase: Sendable {
        case choosing
        case asking(PassphraseTask, taken: [StoreSecret])
        case working(PassphraseTask, StorePassphrase.Step?, StopSign)
        case done(recoveryKey: String, problem: String?)
    }

    private var phase = Phase.choosing
    private var lock = Loaded<StoreLockState>()
    private var list = ListState()
    private var field = SecretField()
    private var message: String?
    /// A weak new passphrase, until the person decides whether to use it.
    private var weak: StoreSecret?

    package init() {}

    package enum Action: Sendable {
        case looked(Answer<StoreLockState>)
        case begin(PassphraseTask)
        case takeWeak
        case progressed(StorePassphrase.Step)
        case finished(Answer<PassphraseTask.Outcome>, wasStopped: Bool)
        case leave
    }

    package var decidesRights: Bool { true }

    package var title: String { PassphraseStrings.title }

    package var contexts: [KeyContext] {
        switch phase {
        case .choosing: [.list]
        case .asking: [.secret]
        case .working: [.rewriting]
        case .done: [.recoveryKey]
        }
    }

    package var isTyping: Bool {
        if case .asking = phase { return true }
        return false
    }

    package var isModal: Bool {
        if case .choosing = phase { return false }
        return true
    }

    package var unfinished: Unfinished? {
        switch phase {
        case .choosing, .asking: nil
        case .working: .work(PassphraseStrings.unfinished)
        case .done: .text(PassphraseStrings.keyShown)
        }
    }

    package mutating func stop() {
        if case .working(_, _, let stop) = phase { stop.set() }
    }

    private static let listName = "passphrase"

    private var tasks: [PassphraseTask] { lock.value.map { PassphraseTask.all(isEncrypted: $0 != .plain) } ?? [] }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [look(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        if case .choosing = phase { return [look(environment)] }
        return []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: tasks.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch phase {
        case .choosing:
            guard command == .open else { return list.obey(command, count: tasks.count) ? [] : nil }
            return tasks.indices.contains(list.selected) ? choose(tasks[list.selected]) : []
        case .asking(let task, let taken): return answer(command, task, taken, environment)
        case .working(_, _, let stop):
            guard command == .cancel else { return nil }
            stop.set()
            return [.notice(PassphraseStrings.stopping)]
        case .done:
            guard command == .accept else { return nil }
            let dialog = ConfirmDialog(
                title: PassphraseStrings.keyTitle,
                message: PassphraseStrings.keyQuestion,
                confirmLabel: PassphraseStrings.keyKept,
                cancelLabel: PassphraseStrings.keyStay
            )
            return [.ask(dialog, confirmed: .leave)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .choosing = phase else { return [] }
        return list.opens(event, name: Self.listName, count: tasks.count) ? perform(.open, environment) ?? [] : []
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard isTyping else { return [] }
        message = field.type(key)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard isTyping else { return [] }
        message = field.add(text)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .looked(let answer):
            lock.take(answer)
            list.select(list.selected, count: tasks.count)
            return lock.complaint()
        case .begin(let task):
            phase = .asking(task, taken: [])
            message = nil
            field = SecretField()
        case .takeWeak:
            guard case .asking(let task, let taken) = phase, let weak else { return [] }
            field.kind = .passphrase
            phase = .asking(task, taken: taken + [weak])
            self.weak = nil
        case .progressed(let step):
            if case .working(let task, _, let stop) = phase { phase = .working(task, step, stop) }
        case .finished(let answer, let wasStopped): return finish(answer, wasStopped: wasStopped, environment)
        case .leave:
            phase = .choosing
            return [.pop]
        }
        return []
    }

    private func look(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("look") { .looked(await environment.ask { try $0.lockState() }) }
    }
}

extension PassphraseScreen {
    private func choose(_ task: PassphraseTask) -> [ScreenEffect<Action>] {
        guard task == .remove else { return [task.closesStore ? .alone(.begin(task)) : .loop(.send(.begin(task)))] }
        let dialog = ConfirmDialog(
            title: task.words.name,
            message: PassphraseStrings.removeQuestion,
            confirmLabel: PassphraseStrings.remove
        )
        return [.ask(dialog, confirmed: .begin(task))]
    }

    private mutating func answer(
        _ command: Command,
        _ task: PassphraseTask,
        _ taken: [StoreSecret],
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        message = nil
        weak = nil
        switch command {
        case .cancel:
            phase = .choosing
            field = SecretField()
        case .erase: field.clear()
        case .recoveryKey:
            // A new passphrase isn't a recovery key.
            guard task.steps[taken.count] == .current else { return [] }
            field.clear()
            field.kind = field.kind == .passphrase ? .recoveryKey : .passphrase
        case .accept:
            do { return try take(task, taken, environment) } catch { message = Failure(error).text }
        default: return nil
        }
        return []
    }

    /// Accepts the typed text of a step, and continues with the next, or begins.
    private mutating func take(
        _ task: PassphraseTask,
        _ taken: [StoreSecret],
        _ environment: ConsoleEnvironment
    ) throws -> [ScreenEffect<Action>] {
        guard let secret = try field.take() else {
            message = PassphraseStrings.nothingTyped
            return []
        }
        let step = task.steps[taken.count]
        if step == .new {
            try StorePassphrase.require(secret)
            switch environment.strength(secret) {
            case .good: break
            case .unknown(let reason): message = PassphraseStrings.notJudged(reason)
            case .weak:
                weak = secret
                let dialog = ConfirmDialog(
                    title: PassphraseStrings.weakTitle,
                    message: PassphraseStrings.weakQuestion,
                    confirmLabel: PassphraseStrings.useWeak
                )
                return [.ask(dialog, confirmed: .takeWeak)]
            }
        }
        if step == .again, let new = taken.last, !StorePassphrase.areEqual(new, secret) {
            message = PassphraseStrings.dontMatch
            phase = .asking(task, taken: taken.dropLast())
            return []
        }
        field.kind = .passphrase
        let taken = taken + [secret]
        guard taken.count == task.steps.count else {
            phase = .asking(task, taken: taken)
            return []
        }
        // A workout or an import may have begun meanwhile only where this page was not seen.
        return start(task, taken, environment)
    }

    private mutating func start(
        _ task: PassphraseTask,
        _ secrets: [StoreSecret],
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let stop = StopSign()
        phase = .working(task, nil, stop)
        let unlock = environment.unlock
        return [
            .run("work") { send in
                let answer = await environment.ask { person in
                    try task.run(secrets, person, unlock: unlock) { step in
                        if stop.isSet { throw Failure(PassphraseStrings.stopped) }
                        send(.progressed(step))
                    }
                }
                send(.finished(answer, wasStopped: stop.isSet))
            }
        ]
    }

    private mutating func finish(
        _ answer: Answer<PassphraseTask.Outcome>,
        wasStopped: Bool,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard case .working(let task, _, _) = phase else { return [] }
        phase = .choosing
        let reopened: [ScreenEffect<Action>] = (task.closesStore ? [.reopened] : []) + [look(environment)]
        switch answer {
        case .success(let outcome):
            message = nil
            guard let key = outcome.recoveryKey else { return reopened + [.notice(task.words.done)] }
            phase = .done(recoveryKey: key, problem: outcome.problem)
            return reopened + [.notice(task.words.done)]
        case .failure(let failure):
            message = wasStopped ? PassphraseStrings.stopped : failure.text
            return reopened
        }
    }
}

// MARK: - Drawing

extension PassphraseScreen {
    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        switch phase {
        case .choosing: drawChoice(in: body, on: &grid, theme: theme)
        case .asking(let task, let taken): draw(task, task.steps[taken.count], in: body, on: &grid, theme: theme)
        case .working(let task, let step, _):
            grid.write(Line(task.words.working, .bold), in: body, x: 1)
            if let step { grid.write(step.text, in: body, x: 1, y: 2) }
        case .done(let key, let problem):
            var lines = [(PassphraseStrings.keyAbout, Style.plain), ("", .plain), (key, .bold), ("", .plain)]
            lines.append((PassphraseStrings.keyAdvice, .plain))
            if let problem { lines.append((PassphraseStrings.staysLocked(problem), theme.warning)) }
            write(lines, in: body, on: &grid)
        }
    }

    private func drawChoice(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard let state = lock.value else {
            return lock.drawPlaceholder(PassphraseStrings.loading, in: rect, on: &grid, theme: theme)
        }
        var body = rect
        let head = state == .plain ? PassphraseStrings.isPlain : PassphraseStrings.isEncrypted
        grid.write(Line(head), in: body.cutTop(1), x: 1)
        if body.height > 6 { _ = body.cutTop(1) }
        let tasks = tasks
        Table(
            name: Self.listName,
            columns: [TableColumn("", minimum: 14, importance: 9)],
            count: tasks.count,
            state: list,
            showsHeader: false
        ) { TableRow([Line(tasks[$0].words.name)]) }
        .draw(in: body.cutTop(min(tasks.count, body.height)), on: &grid, theme: theme)
        if body.height > 4 { _ = body.cutTop(1) }
        let about = tasks.indices.contains(list.selected) ? tasks[list.selected].words.about : ""
        write(complaint(theme) + [(about, theme.dim)], in: body, on: &grid)
    }

    private func draw(
        _ task: PassphraseTask,
        _ step: PassphraseTask.Step,
        in rect: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        var body = rect
        grid.write(Line(task.words.name, .bold), in: body.cutTop(1), x: 1)
        if body.height > 6 { _ = body.cutTop(1) }
        let label = step.label(field.kind)
        field.draw(label, working: nil, in: body.cutTop(1), y: 0, on: &grid, theme: theme)
        if body.height > 4 { _ = body.cutTop(1) }
        write(complaint(theme) + [(task.words.about, theme.dim)], in: body, on: &grid)
    }

    private func complaint(_ theme: Theme) -> [(String, Style)] {
        message.map { [($0, theme.error), ("", .plain)] } ?? []
    }

    private func write(_ lines: [(String, Style)], in rect: Rect, on grid: inout CellGrid) {
        let wrapped = lines.flatMap { text, style in
            text.isEmpty ? [("", style)] : text.wrapped(to: max(10, rect.width - 2)).map { ($0, style) }
        }
        for (index, line) in wrapped.prefix(max(0, rect.height)).enumerated() {
            grid.write(line.0, in: rect, x: 1, y: index, style: line.1)
        }
    }
}
