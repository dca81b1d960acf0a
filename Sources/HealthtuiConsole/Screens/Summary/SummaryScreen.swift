import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The first screen: the pinned types with their latest values, and recent changes.
package struct SummaryScreen: Screen {
    private(set) var content = Loaded<SummaryReader.Content>()
    private(set) var list = ListState()
    private(set) var tour: Tour?
    /// The width the list was drawn with, used to wrap sentences.
    private var width = 80
    /// The type of the row that the cursor will be on once the rows are read.
    private var planned: HKSampleType?
    /// The chart of the row under the cursor, on wide terminals.
    private var preview = ChartPreview()
    private(set) var dashboard = Dashboard()

    package init() {}

    package enum Action: Sendable {
        /// The types of the future rows.
        case planned([HKSampleType])
        case loaded(Answer<Content>)
        case pinned(Answer<Bool>)
        case ordered(Answer<Bool>)
        case tour(Tour.Action)
        case preview(Preview)
        case dashboard(Cards)

        /// An action of the cards.
        package struct Cards: Sendable { let action: Dashboard.Action }

        /// An action of the chart next to the list.
        package struct Preview: Sendable { let action: ChartPreview.Action }

        /// The contents of the summary.
        package struct Content: Sendable { let value: SummaryReader.Content }
    }

    package var title: String { SummaryStrings.title }

    package var contexts: [KeyContext] {
        guard tour == nil else { return [.list] }
        return (dashboard.isShown ? [.cards] : []) + [.pins, .type, .list]
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.hasSamples || !news.topics.isDisjoint(with: [.pins, .sourceOrder, .activitySummaries, .typeGoals])
            ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] {
            width = frame.width
            let lines = self.lines(frame.width)
            list.fit(height: frame.height, count: lines.count)
            list.settle(count: lines.count, choosing: { lines[$0].row != nil })
        }
        let cards = dashboard.laidOut(layout, content.value, environment).map(Self.ofCards)
        return cards + preview.laidOut(layout, chosenType, environment).map(Self.previewing)
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if var tour {
            let effects = tour.perform(command, environment)
            self.tour = tour
            return effects?.map { $0.map { .tour($0) } }
        }
        if dashboard.isShown, let effects = perform(command, onCardOf: environment) { return effects }
        let lines = lines
        if list.obey(command, count: lines.count, choosing: { lines[$0].row != nil }) { return follow(environment) }
        let row = lines.indices.contains(list.selected) ? lines[list.selected].row : nil
        switch command {
        case .open: return row.map { [.open(.type($0.type))] } ?? []
        case .pin: return row.map { [Pins.toggle($0.type, environment) { .pinned($0) }] } ?? []
        case .addSample:
            guard let type = row?.type, EntryRules.refusalOfForm(type) == nil else { return [.show(.add)] }
            return [.open(.form(type))]
        case .sourceOrder: return row.map { [.open(.sourceOrder($0.type))] } ?? []
        case .goal: return row.map { [GoalFormScreen.opened(for: $0.type)] } ?? []
        case .moveDown: return move(1, environment)
        case .moveUp: return move(-1, environment)
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .planned(let types):
            // The chart of the row that the cursor will be on is read in parallel with the rows.
            guard content.value == nil else { return [] }
            planned = types.first
            return follow(environment)
        case .loaded(let answer):
            let isAnew = content.value != nil
            content.take(answer.map(\.value))
            if let content = content.value { dashboard.take(content) }
            let cards = content.value.map { isAnew ? dashboard.refresh($0, environment).map(Self.ofCards) : [] } ?? []
            if let hasData = content.value?.hasData {
                let wantsTour = !hasData && !environment.isReadOnly
                tour = wantsTour ? tour ?? Tour() : nil
            }
            let lines = lines
            list.settle(count: lines.count, choosing: { lines[$0].row != nil })
            return content.complaint() + cards + follow(environment, isStale: isAnew)
        case .dashboard(let cards):
            return dashboard.reduce(cards.action, content.value).map(Self.ofCards)
        case .preview(let preview):
            self.preview.reduce(preview.action)
            return []
        case .pinned(.success(let isPinned)):
            return [.notice(isPinned ? SummaryStrings.pinned : SummaryStrings.unpinned), load(environment)]
        case .ordered(.success): return [load(environment)]
        case .pinned(.failure(let failure)), .ordered(.failure(let failure)): return [.notice(failure.text)]
        case .tour(let action):
            // The first samples may have shown the summary in the tour's place before all of them were in.
            var changed = tour ?? Tour()
            let effects = changed.reduce(action, environment)
            if tour != nil { tour = changed }
            return effects.map { $0.map { .tour($0) } }
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if dashboard.isShown {
            return dashboard.press(event) ? perform(.open, environment) ?? [] : []
        }
        let opens = list.opens(event, name: Self.listName, count: lines.count)
        return opens ? perform(.open, environment) ?? [] : follow(environment)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        if let tour { return tour.draw(in: rect, on: &grid, environment) }
        if let content = content.value, Dashboard.fits(rect) {
            return dashboard.draw(content, in: rect, on: &grid, environment)
        }
        var body = rect
        let side = ChartPreview.cut(from: &body, list: 96)
        guard content.value != nil else {
            content.drawPlaceholder(SummaryStrings.loading, in: body, on: &grid, theme: theme)
            if let side { preview.draw(in: side, on: &grid, environment) }
            return
        }
        if let rings = content.value?.rings, body.height > 5 {
            drawRings(rings, in: body.cutTop(1), on: &grid, theme: theme)
        }
        let rows = self.lines(body.width).map { Self.row($0, environment) }
        let table = Table(
            name: Self.listName,
            columns: SummaryCells.columns(fitting: rows, width: body.width),
            count: rows.count,
            state: list,
            showsHeader: false,
            emptyText: SummaryStrings.nothingPinned
        ) { rows[$0] }
        table.draw(in: body, on: &grid, theme: theme)
        if let side { preview.draw(in: side, on: &grid, environment) }
    }
}

