import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A measure before and after a day, as a chart of its weeks and as a table.
package struct ChangeScreen: Screen {
    let measure: Measure
    private(set) var since: CalendarDay
    /// The words of the mark that the day has.
    private(set) var mark: String?
    private(set) var content = Loaded<ChangeFacts>()
    private(set) var showsTable = false
    /// The week that is read.
    private(set) var cursor: Int?
    private var list = ListState()

    package init(_ measure: Measure, since: CalendarDay, mark: String?) {
        self.measure = measure
        self.since = since
        self.mark = mark
    }

    package enum Action: Sendable {
        case loaded(Answer<ChangeFacts>)
    }

    package var title: String {
        let isOwn = measure.type.flatMap { Measure(of: $0) } == measure
        return isOwn ? ChangeStrings.title : ChangeStrings.title(measure.name)
    }

    package var contexts: [KeyContext] { showsTable ? [.change, .list] : [.change] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        week == nil || measure.type == nil ? [.open] : []
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        let name = mark?.printable ?? environment.dates.longDay(start(of: since, environment))
        return Line("[" + name + "]", environment.theme.accent.adding(.bold))
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let isOwn = measure.type.map { news.concerns($0.identifier) } ?? true
        return isOwn || news.topics.contains(.dayMarks) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[ChangeView.tableName] { list.fit(height: frame.height, count: rows) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .open: return openWeek(environment)
        case .cursorLeft: move(-1)
        case .cursorRight: move(1)
        case .anotherMark: return showAnotherMark(environment)
        case .markDay: return [.open(.markForm(since))]
        case .table: showsTable.toggle()
        default: return showsTable && list.obey(command, count: rows) ? [] : nil
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        _ = list.opens(event, name: ChangeView.tableName, count: rows)
        guard event.kind == .press, case .item(ChangeView.name, let day, _) = event.target, let facts = content.value
        else { return [] }
        cursor = facts.weeks.indices.min {
            abs(ChangeView.middle(facts.weeks[$0], facts) - day) < abs(ChangeView.middle(facts.weeks[$1], facts) - day)
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        if let cursor, cursor >= content.value?.weeks.count ?? 0 { self.cursor = nil }
        if case .success(let facts) = answer {
            // The mark may be new, or gone.
            let own = facts.marks.filter { $0.first == since }
            if mark == nil || !own.contains(where: { $0.text == mark }) { mark = own.first?.text }
        }
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let facts = content.value else {
            return content.drawPlaceholder(title, in: rect, on: &grid, theme: environment.theme)
        }
        let view = ChangeView(facts: facts, mark: mark, cursor: cursor, environment: environment)
        showsTable ? view.drawTable(list, in: rect, on: &grid) : view.draw(in: rect, on: &grid)
    }
}

extension ChangeScreen {
    private var rows: Int { content.value.map { ChangeView.rows($0).count } ?? 0 }

    private var week: MeasureChange.Week? {
        guard let cursor, let weeks = content.value?.weeks, weeks.indices.contains(cursor) else { return nil }
        return weeks[cursor]
    }

    private func start(of day: CalendarDay, _ environment: ConsoleEnvironment) -> Date {
        day.start(on: CivilClock(environment.calendar.timeZone))
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (measure, since) = (measure, since)
        return .task("load") {
            .loaded(await environment.ask { _ in try ChangeFacts.read(measure, since: since, environment) })
        }
    }

    /// Reads the week before or the next; the first key reads the last one.
    private mutating func move(_ distance: Int) {
        let count = content.value?.weeks.count ?? 0
        guard count > 0 else { return }
        cursor = cursor.map { min(max(0, $0 + distance), count - 1) } ?? count - 1
    }

    private func openWeek(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let week, let type = measure.type else { return [] }
        let (from, to) = (start(of: week.start, environment), start(of: week.start.advanced(by: 7), environment))
        return [.open(.samples(SampleListQuery(type: type, from: from, to: to)))]
    }

    /// Compares before and after the next of the person's marks; behind the last comes the first.
    private mutating func showAnotherMark(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let marks = content.value?.marks, !marks.isEmpty else { return [.notice(ChangeStrings.noMarks)] }
        let here = marks.firstIndex { $0.first == since && $0.text == mark }
        let next = here.map { ($0 + 1) % marks.count } ?? marks.firstIndex { $0.first > since } ?? 0
        guard next != here else { return [.notice(ChangeStrings.onlyMark)] }
        since = marks[next].first
        mark = marks[next].text
        cursor = nil
        return [load(environment)]
    }
}
