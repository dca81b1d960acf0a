import HealthKit
import HealthtuiTerminalUI

/// A card of the summary on a large terminal.
enum DashboardCard: Hashable, Sendable {
    /// A pinned type, by its identifier.
    case type(String)
    /// The rings of today.
    case rings
    /// The latest workout.
    case workout
    /// The doses of today.
    case medications
    /// The apps' reads in the last week.
    case access
    case trends
    case highlights

    /// The card's name in the store.
    var name: String {
        switch self {
        case .type(let identifier): identifier
        case .rings: "rings"
        case .workout: "workout"
        case .medications: "medications"
        case .access: "access"
        case .trends: "trends"
        case .highlights: "highlights"
        }
    }

    private static let others: [DashboardCard] = [.rings, .workout, .medications, .access, .trends, .highlights]

    /// The card of a name; every other name is that of a type.
    init(name: String) { self = Self.others.first { $0.name == name } ?? .type(name) }

    /// Whether there is such a card: a type that HealthKit knows, or one of the others.
    var isKnown: Bool {
        guard case .type(let identifier) = self else { return true }
        return HKObjectType.type(identifier: identifier) != nil
    }

    /// Whether it is made of lines of words alone, which need no height of a chart.
    var isText: Bool {
        switch self {
        case .trends, .highlights: true
        case .type, .rings, .workout, .medications, .access: false
        }
    }

    /// The card's default width in columns of a dashboard with four.
    func usualWidth(isFirstType: Bool) -> Int {
        switch self {
        case .type(HKCategoryTypeIdentifier.sleepAnalysis.rawValue), .workout, .trends, .highlights: 2
        case .type: isFirstType ? 2 : 1
        case .rings, .medications, .access: 1
        }
    }
}

/// The cards in their order, each with the person's number of columns.
struct DashboardOrder: Hashable, Sendable {
    /// A card and its place among the others.
    struct Entry: Hashable, Sendable {
        let card: DashboardCard
        /// The card's width in columns; nil for the default.
        var width: Int?
    }

    private(set) var entries: [Entry]
    /// The stored cards that have nothing to show now, each with the card that it follows: today's rings return to their
    /// position.
    private var absent: [Absent] = []

    private struct Absent: Hashable, Sendable {
        let text: String
        let before: DashboardCard?
    }

    /// The widest that a card can be made.
    static let widest = 4

    /// The existing cards in their stored order; cards without a stored position have the default one.
    ///
    /// - Parameters:
    ///   - types: The pinned types, in order.
    ///   - shown: The other cards that have something to show.
    ///   - stored: The names of cards with their widths, as the store keeps them: `rings:2`.
    init(types: [String], shown: Set<DashboardCard>, stored: [String]) {
        let front: [DashboardCard] = [.rings]
        let back: [DashboardCard] = [.workout, .medications, .access, .trends, .highlights]
        let usual = front.filter(shown.contains) + types.map { .type($0) } + back.filter(shown.contains)
        var widths: [DashboardCard: Int] = [:]
        var order: [DashboardCard] = []
        for text in stored {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let card = DashboardCard(name: String(parts.first ?? ""))
            guard !order.contains(card) else { continue }
            guard usual.contains(card) else {
                if card.isKnown { absent.append(Absent(text: text, before: order.last)) }
                continue
            }
            order.append(card)
            if parts.count == 2, let width = Int(parts[1]), (1...Self.widest).contains(width) { widths[card] = width }
        }
        // A type pinned since follows the card that it usually follows.
        for (index, card) in usual.enumerated() where !order.contains(card) {
            let before = usual[..<index].last { order.contains($0) }
            let place = before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            order.insert(card, at: place)
        }
        entries = order.map { Entry(card: $0, width: widths[$0]) }
    }

    /// The stored form.
    var stored: [String] {
        func texts(behind card: DashboardCard?) -> [String] { absent.filter { $0.before == card }.map(\.text) }
        return texts(behind: nil)
            + entries.flatMap { entry in
                [entry.width.map { "\(entry.card.name):\($0)" } ?? entry.card.name] + texts(behind: entry.card)
            }
    }

    /// The pinned types in the order of their cards.
    var types: [String] {
        entries.compactMap { if case .type(let identifier) = $0.card { identifier } else { nil } }
    }

    /// Exchanges a card with its neighbour.
    ///
    /// - Returns: Whether there is one.
    mutating func move(_ index: Int, by distance: Int) -> Bool {
        let target = index + distance
        guard entries.indices.contains(index), entries.indices.contains(target) else { return false }
        entries.swapAt(index, target)
        return true
    }

    /// Makes a card wider or narrower.
    ///
    /// - Parameters:
    ///   - index: The card's place.
    ///   - columns: The number of columns to add.
    ///   - most: The number of columns.
    /// - Returns: Whether it has another width now.
    mutating func resize(_ index: Int, by columns: Int, most: Int) -> Bool {
        guard entries.indices.contains(index) else { return false }
        let now = min(most, width(of: index))
        let next = max(1, min(now + columns, min(most, Self.widest)))
        guard next != now else { return false }
        entries[index].width = next
        return true
    }

