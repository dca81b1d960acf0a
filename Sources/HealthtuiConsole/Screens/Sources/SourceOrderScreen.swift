import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The order in which a type's sources count, and which of them do not count.
package struct SourceOrderScreen: Screen {
    let type: HKSampleType
    private(set) var content = Loaded<Content>()
    private(set) var list = ListState()

    /// The source that the cursor goes to when the order is there.
    private var first: HKSource?

    package init(_ type: HKSampleType, at source: HKSource? = nil) {
        self.type = type
        first = source
    }

    /// The sources of the type.
    package struct Content: Sendable {
        var order: [HKSource]
        var excluded: Set<String>
        var counts: [String: Int]
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case saved(Answer<Bool>)
    }

    package var title: String { SourceStrings.sourcesOf(type.entry.name) }

    package var contexts: [KeyContext] { [.order, .list] }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.concerns(type.identifier) || news.topics.contains(.sourceOrder) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: sources.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let sources = sources
        if list.obey(command, count: sources.count) { return [] }
        switch command {
        case .open:
            guard sources.indices.contains(list.selected) else { return [] }
            return [.open(.samples(SampleListQuery(type: type, source: sources[list.selected])))]
        case .moveDown: return move(1, environment)
        case .moveUp: return move(-1, environment)
        case .exclude:
            guard sources.indices.contains(list.selected) else { return [] }
            let bundle = sources[list.selected].bundleIdentifier
            content.change { content in
                if content.excluded.remove(bundle) == nil { content.excluded.insert(bundle) }
            }
            return [save(environment)]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            let row = first.flatMap { first in sources.firstIndex { $0 == first } }
            if row != nil { first = nil }
            list.select(row ?? list.selected, count: sources.count)
            return content.complaint()
        case .saved(.success): return []
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text)), load(environment)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let opens = list.opens(event, name: Self.listName, count: sources.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let content = content.value else {
            self.content.drawPlaceholder(SourceStrings.loading, in: rect, on: &grid, theme: theme)
            return
        }
        var body = rect
        if body.height > 8 {
            for line in explanation.wrapped(to: body.width - 2) {
                grid.write(Line(line, theme.dim), in: body.cutTop(1), x: 1)
            }
            _ = body.cutTop(1)
        }
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", alignment: .right, width: 2, importance: 8),
                TableColumn(SharedStrings.source, minimum: 14, maximum: 30, importance: 9),
                TableColumn.samples(importance: 6),
                TableColumn("", minimum: 8, maximum: 12, importance: 7),
            ],
            count: content.order.count,
            state: list,
            emptyText: SourceStrings.noSource
        ) { index in
            let source = content.order[index]
            let isOut = content.excluded.contains(source.bundleIdentifier)
            return TableRow([
                Line(isOut ? theme.glyphs.notOffered : "\(index + 1)"),
                Line(source.shownName, isOut ? theme.dim : .plain),
                Line(NumberText.text(content.counts[source.bundleIdentifier] ?? 0)),
                Line(isOut ? SourceStrings.leftOut : "", theme.warning),
            ])
        }
        table.draw(in: body, on: &grid, theme: theme)
    }
}

extension SourceOrderScreen {
    private static var listName: String { "order" }

    private var sources: [HKSource] { content.value?.order ?? [] }

    private var explanation: String {
        type is HKWorkoutType || (type as? HKQuantityType)?.aggregationStyle == .cumulative
            ? SourceStrings.upperCounts
            : SourceStrings.everyCounts
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let identifier = type.identifier
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    let found = try person.sourceOrder(identifier)
                    let counts = try person.sources().map { ($0.source.bundleIdentifier, $0.types[identifier] ?? 0) }
                    return Content(
                        order: found.order,
                        excluded: found.excluded,
                        counts: Dictionary(counts, uniquingKeysWith: { $0 + $1 })
                    )
                }
            )
        }
    }

    private mutating func move(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let target = list.selected + distance
        let here = list.selected
        guard sources.indices.contains(here), sources.indices.contains(target) else { return [] }
        content.change { $0.order.swapAt(here, target) }
        list.select(target, count: sources.count)
        return [save(environment)]
    }

    private func save(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let identifier = type.identifier
        let order = sources.map(\.bundleIdentifier)
        let excluded = content.value?.excluded ?? []
        return .task("save") {
            .saved(
                await environment.ask { try $0.setSourceOrder(identifier, order: order, excluded: excluded) }
                    .map { true }
            )
        }
    }
}
