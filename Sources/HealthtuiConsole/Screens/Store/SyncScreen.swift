import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiSync
import HealthtuiTerminalUI

/// The machines in this store's sync group: pending data, the last contact with each, and problems.
package struct SyncScreen: ListScreen {
    private var content = Loaded<SyncFacts>()
    package var list = ListState()
    private var isSyncing = false

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<SyncFacts>)
        case synced(Answer<SyncOutcome>)
        /// The person confirmed that an app is the same on both machines, or revoked that.
        case decide(DeviceSync.ArrivedApp)
        case decided(Answer<DeviceSync.ArrivedApp>)
    }

    package var title: String { SyncStrings.title }

    package var contexts: [KeyContext] { [.list] }

    package static let listName = "sync"

    package func rowCount(_ environment: ConsoleEnvironment) -> Int { rows(environment).count }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows(environment)
        switch command {
        case .open:
            guard rows.indices.contains(list.selected) else { return [] }
            return open(rows[list.selected].place, environment)
        case .undo, .redo: return nil
        default: return list.obey(command, count: rows.count, choosing: { rows[$0].place != .heading }) ? [] : nil
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let rows = rows(environment)
        let opens = list.opens(event, name: Self.listName, count: rows.count)
        list.settle(count: rows.count, choosing: { rows[$0].place != .heading })
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            let rows = rows(environment)
            list.settle(count: rows.count, choosing: { rows[$0].place != .heading })
            return content.complaint()
        case .synced(let answer):
            isSyncing = false
            return [.notice(Self.text(answer)), load(environment)]
        case .decide(let app): return [decide(app, environment)]
        case .decided(.success(let app)):
            let text = app.isApproved ? SyncStrings.approved : SyncStrings.revoked
            return [.notice(text(app.name, app.machine)), load(environment)]
        case .decided(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text))]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let facts = content.value else {
            return content.drawPlaceholder(SyncStrings.loading, in: rect, on: &grid, theme: theme)
        }
        guard facts.overview != nil else { return drawHowToBegin(in: rect, on: &grid) }
        let rows = rows(environment)
        Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 14, maximum: 34, importance: 9),
                TableColumn("", minimum: 12, importance: 8, keepsWords: true, keepsFacts: true),
            ],
            count: rows.count,
            state: list,
            showsHeader: false
        ) { index in
            let row = rows[index]
            if row.place == .heading, row.text.isEmpty { return .heading(row.label) }
            let style: Style = row.isWrong ? .bold : row.isSet ? .plain : theme.dim
            return TableRow([Line(row.label, row.isWrong ? .bold : .plain), Line(row.text, style)])
        }
        .draw(in: rect, on: &grid, theme: theme)
    }

    /// Explains the purpose of a group, and how to create one.
    private func drawHowToBegin(in rect: Rect, on grid: inout CellGrid) {
        let lines =
            SyncStrings.howToBegin.wrapped(to: rect.width - 2) + [""]
            + [SyncStrings.beginCommand, SyncStrings.joinCommand].flatMap { $0.wrapped(to: rect.width - 2) }
        for (index, line) in lines.prefix(rect.height).enumerated() {
            grid.write(Line(line), in: rect, x: 1, y: index)
        }
    }
}

extension SyncScreen {
    private func rows(_ environment: ConsoleEnvironment) -> [SyncRow] {
        content.value.map { SyncRow.rows($0, environment) } ?? []
    }

    private mutating func open(_ place: SyncRow.Place, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch place {
        case .heading, .fact: return []
        case .changes:
            if environment.isReadOnly { return [.notice(SharedStrings.readOnly)] }
            guard !isSyncing else { return [] }
            isSyncing = true
            let now = environment.now
            return [
                .notice(SyncStrings.syncing),
                .task("sync") { .synced(await environment.ask { try SyncOutcome($0, now: now) }) },
            ]
        case .app(let app):
            if environment.isReadOnly { return [.notice(SharedStrings.readOnly)] }
            var decided = app
            decided.isApproved.toggle()
            let verb = app.isApproved ? SyncStrings.revoke : SyncStrings.approve
            let question = app.isApproved ? SyncStrings.revokeQuestion : SyncStrings.approveQuestion
            let dialog = ConfirmDialog(
                title: verb,
                message: question(app.name, app.machine),
                confirmLabel: verb,
                cancelLabel: SharedStrings.stay
            )
            return [.ask(dialog, confirmed: .decide(decided))]
        }
    }

    private func decide(_ app: DeviceSync.ArrivedApp, _ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let now = environment.now.timeIntervalSinceReferenceDate
        return .task("decide") {
            .decided(
                await environment.ask { person in
                    let sync = try DeviceSync.opened(person, clock: { now })
                    _ = try sync.approve(app.app, of: app.device, app.isApproved)
                    return app
                }
            )
        }
    }

    private static func text(_ answer: Answer<SyncOutcome>) -> String {
        switch answer {
        case .success(.waiting): SyncStrings.waiting
        case .success(.removed): SyncStrings.removed
        case .success(.joins): SyncStrings.joins
        case .success(.synced(0, 0)): SyncStrings.nothingNew
        case .success(.synced(let arrived, let sent)): SyncStrings.synced(arrived, sent: NumberText.text(sent))
        case .failure(let failure): SyncStrings.failed(failure.text)
        }
    }

    package func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (now, read) = (environment.now, environment.readSync)
        return .task("load") { .loaded(await environment.ask { try read($0, now) }) }
    }
}
