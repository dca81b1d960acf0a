import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// All samples of a type, or those of a source or device, newest first; however long the list is, only some pages of it
/// are loaded.
package struct SamplesScreen: Screen {
    /// The list without the filter after `/`.
    let base: SampleListQuery
    var search = SampleSearch()
    /// Whether the list represents its type by itself, with no chart before it.
    private let standsForType: Bool
    var list = ListState()
    private(set) var count: Int?
    private(set) var failure: Failure?
    /// From the newest sample down, and from the oldest up.
    private(set) var newest = SamplePages(ascending: false)
    private(set) var oldest = SamplePages(ascending: true)
    var marks = SampleMarks()
    /// The list's sort order.
    var sort = ListSort()
    /// Whether the values furthest from the middle come first.
    var showsOutliers = false
    /// The samples in that order; nil as long as they are being sorted.
    var sorted: SortedSamples?
    /// The sample next to the list, on wide terminals.
    var preview = SamplePreview()
    /// The results of the loaded health records.
    var results: [UUID: ClinicalResult] = [:]
    /// The time that the list is of, in words; empty for all time.
    private(set) var when = ""
    /// The samples that are counted and fetched.
    var listed: FilteredSamples?
    /// Increases when the list starts over, so that pages of the old list aren't mistaken for those of the new one.
    var generation = 0
    /// The filter that was in effect when the samples were last counted.
    private var counted: FilterExpression?
    /// The progress through a list whose samples are checked one by one.
    private var progress: FilteredSamples.Progress?
    /// The filter that the list is opened with; empty to start typing one, nil for none.
    private let beginning: String?
    /// The row of the whole list that the cursor was on when a search began: where it goes when the search ends.
    var returnRow: Int?

    package init(_ query: SampleListQuery, standsForType: Bool = false, filter: String? = nil) {
        base = query
        self.standsForType = standsForType
        beginning = filter
    }

    package enum Action: Sendable {
        case named(Answer<Names>)
        case rested
        case scanned(FilteredSamples.Progress, generation: Int)
        case counted(Answer<Int>, generation: Int)
        case fetched(Answer<SampleTableRows>, ascending: Bool, page: Int, generation: Int)
        case ordered(Ordered, generation: Int)
        case brought(Answer<SampleTableRows>, page: Int, generation: Int)
        case found(Found, forward: Bool, generation: Int)
        case previewed(Previewed)
        /// The workouts beneath those that are to be deleted.
        case beneath(Answer<[WorkoutSummary]>, of: [HKSample])
        /// The workouts of the list, all of which are to be deleted, and those beneath them.
        case beneathAll(Answer<Listed>)
        case deleteNow([UUID])
        case deleteAllNow
        case deleted(Answer<Int>)
        /// Which of the marked samples are still there.
        case kept(Answer<Set<UUID>>)

        /// The sources and devices that filters can use.
        package struct Names: Sendable { let value: FilterNames }

        /// The list in another order; nil where it is too long for that.
        package struct Ordered: Sendable { let answer: Answer<OrderedSamples?> }

        /// The distance to the next marked or matching row; nil if there is none in that direction.
        package struct Found: Sendable { let answer: Answer<Int?> }

        /// An action of the preview next to the list.
        package struct Previewed: Sendable { let action: SamplePreview.Action }
    }

    /// The list without the filter after `/`.
    var query: SampleListQuery { base }

    /// The samples that are listed.
    func samples(_ environment: ConsoleEnvironment) -> FilteredSamples {
        FilteredSamples(base, search.asked, timeZone: environment.calendar.timeZone)
    }

    /// The number of rows: that of the loaded ones until they are counted.
    var rows: Int { sorted?.count ?? count ?? newest.count }

    package var isTyping: Bool { search.isTyping }

    package var title: String {
        let what = query.type.entry.name
        if let source = query.source { return SampleStrings.from(what, source.shownName) }
        if let device = query.device { return SampleStrings.from(what, DevicePhrase.name(device)) }
        if !when.isEmpty { return when }
        return standsForType ? what : SampleStrings.allData
    }

    package var contexts: [KeyContext] {
        if search.isTyping { return [.condition] }
        // Keys that act on samples aren't offered if there are none.
        if count == 0 { return search.isActive ? [.filtering] : [] }
        return (marks.isEmpty ? [] : [.marked]) + [.samples, .deletable, .filtering, .sortable, .matching, .list]
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        SampleTable(base.type, environment).hasNumbers ? [] : [.outliers]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let count else {
            if let progress, progress.scanned > 0 {
                let text = SampleStrings.scanned(progress.found, of: progress.scanned)
                return Line(text, environment.theme.dim)
            }
            guard rows > 0 else { return .empty }
            return Line(SharedStrings.soFar(SharedStrings.samples(rows)), environment.theme.dim)
        }
        let order = orderText.map { Line($0 + "  ", environment.theme.dim) } ?? .empty
        return order + Line(SharedStrings.samples(count), environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let from = query.from, let to = query.to, from < to {
            when = environment.dates.interval(DateInterval(start: from, end: to))
        }
        guard let beginning else { return start(environment) }
        let effects = beginSearch(environment)
        search.replace(beginning, base.type, environment)
        if !beginning.isEmpty { search.accept() }
        return effects + start(environment)
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.concerns(query.type.identifier) ? start(environment) + checkMarks(environment) : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let frame = layout.frames[Self.listName] else { return [] }
        list.fit(height: frame.height, count: rows)
        preview.laidOut(layout)
        return fetchVisible(environment)
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if search.isTyping, let effects = performTyping(command, environment) { return effects }
        if list.obey(command, count: rows) { return fetchVisible(environment) }
        if let effects = performSorting(command, environment) ?? performMarking(command, environment) { return effects }
        switch command {
        case .filter: return beginSearch(environment)
        case .accept:
            // A filter that wasn't understood can be corrected, since the field stays open.
            if search.isMisunderstood { return [.notice(SampleStrings.notUnderstood)] }
            search.accept()
            if search.filter.text.isEmpty { return clearSearch(environment) }
            if search.asked != nil { environment.filters.add(search.filter.text, to: base.type.identifier) }
            return search.asked == counted ? [] : start(environment)
        case .cancel where search.isActive: return clearSearch(environment)
        case .open: return sample(at: list.selected).map { [.open(.sample($0))] } ?? []
        case .edit where !marks.isEmpty: return editMarked()
        case .edit:
            guard let sample = sample(at: list.selected) else { return [] }
            if let refusal = SampleEdit.refusal(of: sample) { return [.notice(refusal)] }
            return [.open(.edit(sample))]
        case .copy: return sample(at: list.selected).map { [.copy(environment.samples.labelled($0))] } ?? []
        case .delete: return askToDelete(environment)
        case .deleteAll:
            guard let count else { return [.notice(SampleStrings.stillCounted)] }
            return count > 0 ? askToDeleteAll(count, environment) : []
        case .back where !marks.isEmpty: marks.clear()
        case .back where search.isActive: return clearSearch(environment)
        default: return nil
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .named(.success(let names)):
            let before = search.asked
            search.take(names.value, base.type, environment)
            if search.isMisunderstood { search.resume() }
            return search.asked == before ? [] : start(environment)
        case .named(.failure(let failure)): return [.notice(failure.text)]
        case .rested: return start(environment)
        case .scanned(let progress, let generation):
            if generation == self.generation { self.progress = progress }
            return []
        case .counted(let answer, let generation):
            guard generation == self.generation else { return [] }
            switch answer {
            case .success(let count):
                self.count = count
                progress = nil
                let row = counted == nil ? returnRow ?? list.selected : list.selected
                if counted == nil, !search.isActive { returnRow = nil }
                list.select(row, count: count)
                return fetchVisible(environment)
            case .failure(let failure):
                self.failure = failure
                return count == nil ? [] : [.notice(failure.text)]
            }
        case .fetched(let answer, let ascending, let page, let generation):
            guard generation == self.generation else { return [] }
            switch answer {
            case .success(let rows):
                results = results.count > Self.mostResults ? rows.results : results.merging(rows.results) { $1 }
                let samples = rows.samples
                if ascending { oldest.take(samples, page: page) } else { newest.take(samples, page: page) }
                return samples.isEmpty ? [] : fetchVisible(environment)
            case .failure(let failure):
                self.failure = failure
                return count == nil ? [] : [.notice(failure.text)]
            }
        case .ordered(let ordered, let generation):
            return generation == self.generation ? takeOrder(ordered.answer, environment) : []
        case .brought(let answer, let page, let generation):
            return generation == self.generation ? takePage(answer, page: page, environment) : []
        case .found(let found, let forward, let generation):
            return generation == self.generation ? go(found.answer, forward: forward, environment) : []
        case .previewed(let previewed):
            preview.reduce(previewed.action)
            return []
        case .beneath(.success(let beneath), let samples): return ask(samples, with: beneath, environment)
        case .beneathAll(.success(let listed)): return listed.uuids.isEmpty ? [] : ask(listed)
        case .deleteNow(let uuids):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(uuids) }) }]
        case .deleteAllNow:
            let listed = samples(environment)
            return [
                .task("delete") {
                    .deleted(
                        await environment.ask { person in
                            try listed.isScanned
                                ? person.delete(listed.uuids(.person(person))) : person.delete(listed.query)
                        }
                    )
                }
            ]
        case .deleted(.success(let count)):
            marks.clear()
            return [.notice(SharedStrings.deleted(SharedStrings.samples(count)))] + start(environment)
        case .kept(.success(let uuids)):
            marks.keep(uuids, environment)
            return []
        case .deleted(.failure(let failure)), .kept(.failure(let failure)), .beneath(.failure(let failure), _),
            .beneathAll(.failure(let failure)):
            return [.notice(failure.text)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if pressHeading(event, environment) { return applyOrder(environment) }
        if list.opens(event, name: Self.listName, count: rows) { return perform(.open, environment) ?? [] }
        return fetchVisible(environment)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        search.draw(in: &body, on: &grid, theme: theme)
        guard count != nil || rows > 0 else {
            if let failure { return failure.draw(in: body, on: &grid, theme: theme) }
            let text = search.words.isEmpty ? SampleStrings.loading(base.type.entry.name) : SampleStrings.searching
            grid.write(Line(text, theme.dim), in: body, x: 1)
            return
        }
        marks.draw(in: &body, on: &grid, theme: theme)
        let side = SamplePreview.cut(from: &body)
        let sampleTable = SampleTable(base.type, environment, spread: sorted?.spread)
        let table = Table(
            name: Self.listName,
            columns: sampleTable.columns,
            count: rows,
            state: list,
            sort: sampleTable.shown(sort.shown),
            isFocused: !search.isTyping,
            emptyText: search.words.isEmpty ? SharedStrings.noSamples : SampleStrings.noneLikeThat
        ) { index in
            guard let sample = sample(at: index) else { return .loading }
            return sampleTable.row(sample, results[sample.uuid], isMarked: marks.contains(sample.uuid))
        }
        table.draw(in: body, on: &grid, theme: theme)
        guard let side, let sample = sample(at: list.selected) else { return }
        preview.draw(sample, in: side, on: &grid, numbers: sorted?.numbers ?? [], environment)
    }

}

