import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The summary as cards, each with its chart, where the terminal is large enough.
struct Dashboard: Sendable {
    private(set) var order = DashboardOrder(types: [], shown: [], stored: [])
    private(set) var selected = 0
    private(set) var charts: [String: ChartData] = [:]
    /// The goals of types, by identifier.
    private(set) var goals: [String: GoalFacts] = [:]
    private(set) var extras = DashboardExtras()
    /// Whether it was drawn.
    private(set) var isShown = false
    private var isRead = false
    private var top = 0
    /// The rectangle it was drawn in.
    private var frame = Rect.zero

    static let frameName = "dashboard"
    static let cardsName = "cards"

    enum Action: Sendable {
        case chart(String, Answer<ChartData?>)
        case goals(Answer<[GoalFacts]>)
        case extras(Answer<DashboardExtras>)
        case ordered(Answer<Bool>)
        /// It came into view or left it: other keys work.
        case seen
    }

    typealias Effects = [ScreenEffect<Action>]

    /// Whether there is room for one.
    static func fits(_ rect: Rect) -> Bool {
        rect.width >= DashboardGrid.least.width && rect.height >= DashboardGrid.least.height
    }

    var card: DashboardCard? { order.entries.indices.contains(selected) ? order.entries[selected].card : nil }

    private var grid: DashboardGrid { DashboardGrid(order, width: frame.width) }

    /// Stores the summary's content.
    mutating func take(_ content: SummaryReader.Content) {
        let before = card
        order = DashboardOrder(types: content.rows.map(\.type.identifier), shown: shown(content), stored: extras.order)
        if let before, let index = order.entries.firstIndex(where: { $0.card == before }) { selected = index }
        selected = min(selected, max(0, order.entries.count - 1))
    }

    private func shown(_ content: SummaryReader.Content) -> Set<DashboardCard> {
        var shown: Set<DashboardCard> = []
        if content.rings != nil { shown.insert(.rings) }
        if extras.workout != nil { shown.insert(.workout) }
        if let plan = extras.plan, !plan.entries.isEmpty { shown.insert(.medications) }
        if !extras.reads.isEmpty { shown.insert(.access) }
        if content.rows.contains(where: { $0.trend != nil }) { shown.insert(.trends) }
        if content.rows.contains(where: { !$0.highlights.isEmpty }) { shown.insert(.highlights) }
        return shown
    }

    /// Learns whether it was drawn, and where.
    ///
    /// - Returns: The effects that read its cards, when it came into view.
    mutating func laidOut(_ layout: Layout, _ content: SummaryReader.Content?, _ environment: ConsoleEnvironment)
        -> Effects
    {
        let wasShown = isShown
        isShown = layout.frames[Self.frameName] != nil
        let seen: Effects = wasShown == isShown ? [] : [.task("seen") { .seen }]
        guard isShown, let frame = layout.frames[Self.frameName] else { return seen }
        self.frame = frame
        top = grid.top(showing: grid.row(of: selected), in: frame.height, from: top)
        guard !isRead, let content else { return seen }
        isRead = true
        return seen + read(content, environment)
    }

    /// Reads its cards again, if it is seen.
    mutating func refresh(_ content: SummaryReader.Content, _ environment: ConsoleEnvironment) -> Effects {
        isRead = isShown
        return isShown ? read(content, environment) : []
    }

    private func read(_ content: SummaryReader.Content, _ environment: ConsoleEnvironment) -> Effects {
        let types = content.rows.map(\.type)
        return [
            .run("dashboard") { send in
                do {
                    send(.extras(.success(try await DashboardExtras.read(environment))))
                } catch {
                    send(.extras(.failure(Failure(error))))
                }
                do {
                    send(.goals(.success(try await GoalFacts.read(environment, of: types))))
                } catch {
                    send(.goals(.failure(Failure(error))))
                }
                for type in types where ChartScreen.charts(type) {
                    guard !Task.isCancelled else { return }
                    do {
                        send(.chart(type.identifier, .success(try await DashboardExtras.chart(type, environment))))
                    } catch {
                        send(.chart(type.identifier, .failure(Failure(error))))
                    }
                }
            }
        ]
    }

