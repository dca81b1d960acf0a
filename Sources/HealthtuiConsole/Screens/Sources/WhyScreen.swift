import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The explanation of a total: how much each source counted, in an order that can be changed here.
package struct WhyScreen: Screen {
    let type: HKQuantityType
    let interval: DateInterval
    private(set) var content = Loaded<Content>()
    private(set) var list = ListState()
    private var when = ""

    package init(_ type: HKQuantityType, _ interval: DateInterval) {
        self.type = type
        self.interval = interval
    }

    /// The contribution of each source to the interval.
    package struct Content: Sendable {
        /// The sources with samples in the interval, in the order in which they count.
        var shares: [SourceShare]
        /// All sources of the type, in that order.
        var order: [HKSource]
        var excluded: Set<String>
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case saved(Answer<Bool>)
    }

    package var title: String { when.isEmpty ? type.entry.name : SourceStrings.why(when) }

    package var contexts: [KeyContext] { [.order, .why, .list] }

    private var isCumulative: Bool { type.aggregationStyle == .cumulative }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        when = environment.dates.interval(interval)
        return [load(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.concerns(type.identifier) || news.topics.contains(.sourceOrder) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: shares.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let shares = shares
        if list.obey(command, count: shares.count) { return [] }
        switch command {
        case .open:
            guard shares.indices.contains(list.selected) else { return [] }
            let source = shares[list.selected].source
            return [
                .open(.samples(SampleListQuery(type: type, from: interval.start, to: interval.end, source: source)))
            ]
        case .moveDown: return move(1, environment)
        case .moveUp: return move(-1, environment)
        case .exclude:
            guard shares.indices.contains(list.selected), let content = content.value else { return [] }
            var excluded = content.excluded
            let bundle = shares[list.selected].source.bundleIdentifier
            if excluded.remove(bundle) == nil { excluded.insert(bundle) }
            return [save(content.order, excluded, environment)]
        case .sourceOrder: return [.open(.sourceOrder(type))]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            list.select(list.selected, count: shares.count)
            return content.complaint()
        case .saved(.success): return [load(environment)]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text)), load(environment)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let opens = list.opens(event, name: Self.listName, count: shares.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            content.drawPlaceholder(type.entry.name, in: rect, on: &grid, theme: theme)
            return
        }
        let unit = environment.unit(type)
        func shown(_ canonical: Double) -> Double? {
            unit.number(HKQuantity(unit: type.canonicalUnit, doubleValue: canonical)).map(unit.shown)
        }
        func text(_ canonical: Double) -> String { shown(canonical).map(unit.text) ?? "" }
        var body = rect
        let heading = body.cutTop(1)
        grid.write(
            headline(text, unit.label, theme).truncated(to: heading.width - 2, ellipsis: theme.glyphs.ellipsis),
            in: heading,
            x: 1
        )
        if body.height > 6 { _ = body.cutTop(1) }
        let shares = shares
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", alignment: .right, width: 2, importance: 8),
                TableColumn(SharedStrings.source, minimum: 10, maximum: 24, importance: 9),
                TableColumn.figures(
                    isCumulative ? SourceStrings.counted : SharedStrings.samplesHeading,
                    minimum: 7,
                    maximum: 12,
                    importance: 10
                ),
                TableColumn("", minimum: 20, maximum: 60, importance: 5, keepsFacts: true),
            ],
            count: shares.count,
            state: list,
            emptyText: SourceStrings.noSamplesInTime
        ) { index in
            let share = shares[index]
            let number = share.counted.map(text) ?? NumberText.text(share.samples)
            return TableRow([
                Line(share.isExcluded ? theme.glyphs.notOffered : "\(index + 1)"),
                Line(share.source.shownName, share.isExcluded ? theme.dim : .plain), Line(number, .bold),
                Line(Self.reason(share, shown, unit.text), theme.dim),
            ])
        }
        table.draw(in: body, on: &grid, theme: theme)
    }
}

extension WhyScreen {
    private static var listName: String { "why" }

    private var shares: [SourceShare] { content.value?.shares ?? [] }

    private func headline(_ text: (Double) -> String, _ unit: String, _ theme: Theme) -> Line {
        let name = Line(SourceStrings.heading(type.entry.name, when))
        guard isCumulative else {
            return name + Line(SourceStrings.everySourceCounts, theme.dim)
        }
        let total = shares.compactMap(\.counted).reduce(0, +)
        return name + Line(text(total) + (unit.isEmpty ? "" : " " + unit), .bold)
    }

    /// Why a source counted for as much as it did.
    private static func reason(
        _ share: SourceShare,
        _ shown: (Double) -> Double?,
        _ text: (Double) -> String
    ) -> String {
        if share.isExcluded { return SourceStrings.leftOutByYou }
        if share.doubled > 0 { return SourceStrings.alsoAbove(share.doubled) }
        guard let recorded = share.recorded, let counted = share.counted else { return "" }
        let rest = recorded - counted
        // Sums of parts differ from the whole in their last digits.
        if abs(rest) <= abs(recorded) * 1e-9 { return SourceStrings.countedWhole(share.samples) }
        guard let all = shown(recorded), let part = shown(counted) else { return "" }
        if counted == 0 { return SourceStrings.allBelow(text(all)) }
        return SourceStrings.partBelow(text(all), text(all - part))
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (type, interval) = (type, interval)
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    let seconds = max(1, Int(interval.duration.rounded()))
                    let found = try person.explainStatistics(
                        type,
                        predicate: HKQuery.predicateForSamples(
                            withStart: interval.start,
                            end: interval.end,
                            options: []
                        ),
                        intervals: IntervalCalendar(
                            anchor: interval.start,
                            components: DateComponents(second: seconds)
                        )
                    )
                    let start = interval.start.timeIntervalSinceReferenceDate
                    let known = try person.sourceOrder(type.identifier)
                    return Content(
                        shares: found.first { abs($0.start - start) < 0.5 }?.shares ?? [],
                        order: known.order,
                        excluded: known.excluded
                    )
                }
            )
        }
    }

    /// Lets the source under the cursor count before or after its neighbour of this time.
    private mutating func move(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let target = list.selected + distance
        guard let content = content.value, shares.indices.contains(list.selected), shares.indices.contains(target),
            let here = content.order.firstIndex(of: shares[list.selected].source),
            let there = content.order.firstIndex(of: shares[target].source)
        else { return [] }
        var order = content.order
        order.insert(order.remove(at: here), at: there)
        list.select(target, count: shares.count)
        return [save(order, content.excluded, environment)]
    }

    private func save(
        _ order: [HKSource],
        _ excluded: Set<String>,
        _ environment: ConsoleEnvironment
    ) -> ScreenEffect<Action> {
        let identifier = type.identifier
        let bundles = order.map(\.bundleIdentifier)
        return .task("save") {
            .saved(
                await environment.ask { try $0.setSourceOrder(identifier, order: bundles, excluded: excluded) }
                    .map { true }
            )
        }
    }
}