extension SamplesScreen {
    static var listName: String { "samples" }
    /// The number of samples after which a scan reports its progress.
    private static var reported: Int { 20_000 }
    /// The most records whose results are kept.
    private static var mostResults: Int { 20_000 }

    /// The sample of a row, if it is loaded.
    func sample(at row: Int) -> HKSample? {
        guard row >= 0, row < rows else { return nil }
        if let sorted { return sorted[row] }
        return newest[row] ?? count.flatMap { oldest[$0 - 1 - row] }
    }

    /// Starts over: counts, and fetches the first page at once.
    mutating func start(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        generation += 1
        if search.asked != counted {
            count = nil
            sorted = nil
            list = ListState()
            counted = search.asked
        }
        failure = nil
        progress = nil
        listed = samples(environment)
        newest = SamplePages(ascending: false)
        oldest = SamplePages(ascending: true)
        marks.forgetLast()
        return [count(environment), fetch(page: 0, after: nil, ascending: false, environment)]
            + orderEffects(environment)
    }

    /// Counts the list; reports progress if samples are checked one by one.
    private func count(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (listed, generation) = (listed ?? samples(environment), generation)
        return .run("count") { send in
            let answer = await environment.scan { person, control in
                guard listed.isScanned else { return try SampleCount.count(listed.query, person) }
                return try listed.count(.person(person)) { progress in
                    if progress.scanned % Self.reported == 0 { send(.scanned(progress, generation: generation)) }
                    return !control.isCancelled
                }
            }
            send(.counted(answer, generation: generation))
        }
    }

