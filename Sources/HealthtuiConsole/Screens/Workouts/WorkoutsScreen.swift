import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The workouts by month, with each month's totals.
package struct WorkoutsScreen: Screen {
    private(set) var all: [WorkoutSummary] = []
    private(set) var shown: WorkoutList?
    var list = ListState()
    private(set) var filter = Filter()
    /// The marked workouts, including hidden ones.
    private(set) var marked: Set<UUID> = []
    /// The row from which a range is marked.
    private var lastMark: Int?
    /// The list's sort order; grouped by month as long as it's unsorted.
    private(set) var sort = ListSort()
    private var failure: Failure?
    private var isLoaded = false
    /// Counts readings, so that late results of an earlier one aren't mixed with a later one.
    private var generation = 0
    /// The workout under the cursor, on wide terminals.
    private var preview = WorkoutPreview()

    package init() {}

    package enum Action: Sendable {
        case page([WorkoutSummary], WorkoutCounting, isFirst: Bool, generation: Int)
        case loaded(Answer<Bool>, generation: Int)
        case found(Answer<HKWorkout?>)
        case deleteNow([UUID])
        case deleted(Answer<Int>)
        case preview(Preview)

        /// An action of the workout preview next to the list.
        package struct Preview: Sendable { let action: WorkoutPreview.Action }
    }

    package var title: String { WorkoutStrings.title }

    package var isTyping: Bool { filter.isTyping }

    package var contexts: [KeyContext] {
        if filter.isTyping { return [.filter] }
        // Of no workouts none is opened or found: the hints are those that lead to one.
        if isLoaded && all.isEmpty { return [.workouts] }
        return (marked.isEmpty ? [] : [.workoutsMarked]) + [.workouts, .list, .filtering, .sortable, .matching]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let shown, isLoaded else { return .empty }
        return Line(WorkoutStrings.workouts(shown.count), environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        // Another order of sources counts other ones.
        guard news.concerns(HKObjectType.workoutType().identifier) || news.topics.contains(.sourceOrder) else {
            return []
        }
        preview.forget()
        return [load(environment)]
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: count) }
        preview.laidOut(layout)
        return follow(environment)
    }

    /// Turns the preview to the workout under the cursor.
    private mutating func follow(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        preview.show(shown?.workout(at: list.selected)?.uuid, environment)
            .map { $0.map { .preview(Action.Preview(action: $0)) } }
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        obey(command, environment).map { $0 + follow(environment) }
    }

    private mutating func obey(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        if list.obey(command, count: count, choosing: { shown?.workout(at: $0) != nil }) { return [] }
        if sort.obey(command, columns: Self.sortColumns) {
            showSorted(environment)
            return []
        }
        switch command {
        case .nextMatch, .previousMatch: return jump(forward: command == .nextMatch, environment)
        case .unmark: marked = []
        case .delete: return askToDelete(environment)
        case .open:
            guard let uuid = shown?.workout(at: list.selected)?.uuid else { return [] }
            return [.task("find") { .found(await environment.ask { try $0.sample(uuid) as? HKWorkout }) }]
        case .startWorkout: return [.open(.live)]
        case .addSample: return [.open(.workoutForm)]
        case .rings: return [.open(.rings)]
        case .mark: mark()
        case .markRange: markRange()
        case .sourceOrder: return [.open(.sourceOrder(HKObjectType.workoutType()))]
        case .routeFile: return writeRoutes(environment)
        case .back where !marked.isEmpty && !filter.isActive: marked = []
        case .filter:
            if filter.isActive { showAll(environment) }
            filter.begin(at: list.selected)
        case .accept: filter.isTyping = false
        case .cancel where filter.isActive, .back where filter.isActive:
            showAll(environment)
        default: return nil
        }
        return []
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if filter.type(key) { show(environment) }
        return follow(environment)
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        filter.paste(text)
        show(environment)
        return follow(environment)
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, Self.listName, columns: Self.sortColumns) {
            showSorted(environment)
            return follow(environment)
        }
        let opens = list.opens(event, name: Self.listName, count: count)
        return opens ? perform(.open, environment) ?? [] : follow(environment)
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .page(let page, let counting, let isFirst, let number):
            guard number == generation else { return [] }
            if isFirst { all = [] }
            all.append(page, counting)
            show(environment)
        case .loaded(.success, let number):
            guard number == generation else { return [] }
            isLoaded = true
            failure = nil
            marked.formIntersection(all.map(\.uuid))
            if shown == nil { show(environment) }
        case .loaded(.failure(let failure), let number):
            guard number == generation else { return [] }
            self.failure = failure
            if shown != nil { return [.notice(failure.text)] }
        case .deleteNow(let uuids):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(uuids) }) }]
        case .deleted(.success(let count)):
            marked = []
            return [.notice(SharedStrings.deleted(WorkoutStrings.workouts(count))), load(environment)]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        case .found(.success(let workout?)): return [.open(.workout(workout))]
        case .found(.success(nil)): return [.notice(WorkoutStrings.noLongerThere)]
        case .found(.failure(let failure)): return [.notice(failure.text)]
        case .preview(let preview): self.preview.reduce(preview.action)
        }
        return follow(environment)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        filter.draw(in: &body, on: &grid, theme: theme, placeholder: WorkoutStrings.filterPlaceholder)
        guard let shown else {
            if let failure {
                failure.draw(in: body, on: &grid, theme: theme)
            } else {
                grid.write(LoadingLine.line(WorkoutStrings.loadingAll, theme: theme), in: body, x: 1)
            }
            return
        }
        let text = WorkoutText(locale: environment.locale)
        if !marked.isEmpty {
            let sums = sums(of: all.filter { marked.contains($0.uuid) }, text)
            MarkLine.draw([WorkoutStrings.marked(marked.count)] + sums, in: &body, on: &grid, theme: theme)
        }
        if count > 0, let side = WorkoutPreview.cut(from: &body) { preview.draw(in: side, on: &grid, environment) }
        let isSorted = sort.shown != nil
        let table = Table(
            name: Self.listName,
            columns: Self.columns(isSorted: isSorted, hasParts: shown.hasParts),
            count: shown.rows.count,
            state: list,
            showsHeader: !shown.rows.isEmpty,
            sort: sort.shown,
            emptyText: filter.isActive ? WorkoutStrings.noneCalledThat : WorkoutStrings.empty
        ) { row in
            switch shown.rows[row] {
            case .month(let month): .line(Self.heading(month, text, environment, width: body.width - 2))
            case .workout(let workout):
                Self.row(workout, text, environment, isMarked: marked.contains(workout.uuid), isSorted: isSorted)
            case .beneath(let workout):
                Self.rowBeneath(workout, text, environment, isMarked: marked.contains(workout.uuid))
            }
        }
        table.draw(in: body, on: &grid, theme: theme)
    }
}

