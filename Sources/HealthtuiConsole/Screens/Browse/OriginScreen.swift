import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A source or a device: its year day by day, or all its years week by week, and its data for each measure.
package struct OriginScreen: Screen {
    let origin: DataOrigin
    private(set) var reader = Loaded<OriginReader>()
    /// The complete content.
    private var whole: OriginContent?
    /// The content being read; rows arrive one by one.
    private var reading: OriginPage?
    /// Whether data changed while it was read.
    private var isStale = false
    private(set) var list = ListState()
    private(set) var sort = ListSort()
    /// Whether all years are shown rather than one.
    private(set) var showsAll = false
    /// The day that is read, of all years its week; nil while the row under the cursor is.
    private(set) var day: CalendarDay?

    package init(_ origin: DataOrigin) { self.origin = origin }

    package enum Action: Sendable {
        case opened(Answer<OriginReader>)
        case read(Answer<OriginRow>)
        case finished(Answer<OriginContent.Rest>)
        /// The workouts beneath those that are to be deleted.
        case beneath(Answer<[WorkoutSummary]>)
        /// Deletes all there is, and some workouts beneath it.
        case deleteNow(with: [UUID])
        case deleted(Answer<Int>)
    }

    package var title: String { origin.name }

    package var contexts: [KeyContext] { [.origin, .sortable, .list] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        guard types.isEmpty else { return [] }
        return [
            .open, .deleteAll, .allData, .cursorLeft, .cursorRight, .why, .sourceOrder, .sort, .spanYear, .spanAll,
        ]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let reader = reader.value else { return .empty }
        guard !types.isEmpty else {
            return Line(SharedStrings.samples(reader.overview.samples), environment.theme.dim)
        }
        return ChoiceLine.line(
            Self.spans.map(\.label),
            selected: content?.page.year.showsAll ?? showsAll ? 1 : 0,
            theme: environment.theme
        )
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard news.hasSamples || news.topics.contains(.sourceOrder) else { return [] }
        // The current reading is finished first: during an import, restarting it would never end.
        isStale = reading != nil
        return isStale ? [] : [load(environment)]
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[OriginView.listName] { list.fit(height: frame.height, count: types.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if sort.obey(command, columns: Self.sortColumns) {
            list.moveToFirst(count: entries.count)
            return []
        }
        if list.obey(command, count: entries.count) {
            day = nil
            return []
        }
        switch command {
        case .open: return open(chosen)
        case .spanYear: return show(all: false, environment)
        case .spanAll: return show(all: true, environment)
        case .allData: return chosen.map { [showSamples($0.count.type)] } ?? []
        case .cursorLeft: move(-1)
        case .cursorRight: move(1)
        case .why: return explain(environment)
        case .sourceOrder: return chosen.map { [.open(order(of: $0.count.type))] } ?? []
        case .deleteAll: return types.isEmpty ? [] : askToDelete(environment)
        default: return nil
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .opened(let answer):
            reader.take(answer)
            guard case .success(let reader) = answer else {
                reading = nil
                return self.reader.complaint()
            }
            reading = OriginPage(reader.overview, reader.year)
            // The year isn't shown as all years, nor they as the year.
            if whole?.page.year.showsAll != reader.year.showsAll { whole = nil }
            list.select(list.selected, count: types.count)
            return readNext(environment)
        case .read(.success(let row)):
            // Late results of an earlier reading are ignored.
            guard let next = awaited, next.type == row.type, row.days.span == reading?.year.read else { return [] }
            reading?.add(row)
            return readNext(environment)
        case .read(.failure(let failure)), .finished(.failure(let failure)):
            whole = whole ?? reading.map { OriginContent($0) }
            reading = nil
            return [.notice(failure.text)] + again(environment)
        case .finished(.success(let rest)):
            guard awaited == nil else { return [] }
            whole = reading.map { OriginContent($0, rest) } ?? whole
            reading = nil
            return again(environment)
        case .beneath(.success(let beneath)): return [ask(with: beneath)]
        case .deleteNow(let others):
            guard let reader = reader.value else { return [] }
            return [
                .task("delete") {
                    .deleted(
                        await environment.ask { person in
                            let own = try reader.overview.stored.map { try reader.samples(of: $0) }
                            return try person.delete(own + [WorkoutRecordings.list(others)].compactMap { $0 })
                        }
                    )
                }
            ]
        case .deleted(.success(let count)):
            return [.notice(BrowseStrings.deleted(count, origin.name)), load(environment)]
        case .deleted(.failure(let failure)), .beneath(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, OriginView.listName, columns: Self.sortColumns) { return [] }
        if event.kind == .press, case .item(OriginYearView.dayName, let number, _) = event.target {
            day = CalendarDay(number: number)
            return []
        }
        if event.kind == .press, case .item(ChoiceLine.linkName, let index, _) = event.target {
            return Self.spans.indices.contains(index) ? show(all: Self.spans[index] == .all, environment) : []
        }
        let opens = list.opens(event, name: OriginView.listName, count: types.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let reader = reader.value, let content else {
            self.reader.drawPlaceholder(origin.name, in: rect, on: &grid, theme: environment.theme)
            return
        }
        OriginView(
            content: content,
            entries: entries,
            list: list,
            sort: sort.shown,
            day: day,
            unread: reading.map { reader.types.count - $0.rows.count },
            environment: environment
        )
        .draw(in: rect, on: &grid)
    }
}

extension OriginScreen {
    /// The times that can be shown.
    private static let spans: [ChartSpan] = [.year, .all]

    private static let sortColumns: [ListSort.Column] = [.words(0), .numbers(2), .numbers(3)]

    private var types: [OriginOverview.TypeCount] { reader.value?.overview.types ?? [] }

    /// The displayed content: the last complete one; before the first, the rows read so far.
    var content: OriginContent? { whole ?? reading.map { OriginContent($0) } }

    var entries: [OriginEntry] {
        let rows = Dictionary(
            (content?.page.rows ?? []).map { ($0.type.identifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let entries = types.map { OriginEntry(count: $0, row: rows[$0.type.identifier]) }
        return sort.sorted(entries) { entry, column in
            switch column {
            case 0: .text(entry.name)
            case 2: entry.row.map { .number(Double($0.days.days.count)) } ?? .none
            default: entry.row?.last.map { .number($0.timeIntervalSinceReferenceDate) } ?? .none
            }
        }
    }

    private var chosen: OriginEntry? {
        let entries = entries
        return entries.indices.contains(list.selected) ? entries[list.selected] : nil
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (origin, showsAll) = (origin, showsAll)
        return .task("load") {
            .opened(
                await environment.ask { person in
                    try OriginReader(
                        origin,
                        person,
                        calendar: environment.calendar,
                        now: environment.now,
                        showsAll: showsAll
                    )
                }
            )
        }
    }

    /// The type that is read next; nil once all were.
    private var awaited: OriginOverview.TypeCount? {
        guard let types = reader.value?.types, let read = reading?.rows.count, types.indices.contains(read) else {
            return nil
        }
        return types[read]
    }

    /// Reads the next measure in the background, while the page shows the known ones; finally the data that needs all
    /// of them.
    private func readNext(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let reader = reader.value, let page = reading else { return [] }
        guard let next = awaited else {
            return [
                .task("read") { .finished(await environment.ask { _ in try OriginContent.Rest(page, reader) }) }
            ]
        }
        return [.task("read") { .read(await environment.ask { _ in try reader.row(next) }) }]
    }

    private mutating func again(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard isStale else { return [] }
        isStale = false
        return [load(environment)]
    }

    /// Shows one year, or all of them.
    private mutating func show(all: Bool, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard all != showsAll else { return [] }
        showsAll = all
        day = nil
        return [load(environment)]
    }

    /// Reads the day before or the next, of all years the week; the first key reads today.
    private mutating func move(_ distance: Int) {
        guard let year = content?.page.year else { return }
        guard let day else {
            self.day = year.today
            return
        }
        self.day = min(max(day.advanced(by: year.showsAll ? 7 * distance : distance), year.start), year.today)
    }

    private func open(_ entry: OriginEntry?) -> [ScreenEffect<Action>] {
        guard let entry else { return [] }
        guard !(entry.count.type is UnknownSampleType) else { return [showSamples(entry.count.type)] }
        return [.open(.originChart(origin, entry.count.type))]
    }

    private func showSamples(_ type: HKSampleType) -> ScreenEffect<Action> {
        guard let reader = reader.value else { return .notice(SharedStrings.noData) }
        do {
            let query = try reader.samples(of: type)
            return .open(type is UnknownSampleType ? .unknownType(query) : .samples(query))
        } catch {
            return .notice(Failure(error).text)
        }
    }

    private func order(of type: HKSampleType) -> Route {
        switch origin {
        case .source(let source): .sourcePriority(type, source)
        case .device: .sourceOrder(type)
        }
    }

    private func explain(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let type = chosen?.count.type as? HKQuantityType else {
            return [.notice(ChartStrings.onlyQuantitiesAreMerged)]
        }
        guard let day = day ?? chosen?.row?.latest?.day, let clock = reader.value?.clock else {
            return [.notice(ChartStrings.nothingToExplain)]
        }
        let isWeek = self.day != nil && content?.page.year.showsAll == true
        let days = isWeek ? content?.page.year.week(of: day) ?? day..<day : day..<day.advanced(by: 1)
        let (start, end) = (days.lowerBound.start(on: clock), days.upperBound.start(on: clock))
        return [.open(.why(type, DateInterval(start: start, end: max(start, end))))]
    }

    /// Asks before everything goes; where workouts are among it also about those of others beneath them.
    private func askToDelete(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let reader = reader.value, reader.overview.stored.contains(HKObjectType.workoutType()) else {
            return [ask(with: [])]
        }
        return [
            .task("recordings") {
                .beneath(
                    await environment.ask { person in
                        let workouts = try reader.samples(of: HKObjectType.workoutType())
                        return try WorkoutRecordings.beneath(lists: [workouts], person)
                    }
                )
            }
        ]
    }

    private func ask(with beneath: [WorkoutSummary]) -> ScreenEffect<Action> {
        let samples = reader.value?.overview.samples ?? 0
        let types = reader.value?.overview.stored.count ?? 0
        let dialog = ConfirmDialog.deletion(
            BrowseStrings.deleteQuestion(origin.name, samples: samples, types: types),
            of: samples,
            with: beneath.map(\.source),
            title: SharedStrings.deleteAll
        )
        return .ask(
            dialog,
            confirmed: .deleteNow(with: []),
            alternative: beneath.isEmpty ? nil : .deleteNow(with: beneath.map(\.uuid))
        )
    }
}
