import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Everything there is, by type, by source or by device.
package struct BrowseScreen: Screen, FilteredList {
    /// The first key of the list.
    package enum View: Int, CaseIterable, Sendable, Hashable {
        case types
        case sources
        case devices

        var label: String {
            switch self {
            case .types: SharedStrings.type
            case .sources: SharedStrings.source
            case .devices: SharedStrings.device
            }
        }
    }

    private(set) var view = View.types
    private(set) var inventory = Loaded<Inventory>()
    var filter = Filter()
    var list = ListState()
    private(set) var sort = ListSort()
    private(set) var marks = OriginMarks()
    /// The chart of the row under the cursor, on wide terminals.
    private var preview = ChartPreview()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Inventory>)
        case pinned(Answer<Bool>)
        /// What is to be deleted, with the workouts beneath it.
        case beneath(Answer<OriginDeletion>)
        case deleteNow([SampleListQuery])
        case deleted(Answer<Int>)
        case preview(Preview)

        /// An action of the chart next to the list.
        package struct Preview: Sendable { let action: ChartPreview.Action }
    }

    package var title: String { BrowseStrings.title }

    package var isTyping: Bool { filter.isTyping }

    package var contexts: [KeyContext] {
        if filter.isTyping { return [.filter] }
        let own: [KeyContext] = view == .types ? [.type] : marks.contexts(found(""))
        return own + [.list, .filtering, .sortable, .matching, .views]
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
        if let frame = layout.frames[InventoryView.listName] {
            list.fit(height: frame.height, count: rows.count)
        }
        return preview.laidOut(layout, chosenType, environment).map(Self.previewing)
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { rows[$0].isChoice }) { return follow(environment) }
        if sort.obey(command, columns: InventoryRow.sortColumns(rows)) {
            marks.forgetLast()
            settle()
            return follow(environment)
        }
        if !filter.isTyping, view != .types, !(command == .back && filter.isActive),
            marks.obey(command, rows, &list)
        {
            return follow(environment)
        }
        let row = rows.indices.contains(list.selected) ? rows[list.selected] : nil
        switch command {
        case .open, .pin, .addSample, .sourceOrder, .goal: return row.map { obey(command, $0, environment) } ?? []
        case .delete, .saveMarked:
            return marks.act(command, on: found(""), else: row) { ask($0, environment) }
        case .nextMatch where !marks.isEmpty, .previousMatch where !marks.isEmpty:
            let marks = marks
            let isFound = list.jump(forward: command == .nextMatch, count: rows.count) { marks.contains(rows[$0]) }
            if !isFound { return [.notice(SampleStrings.noFurther(command == .nextMatch))] }
        case .nextMatch, .previousMatch:
            let matches = filter.isActive ? rows : found(filter.last)
            if !moves(command, among: matches.map(\.key)) { return [.notice(SharedStrings.noMatch(filter.last))] }
        case .previousView: turn(-1)
        case .nextView: turn(1)
        default: guard obeyFilter(command) else { return nil }
        }
        return follow(environment)
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if filter.type(key) { settle() }
        return follow(environment)
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        filter.paste(text)
        settle()
        return follow(environment)
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if event.kind == .press, case .item(ChoiceLine.linkName, let index, _) = event.target {
            turn(index - view.rawValue)
            return follow(environment)
        }
        if sort.press(event, InventoryView.listName, columns: InventoryRow.sortColumns(rows)) {
            settle()
            return follow(environment)
        }
        let opens = list.opens(event, name: InventoryView.listName, count: rows.count)
        return opens ? perform(.open, environment) ?? [] : follow(environment)
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            let chosen = rows.indices.contains(list.selected) ? rows[list.selected].key : nil
            let isFirst = inventory.value == nil
            inventory.take(answer)
            marks.keep(found(""))
            marks.forgetLast()
            if !isFirst, let chosen, let row = rows.firstIndex(where: { $0.key == chosen }) {
                list.select(row, count: rows.count)
            } else {
                settle()
            }
            return inventory.complaint() + follow(environment, isStale: true)
        case .preview(let preview):
            self.preview.reduce(preview.action)
            return []
        case .pinned(.success(let isPinned)):
            return [.notice(isPinned ? BrowseStrings.pinned : BrowseStrings.notPinned)]
        case .beneath(.success(let deletion)): return ask(deletion, environment)
        case .deleteNow(let queries):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(queries) }) }]
        case .deleted(.success(let count)):
            marks.clear()
            return [.notice(SharedStrings.deleted(SharedStrings.samples(count))), load(environment)]
        case .pinned(.failure(let failure)), .beneath(.failure(let failure)), .deleted(.failure(let failure)):
            return [.notice(failure.text)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        filter.draw(in: &body, on: &grid, theme: environment.theme, placeholder: BrowseStrings.filterPlaceholder)
        guard inventory.value != nil else {
            inventory.drawPlaceholder(BrowseStrings.loading, in: body, on: &grid, theme: environment.theme)
            return
        }
        let rows = rows
        marks.draw(found(""), in: &body, on: &grid, theme: environment.theme)
        let side = view == .types ? ChartPreview.cut(from: &body, list: 84) : RowPreview.cut(from: &body, list: 110)
        InventoryView(rows: rows, list: list, sort: sort.shown, marks: marks, environment: environment)
            .draw(in: body, on: &grid)
        guard let side else { return }
        if view == .types { return preview.draw(in: side, on: &grid, environment) }
        guard rows.indices.contains(list.selected) else { return }
        rows[list.selected].preview(environment)?.draw(in: side, on: &grid, theme: environment.theme)
    }
}

