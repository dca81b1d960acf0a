import Foundation
import HealthKit
import TerminalUI

/// The first screen: the pinned types with their latest values, and what has changed lately.
package struct SummaryScreen: Screen {
    private(set) var content = Loaded<SummaryReader.Content>()
    private(set) var list = ListState()
    private(set) var tour: Tour?

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case pinned(Answer<Bool>)
        case ordered(Answer<Bool>)
        case tour(Tour.Action)

        /// What the summary shows.
        package struct Content: Sendable { let value: SummaryReader.Content }
    }

    package var title: String { "Summary" }

    package var contexts: [KeyContext] { tour == nil ? [.pins, .type, .list] : [.list] }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let namespaces: Set = [StoreNamespace.pins, StoreNamespace.sourceOrder]
        return news.hasSamples || !news.namespaces.isDisjoint(with: namespaces) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: lines.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if var tour {
            let effects = tour.perform(command, environment)
            self.tour = tour
            return effects
        }
        let lines = lines
        if list.obey(command, count: lines.count, choosing: { lines[$0].row != nil }) { return [] }
        let row = lines.indices.contains(list.selected) ? lines[list.selected].row : nil
        switch command {
        case .open: return row.map { [.push(TypePage.screen($0.type))] } ?? []
        case .pin: return row.map { [Pins.toggle($0.type, environment) { .pinned($0) }] } ?? []
        case .addSample:
            guard let type = row?.type, EntryRules.refusal(of: type) == nil else { return [.show(.add)] }
            return [.push(SampleFormScreen(type))]
        case .sourceOrder: return row.map { [.push(SourceOrderScreen($0.type))] } ?? []
        case .moveDown: return move(1, environment)
        case .moveUp: return move(-1, environment)
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer.map(\.value))
            if let hasData = content.value?.hasData {
                let wantsTour = !hasData && !environment.isReadOnly
                tour = wantsTour ? tour ?? Tour() : nil
            }
            let lines = lines
            list.settle(count: lines.count, choosing: { lines[$0].row != nil })
            return content.complaint()
        case .pinned(.success(let isPinned)): return [.notice(isPinned ? "pinned" : "unpinned"), load(environment)]
        case .ordered(.success): return [load(environment)]
        case .pinned(.failure(let failure)), .ordered(.failure(let failure)): return [.notice(failure.text)]
        case .tour(let action):
            guard var tour else { return [] }
            let effects = tour.reduce(action, environment)
            self.tour = tour
            return effects
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let opens = list.opens(event, name: Self.listName, count: lines.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            content.drawPlaceholder("summary", in: rect, on: &grid, theme: theme)
            return
        }
        if let tour { return tour.draw(in: rect, on: &grid, environment) }
        let lines = lines
        let table = Table(
            name: Self.listName,
            columns: Self.columns,
            count: lines.count,
            state: list,
            showsHeader: false,
            emptyText: "nothing is pinned; open a type under Browse and press p"
        ) { index in
            let line = lines[index]
            if let trend = line.trend { return Self.cells(trend, line.type, environment) }
            return line.row.map { Self.cells($0, environment) } ?? .heading(line.heading)
        }
        table.draw(in: rect, on: &grid, theme: theme)
    }
}

extension SummaryScreen {
    private static var listName: String { "summary" }

    /// One line of the screen: a pinned type, a trend or a heading.
    private struct SummaryLine {
        var heading = ""
        var row: SummaryRow?
        var trend: SummaryRow.Trend?

        var type: HKSampleType? { row?.type }
    }

    private var lines: [SummaryLine] {
        let rows = content.value?.rows ?? []
        let trends = rows.filter { $0.trend != nil }
        let heading =
            trends.isEmpty
            ? []
            : [
                SummaryLine(), SummaryLine(heading: "Trends, the last 7 days against the 12 weeks before"),
            ]
        return rows.map { SummaryLine(row: $0) } + heading + trends.map { SummaryLine(row: $0, trend: $0.trend) }
    }

    private static let columns = [
        TableColumn("", minimum: 11, maximum: 24, importance: 9),
        TableColumn("", alignment: .right, minimum: 8, maximum: 10, importance: 10),
        TableColumn("", minimum: 5, maximum: 6, importance: 5),
        TableColumn("", minimum: 15, maximum: 28, importance: 6),
        TableColumn("", minimum: 14, maximum: 14, importance: 4),
    ]

    private static func cells(_ row: SummaryRow, _ environment: ConsoleEnvironment) -> TableRow {
        let theme = environment.theme
        let spark = Sparkline.text(
            row.values,
            width: 14,
            glyphs: theme.glyphs,
            baseline: row.isFromZero ? 0 : nil
        )
        return TableRow([
            Line(row.type.entry.name), Line(row.value, .bold), Line(row.unit), Line(row.note, theme.dim),
            Line(spark, theme.accent),
        ])
    }

    private static func cells(
        _ trend: SummaryRow.Trend,
        _ type: HKSampleType?,
        _ environment: ConsoleEnvironment
    ) -> TableRow {
        let theme = environment.theme
        guard let type = type as? HKQuantityType else { return TableRow([]) }
        let unit = environment.unit(type)
        let mark =
            switch trend.direction {
            case .rising: theme.glyphs.rising
            case .falling: theme.glyphs.falling
            case .steady: " "
            }
        let label = unit.label + (type.aggregationStyle == .cumulative ? " a day" : "")
        let spark = Sparkline.text(trend.weeks, width: 14, glyphs: theme.glyphs)
        return TableRow([
            Line(mark + " " + type.entry.name), Line(unit.text(trend.recent), .bold), Line(unit.label),
            Line((label == unit.label ? "" : "a day, ") + "was " + unit.text(trend.before), theme.dim),
            Line(spark, theme.accent),
        ])
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") {
            do {
                let content = try await SummaryReader(environment: environment).read()
                return .loaded(.success(Action.Content(value: content)))
            } catch {
                return .loaded(.failure(Failure(error)))
            }
        }
    }

    /// Moves the pinned type under the cursor.
    private mutating func move(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard var types = content.value?.rows.map(\.type.identifier), types.indices.contains(list.selected) else {
            return []
        }
        let target = list.selected + distance
        guard types.indices.contains(target) else { return [] }
        types.swapAt(list.selected, target)
        content.change { $0.rows.swapAt(list.selected, target) }
        list.select(target, count: lines.count)
        return [
            .task("order") { [types] in
                .ordered(await environment.ask { try $0.setPinnedTypes(types) }.map { true })
            }
        ]
    }
}