    /// Asks for the pages that the rows in view need, from the nearer end of the list.
    mutating func fetchVisible(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard rows > 0 else { return [] }
        let beside = preview.show(sample(at: list.selected), environment)
            .map { effect in effect.map { Action.previewed(Action.Previewed(action: $0)) } }
        if sorted != nil { return fetchSorted(environment) + beside }
        let visible = list.visibleRows(height: list.height, count: rows)
        var effects: [ScreenEffect<Action>] = []
        for row in Set([visible.lowerBound, max(visible.lowerBound, visible.upperBound - 1)])
        where sample(at: row) == nil {
            let fromOldest = count.map { $0 - 1 - row }.flatMap { $0 < row ? $0 : nil }
            let isNearOldest = fromOldest != nil
            let run = isNearOldest ? oldest : newest
            guard let page = run.pageToFetch(for: fromOldest ?? row) else { continue }
            effects.append(fetch(page: page.number, after: page.after, ascending: isNearOldest, environment))
        }
        return effects + beside
    }

    private func fetch(
        page: Int,
        after position: SampleListPosition?,
        ascending: Bool,
        _ environment: ConsoleEnvironment
    ) -> ScreenEffect<Action> {
        let (listed, generation) = (listed ?? samples(environment), generation)
        return .task("fetch.\(ascending).\(page)") {
            let answer = await environment.scan { person, control in
                try SampleTableRows(
                    listed.page(
                        after: position,
                        ascending: ascending,
                        limit: SamplePages.pageSize,
                        .person(person)
                    ) { control.isCancelled },
                    person
                )
            }
            return .fetched(answer, ascending: ascending, page: page, generation: generation)
        }
    }
}