extension SummaryScreen {
    /// Handles a command on the card under the cursor; nil if it has no meaning there.
    private mutating func perform(
        _ command: Command,
        onCardOf environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if let effects = dashboard.perform(command, environment) { return effects.map(Self.ofCards) }
        guard let card = dashboard.card else { return nil }
        if case .type(let identifier) = card {
            guard let type = HKObjectType.type(identifier: identifier) as? HKSampleType else { return nil }
            switch command {
            case .open: return [.open(.type(type))]
            case .pin: return [Pins.toggle(type, environment) { .pinned($0) }]
            case .addSample: return EntryRules.refusalOfForm(type) == nil ? [.open(.form(type))] : [.show(.add)]
            case .sourceOrder: return [.open(.sourceOrder(type))]
            case .goal: return [GoalFormScreen.opened(for: type)]
            default: return nil
            }
        }
        switch (command, card) {
        case (.open, .rings): return [.open(.rings)]
        case (.open, .workout): return dashboard.extras.workout.map { [.open(.workout($0.workout))] } ?? []
        case (.open, .medications): return [.open(.type(HKObjectType.medicationDoseEventType()))]
        case (.open, .access): return [.show(.apps)]
        case (.goal, .rings): return [.open(.goals)]
        case (.addSample, _): return [.show(.add)]
        case (.open, _), (.pin, _), (.sourceOrder, _), (.goal, _): return [.notice(SummaryStrings.notOfCard)]
        default: return nil
        }
    }

    private static func ofCards(_ effect: ScreenEffect<Dashboard.Action>) -> ScreenEffect<Action> {
        effect.map { .dashboard(Action.Cards(action: $0)) }
    }

    private static var listName: String { "summary" }

    /// The columns below which a bar says nothing.
    private static let leastBar = 4

