import Foundation
import HealthKit
import HealthtuiTerminalUI

/// Types with a box each for reading and for sharing, under the headings of their groups.
struct PermissionList: Sendable, FilteredList {
    /// A type and the decisions that can be made about it.
    struct Item: Sendable, Hashable {
        /// The identifier of the type, or of the object.
        var type: String
        var offersRead: Bool
        var offersShare: Bool
        /// The object of the decision, when it's a single one.
        var object: Object?

        var entry: CatalogueEntry? { TypeCatalogue.shared.entry(identifier: object?.type ?? type) }
        var name: String { object?.name ?? entry?.name ?? type }
        var detail: String { object?.source ?? entry?.summary ?? "" }
    }

    /// A single object of a type.
    struct Object: Sendable, Hashable {
        var type: String
        var name: String
        var source: String
    }

    /// A column of boxes.
    enum Column: Int, Sendable, Hashable {
        case read
        case share
    }

    /// A line of the list.
    enum Row: Sendable, Hashable {
        case all
        case heading(String)
        case item(Item)
    }

    static let listName = "permissions"

    private(set) var items: [Item]
    /// A type's note, shown instead of its description.
    var notes: [String: String] = [:]
    /// The amount of a type's data, as a text.
    var amounts: [String: String] = [:]
    var read: Set<String>
    var share: Set<String>
    var list = ListState()
    private(set) var column = Column.read
    var filter = Filter()

    init(_ items: [Item], read: Set<String> = [], share: Set<String> = []) {
        self.items = items
        self.read = read
        self.share = share
    }

    var isTyping: Bool { filter.isTyping }

    /// Replaces types and decisions, keeping the cursor and the filter.
    mutating func replace(_ items: [Item], read: Set<String>, share: Set<String>) {
        self.items = items
        self.read = read
        self.share = share
        list.select(list.selected, count: rows.count)
    }

    /// The items that pass the filter.
    private var shown: [Item] {
        items.filter { Inventory.matches(filter.text, [$0.name, $0.detail] + ($0.entry?.synonyms ?? [])) }
    }

    /// The lines, as far as the filter lets them through.
    var rows: [Row] {
        let shown = shown
        var rows: [Row] = filter.text.isEmpty && items.count > 1 ? [.all] : []
        for group in CatalogueGroup.allCases {
            var own = shown.filter { $0.entry?.group ?? .other == group }
            if own.allSatisfy({ $0.object == nil }) { own.sort { $0.name < $1.name } }
            if !own.isEmpty { rows.append(.heading(group.name)) }
            rows += own.map(Row.item)
        }
        return rows
    }

    var filteredRows: [(key: Row, isChoice: Bool)] { rows.map { ($0, !$0.isHeading) } }

    // MARK: Keys

