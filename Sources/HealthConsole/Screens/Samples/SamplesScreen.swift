import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// All samples of a type, or those of a source or device, newest first; as long as the list may be, only pages of it
/// are at hand.
package struct SamplesScreen: Screen {
    let query: SampleListQuery
    /// Whether the list stands for its type by itself, with no chart before it.
    private let standsForType: Bool
    private(set) var list = ListState()
    private(set) var count: Int?
    private(set) var failure: Failure?
    /// From the newest sample down, and from the oldest up.
    private(set) var newest = SamplePages(ascending: false)
    private(set) var oldest = SamplePages(ascending: true)
    /// The marked samples themselves, which may no longer be at hand.
    private(set) var marked: [UUID: HKSample] = [:]
    private var lastMark: Int?
    /// The time that the list is of, in words; empty for all time.
    private var when = ""
    /// Counts up when the list starts over, so that pages of the old one are not taken for pages of the new.
    private var generation = 0

    package init(_ query: SampleListQuery, standsForType: Bool = false) {
        self.query = query
        self.standsForType = standsForType
    }

    package enum Action: Sendable {
        case counted(Answer<Int>, generation: Int)
        case fetched(Answer<[HKSample]>, ascending: Bool, page: Int, generation: Int)
        case deleteNow([UUID])
        case deleteAllNow
        case deleted(Answer<Int>)
    }

    package var title: String {
        let what = query.type.entry.name
        if let source = query.source { return "\(what) from \(source.name)" }
        if let device = query.device { return "\(what) from \(DevicePhrase.name(device))" }
        if !when.isEmpty { return when }
        return standsForType ? what : "All Data"
    }

    package var contexts: [KeyContext] { [.samples, .deletable, .list] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let count else { return .empty }
        let marks: Line = marked.isEmpty ? .empty : Line("\(marked.count) marked  ", environment.theme.warning)
        return marks + Line(NumberText.count(count, "sample"), environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let from = query.from, let to = query.to, from < to {
            when = environment.dates.interval(DateInterval(start: from, end: to))
        }
        return start(environment)
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.concerns(query.type.identifier) ? start(environment) : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let frame = layout.frames[Self.listName] else { return [] }
        list.fit(height: frame.height, count: count ?? 0)
        return fetchVisible(environment)
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let count = count ?? 0
        if list.obey(command, count: count) { return fetchVisible(environment) }
        switch command {
        case .open: return sample(at: list.selected).map { [.open(.sample($0))] } ?? []
        case .copy: return sample(at: list.selected).map { [.copy(environment.samples.labelled($0))] } ?? []
        case .mark: mark()
        case .markRange: markRange()
        case .delete: return askToDelete(environment)
        case .deleteAll: return count > 0 ? [.ask(deleteAllDialog(count), confirmed: .deleteAllNow)] : []
        case .back where !marked.isEmpty: marked = [:]
        default: return nil
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .counted(let answer, let generation):
            guard generation == self.generation else { return [] }
            switch answer {
            case .success(let count):
                self.count = count
                list.select(list.selected, count: count)
                return fetchVisible(environment)
            case .failure(let failure):
                self.failure = failure
                return count == nil ? [] : [.notice(failure.text)]
            }
        case .fetched(let answer, let ascending, let page, let generation):
            guard generation == self.generation else { return [] }
            switch answer {
            case .success(let samples):
                if ascending { oldest.take(samples, page: page) } else { newest.take(samples, page: page) }
                return samples.isEmpty ? [] : fetchVisible(environment)
            case .failure(let failure):
                self.failure = failure
                return count == nil ? [] : [.notice(failure.text)]
            }
        case .deleteNow(let uuids):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(uuids) }) }]
        case .deleteAllNow:
            let query = query
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(query) }) }]
        case .deleted(.success(let count)):
            marked = [:]
            return [.notice("deleted " + NumberText.count(count, "sample"))] + start(environment)
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if list.opens(event, name: Self.listName, count: count ?? 0) { return perform(.open, environment) ?? [] }
        return fetchVisible(environment)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let count else {
            let text = failure?.text ?? "loading \(query.type.entry.name)…"
            grid.write(Line(text, theme.dim), in: rect, x: 1)
            return
        }
        let dates = environment.dates
        let texts = environment.samples
        let table = Table(
            name: Self.listName,
            columns: columns(environment),
            count: count,
            state: list,
            emptyText: "no samples"
        ) { index in
            guard let sample = sample(at: index) else { return .loading }
            let cells = [
                texts.value(sample).value,
                dates.span(sample.startDate, sample.endDate, seconds: sample.startDate == sample.endDate),
                sourceName(sample), DevicePhrase.name(sample.device),
            ]
            return TableRow(cells.map { Line($0) }, isMarked: marked[sample.uuid] != nil)
        }
        table.draw(in: rect, on: &grid, theme: theme)
    }
}

extension SamplesScreen {
    private static var listName: String { "samples" }

