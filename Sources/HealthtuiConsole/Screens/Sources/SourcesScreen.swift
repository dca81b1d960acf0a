import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// The order in which sources count for each type, and the data of every source and device.
package struct SourcesScreen: Screen, FilteredList {
    /// The content of the list.
    package enum View: Int, CaseIterable, Sendable, Hashable {
        case order
        case sources
        case devices

        var label: String {
            switch self {
            case .order: SourceStrings.order
            case .sources: SharedStrings.source
            case .devices: SharedStrings.device
            }
        }
    }

    private(set) var view = View.order
    private(set) var inventory = Loaded<Inventory>()
    var filter = Filter()
    var list = ListState()
    private(set) var sort = ListSort()
    private(set) var marks = OriginMarks()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Inventory>)
        /// What is to be deleted, with the workouts beneath it.
        case beneath(Answer<OriginDeletion>)
        case deleteNow([SampleListQuery])
        case deleted(Answer<Int>)
    }

    package var title: String { SourceStrings.title }

    package var isTyping: Bool { filter.isTyping }

    package var contexts: [KeyContext] {
        filter.isTyping ? [.filter] : marks.contexts(found("")) + [.list, .filtering, .sortable, .matching, .views]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        ChoiceLine.line(View.allCases.map(\.label), selected: view.rawValue, theme: environment.theme)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { news.hasSamples ? [load(environment)] : [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[InventoryView.listName] { list.fit(height: frame.height, count: rows.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { rows[$0].isChoice }) { return [] }
        if sort.obey(command, columns: InventoryRow.sortColumns(rows)) {
            marks.forgetLast()
            settle()
            return []
        }
        if !filter.isTyping, view != .order, !(command == .back && filter.isActive),
            marks.obey(command, rows, &list)
        {
            return []
        }
        switch command {
        case .delete, .saveMarked:
            return marks.act(
                command,
                on: found(""),
                else: rows.indices.contains(list.selected) ? rows[list.selected] : nil
            ) { ask($0, environment) }
        case .open: return rows.indices.contains(list.selected) ? open(rows[list.selected]) : []
        case .nextMatch where !marks.isEmpty, .previousMatch where !marks.isEmpty:
            let marks = marks
            let isFound = list.jump(forward: command == .nextMatch, count: rows.count) { marks.contains(rows[$0]) }
            if !isFound { return [.notice(SampleStrings.noFurther(command == .nextMatch))] }
        case .nextMatch, .previousMatch:
            let matches = filter.isActive ? rows : found(filter.last)
            if !moves(command, among: matches.map(\.key)) { return [.notice(SharedStrings.noMatch(filter.last))] }
        case .previousView: turn(-1)
        case .nextView: turn(1)
        default: return obeyFilter(command) ? [] : nil
        }
        return []
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
        if event.kind == .press, case .item(ChoiceLine.linkName, let index, _) = event.target {
            turn(index - view.rawValue)
            return []
        }
        if sort.press(event, InventoryView.listName, columns: InventoryRow.sortColumns(rows)) {
            settle()
            return []
        }
        let opens = list.opens(event, name: InventoryView.listName, count: rows.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            let isFirst = inventory.value == nil
            inventory.take(answer)
            marks.keep(found(""))
            marks.forgetLast()
            let rows = rows
            if isFirst { settle() } else { list.settle(count: rows.count, choosing: { rows[$0].isChoice }) }
            return inventory.complaint()
        case .beneath(.success(let deletion)): return ask(deletion, environment)
        case .deleteNow(let queries):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(queries) }) }]
        case .deleted(.success(let count)):
            marks.clear()
            return [.notice(SharedStrings.deleted(SharedStrings.samples(count))), load(environment)]
        case .beneath(.failure(let failure)), .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        filter.draw(in: &body, on: &grid, theme: theme, placeholder: SourceStrings.filterPlaceholder)
        guard inventory.value != nil else {
            inventory.drawPlaceholder(SourceStrings.loading, in: body, on: &grid, theme: theme)
            return
        }
        let rows = rows
        marks.draw(found(""), in: &body, on: &grid, theme: theme)
        let side = RowPreview.cut(from: &body, list: 110)
        if let side, rows.indices.contains(list.selected) {
            rows[list.selected].preview(environment)?.draw(in: side, on: &grid, theme: theme)
        }
        InventoryView(rows: rows, list: list, sort: sort.shown, marks: marks, environment: environment)
            .draw(in: body, on: &grid)
    }
}

extension SourcesScreen {
    var rows: [InventoryRow] { InventoryRow.sorted(found(filter.text), sort) }

    var filteredRows: [(key: String, isChoice: Bool)] { rows.map { ($0.key, $0.isChoice) } }

    /// The rows that a filter finds, as they come.
    private func found(_ text: String) -> [InventoryRow] {
        guard let inventory = inventory.value else { return [] }
        switch view {
        case .order: return inventory.orderRows(filter: text)
        case .sources: return inventory.sourceRows(filter: text)
        case .devices: return inventory.deviceRows(filter: text)
        }
    }

    private func ask(_ deletion: OriginDeletion, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        deletion.ask(environment, found: { .beneath($0) }, deleting: { .deleteNow($0) })
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") { .loaded(await environment.ask { try Inventory($0) }) }
    }

    private func open(_ row: InventoryRow) -> [ScreenEffect<Action>] {
        switch row.content {
        case .heading, .unknown: []
        case .type(let type, _): [.open(.sourceOrder(type))]
        case .source(let source): [.open(.origin(.source(source.source)))]
        case .device(let device): [.open(.origin(.device(device.device)))]
        }
    }

    private mutating func turn(_ distance: Int) {
        let count = View.allCases.count
        view = View(rawValue: (view.rawValue + distance + count) % count) ?? .order
        sort = ListSort()
        marks.clear()
        settle()
    }
}

extension Inventory {
    /// The quantity types with data, those that several sources record first: there the order decides.
    func orderRows(filter: String) -> [InventoryRow] {
        let known = Dictionary(types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        let found = TypeCatalogue.search(filter)
            .compactMap { entry -> (type: HKSampleType, summary: TypeSummary)? in
                guard let type = entry.type as? HKQuantityType, let summary = known[entry.identifier] else {
                    return nil
                }
                return (type, summary)
            }
        let several = found.filter { $0.summary.sources > 1 }
        let single = found.filter { $0.summary.sources <= 1 }
        var rows: [InventoryRow] = []
        for (heading, group) in [(SourceStrings.several, several), (SourceStrings.single, single)] where !group.isEmpty
        {
            rows.append(InventoryRow(content: .heading(heading)))
            rows += group.map { InventoryRow(content: .type($0.type, $0.summary)) }
        }
        return rows
    }
}
