import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// One workout: its figures, heart rate, zones and route at a glance, and views of everything else.
package struct WorkoutScreen: Screen {
    private(set) var workout: HKWorkout
    private(set) var page = Loaded<WorkoutPage>()
    private(set) var view = WorkoutView.overview
    private(set) var list = ListState()
    private var isGone = false

    package init(_ workout: HKWorkout) { self.workout = workout }

    package enum Action: Sendable {
        case loaded(Answer<WorkoutPage?>)
        case deleteNow([UUID])
        case deleted(Answer<Int>)
    }

    package var title: String { WorkoutText.title(workout) }

    package var contexts: [KeyContext] {
        (page.value?.track != nil ? [.routed] : []) + [.workout, .views, .list]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        let views = WorkoutView.allCases
        return ChoiceLine.line(
            views.map(\.name),
            selected: views.firstIndex(of: view) ?? 0,
            theme: environment.theme
        )
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let isOfInterest =
            !news.types.isDisjoint(with: interests) || !news.topics.isDisjoint(with: [.workoutEffort, .sourceOrder])
        return isOfInterest ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[WorkoutTables.name] { list.fit(height: frame.height, count: count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if list.obey(command, count: count) { return [] }
        switch command {
        case .previousView: step(-1)
        case .nextView: step(1)
        case .events: show(.events)
        case .statistics: show(.statistics)
        case .open: return open()
        case .back where view != .overview: show(.overview)
        case .routeFile:
            guard let page = page.value else { return [] }
            guard page.track != nil else { return [.notice(WorkoutStrings.hasNoRoute)] }
            return [.open(.saveFile(.route(of: workout, environment)))]
        case .delete:
            guard !isGone else { return [] }
            return [ask(environment)]
        default: return nil
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(.success(let found)):
            isGone = found == nil
            guard let found else { return [] }
            workout = found.workout
            page.take(.success(found))
            list.select(list.selected, count: count)
        case .loaded(.failure(let failure)):
            page.take(.failure(failure))
            return page.complaint()
        case .deleteNow(let uuids):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(uuids) }) }]
        case .deleted(.success): return [.notice(SharedStrings.deleted(title)), .pop]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let views = WorkoutView.allCases
        if event.kind == .press, case .item(ChoiceLine.linkName, let index, _) = event.target {
            if views.indices.contains(index) { show(views[index]) }
            return []
        }
        return list.opens(event, name: WorkoutTables.name, count: count) ? open() : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        if isGone {
            let text = WorkoutStrings.gone
            grid.write(Line(text, environment.theme.warning), in: body.cutTop(1), x: 1)
        }
        guard let page = page.value else {
            page.drawPlaceholder(WorkoutStrings.loading, in: body, on: &grid, theme: environment.theme)
            return
        }
        switch view {
        case .overview: WorkoutOverview(page: page, environment: environment).draw(in: body, on: &grid)
        case .route: WorkoutMap(page: page, environment: environment).draw(in: body, on: &grid)
        default:
            WorkoutTables(page: page, environment: environment, view: view)
                .draw(in: body, on: &grid, state: list)
        }
    }
}

extension WorkoutScreen {
    private var count: Int { page.value.map { WorkoutTables.count(of: view, $0) } ?? 0 }

    /// The types whose samples the page shows.
    private var interests: Set<String> {
        var types: Set = [
            HKObjectType.workoutType().identifier, HKSeriesType.workoutRoute().identifier,
            HKQuantityTypeIdentifier.heartRate.rawValue, HKQuantityTypeIdentifier.cyclingPower.rawValue,
        ]
        for member in page.value?.members ?? [] { types.insert(member.type.identifier) }
        return types
    }

    private mutating func show(_ view: WorkoutView) {
        self.view = view
        list = ListState()
    }

    private mutating func step(_ distance: Int) {
        let views = WorkoutView.allCases
        let index = views.firstIndex(of: view) ?? 0
        show(views[(index + distance + views.count) % views.count])
    }

    private mutating func open() -> [ScreenEffect<Action>] {
        guard let page = page.value else { return [] }
        switch view {
        case .overview, .route, .splits, .events:
            // Each of these views leads to the samples.
            show(.samples)
            return []
        case .samples:
            guard page.members.indices.contains(list.selected) else { return [] }
            return [.open(.samples(SampleListQuery(type: page.members[list.selected].type, workout: workout)))]
        case .statistics:
            guard page.statistics.indices.contains(list.selected) else { return [] }
            return [.open(.type(page.statistics[list.selected].quantityType))]
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let uuid = workout.uuid
        return .task("load") { .loaded(await WorkoutPage.find(uuid, environment, isCompared: true)) }
    }

    /// Asks before the workout goes, and about those beneath it, which count then.
    private func ask(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let when = environment.dates.moment(workout.startDate)
        let beneath = page.value?.recordings?.beneath ?? []
        let dialog = ConfirmDialog.deletion(
            WorkoutStrings.deleteQuestion(title, when, workout.sourceRevision.source.name),
            of: 1,
            with: beneath.map(\.source)
        )
        let all = [workout.uuid] + beneath.map(\.uuid)
        return .ask(
            dialog,
            confirmed: .deleteNow([workout.uuid]),
            alternative: beneath.isEmpty ? nil : .deleteNow(all)
        )
    }
}
