import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The samples of a type that HealthKit does not know, as imported, newest first.
package struct UnknownSamplesScreen: Screen {
    let query: SampleListQuery
    private(set) var content = Loaded<Content>()
    private(set) var list = ListState()
    /// The number of samples to load; more are fetched as the cursor comes near the end.
    private var wanted = Self.pageSize

    private static let pageSize = 500

    package init(_ query: SampleListQuery) { self.query = query }

    private var identifier: String { query.type.identifier }

    /// The newest samples, and how many there are.
    package struct Content: Sendable {
        var samples: [UnknownSample]
        var count: Int
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case deleteNow
        case deleted(Answer<Int>)
    }

    package var title: String { identifier }

    package var contexts: [KeyContext] { [.deletable, .list] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        rows == 0 ? [.open, .deleteAll] : []
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let content = content.value else { return .empty }
        return Line(SharedStrings.samples(content.count), environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { news.concerns(identifier) ? [load(environment)] : [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: rows) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if list.obey(command, count: rows) { return fetchMore(environment) }
        if command == .deleteAll {
            guard let count = content.value?.count, count > 0 else { return [] }
            return [.ask(dialog(count), confirmed: .deleteNow)]
        }
        guard command == .open else { return nil }
        guard let samples = content.value?.samples, samples.indices.contains(list.selected) else { return [] }
        return [.open(.unknownSample(samples[list.selected]))]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            list.select(list.selected, count: rows)
            return content.complaint()
        case .deleteNow:
            let query = query
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(query) }) }]
        case .deleted(.success(let count)):
            return [.notice(BrowseStrings.deletedUnknown(count)), load(environment)]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if list.opens(event, name: Self.listName, count: rows) { return perform(.open, environment) ?? [] }
        return fetchMore(environment)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let content = content.value else {
            self.content.drawPlaceholder(identifier, in: rect, on: &grid, theme: environment.theme)
            return
        }
        let dates = environment.dates
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn.figures(SharedStrings.value, minimum: 7, maximum: 24, importance: 9),
                TableColumn.dates(SharedStrings.when, minimum: 21, maximum: 40, importance: 8),
                TableColumn(SharedStrings.source, minimum: 10, maximum: 24, importance: 6),
                TableColumn(SharedStrings.device, minimum: 8, maximum: 16, importance: 2),
            ],
            count: content.samples.count,
            state: list,
            emptyText: SharedStrings.noSamples
        ) { index in
            let sample = content.samples[index]
            let isInstant = sample.start == sample.end
            return TableRow(
                [
                    Line(sample.valueText), Line(dates.span(sample.start, sample.end, seconds: isInstant)),
                    Line(sample.sourceRevision.source.name), Line(DevicePhrase.name(sample.device)),
                ],
                shorter: [1: dates.shorterSpans(sample.start, sample.end, seconds: isInstant).map { Line($0) }]
            )
        }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }
}

extension UnknownSamplesScreen {
    private static var listName: String { "unknown" }

    private var rows: Int { content.value?.samples.count ?? 0 }

    private mutating func fetchMore(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let content = content.value, content.samples.count < content.count, list.selected + 50 > rows,
            content.samples.count >= wanted
        else { return [] }
        wanted *= 2
        return [load(environment)]
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (query, wanted) = (query, wanted)
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    var samples: [UnknownSample] = []
                    try person.unknownSamples(query) { sample in
                        samples.append(sample)
                        return samples.count < wanted
                    }
                    return Content(samples: samples, count: try person.count(query))
                }
            )
        }
    }

    private func dialog(_ count: Int) -> ConfirmDialog {
        ConfirmDialog(
            title: SharedStrings.deleteAll,
            message: BrowseStrings.deleteUnknownQuestion(identifier, samples: count),
            confirmLabel: SharedStrings.deleteAll
        )
    }
}

extension UnknownSample {
    /// The value and its unit, as they came.
    var valueText: String { text ?? NumberText.exact(value) + (unit.isEmpty ? "" : " " + unit) }
}
