import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Finds the type to add a sample of, by any part of its common names.
package struct AddScreen: Screen, FilteredList {
    var filter = Filter()
    var list = ListState()
    /// The types that can be added, the most commonly added first, then by name in the current language.
    private let all = Self.writable(
        TypeCatalogue.shared.entries.sorted { ($0.prominence ?? .max, $0.name) < ($1.prominence ?? .max, $1.name) }
    )

    package init() {}

    package typealias Action = Never

    package var title: String { AddStrings.title }

    package var isTyping: Bool { filter.isTyping }

    package var contexts: [KeyContext] { filter.isTyping ? [.filter] : [.list, .filtering] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: types.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let types = types
        if list.obey(command, count: types.count) { return [] }
        switch command {
        case .open: return types.indices.contains(list.selected) ? [.open(.form(types[list.selected]))] : []
        default: return obeyFilter(command) ? [] : nil
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
        let opens = list.opens(event, name: Self.listName, count: types.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        if filter.isActive {
            filter.draw(in: &body, on: &grid, theme: theme, placeholder: AddStrings.filterPlaceholder)
        } else {
            let row = body.cutTop(1)
            let (question, hint) = (Line(AddStrings.question), Line(AddStrings.questionHint, theme.dim))
            grid.write(Line.fitting([question, hint], by: "  ", in: row.width - 2), in: row, x: 1)
        }
        if body.height > 12 { _ = body.cutTop(1) }
        let types = types
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 18, maximum: 32, importance: 9),
                TableColumn("", minimum: 6, maximum: 12, importance: 5),
                TableColumn("", minimum: 12, maximum: 22, importance: 3),
            ],
            count: types.count,
            state: list,
            showsHeader: false,
            emptyText: AddStrings.nothingFound
        ) { index in
            let type = types[index]
            let unit = (type as? HKQuantityType).map { environment.unit($0).label } ?? ""
            return TableRow([Line(type.entry.name), Line(unit, theme.dim), Line(type.entry.group.name, theme.dim)])
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    private static let listName = "add"

    var filteredRows: [(key: HKSampleType, isChoice: Bool)] { types.map { ($0, true) } }

    /// The types that can be added, best matches first; without a search, the most commonly added.
    private var types: [HKSampleType] {
        guard filter.text.isEmpty else { return Self.writable(TypeCatalogue.search(filter.text)) }
        return all
    }

    private static func writable(_ entries: [CatalogueEntry]) -> [HKSampleType] {
        entries.compactMap { entry in
            entry.type.flatMap { type in
                EntryRules.refusalOfForm(type) == nil ? type as? HKSampleType : nil
            }
        }
    }
}
