import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The apps that asked for access, and the requests that wait for an answer.
package struct AppsScreen: Screen, FilteredList {
    private(set) var content = Loaded<Content>()
    var filter = Filter()
    var list = ListState()
    private(set) var sort = ListSort()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Content>)
    }

    /// The data about all apps.
    package struct Content: Sendable {
        var requests: [AuthorizationRequest]
        var apps: [App]
        /// How many entries that assistants drafted wait.
        var drafts: Int

        init(_ person: PersonAccess) throws {
            requests = try person.requests()
            drafts = try person.drafts().count
            let counts = Dictionary(
                try person.sources().map { ($0.source.bundleIdentifier, $0.count) },
                uniquingKeysWith: { $0 + $1 }
            )
            apps = try person.apps()
                .map { record in
                    let grants = try person.grants(app: record.account)
                    let isAssistant = record.bundleIdentifier.hasPrefix(AssistantGrant.prefix)
                    return App(
                        record: record,
                        reads: grants.values.count { $0.read == true },
                        shares: grants.values.count { $0.share == true },
                        asked: grants.values.count { $0.read != nil || $0.share != nil },
                        samples: counts[record.bundleIdentifier] ?? 0,
                        readable: Self.names(grants) { $0.read == true },
                        shared: Self.names(grants) { $0.share == true },
                        answeredTypes: isAssistant ? try person.assistant(record.account)?.types.count ?? 0 : nil
                    )
                }
        }

        private static func names(_ grants: [String: Grant], _ isGranted: (Grant) -> Bool) -> [String] {
            grants.filter { isGranted($0.value) }
                .map { TypeCatalogue.shared.entry(identifier: $0.key)?.name ?? $0.key }.sorted()
        }
    }

    /// One app.
    package struct App: Sendable {
        var record: AppRecord
        var reads: Int
        var shares: Int
        var asked: Int
        var samples: Int
        /// The names of the types that it may read, and of those that it may save.
        var readable: [String]
        var shared: [String]
        /// Of an assistant, the types that it is answered from or may draft; `nil` for other programs.
        var answeredTypes: Int?
    }

    package var decidesRights: Bool { true }

    package var title: String { AppStrings.title }

    package var isTyping: Bool { filter.isTyping }

    package var contexts: [KeyContext] { filter.isTyping ? [.filter] : [.list, .filtering, .sortable, .matching] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        content.value != nil && rows.isEmpty && !filter.isActive ? [.open, .filter, .sort] : []
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let isOfApps = !news.topics.isDisjoint(with: [.apps, .grants, .requests, .drafts])
        return isOfApps || news.hasSamples ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: rows.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { !rows[$0].isHeading }) { return [] }
        if sort.obey(command, columns: Self.sortColumns) {
            settle()
            return []
        }
        switch command {
        case .nextMatch, .previousMatch:
            let matches = found(filter.isActive ? filter.text : filter.last)
            if !moves(command, among: matches.map(\.key)) { return [.notice(SharedStrings.noMatch(filter.last))] }
        case .open: return rows.indices.contains(list.selected) ? open(rows[list.selected], environment) : []
        default: return obeyFilter(command) ? [] : nil
        }
        return []
    }

    private func open(_ row: Row, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch row {
        case .heading: return []
        case .drafts: return [.open(.drafts)]
        case .app(let app): return [.open(.app(app.record))]
        case .request(let request):
            if environment.isReadOnly { return [.notice(AppStrings.readOnlyAnswer)] }
            return [.open(.request(request))]
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if filter.type(key) { settle() }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        filter.paste(text)
        settle()
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, Self.listName, columns: Self.sortColumns) {
            settle()
            return []
        }
        let opens = list.opens(event, name: Self.listName, count: rows.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        let rows = rows
        list.settle(count: rows.count, choosing: { !rows[$0].isHeading })
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        filter.draw(in: &body, on: &grid, theme: theme, placeholder: AppStrings.filterPlaceholder)
        guard content.value != nil else {
            content.drawPlaceholder(AppStrings.loading, in: body, on: &grid, theme: theme)
            return
        }
        let rows = rows
        let side = rows.isEmpty ? nil : RowPreview.cut(from: &body, list: 100)
        if let side, rows.indices.contains(list.selected) {
            Self.preview(rows[list.selected], environment)?.draw(in: side, on: &grid, theme: theme)
        }
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn(AppStrings.app, minimum: 14, maximum: 44, importance: 9),
                TableColumn(AppStrings.accessHeading, minimum: 22, maximum: 44, importance: 6),
                TableColumn(SharedStrings.samplesHeading, alignment: .right, minimum: 8, maximum: 16, importance: 4),
                TableColumn.dates(AppStrings.lastAsked, minimum: 12, maximum: 30, importance: 3),
            ],
            count: rows.count,
            state: list,
            showsHeader: !rows.isEmpty,
            sort: sort.shown,
            emptyText: AppStrings.empty
        ) { Self.cells(rows[$0], environment) }
        table.draw(in: body, on: &grid, theme: theme)
    }
}