    /// Handles a command of the list.
    ///
    /// - Returns: Whether it was one, and the types whose decisions changed.
    mutating func obey(_ command: Command) -> (isObeyed: Bool, changed: Set<String>) {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { !rows[$0].isHeading }) { return (true, []) }
        switch command {
        case .readColumn: column = .read
        case .shareColumn: column = .share
        case .otherColumn: column = column == .read ? .share : .read
        case .toggle: return (true, toggle())
        case .toggleAll: return (true, toggleAll([.read, .share]))
        default: return (obeyFilter(command), [])
        }
        return (true, [])
    }

    mutating func type(_ key: Key) {
        if filter.type(key) { settle() }
    }

    mutating func paste(_ text: String) { filter.paste(text) }

    /// A click on a box turns it; elsewhere it moves the cursor.
    mutating func mouse(_ event: MouseEvent) -> Set<String> {
        let rows = rows
        guard list.handle(event, name: Self.listName, count: rows.count) != nil else { return [] }
        guard event.kind == .press, case .item(_, let index, let place) = event.target, rows.indices.contains(index),
            !rows[index].isHeading
        else { return [] }
        // Only boxes carry a column; a click on the name turns nothing.
        guard let column = Column(rawValue: place) else { return [] }
        self.column = column
        return toggle()
    }

    mutating func fit(_ layout: Layout) {
        guard let frame = layout.frames[Self.listName] else { return }
        list.fit(height: frame.height, count: rows.count)
    }

    // MARK: Decisions

    /// The types that the cursor is on, that may be read and can be limited in time: all that are shown, on the line of all.
    var readableAtCursor: Set<String> {
        let rows = rows
        guard rows.indices.contains(list.selected) else { return [] }
        let items: [Item]
        switch rows[list.selected] {
        case .heading: items = []
        case .all: items = shown
        case .item(let item): items = [item]
        }
        let limited = items.filter { HKObjectType.type(identifier: $0.type)?.canBeLimitedInTime == true }
        return Set(limited.map(\.type)).intersection(read)
    }

    func isOn(_ item: Item, _ column: Column) -> Bool {
        column == .read ? read.contains(item.type) : share.contains(item.type)
    }

    private func offers(_ item: Item, _ column: Column) -> Bool {
        column == .read ? item.offersRead : item.offersShare
    }

    private mutating func set(_ item: Item, _ column: Column, _ isOn: Bool) {
        switch (column, isOn) {
        case (.read, true): read.insert(item.type)
        case (.read, false): read.remove(item.type)
        case (.share, true): share.insert(item.type)
        case (.share, false): share.remove(item.type)
        }
    }

    private mutating func toggle() -> Set<String> {
        let rows = rows
        guard rows.indices.contains(list.selected) else { return [] }
        switch rows[list.selected] {
        case .heading: return []
        case .all: return toggleAll([column])
        case .item(let item):
            guard offers(item, column) else { return [] }
            set(item, column, !isOn(item, column))
            return [item.type]
        }
    }

    /// Checks all visible boxes, or unchecks them if all were checked; rows hidden by a filter are unchanged.
    private mutating func toggleAll(_ columns: [Column]) -> Set<String> {
        let turnsOn = !columns.allSatisfy(isAllOn)
        var changed: Set<String> = []
        for item in shown {
            for column in columns where offers(item, column) && isOn(item, column) != turnsOn {
                set(item, column, turnsOn)
                changed.insert(item.type)
            }
        }
        return changed
    }

    private func isAllOn(_ column: Column) -> Bool {
        shown.allSatisfy { !offers($0, column) || isOn($0, column) }
    }

    // MARK: Drawing

    func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var body = rect
        filter.draw(in: &body, on: &grid, theme: theme, placeholder: AppStrings.typePlaceholder)
        let toggles = rows.map { row -> ToggleRow in
            switch row {
            case .heading(let text): return .heading(text)
            case .all:
                let isOn = isAllOn(column) && isAllOn(column == .read ? .share : .read)
                return ToggleRow(isOn ? AppStrings.turnAllOff : AppStrings.turnAllOn, boxes: [box(.read), box(.share)])
            case .item(let item):
                return ToggleRow(
                    item.name,
                    detail: notes[item.type] ?? item.detail,
                    note: amounts[item.type] ?? "",
                    boxes: [box(item, .read), box(item, .share)]
                )
            }
        }
        ToggleGrid(
            name: Self.listName,
            headings: [AppStrings.readBox, AppStrings.shareBox],
            rows: toggles,
            state: list,
            column: column.rawValue
        )
        .draw(in: body, on: &grid, theme: theme)
    }

    private func box(_ item: Item, _ column: Column) -> ToggleRow.Box {
        guard offers(item, column) else { return .notOffered }
        return isOn(item, column) ? .on : .off
    }

    private func box(_ column: Column) -> ToggleRow.Box {
        guard items.contains(where: { offers($0, column) }) else { return .notOffered }
        return isAllOn(column) ? .on : .off
    }
}

extension PermissionList.Row {
    var isHeading: Bool {
        if case .heading = self { return true }
        return false
    }
}
