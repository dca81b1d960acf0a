import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A source or a device: what it brought, by type.
package struct OriginScreen: Screen {
    let origin: DataOrigin
    private(set) var types = Loaded<[TypeCount]>()
    private(set) var facts: [String] = []
    private(set) var list = ListState()
    private(set) var sort = ListSort()

    package init(_ origin: DataOrigin) { self.origin = origin }

    /// The number of samples of a type.
    package struct TypeCount: Sendable {
        var type: HKSampleType
        var count: Int
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case deleteNow
        case deleted(Answer<Int>)

        package struct Content: Sendable {
            var types: [TypeCount]
            var facts: [String]
        }
    }

    package var title: String { origin.name }

    package var contexts: [KeyContext] { [.deletable, .sortable, .list] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        types.value?.isEmpty ?? true ? [.open, .deleteAll] : []
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let types = types.value else { return .empty }
        return Line(SharedStrings.samples(types.reduce(0) { $0 + $1.count }), environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { news.hasSamples ? [load(environment)] : [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: types.value?.count ?? 0) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if sort.obey(command, columns: Self.sortColumns) {
            list.moveToFirst(count: rows.count)
            return []
        }
        let rows = rows
        if list.obey(command, count: rows.count) { return [] }
        switch command {
        case .open:
            guard rows.indices.contains(list.selected) else { return [] }
            let query = query(rows[list.selected].type)
            return [.open(query.type is UnknownSampleType ? .unknownType(query) : .samples(query))]
        case .deleteAll: return rows.isEmpty ? [] : [.ask(dialog(rows), confirmed: .deleteNow)]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(.success(let content)):
            types.take(.success(content.types))
            facts = content.facts
            list.select(list.selected, count: content.types.count)
            return []
        case .loaded(.failure(let failure)):
            types.take(.failure(failure))
            return []
        case .deleteNow:
            let queries = (types.value ?? []).map { query($0.type) }
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(queries) }) }]
        case .deleted(.success(let count)):
            return [.notice(BrowseStrings.deleted(count, origin.name)), load(environment)]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, Self.listName, columns: Self.sortColumns) { return [] }
        let opens = list.opens(event, name: Self.listName, count: types.value?.count ?? 0)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard types.value != nil else {
            types.drawPlaceholder(origin.name, in: rect, on: &grid, theme: theme)
            return
        }
        let rows = rows
        var body = rect
        for fact in facts where body.height > 6 {
            let line = body.cutTop(1)
            grid.write(
                Line(fact, theme.dim).truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis),
                in: line,
                x: 1
            )
        }
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn(SharedStrings.type, minimum: 18, maximum: 40, importance: 9),
                TableColumn.samples(importance: 8),
            ],
            count: rows.count,
            state: list,
            sort: sort.shown,
            emptyText: SharedStrings.noData
        ) { TableRow([Line(rows[$0].type.entry.name), Line(NumberText.text(rows[$0].count))]) }
        table.draw(in: body, on: &grid, theme: theme)
    }
}

extension OriginScreen {
    private static var listName: String { "origin" }

    private static let sortColumns: [ListSort.Column] = [.words(0), .numbers(1)]

    private var rows: [TypeCount] {
        sort.sorted(types.value ?? []) { $1 == 0 ? .text($0.type.entry.name) : .number(Double($0.count)) }
    }

    private func query(_ type: HKSampleType) -> SampleListQuery {
        switch origin {
        case .source(let source): SampleListQuery(type: type, source: source)
        case .device(let device): SampleListQuery(type: type, device: device)
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let origin = origin
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    switch origin {
                    case .source(let source):
                        let own = try person.sources().first { $0.source == source }
                        let versions = own?.versions ?? []
                        let facts =
                            [source.bundleIdentifier]
                            + (versions.isEmpty ? [] : [BrowseStrings.versions(versions.joined(separator: ", "))])
                        return Action.Content(types: Self.counts(own?.types ?? [:]), facts: facts)
                    case .device(let device):
                        let own = try person.devices().first { $0.device == device }
                        return Action.Content(types: Self.counts(own?.types ?? [:]), facts: [DevicePhrase.full(device)])
                    }
                }
            )
        }
    }

    private static func counts(_ types: [String: Int]) -> [TypeCount] {
        types.compactMap { identifier, count in
            HKSampleType.ofStored(identifier).map { TypeCount(type: $0, count: count) }
        }
        .sorted { ($1.count, $0.type.entry.name) < ($0.count, $1.type.entry.name) }
    }

    private func dialog(_ rows: [TypeCount]) -> ConfirmDialog {
        ConfirmDialog(
            title: SharedStrings.deleteAll,
            message: BrowseStrings.deleteQuestion(
                origin.name,
                samples: rows.reduce(0) { $0 + $1.count },
                types: rows.count
            ),
            confirmLabel: SharedStrings.deleteAll
        )
    }
}