extension AppsScreen {
    private static var listName: String { "apps" }

    /// A line of the list.
    enum Row: Sendable {
        case heading(String)
        case request(AuthorizationRequest)
        /// So many entries that assistants drafted.
        case drafts(Int)
        case app(App)

        var isHeading: Bool {
            if case .heading = self { return true }
            return false
        }

        /// The row's identity.
        var key: String {
            switch self {
            case .heading(let text): "heading " + text
            case .request(let request): "request \(request.id)"
            case .drafts: "drafts"
            case .app(let app): "app " + app.record.account
            }
        }
    }

    private static let sortColumns: [ListSort.Column] = [.words(0), .numbers(1), .numbers(2), .numbers(3)]

    private static func sortKey(_ row: Row, _ column: Int) -> SortKey {
        switch (row, column) {
        case (.heading, _), (.drafts, 1...): .none
        case (.drafts(let count), _): .text(AssistantStrings.draftsWait(count))
        case (.request(let request), 0): .text(request.app.name)
        case (.request(let request), 1): .number(Double(request.types.count))
        case (.request, 2): .none
        case (.request(let request), _): .number(request.created)
        case (.app(let app), 0): .text(app.record.name)
        case (.app(let app), 1): .number(Double(app.reads + app.shares))
        case (.app(let app), 2): .number(Double(app.samples))
        case (.app(let app), _): .number(app.record.lastRequest)
        }
    }

    var filteredRows: [(key: String, isChoice: Bool)] { rows.map { ($0.key, !$0.isHeading) } }

    var rows: [Row] {
        let rows = found(filter.text)
        return sort.shown == nil ? rows : sort.sorted(rows.filter { !$0.isHeading }, by: Self.sortKey)
    }

    /// The rows that a filter finds, as they come.
    private func found(_ text: String) -> [Row] {
        guard let content = content.value else { return [] }
        let requests = content.requests.filter {
            Inventory.matches(text, [$0.app.name, $0.app.bundleIdentifier])
        }
        let apps = content.apps.filter {
            Inventory.matches(text, [$0.record.name, $0.record.bundleIdentifier])
        }
        let hasDrafts = content.drafts > 0 && text.isEmpty
        guard !requests.isEmpty || hasDrafts else { return apps.map(Row.app) }
        return [.heading(AppStrings.waiting)] + requests.map(Row.request)
            + (hasDrafts ? [.drafts(content.drafts)] : [])
            + (apps.isEmpty ? [] : [.heading(AppStrings.title)])
            + apps.map(Row.app)
    }

    private static func cells(_ row: Row, _ environment: ConsoleEnvironment) -> TableRow {
        let theme = environment.theme
        switch row {
        case .heading(let text): return .heading(text)
        case .drafts(let count):
            return TableRow([
                Line(AssistantStrings.draftsWait(count), theme.warning), Line(AssistantStrings.nothingSaved), "", "",
            ])
        case .request(let request):
            let when = Date(timeIntervalSinceReferenceDate: request.created)
            return TableRow(
                [
                    Line(request.app.name),
                    Line(
                        AssistantScreen.shows(request.app)
                            ? AssistantStrings.asksToAnswer : AppStrings.asksFor(types: request.types.count),
                        theme.warning
                    ),
                    "", Line(environment.dates.moment(when), theme.dim),
                ],
                shorter: [3: environment.dates.shorterMoments(when).map { Line($0, theme.dim) }]
            )
        case .app(let app):
            let last = Date(timeIntervalSinceReferenceDate: app.record.lastRequest)
            let decided =
                app.answeredTypes.map(AssistantStrings.allowed)
                ?? (app.asked == 0 ? AppStrings.nothingDecided : AppStrings.decided(app.reads, app.shares, app.asked))
            let isTaken = app.record.formerPrograms != nil
            let moments = environment.dates.shorterMoments(last)
            return TableRow(
                [
                    Line(app.record.name), isTaken ? Line(AppStrings.anotherProgram, theme.warning) : Line(decided),
                    Line(app.samples == 0 ? SharedStrings.noData : SharedStrings.samples(app.samples)),
                    Line(AppStrings.asked(environment.dates.moment(last)), theme.dim),
                ],
                shorter: [3: (moments.map(AppStrings.asked) + moments).map { Line($0, theme.dim) }]
            )
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") { .loaded(await environment.ask { try Content($0) }) }
    }
}
