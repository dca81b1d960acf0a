import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// An app's reads, refused reads and writes, by type and by time.
package struct AccessScreen: Screen {
    let app: AppRecord
    private(set) var rows = Loaded<[AuditRow]>()
    private(set) var list = ListState()
    private(set) var view = View.types

    /// The grouping of the rows.
    enum View: Int, CaseIterable, Sendable {
        case types
        case times
    }

    /// The number of days shown.
    private static let days = 30

    package init(_ app: AppRecord) { self.app = app }

    package enum Action: Sendable {
        case loaded(Answer<[AuditRow]>)
    }

    package var decidesRights: Bool { true }

    package var title: String { AppStrings.accessTitle }

    package var contexts: [KeyContext] { [.list, .views] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        Line(
            view == .types ? AppStrings.lastDaysByType(Self.days) : AppStrings.lastDaysByTime(Self.days),
            environment.theme.dim
        )
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.topics.contains(.audit) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if list.obey(command, count: count) { return [] }
        switch command {
        case .open: return open(list.selected)
        case .previousView, .nextView:
            view = view == .types ? .times : .types
            list = ListState()
            return []
        default: return nil
        }
    }

    private func open(_ index: Int) -> [ScreenEffect<Action>] {
        let type: String
        switch view {
        case .types where types.indices.contains(index): type = types[index].type
        case .times where times.indices.contains(index): type = times[index].key.type
        default: return []
        }
        guard let found = HKObjectType.type(identifier: type) as? HKSampleType else { return [] }
        return [.open(.type(found))]
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        list.opens(event, name: Self.listName, count: count) ? open(list.selected) : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        rows.take(answer)
        list.select(list.selected, count: count)
        return rows.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard rows.value != nil else {
            return rows.drawPlaceholder(AppStrings.audit, in: rect, on: &grid, theme: theme)
        }
        let table = view == .types ? typeTable(environment) : timeTable(environment)
        table.draw(in: rect, on: &grid, theme: theme)
    }

    private func typeTable(_ environment: ConsoleEnvironment) -> Table {
        let types = types
        // Words may be longer than the numbers below them.
        func figures(_ title: String, maximum: Int, importance: Int) -> TableColumn {
            .figures(title, minimum: min(9, max(7, title.displayWidth)), maximum: maximum, importance: importance)
        }
        return Table(
            name: Self.listName,
            columns: [
                TableColumn(SharedStrings.type, minimum: 14, importance: 9),
                figures(AppStrings.read, maximum: 9, importance: 8),
                figures(SharedStrings.samplesHeading, maximum: 11, importance: 6),
                figures(AppStrings.inVain, maximum: 9, importance: 7),
                figures(AppStrings.written, maximum: 11, importance: 5),
                figures(AppStrings.refused, maximum: 9, importance: 4),
                TableColumn.dates(SharedStrings.last, minimum: 12, maximum: 24, importance: 3),
            ],
            count: types.count,
            state: list,
            emptyText: AppStrings.nothingDone(Self.days)
        ) { index in
            let summary = types[index]
            return TableRow(
                [
                    Line(AuditText.type(summary.type)), Self.figure(summary.reads), Self.figure(summary.samples),
                    Self.figure(summary.inVain, environment.theme.warning), Self.figure(summary.written),
                    Self.figure(summary.refused, environment.theme.warning),
                    Line(Self.moment(summary.last, environment), environment.theme.dim),
                ],
                shorter: [6: Self.shorter(summary.last, environment.theme.dim, environment)]
            )
        }
    }

    private func timeTable(_ environment: ConsoleEnvironment) -> Table {
        let times = times
        let isExact = times.allSatisfy { $0.span == .minute }
        let within = isExact ? [] : [TableColumn("", minimum: 12, maximum: 12, importance: 2)]
        return Table(
            name: Self.listName,
            columns: [
                TableColumn.dates(SharedStrings.when, minimum: 12, maximum: 12, importance: 5),
                TableColumn(SharedStrings.type, minimum: 14, maximum: 40, importance: 9),
                TableColumn(SharedStrings.what, minimum: 16, maximum: 40, importance: 8, keepsWords: true),
                TableColumn.figures(AppStrings.times, minimum: 6, maximum: 6, importance: 6),
                TableColumn.figures(AppStrings.objects, minimum: 7, maximum: 7, importance: 4),
            ] + within,
            count: times.count,
            state: list,
            emptyText: AppStrings.nothingDone(Self.days)
        ) { index in
            let row = times[index]
            let style = row.key.outcome == .allowed ? Style.plain : environment.theme.warning
            return TableRow(
                [
                    Line(Self.moment(row.count.last, environment)), Line(AuditText.type(row.key.type)),
                    Line(AuditText.text(row.key.operation, row.key.outcome), style), Self.figure(row.count.calls),
                    Self.figure(row.count.objects),
                    Line(Self.within(row.span), environment.theme.dim),
                ],
                shorter: [0: Self.shorter(row.count.last, .plain, environment)]
            )
        }
    }

    /// The precision of a time; empty for a known minute, which is shown.
    private static func within(_ span: AuditRow.Span) -> String {
        switch span {
        case .minute: ""
        case .hour: AppStrings.inTheHour
        case .day: AppStrings.inTheDay
        }
    }

    private static func figure(_ count: Int, _ style: Style = .plain) -> Line {
        count == 0 ? .empty : Line(NumberText.text(count), style)
    }

    private static func moment(_ seconds: Double, _ environment: ConsoleEnvironment) -> String {
        environment.dates.moment(Date(timeIntervalSinceReferenceDate: seconds))
    }

    private static func shorter(_ seconds: Double, _ style: Style, _ environment: ConsoleEnvironment) -> [Line] {
        environment.dates.shorterMoments(Date(timeIntervalSinceReferenceDate: seconds)).map { Line($0, style) }
    }

    private static var listName: String { "access" }

    private var types: [AuditSummary] { AuditSummary.byType(rows.value ?? []) }

    private var times: [AuditRow] { rows.value ?? [] }

    private var count: Int { view == .types ? types.count : times.count }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let bundle = app.account
        let start = environment.calendar.date(byAdding: .day, value: -Self.days, to: environment.now)
        return .task("load") { .loaded(await environment.ask { try $0.audit(app: bundle, from: start) }) }
    }
}