extension WorkoutsScreen {
    private static var listName: String { "workouts" }

    var count: Int { shown?.rows.count ?? 0 }

    /// Shows the workouts that the filter lets through; the cursor stays on its workout.
    mutating func show(_ environment: ConsoleEnvironment) {
        let kept = shown?.workout(at: list.selected)?.uuid
        let found = found(filter.text, environment)
        var list = WorkoutList(calendar: environment.calendar)
        if sort.shown == nil {
            list.append(found)
        } else {
            let inOrder = sort.sorted(found, by: Self.sortKey)
            list = WorkoutList(inOrder: inOrder, calendar: environment.calendar)
        }
        shown = list
        if let kept, let row = list.rows.indices.first(where: { list.workout(at: $0)?.uuid == kept }) {
            self.list.select(row, count: count)
        }
        self.list.settle(count: count, choosing: { list.workout(at: $0) != nil })
    }

    /// The workouts that a filter finds, the newest first.
    func found(_ text: String, _ environment: ConsoleEnvironment) -> [WorkoutSummary] {
        let words = text.split(whereSeparator: \.isWhitespace)
        let dates = environment.dates
        return words.isEmpty
            ? all : all.filter { workout in words.allSatisfy { Self.isFound($0, in: workout, dates) } }
    }

    /// Whether a word of the filter is part of the activity's or the source's name, or is the workout's month or year.
    private static func isFound(_ word: Substring, in workout: WorkoutSummary, _ dates: DateText) -> Bool {
        workout.title.localizedStandardContains(word) || workout.source.localizedStandardContains(word)
            || dates.year(workout.start).hasPrefix(word)
            || dates.isMonth(word, of: workout.start)
    }

    private mutating func mark() {
        guard let shown, let workout = shown.workout(at: list.selected) else { return }
        if marked.remove(workout.uuid) == nil { marked.insert(workout.uuid) }
        lastMark = list.selected
        _ = list.obey(.down, count: count, choosing: { shown.workout(at: $0) != nil })
    }

    /// Marks all from the last mark to the cursor.
    private mutating func markRange() {
        guard let shown else { return }
        let here = list.selected
        let start = min(lastMark ?? here, max(0, count - 1))
        for row in min(start, here)...max(start, here) {
            if let workout = shown.workout(at: row) { marked.insert(workout.uuid) }
        }
        lastMark = here
    }

    /// Asks for a folder for the routes of the marked workouts, or of all shown if none are marked; the oldest come
    /// first.
    private func writeRoutes(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let chosen: [UUID] =
            marked.isEmpty
            ? (0..<count).compactMap { shown?.workout(at: $0)?.uuid }
            : all.filter { marked.contains($0.uuid) }.map(\.uuid)
        guard !chosen.isEmpty else { return [.notice(WorkoutStrings.noneForRoutes)] }
        return [.open(.saveFile(.routes(of: chosen.reversed(), environment)))]
    }

    /// Removes the filter; the cursor stays on its workout or, if nothing was found, returns to its earlier row.
    private mutating func showAll(_ environment: ConsoleEnvironment) {
        let (origin, isEmpty) = (filter.origin, count == 0)
        filter.clear()
        show(environment)
        guard isEmpty, let shown else { return }
        list.select(origin, count: count)
        list.settle(count: count, choosing: { shown.workout(at: $0) != nil })
    }

    /// Reads page by page, so that the newest are there at once, however many there are.
    private mutating func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        generation += 1
        let generation = generation
        return .run("load") { send in
            let answer: Answer<Bool> = await environment.ask { person in
                var isFirst = true
                let counting = try WorkoutCounting(person)
                try WorkoutSummary.pages(.person(person)) { page in
                    let workouts = page.map { WorkoutSummary($0) }
                    send(.page(workouts, counting, isFirst: isFirst, generation: generation))
                    isFirst = false
                    return !Task.isCancelled
                }
                if isFirst { send(.page([], counting, isFirst: true, generation: generation)) }
                return true
            }
            send(.loaded(answer, generation: generation))
        }
    }
}