    /// The width of a card in columns, where there are four.
    func width(of index: Int) -> Int {
        let entry = entries[index]
        let isFirst = entries.first { if case .type = $0.card { true } else { false } } == entry
        return entry.width ?? entry.card.usualWidth(isFirstType: isFirst)
    }
}

/// The positions of a dashboard's cards.
struct DashboardGrid: Hashable, Sendable {
    /// A card and its columns of the dashboard.
    struct Slot: Hashable, Sendable {
        let index: Int
        let columns: Range<Int>
    }

    let columns: Int
    let rows: [[Slot]]
    /// Whether a row has nothing but words.
    private let isText: [Bool]

    /// The least room that a dashboard of two columns needs.
    static let least = (width: 110, height: 28)

    /// The number of cards side by side in a width.
    static func columns(width: Int) -> Int { width >= 190 ? 4 : width >= 150 ? 3 : 2 }

    init(_ order: DashboardOrder, width: Int) {
        let count = Self.columns(width: width)
        var rows: [[Slot]] = []
        var row: [Slot] = []
        var used = 0
        func isText(_ slot: Slot) -> Bool { order.entries[slot.index].card.isText }
        func finish() {
            guard let last = row.last else { return }
            // The last card of a row takes the remaining columns.
            row[row.count - 1] = Slot(index: last.index, columns: last.columns.lowerBound..<count)
            rows.append(row)
            row = []
            used = 0
        }
        for index in order.entries.indices {
            let entry = order.entries[index]
            // With two columns a card takes one, unless the person changed that.
            let width = min(count, count == 2 ? entry.width ?? 1 : order.width(of: index))
            let changesKind = row.first.map { isText($0) != entry.card.isText } ?? false
            if used + width > count || changesKind { finish() }
            row.append(Slot(index: index, columns: used..<(used + width)))
            used += width
        }
        finish()
        columns = count
        self.rows = rows
        self.isText = rows.map { $0.allSatisfy(isText) }
    }

    /// The row of a card.
    func row(of index: Int) -> Int { rows.firstIndex { $0.contains { $0.index == index } } ?? 0 }

    private static let textHeight = 8
    private static let chartHeight = (least: 11, most: 24)
    private static let gap = 3

    /// The heights of the visible rows, starting with one; rows of charts share the remaining height.
    func heights(in height: Int, from top: Int) -> [Int] {
        var heights: [Int] = []
        var left = height
        for row in rows.indices.dropFirst(top) {
            let least = isText[row] ? min(Self.textHeight, height) : min(Self.chartHeight.least, height)
            guard least <= left else { break }
            heights.append(least)
            left -= least
        }
        let charts = heights.indices.filter { !isText[top + $0] }
        while left > 0,
            let lowest = charts.filter({ heights[$0] < Self.chartHeight.most }).min(by: { heights[$0] < heights[$1] })
        {
            heights[lowest] += 1
            left -= 1
        }
        return heights
    }

    /// The first row to show, such that one is seen.
    func top(showing row: Int, in height: Int, from top: Int) -> Int {
        var top = min(top, row)
        while top < row, row >= top + heights(in: height, from: top).count { top += 1 }
        return max(0, top)
    }

    /// The rectangle of each card that is seen.
    func frames(in rect: Rect, from top: Int) -> [(index: Int, rect: Rect)] {
        var frames: [(index: Int, rect: Rect)] = []
        var y = rect.y
        for (offset, height) in heights(in: rect.height, from: top).enumerated() {
            for slot in rows[top + offset] {
                func edge(_ column: Int) -> Int { rect.x + column * (rect.width + Self.gap) / columns }
                let (start, end) = (edge(slot.columns.lowerBound), edge(slot.columns.upperBound) - Self.gap)
                frames.append((slot.index, Rect(x: start, y: y, width: end - start, height: height - 1)))
            }
            y += height
        }
        return frames
    }

    /// The card at the left, right, above or below of one; nil at an edge.
    ///
    /// - Parameters:
    ///   - index: The card.
    ///   - x: The distance to the right, in cards.
    ///   - y: The distance down, in rows.
    /// - Returns: The other card.
    func neighbour(of index: Int, x: Int, y: Int) -> Int? {
        let row = row(of: index)
        guard let place = rows[row].firstIndex(where: { $0.index == index }) else { return nil }
        if y == 0 {
            return rows[row].indices.contains(place + x) ? rows[row][place + x].index : nil
        }
        guard rows.indices.contains(row + y) else { return nil }
        let middle = rows[row][place].columns.lowerBound
        return rows[row + y].last { $0.columns.lowerBound <= middle }?.index
    }
}
