import HealthKit
import HealthtuiTerminalUI

/// Types with one level each of what an assistant is answered from, and a box for drafts.
struct AssistantList: Sendable, FilteredList {
    /// A line of the list.
    enum Row: Sendable, Hashable {
        case all
        case heading(String)
        case type(AssistantOffer)

        var isHeading: Bool {
            if case .heading = self { return true }
            return false
        }
    }

    static let listName = "assistant"

    private(set) var offers: [AssistantOffer] = []
    /// The decisions by type identifier; a type without one is not allowed.
    var rights: [String: AssistantRight] = [:]
    /// What a day or a week of a type says, by type identifier.
    var examples: [String: String] = [:]
    var list = ListState()
    var filter = Filter()

    var isTyping: Bool { filter.isTyping }

    /// Takes in the types, leaving cursor and filter.
    mutating func replace(_ offers: [AssistantOffer]) {
        self.offers = offers
        let rows = rows
        list.select(list.selected, count: rows.count)
        list.settle(count: rows.count, choosing: { !rows[$0].isHeading })
    }

    private var shown: [AssistantOffer] {
        offers.filter { Inventory.matches(filter.text, [$0.name] + ($0.entry?.synonyms ?? [])) }
    }

    /// The lines that the filter leaves.
    var rows: [Row] {
        let shown = shown
        var rows: [Row] = filter.text.isEmpty && offers.count > 1 ? [.all] : []
        for group in CatalogueGroup.allCases {
            let own = shown.filter { $0.group == group }.sorted { $0.name < $1.name }
            if !own.isEmpty { rows.append(.heading(group.name)) }
            rows += own.map(Row.type)
        }
        return rows
    }

    var filteredRows: [(key: Row, isChoice: Bool)] { rows.map { ($0, !$0.isHeading) } }

    /// The type under the cursor.
    var current: AssistantOffer? {
        let rows = rows
        guard rows.indices.contains(list.selected), case .type(let offer) = rows[list.selected] else { return nil }
        return offer
    }

    // MARK: Keys

    /// Obeys a command of the list.
    ///
    /// - Returns: Whether it was one, and whether a decision changed.
    mutating func obey(_ command: Command) -> (isObeyed: Bool, hasChanged: Bool) {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { !rows[$0].isHeading }) { return (true, false) }
        let before = rights
        switch command {
        case .lessDetail: move(by: -1)
        case .moreDetail: move(by: 1)
        case .toggle: toggleDrafts()
        case .toggleAll: toggleAll()
        default: return (obeyFilter(command), false)
        }
        return (true, rights != before)
    }

    mutating func type(_ key: Key) {
        if filter.type(key) { settle() }
    }

    mutating func paste(_ text: String) { filter.paste(text) }

    /// Takes a click: one on a mark chooses it, elsewhere it moves the cursor.
    ///
    /// - Returns: Whether a decision changed.
    mutating func mouse(_ event: MouseEvent) -> Bool {
        let rows = rows
        guard list.handle(event, name: Self.listName, count: rows.count) != nil, event.kind == .press,
            case .item(_, let index, let column) = event.target, rows.indices.contains(index)
        else { return false }
        let before = rights
        switch rows[index] {
        case .heading: return false
        case .all: if column >= 0 { toggleAll() }
        case .type(let offer):
            let levels = Self.levels(offer)
            if levels.indices.contains(column) {
                set(offer, levels[column])
            } else if column == Self.draftColumn {
                toggleDrafts(offer)
            }
        }
        return rights != before
    }

    mutating func fit(_ layout: Layout) {
        guard let frame = layout.frames[Self.listName] else { return }
        list.fit(height: frame.height, count: rows.count)
    }

    // MARK: Decisions

    /// The column of the box for drafts, behind the four levels.
    static let draftColumn = 4

    /// The levels that a type offers, from nothing on.
    static func levels(_ offer: AssistantOffer) -> [AssistantLevel?] {
        offer.offersSamples ? [nil, .weeks, .days, .samples] : [nil, .weeks, .days]
    }

    func level(_ offer: AssistantOffer) -> AssistantLevel? { rights[offer.type]?.level }

    func drafts(_ offer: AssistantOffer) -> Bool { rights[offer.type]?.adds ?? false }

    private mutating func set(_ offer: AssistantOffer, _ level: AssistantLevel?) {
        set(offer, AssistantRight(level, adds: drafts(offer)))
    }

    private mutating func set(_ offer: AssistantOffer, _ right: AssistantRight) {
        rights[offer.type] = right.level == nil && !right.adds ? nil : right
    }

    private mutating func move(by distance: Int) {
        guard let offer = current else { return }
        let levels = Self.levels(offer)
        let index = levels.firstIndex(of: level(offer)) ?? 0
        set(offer, levels[min(max(0, index + distance), levels.count - 1)])
    }

    private mutating func toggleDrafts() {
        let rows = rows
        guard rows.indices.contains(list.selected) else { return }
        switch rows[list.selected] {
        case .heading: break
        case .all: toggleAll()
        case .type(let offer): toggleDrafts(offer)
        }
    }

    private mutating func toggleDrafts(_ offer: AssistantOffer) {
        guard offer.offersDrafts else { return }
        set(offer, AssistantRight(level(offer), adds: !drafts(offer)))
    }

    /// Whether all types that “all” includes have a level.
    var isAllOn: Bool { shown.allSatisfy { $0.levelOfAll == nil || level($0) != nil } }

    /// Gives each type that “all” includes its usual level where it has none, or takes every level away if all have one.
    private mutating func toggleAll() {
        let turnsOn = !isAllOn
        for offer in shown {
            if !turnsOn {
                set(offer, nil)
            } else if level(offer) == nil, let usual = offer.levelOfAll {
                set(offer, usual)
            }
        }
    }

    /// The names of the types that an assistant may draft.
    var draftNames: [String] { offers.filter(drafts).map(\.name).sorted() }

    /// How many types have a level.
    func count(_ level: AssistantLevel) -> Int { offers.count { self.level($0) == level } }

    /// How many types have a level or drafts.
    var allowed: Int { offers.count { rights[$0.type] != nil } }
}
