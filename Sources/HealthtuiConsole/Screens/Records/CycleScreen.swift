import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Cycle tracking as a calendar: a row a cycle, a column a day of the cycle.
package struct CycleScreen: Screen {
    let type: HKSampleType
    private var content = Loaded<CycleData>()
    /// The cycle under the cursor, the newest being 0, and the day of it.
    private(set) var cursor = (cycle: 0, day: 0)
    private var hasEntered = false

    package init(_ type: HKSampleType) { self.type = type }

    package enum Action: Sendable {
        case loaded(Answer<Content>)

        /// The data read.
        package struct Content: Sendable { let data: CycleData }
    }

    package var title: String { CycleStrings.title }

    package var contexts: [KeyContext] { [.cycle] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let day else { return .empty }
        return Line(CycleStrings.dayNumber(cursor.day + 1) + ", ", environment.theme.dim)
            + Line(environment.dates.longDay(day.date), environment.theme.title)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.isAnything || news.types.contains(where: CycleReader.shows) ? [load(environment)] : []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .cursorLeft: return move(days: -1)
        case .cursorRight: return move(days: 1)
        case .up, .later: return move(cycles: -1)
        case .down, .earlier: return move(cycles: 1)
        case .latest:
            enterNewest()
            return []
        case .open: return openDay(environment)
        case .allData: return [.open(.samples(SampleListQuery(type: type)))]
        case .addSample:
            if let refusal = EntryRules.refusal(of: type) { return [.notice(refusal)] }
            return [.open(.form(type))]
        default: return nil
        }
    }

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let wanted = environment.calendar.civilStartOfDay(for: time.interval.start)
        for (cycle, own) in cycles.enumerated() where own.days.first.map({ $0.date <= wanted }) ?? false {
            cursor = (cycle, own.days.lastIndex { $0.date <= wanted } ?? 0)
            return []
        }
        return [.notice(CycleStrings.nothingThatDay)]
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch (event.kind, event.target) {
        case (.press, .item(CycleView.daysName, let cycle, let day)?) where cycles.indices.contains(cycle):
            if cursor == (cycle, day) { return openDay(environment) }
            cursor = (cycle, min(max(0, day), cycles[cycle].days.count - 1))
        case (.wheelUp, _): return move(cycles: -1)
        case (.wheelDown, _): return move(cycles: 1)
        default: break
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        let date = day?.date
        content.take(answer.map(\.data))
        if let date, hasEntered {
            let cycle = cycles.firstIndex { own in own.days.contains { $0.date == date } }
            cursor =
                cycle.flatMap { index in
                    cycles[index].days.firstIndex { $0.date == date }.map { (index, $0) }
                } ?? (0, max(0, (cycles.first?.days.count ?? 1) - 1))
        } else {
            enterNewest()
        }
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let data = content.value else {
            return content.drawPlaceholder(CycleStrings.loading, in: rect, on: &grid, theme: environment.theme)
        }
        CycleView(data: data, cursor: cursor, environment: environment).draw(in: rect, on: &grid)
    }

    // MARK: The cursor

    private var cycles: [CycleData.Cycle] { content.value?.cycles ?? [] }

    private var day: CycleData.Day? {
        guard cycles.indices.contains(cursor.cycle), cycles[cursor.cycle].days.indices.contains(cursor.day) else {
            return nil
        }
        return cycles[cursor.cycle].days[cursor.day]
    }

    /// Goes to the newest day.
    private mutating func enterNewest() {
        hasEntered = !cycles.isEmpty
        cursor = (0, max(0, (cycles.first?.days.count ?? 1) - 1))
    }

    /// Goes to another day; beyond the first and the last of a cycle, to the cycle before or after.
    private mutating func move(days distance: Int) -> [ScreenEffect<Action>] {
        guard cycles.indices.contains(cursor.cycle) else { return [] }
        let next = cursor.day + distance
        if cycles[cursor.cycle].days.indices.contains(next) {
            cursor.day = next
            return []
        }
        let cycle = cursor.cycle - distance
        guard cycles.indices.contains(cycle) else {
            return [.notice(distance < 0 ? CycleStrings.oldest : CycleStrings.newest)]
        }
        cursor = (cycle, distance < 0 ? cycles[cycle].days.count - 1 : 0)
        return []
    }

    private mutating func move(cycles distance: Int) -> [ScreenEffect<Action>] {
        let cycle = cursor.cycle + distance
        guard cycles.indices.contains(cycle) else {
            return cycles.isEmpty ? [] : [.notice(distance > 0 ? CycleStrings.oldest : CycleStrings.newest)]
        }
        cursor = (cycle, min(cursor.day, cycles[cycle].days.count - 1))
        return []
    }

    /// The samples of the day: those of its flow, otherwise others.
    private func openDay(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let day, let type = day.types.first else { return [.notice(CycleStrings.nothingThatDay)] }
        let next = environment.calendar.civilDate(byAdding: .day, value: 1, to: day.date)
        return [.open(.samples(SampleListQuery(type: type, from: day.date, to: next)))]
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let reader = CycleReader(environment: environment)
        return .task("load") {
            .loaded(await environment.ask { Action.Content(data: try reader.read($0)) })
        }
    }
}