    private func columns(_ environment: ConsoleEnvironment) -> [TableColumn] {
        let isPressure = query.type.identifier == BloodPressure.type?.identifier
        let isNumber = query.type is HKQuantityType || isPressure
        let unit = (query.type as? HKQuantityType).map { environment.unit($0).label } ?? "Value"
        guard isNumber else {
            return [
                TableColumn(unit, minimum: 14, maximum: 28, importance: 9),
                TableColumn("When", minimum: 21, maximum: 40, importance: 8),
                TableColumn("Source", minimum: 10, maximum: 24, importance: 6),
            ]
        }
        return [
            TableColumn(unit, alignment: .right, minimum: 7, maximum: 10, importance: 9, isFigure: true),
            TableColumn("When", minimum: 29, maximum: 40, importance: 8),
            TableColumn("Source", minimum: 10, maximum: 24, importance: 6),
            TableColumn("Device", minimum: 8, maximum: 16, importance: 2),
        ]
    }

    private func sourceName(_ sample: HKSample) -> String {
        let revision = sample.sourceRevision
        return revision.version.map { revision.source.name + " " + $0 } ?? revision.source.name
    }

    /// The sample of a row, when it is at hand.
    func sample(at row: Int) -> HKSample? {
        guard let count, row >= 0, row < count else { return nil }
        return newest[row] ?? oldest[count - 1 - row]
    }

    /// Starts over: counts, and fetches the first page at once.
    private mutating func start(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        generation += 1
        newest = SamplePages(ascending: false)
        oldest = SamplePages(ascending: true)
        lastMark = nil
        let (query, generation) = (query, generation)
        return [
            .task("count") {
                .counted(await environment.ask { try SampleCount.count(query, $0) }, generation: generation)
            },
            fetch(page: 0, after: nil, ascending: false, environment),
        ]
    }

    /// Asks for the pages that the rows in view need, from the nearer end of the list.
    private func fetchVisible(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let count, count > 0 else { return [] }
        let visible = list.visibleRows(height: list.height, count: count)
        var effects: [ScreenEffect<Action>] = []
        for row in Set([visible.lowerBound, max(visible.lowerBound, visible.upperBound - 1)])
        where sample(at: row) == nil {
            let isNearOldest = count - 1 - row < row
            let run = isNearOldest ? oldest : newest
            guard let page = run.pageToFetch(for: isNearOldest ? count - 1 - row : row) else { continue }
            effects.append(fetch(page: page.number, after: page.after, ascending: isNearOldest, environment))
        }
        return effects
    }

    private func fetch(
        page: Int,
        after position: SampleListPosition?,
        ascending: Bool,
        _ environment: ConsoleEnvironment
    ) -> ScreenEffect<Action> {
        let (query, generation) = (query, generation)
        return .task("fetch.\(ascending).\(page)") {
            let answer = await environment.ask {
                try $0.samples(query, after: position, ascending: ascending, limit: SamplePages.pageSize)
            }
            return .fetched(answer, ascending: ascending, page: page, generation: generation)
        }
    }

    private mutating func mark() {
        guard let sample = sample(at: list.selected) else { return }
        if marked.removeValue(forKey: sample.uuid) == nil { marked[sample.uuid] = sample }
        lastMark = list.selected
        list.move(by: 1, count: count ?? 0)
    }

    /// Marks all from the last mark to the cursor that are at hand.
    private mutating func markRange() {
        let first = min(lastMark ?? list.selected, list.selected)
        let last = max(lastMark ?? list.selected, list.selected)
        for row in first...last {
            if let sample = sample(at: row) { marked[sample.uuid] = sample }
        }
        lastMark = list.selected
    }

    private func askToDelete(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let name = query.type.entry.name
        if marked.count > 1 {
            let dialog = ConfirmDialog(
                title: "Delete",
                message: "Delete \(NumberText.text(marked.count)) marked \(name) samples? You can undo this.",
                confirmLabel: "Delete"
            )
            return [.ask(dialog, confirmed: .deleteNow(marked.keys.sorted { $0.uuidString < $1.uuidString }))]
        }
        // The marked one and no other, wherever the list has gone meanwhile.
        guard let sample = marked.first?.value ?? sample(at: list.selected) else { return [] }
        return [.ask(SampleScreen.deleteDialog(sample, environment), confirmed: .deleteNow([sample.uuid]))]
    }

    private func deleteAllDialog(_ count: Int) -> ConfirmDialog {
        let from =
            query.source.map { " from \($0.name)" } ?? query.device.map { " from \(DevicePhrase.name($0))" } ?? ""
        let what = NumberText.count(count, "\(query.type.entry.name) sample")
        return ConfirmDialog(
            title: "Delete all",
            message: "Delete \(what)\(from)\(when.isEmpty ? "" : " of " + when)? You can undo this.",
            confirmLabel: "Delete all"
        )
    }
}

/// How many samples a list has, from the figures that the store keeps.
enum SampleCount {
    static func count(_ query: SampleListQuery, _ person: PersonAccess) throws -> Int {
        let type = query.type.identifier
        guard query.from == nil, query.to == nil, query.source == nil || query.device == nil else {
            return try person.count(query)
        }
        if let source = query.source {
            return try person.sources().first { $0.source == source }?.types[type] ?? 0
        }
        if let device = query.device {
            return try person.devices().first { $0.device == device }?.types[type] ?? 0
        }
        return try person.types().first { $0.identifier == type }?.count ?? 0
    }
}
