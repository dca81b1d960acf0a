import Foundation
import HealthKit
import HealthKitUI
import HealthtuiEntry
import HealthtuiTerminalUI

/// The rings of the days of a month: a calendar where there is room, else a list.
package struct RingsScreen: Screen {
    private var cursor = MonthCursor()
    private var summaries = Loaded<[CalendarDay: ActivityRings]>()
    private var streaks = Loaded<RingStreaks>()
    private var inWheelchair = false

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<Content>, month: Date)
        case streaks(Answer<RingStreaks>)

        package struct Content: Sendable {
            let days: [CalendarDay: ActivityRings]
            let inWheelchair: Bool
        }
    }

    package var title: String { RingsStrings.title }

    package var contexts: [KeyContext] { [.rings] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line { cursor.title(environment) }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        cursor.goToToday(environment)
        return [load(environment), loadStreaks(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { [load(environment), loadStreaks(environment)] }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if command == .goals { return [.open(.goals)] }
        if command == .open { return cursor.day.map { [.open(.ringsDay($0))] } ?? [] }
        return cursor.obey(command, environment)?.effects(load(environment))
    }

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let move = cursor.go(to: time, environment)
        return move.effects(load(environment))
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        // A press on the day under the cursor opens it.
        guard let move = cursor.mouse(event, days: RingsView.daysName, environment) else {
            return cursor.day.map { [.open(.ringsDay($0))] } ?? []
        }
        return move.effects(load(environment))
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if case .streaks(let answer) = action { streaks.take(answer) }
        guard case .loaded(let answer, let month) = action, month == cursor.month else { return [] }
        if case .success(let content) = answer { inWheelchair = content.inWheelchair }
        summaries.take(answer.map(\.days))
        return summaries.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let month = cursor.month, let day = cursor.day, let summaries = summaries.value else {
            self.summaries.drawPlaceholder(RingsStrings.loading, in: rect, on: &grid, theme: environment.theme)
            return
        }
        let view = RingsView(
            month: month,
            day: day,
            summaries: summaries,
            streaks: streaks.value,
            inWheelchair: inWheelchair,
            environment: environment
        )
        view.draw(in: rect, on: &grid)
    }
}

extension RingsScreen {
    private mutating func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (interval, isOther) = cursor.read(environment)
        if isOther { summaries = Loaded() }
        let month = interval.start
        let first = CalendarDay(month, in: environment.calendar)
        let last = CalendarDay(interval.end.addingTimeInterval(-1), in: environment.calendar)
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    let found = try person.summaries(from: first, through: last)
                    let days = found.compactMap { summary in summary.day.map { ($0, ActivityRings(summary)) } }
                    return Action.Content(
                        days: Dictionary(days, uniquingKeysWith: { $1 }),
                        inWheelchair: try person.characteristics().wheelchairUse == HKWheelchairUse.yes.rawValue
                    )
                },
                month: month
            )
        }
    }

    /// Reads the last twelve months, apart from the month on the screen, which does not wait for them.
    private func loadStreaks(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (calendar, now) = (environment.calendar, environment.now)
        return .task("streaks") {
            .streaks(
                await environment.ask { person in
                    let today = calendar.civilStartOfDay(for: now)
                    let first = calendar.civilDate(byAdding: .year, value: -1, to: today)
                    let found = try person.summaries(
                        from: CalendarDay(first, in: calendar),
                        through: CalendarDay(today, in: calendar)
                    )
                    let days = found.compactMap { summary in summary.day.map { ($0, ActivityRings(summary)) } }
                    return RingStreaks(
                        Dictionary(days, uniquingKeysWith: { $1 }),
                        from: first,
                        through: today,
                        calendar: calendar
                    )
                }
            )
        }
    }
}