    /// Handles a read result.
    ///
    /// - Returns: The messages for the user.
    mutating func reduce(_ action: Action, _ content: SummaryReader.Content?) -> Effects {
        switch action {
        case .chart(let type, .success(let data)): charts[type] = data
        case .goals(.success(let goals)):
            self.goals = Dictionary(goals.map { ($0.type.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        case .extras(.success(let extras)):
            self.extras = extras
            if let content { take(content) }
        case .ordered(.success), .seen: break
        case .chart(_, .failure(let failure)), .extras(.failure(let failure)), .ordered(.failure(let failure)),
            .goals(.failure(let failure)):
            return [.notice(failure.text)]
        }
        return []
    }

    // MARK: Keys

    /// Handles commands that move between cards, or move cards; nil for others.
    mutating func perform(_ command: Command, _ environment: ConsoleEnvironment) -> Effects? {
        switch command {
        case .cardLeft: return go(x: -1, y: 0)
        case .cardRight: return go(x: 1, y: 0)
        case .up: return go(x: 0, y: -1)
        case .down: return go(x: 0, y: 1)
        case .first:
            selected = 0
            return []
        case .last:
            selected = max(0, order.entries.count - 1)
            return []
        case .moveUp: return move(-1, environment)
        case .moveDown: return move(1, environment)
        case .cardLarger: return resize(1, environment)
        case .cardSmaller: return resize(-1, environment)
        default: return nil
        }
    }

    private mutating func go(x: Int, y: Int) -> Effects {
        selected = grid.neighbour(of: selected, x: x, y: y) ?? selected
        return []
    }

    private mutating func move(_ distance: Int, _ environment: ConsoleEnvironment) -> Effects {
        let types = order.types
        guard order.move(selected, by: distance) else { return [] }
        selected += distance
        return save(types: order.types == types ? nil : order.types, environment)
    }

    private mutating func resize(_ columns: Int, _ environment: ConsoleEnvironment) -> Effects {
        guard order.resize(selected, by: columns, most: grid.columns) else { return [] }
        return save(types: nil, environment)
    }

    private mutating func save(types: [String]?, _ environment: ConsoleEnvironment) -> Effects {
        let cards = order.stored
        extras.order = cards
        return [
            .task("cards") {
                .ordered(await environment.ask { try $0.setSummaryCards(cards, types: types) }.map { true })
            }
        ]
    }

    /// Goes to the card that was pressed.
    ///
    /// - Returns: Whether it was the one under the cursor already.
    mutating func press(_ event: MouseEvent) -> Bool {
        switch (event.kind, event.target) {
        case (.press, .item(Self.cardsName, let index, _)?) where order.entries.indices.contains(index):
            defer { selected = index }
            return selected == index
        case (.wheelUp, _): selected = grid.neighbour(of: selected, x: 0, y: -1) ?? selected
        case (.wheelDown, _): selected = grid.neighbour(of: selected, x: 0, y: 1) ?? selected
        default: break
        }
        return false
    }

    /// Draws the cards that there is room for, and names the others.
    func draw(
        _ content: SummaryReader.Content,
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        var body = rect.inset(horizontally: 1)
        let rest = body.cutBottom(1)
        grid.layout.setFrame(body, for: Self.frameName)
        let cells = DashboardGrid(order, width: body.width)
        let first = cells.top(showing: cells.row(of: selected), in: body.height, from: top)
        var seen: Set<Int> = []
        for (index, rect) in cells.frames(in: body, from: first) {
            seen.insert(index)
            let view = DashboardCardView(
                charts: charts,
                goals: goals,
                extras: extras,
                content: content,
                environment: environment
            )
            view.draw(order.entries[index].card, isFocused: index == selected, in: rect, on: &grid)
            // Covers the content of the card: a click anywhere in it selects the card.
            grid.layout.addTarget(.item(Self.cardsName, index), in: rect)
        }
        let hidden = order.entries.indices.filter { !seen.contains($0) }
            .map { extras.name(order.entries[$0].card, content) }
        guard !hidden.isEmpty else { return }
        let theme = environment.theme
        let line = Line(theme.glyphs.falling + " " + SummaryStrings.more(hidden.joined(separator: ", ")), theme.dim)
        let shown = line.truncated(to: rest.width, ellipsis: theme.glyphs.ellipsis)
        grid.write(shown, in: rest, x: max(0, rest.width - shown.width))
    }
}