    /// The rings of today in a line: how much of each goal, as a number and as a bar.
    private func drawRings(_ rings: ActivityRings, in row: Rect, on grid: inout CellGrid, theme: Theme) {
        let inWheelchair = content.value?.inWheelchair ?? false
        let texts = ActivityRings.Kind.allCases.map { kind in
            RingText.percent(rings[kind].share) + " " + RingsStrings.ring(kind, inWheelchair: inWheelchair).lowercased()
        }
        let width = max(1, (row.width - 2) / texts.count)
        let widest = max(14, texts.map(\.displayWidth).max() ?? 0)
        guard widest + Self.leastBar + 2 <= width else {
            // Without bars, as many as have room whole.
            let facts = texts.map { Line($0, .bold) }
            let gap = facts.reduce(0) { $0 + $1.width } + 2 * (facts.count - 1) <= row.width - 2 ? "  " : " "
            grid.write(Line.fitting(facts, by: Line(gap), in: row.width - 2), in: row, x: 1)
            return
        }
        for (index, kind) in ActivityRings.Kind.allCases.enumerated() {
            let area = Rect(x: row.x + 1 + index * width, y: row.y, width: width - 1, height: 1)
            let end = grid.write(Line(texts[index].fitted(to: widest), .bold), in: area)
            let style = theme.style(Hue.rings[index])
            let bar = Gauge.line(rings[kind].share, width: area.width - end - 1, style: style, theme: theme)
            grid.write(bar, in: area, x: end + 1)
        }
    }

    /// One line of the screen: a pinned type, a trend, a line of a sentence or a heading; the lines of a sentence after its
    /// first have no row.
    private struct SummaryLine {
        var heading = ""
        var row: SummaryRow?
        var trend: SummaryRow.Trend?
        var sentence: String?

        var type: HKSampleType? { row?.type }
    }

    private var lines: [SummaryLine] { lines(width) }

    /// The lines of a list so wide.
    private func lines(_ width: Int) -> [SummaryLine] {
        let rows = content.value?.rows ?? []
        let trends = rows.filter { $0.trend != nil }
        let heading =
            trends.isEmpty
            ? []
            : [
                SummaryLine(), SummaryLine(heading: Self.trendsHeading(width)),
            ]
        return rows.map { SummaryLine(row: $0) } + heading + trends.map { SummaryLine(row: $0, trend: $0.trend) }
            + highlights(rows, width)
    }

    /// The heading of the trends, in as many words as fit.
    private static func trendsHeading(_ width: Int) -> String {
        let whole = SummaryStrings.trends
        return whole.displayWidth < width - 1 ? whole : SummaryStrings.trendsShort
    }

    /// The highlights, each in as many lines as it needs.
    private func highlights(_ rows: [SummaryRow], _ width: Int) -> [SummaryLine] {
        let found = SummaryHighlight.best(rows)
        guard !found.isEmpty else { return [] }
        let sentences = found.flatMap { row, highlight in
            highlight.text.wrapped(to: max(16, width - 4)).enumerated()
                .map { SummaryLine(row: $0.offset == 0 ? row : nil, sentence: $0.element) }
        }
        return [SummaryLine(), SummaryLine(heading: SummaryStrings.highlights)] + sentences
    }

    /// The type under the cursor, or that of the row on which it will be.
    private var chosenType: HKSampleType? {
        if content.value == nil { return planned }
        let lines = lines
        return lines.indices.contains(list.selected) ? lines[list.selected].type : nil
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

    private static func row(_ line: SummaryLine, _ environment: ConsoleEnvironment) -> TableRow {
        if let trend = line.trend { return SummaryCells.cells(trend, line.type, environment) }
        if let sentence = line.sentence {
            let mark = line.row == nil ? "  " : environment.theme.glyphs.point + " "
            return .line(Line(mark, environment.theme.accent) + Line(sentence))
        }
        return line.row.map { SummaryCells.cells($0, environment) } ?? .heading(line.heading)
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .run("load") { send in
            do {
                let reader = SummaryReader(environment: environment)
                let plan = try await reader.plan()
                send(.planned(plan.types))
                send(.loaded(.success(Action.Content(value: try await reader.read(plan)))))
            } catch {
                send(.loaded(.failure(Failure(error))))
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