extension BrowseScreen {
    var rows: [InventoryRow] { InventoryRow.sorted(found(filter.text), sort) }

    var filteredRows: [(key: String, isChoice: Bool)] { rows.map { ($0.key, $0.isChoice) } }

    /// The rows that a filter finds, as they come.
    private func found(_ text: String) -> [InventoryRow] {
        guard let inventory = inventory.value else { return [] }
        switch view {
        case .types: return inventory.typeRows(filter: text)
        case .sources: return inventory.sourceRows(filter: text)
        case .devices: return inventory.deviceRows(filter: text)
        }
    }

    /// The type under the cursor.
    private var chosenType: HKSampleType? {
        let rows = rows
        guard rows.indices.contains(list.selected), case .type(let type, _) = rows[list.selected].content else {
            return nil
        }
        return type
    }

    /// Makes the chart next to the list follow the cursor.
    private mutating func follow(
        _ environment: ConsoleEnvironment,
        isStale: Bool = false
    ) -> [ScreenEffect<Action>] {
        preview.show(chosenType, isStale: isStale, environment).map(Self.previewing)
    }

    private static func previewing(_ effect: ScreenEffect<ChartPreview.Action>) -> ScreenEffect<Action> {
        effect.map { .preview(Action.Preview(action: $0)) }
    }

    private func ask(_ deletion: OriginDeletion, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        deletion.ask(environment, found: { .beneath($0) }, deleting: { .deleteNow($0) })
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") { .loaded(await environment.ask { try Inventory($0) }) }
    }

    private mutating func turn(_ distance: Int) {
        let count = View.allCases.count
        view = View(rawValue: (view.rawValue + distance + count) % count) ?? .types
        sort = ListSort()
        marks.clear()
        settle()
    }

    private func obey(
        _ command: Command,
        _ row: InventoryRow,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        switch (row.content, command) {
        case (.type(let type, _), .open): return [.open(.type(type))]
        case (.type(let type, _), .pin): return [Pins.toggle(type, environment) { .pinned($0) }]
        case (.type(let type, _), .sourceOrder): return [.open(.sourceOrder(type))]
        case (.type(let type, _), .goal): return [GoalFormScreen.opened(for: type)]
        case (.type(let type, _), .addSample):
            // Doses are noted in the list of medications.
            if type is HKMedicationDoseEventType { return [.open(.type(type))] }
            if let refusal = EntryRules.refusalOfForm(type) { return [.notice(refusal)] }
            return [.open(.form(type))]
        case (.source(let source), .open): return [.open(.origin(.source(source.source)))]
        case (.device(let device), .open): return [.open(.origin(.device(device.device)))]
        case (.unknown(let summary), .open):
            return HKSampleType.ofStored(summary.identifier).map { [.open(.unknownType(SampleListQuery(type: $0)))] }
                ?? []
        case (.unknown(let summary), _):
            return [.notice(BrowseStrings.unknownType(summary.identifier))]
        case (.heading, _), (.source, _), (.device, _), (.type, _): return []
        }
    }
}
