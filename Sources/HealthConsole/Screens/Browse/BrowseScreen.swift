import Foundation
import HealthKit
import TerminalUI

/// Everything there is, by type, by source or by device.
package struct BrowseScreen: Screen {
    /// The first key of the list.
    package enum View: Int, CaseIterable, Sendable, Hashable {
        case types
        case sources
        case devices

        var label: String {
            switch self {
            case .types: "Type"
            case .sources: "Source"
            case .devices: "Device"
            }
        }
    }

    private(set) var view = View.types
    private(set) var inventory = Loaded<Inventory>()
    private(set) var filter = Filter()
    private(set) var list = ListState()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Inventory>)
        case pinned(Answer<Bool>)
    }

    package var title: String { "Browse" }

    package var isTyping: Bool { filter.isTyping }

    package var contexts: [KeyContext] {
        if filter.isTyping { return [.filter] }
        return (view == .types ? [.type] : []) + [.list, .filtering, .views]
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
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { rows[$0].isChoice }) { return [] }
        let row = rows.indices.contains(list.selected) ? rows[list.selected] : nil
        switch command {
        case .open, .pin, .addSample, .sourceOrder: return row.map { obey(command, $0, environment) } ?? []
        case .filter: filter.begin()
        case .accept: filter.isTyping = false
        case .cancel where filter.isActive, .back where filter.isActive:
            filter.clear()
            settle()
        case .previousView: turn(-1)
        case .nextView: turn(1)
        default: return nil
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
        let opens = list.opens(event, name: InventoryView.listName, count: rows.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            let chosen = rows.indices.contains(list.selected) ? rows[list.selected].key : nil
            let isFirst = inventory.value == nil
            inventory.take(answer)
            if !isFirst, let chosen, let row = rows.firstIndex(where: { $0.key == chosen }) {
                list.select(row, count: rows.count)
            } else {
                settle()
            }
            return inventory.complaint()
        case .pinned(.success(let isPinned)):
            return [.notice(isPinned ? "pinned to the summary" : "no longer pinned to the summary")]
        case .pinned(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        filter.draw(in: &body, on: &grid, theme: environment.theme, placeholder: "a name, or what you call it")
        guard inventory.value != nil else {
            inventory.drawPlaceholder("types", in: body, on: &grid, theme: environment.theme)
            return
        }
        InventoryView(rows: rows, list: list, environment: environment).draw(in: body, on: &grid)
    }
}

extension BrowseScreen {
    var rows: [InventoryRow] {
        guard let inventory = inventory.value else { return [] }
        switch view {
        case .types: return inventory.typeRows(filter: filter.text)
        case .sources: return inventory.sourceRows(filter: filter.text)
        case .devices: return inventory.deviceRows(filter: filter.text)
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") { .loaded(await environment.ask { try Inventory($0) }) }
    }

    /// Puts the cursor on the first row that can be chosen.
    private mutating func settle() {
        let rows = rows
        list.moveToFirst(count: rows.count)
        list.settle(count: rows.count, choosing: { rows[$0].isChoice })
    }

    private mutating func turn(_ distance: Int) {
        let count = View.allCases.count
        view = View(rawValue: (view.rawValue + distance + count) % count) ?? .types
        settle()
    }

    private func obey(
        _ command: Command,
        _ row: InventoryRow,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        switch (row.content, command) {
        case (.type(let type, _), .open): return [.push(TypePage.screen(type))]
        case (.type(let type, _), .pin): return [Pins.toggle(type, environment) { .pinned($0) }]
        case (.type(let type, _), .sourceOrder): return [.push(SourceOrderScreen(type))]
        case (.type(let type, _), .addSample):
            if let refusal = EntryRules.refusal(of: type) { return [.notice(refusal)] }
            return [.push(SampleFormScreen(type))]
        case (.source(let source), .open): return [.push(OriginScreen(.source(source.source)))]
        case (.device(let device), .open): return [.push(OriginScreen(.device(device.device)))]
        case (.heading, _), (.source, _), (.device, _), (.type, _): return []
        }
    }
}
